import { isSmallTalk } from '../../../src/questions/question-kind.js';
import { splitSentences } from '../../../src/language/sentences.js';
import type { ChatCall, ChatScript } from './replies.js';

const DATA_BLOCK = /<<data \S+ ([^\n]*)>>\n([\s\S]*?)\n<<end \S+>>/g;
const MESSAGE_ID = /^\(message id [^)\n]*\)\n/;

type Block = { kind: string; text: string };

const toBlocks = (prompt: string): Block[] =>
  [...prompt.matchAll(DATA_BLOCK)].map(([, kind = '', text = '']) => ({ kind, text }));

const lastMessage = (call: ChatCall): string =>
  call.messages.findLast(({ role }) => role === 'user')?.content ?? '';

const withoutBlocks = (prompt: string): string =>
  prompt.replace(DATA_BLOCK, '').replace(MESSAGE_ID, '').trim();

const decide = (prompt: string): string => {
  const question = withoutBlocks(prompt).split('\n\n')[0] ?? '';
  const hasLooked = toBlocks(prompt).some(({ kind }) => kind === 'observations');
  const mayAnswer = hasLooked || isSmallTalk(question);
  return JSON.stringify({
    reasoning: mayAnswer ? 'Nothing more is needed.' : 'The documents may say it.',
    decision: mayAnswer ? 'ANSWER' : 'CALL_TOOLS',
    tools: mayAnswer
      ? []
      : [{ name: 'rag_search', arguments: JSON.stringify({ query: question }) }],
    then: mayAnswer ? null : 'answer',
    question: null,
    confidence: 0.9,
  });
};

const rewrite = (prompt: string): string => {
  const blocks = toBlocks(prompt);
  const question = blocks.find(({ kind }) => kind === 'question')?.text ?? withoutBlocks(prompt);
  const conversation = blocks.find(({ kind }) => kind === 'conversation')?.text ?? '';
  const earlier = conversation
    .split('\n')
    .findLast((line) => line.startsWith('user: '))
    ?.slice('user: '.length);
  return JSON.stringify({
    rewritten: earlier === undefined ? question : `${question} (${earlier})`,
  });
};

const answer = (prompt: string): string => {
  const source = toBlocks(prompt).find(({ kind }) => kind.startsWith('source [1]'));
  if (source === undefined) return 'Hello! How can I help you?';
  const sentence = splitSentences(source.text).find(({ text }) => /[.!?。！？]$/.test(text));
  return `${(sentence?.text ?? source.text).replace(/\s+/g, ' ')} [1]`;
};

/** A model that does what it is told: searches for what is asked, then says the first sentence of source [1]. */
export const cooperativeModel: ChatScript = (call) => {
  const prompt = lastMessage(call);
  const schema = call.response_format?.json_schema?.name;
  if (schema === 'decision') return decide(prompt);
  if (schema?.includes('rewrite') === true) return rewrite(prompt);
  return answer(prompt);
};
