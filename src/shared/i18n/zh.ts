import type { Messages } from './en.js';

export const zh: Messages = {
  notFound: '在现有文档中没有找到能回答这个问题的内容。',
  stepLimit: '已达到步骤上限；以下内容基于到目前为止找到的资料。',
  deadlineReached: '时间已用完；以下内容基于到目前为止找到的资料。',
  noModelWroteThis: '以下内容并非由语言模型撰写，句子均引自文档：',
  greeting: '您好！请就贵组织的文档向我提问。',
  youAreWelcome: '不客气！',
  goodbye: '再见！',
  clarificationFallback: '能否更具体地说明您想了解什么？',
  knowledgeBaseUnavailable: '知识库暂时不可用，请稍后再试。',
  indexRebuilding: '搜索索引正在重建，部分文档暂时无法找到。',
  beyondTools: '该请求超出了已启用工具的能力范围。',
  sourcesLabel: '来源：',
  privateMemory: '您的记忆（私密）',
  toolResult: '工具结果',
  untitledDocument: '无标题文档',
  linkRemoved: '（链接已移除）',
  unsupportedMark: '来源中未找到此表述',
  pages: ({ start, end }) => (start === end ? `第 ${start} 页` : `第 ${start}–${end} 页`),
  quote: (text) => `“${text}”`,
};
