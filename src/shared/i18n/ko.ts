import type { Messages } from './en.js';

export const ko: Messages = {
  notFound: '사용할 수 있는 문서에서 이 질문에 대한 답을 찾지 못했습니다.',
  stepLimit: '단계 한도에 도달했습니다. 그때까지 찾은 내용을 바탕으로 합니다.',
  deadlineReached: '시간이 다 되었습니다. 그때까지 찾은 내용을 바탕으로 합니다.',
  endsEarly: '이 답변은 완성되기 전에 여기서 끝납니다.',
  noModelWroteThis: '언어 모델이 쓴 글이 아니라 문서에서 인용한 문장입니다:',
  closestPassages:
    '확실한 답을 찾지 못했습니다. 다음은 문서에서 인용한 가장 가까운 구절이며, 언어 모델이 작성한 것이 아닙니다:',
  notInPassages: (words) => `질문의 다음 단어를 찾지 못했습니다: ${words}.`,
  toolsReturned: '언어 모델이 쓴 글이 아니라 도구가 돌려준 결과입니다:',
  modelMade: '언어 모델이 도구로 직접 만든 것이며 어떤 출처와도 대조되지 않았습니다:',
  toolsFailed: (names) => `일부 조회에 실패하여 내용이 불완전할 수 있습니다: ${names}.`,
  lookupFailed: '조회할 수 없었습니다:',
  quotingMode: '여기에는 언어 모델이 설정되어 있지 않아 문서의 문장을 인용합니다.',
  canCalculate: (example) => `${example} 같은 계산도 할 수 있습니다.`,
  greeting: '안녕하세요! 조직의 문서에 대해 질문해 주세요.',
  youAreWelcome: '천만에요!',
  goodbye: '안녕히 가세요!',
  clarificationFallback: '알고 싶은 내용을 더 자세히 말씀해 주시겠어요?',
  knowledgeBaseUnavailable: '지식 베이스를 지금 사용할 수 없습니다. 나중에 다시 시도해 주세요.',
  indexRebuilding: '검색 색인을 다시 만드는 중이라 아직 찾을 수 없는 문서가 있습니다.',
  beyondTools: '이 요청은 활성화된 도구로 할 수 있는 범위를 벗어납니다.',
  foundIn: (languages) => `찾은 문서의 언어: ${languages}.`,
  sourcesLabel: '출처:',
  filesLabel: '파일:',
  remembered: '기억했습니다:',
  toConfirm: (days) => `아직 기억하지 않았습니다. 기억하게 하려면 ${days}일 안에 확인해 주세요:`,
  notRemembered: '기억하지 못했습니다:',
  privateMemory: '내 메모(비공개)',
  toolResult: '도구 결과',
  codeResult: '코드 결과',
  untitledDocument: '제목 없는 문서',
  linkRemoved: '(링크 삭제됨)',
  answerWithheld:
    '이 답변은 더 이상 표시되지 않습니다. 근거가 된 출처가 변경 또는 삭제되었거나 더 이상 볼 수 없습니다.',
  unsupportedMark: '출처에서 이 표현을 찾지 못함',
  uncheckedMark: '모델이 직접 만듦, 출처와 대조되지 않음',
  pages: ({ start, end }) => (start === end ? `${start}쪽` : `${start}–${end}쪽`),
  documentsListed: ({ total, shown }) =>
    shown < total
      ? `읽을 수 있는 문서: ${total}건, 여기에 표시: ${shown}건.`
      : `읽을 수 있는 문서: ${total}건.`,
  newestDocuments: ({ total, shown }) => `읽을 수 있는 최신 문서 (${total}건 중 ${shown}건):`,
  rowsShown: ({ total, shown }) =>
    `찾은 구절에서 해당하는 행: ${total}개, 여기에 표시: ${shown}개.`,
  documentsAbout: (topic) => `${topic}에 관한 내용이 있는 문서:`,
  outlineOf: '언어 모델이 작성한 것이 아닙니다. 문서의 첫 문장들과 그 아래 문서의 개요입니다:',
  olderDiffers: (title) => `더 오래된 문서에는 다르게 적혀 있습니다: ${title}`,
  quote: (text) => `“${text}”`,
  correction: (text) => `정정: ${text}`,
  statementsLeftOut: (count) => `출처에 없는 진술 ${count}개를 뺐습니다.`,
};
