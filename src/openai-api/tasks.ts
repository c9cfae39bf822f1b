import type { IncomingMessage } from 'node:http';
import { textOf, type GivenMessage } from './conversation.js';

const TASK_HEADER = 'X-Knowledge-Router-Task';

/** A small writing task of a chat program for its own display: it is about the conversation and asks nothing about documents. */
export type Task = {
  kind: TaskKind;
  /** The prompt as received, with instructions and conversation. */
  prompt: string;
};

type TaskKind =
  'title' | 'tags' | 'follow_ups' | 'queries' | 'emoji' | 'autocomplete' | 'plain' | 'other';

type Asked = {
  messages: readonly GivenMessage[];
  isStreamed: boolean;
  isPlain: boolean;
  request: Pick<IncomingMessage, 'headersDistinct'>;
};

/** The names of Open WebUI's tasks, inserted where its administrator writes `{{TASK}}`. */
const NAMED: Readonly<Record<string, TaskKind>> = {
  title_generation: 'title',
  tags_generation: 'tags',
  follow_up_generation: 'follow_ups',
  query_generation: 'queries',
  emoji_generation: 'emoji',
  autocomplete_generation: 'autocomplete',
};

/** A request's task, recognized by its header, model or form; null for a question. */
export const recognizeTask = (asked: Asked): Task | null => {
  const { messages, isPlain, request } = asked;
  const prompt = promptOf(messages);
  const named = (request.headersDistinct[TASK_HEADER.toLowerCase()]?.[0] ?? '').trim();
  if (named !== '') return { kind: NAMED[named] ?? 'other', prompt };
  if (hasShapeOfTask(asked)) return { kind: kindOf(prompt), prompt };
  return isPlain ? { kind: 'plain', prompt } : null;
};

const promptOf = (messages: readonly GivenMessage[]): string =>
  textOf(messages.findLast(({ role }) => role === 'user')?.content);

/**
 * A program's own request is a single message, is not streamed, and includes the conversation in the program's format. A person's message
 * is streamed, or lacks one of these.
 */
const hasShapeOfTask = ({ messages, isStreamed }: Asked): boolean => {
  const said = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  if (isStreamed || said.length !== 1) return false;
  const prompt = promptOf(messages);
  return SHAPES.some(({ begins, holds }) => begins.test(prompt) && holds.test(prompt));
};

const SHAPES = [
  // Open WebUI
  { begins: /^### Task:\s/, holds: /<chat_history>/ },
  // LibreChat
  {
    begins: /^Provide a concise, 5-word-or-less title for the conversation/,
    holds: /\nConversation:\n/,
  },
];

const KINDS: readonly (readonly [RegExp, TaskKind])[] = [
  [/^Provide a concise, 5-word-or-less title|"title"/, 'title'],
  [/"tags"/, 'tags'],
  [/"follow_ups"/, 'follow_ups'],
  [/"queries"/, 'queries'],
  [/\bemoji\b/i, 'emoji'],
  [/"text"/, 'autocomplete'],
];

const kindOf = (prompt: string): TaskKind =>
  KINDS.find(([sign]) => sign.test(prompt))?.[1] ?? 'other';

/** The fields required in a structured answer; null if none is requested. */
type Structure = { fields: readonly string[] } | null;

/** An answer that needs no model; null if only a model could write one. */
export const answerByRule = ({ kind, prompt }: Task, structure: Structure): string | null => {
  switch (kind) {
    case 'title':
      return toTitleAnswer(prompt, structure);
    case 'tags':
    case 'follow_ups':
    case 'queries':
      return JSON.stringify({ [kind]: [] });
    case 'autocomplete':
      return JSON.stringify({ text: '' });
    case 'emoji':
    case 'plain':
    case 'other':
      return null;
  }
};

const toTitleAnswer = (prompt: string, structure: Structure): string => {
  const title = titleOf(prompt);
  if (structure !== null) {
    const others = structure.fields.filter((name) => name !== 'title');
    return JSON.stringify({ ...Object.fromEntries(others.map((name) => [name, ''])), title });
  }
  return prompt.startsWith('###') ? JSON.stringify({ title }) : title;
};

const MAX_TITLE_CHARS = 60;
const CONVERSATION = /(?:<chat_history>|\nConversation:\n)([^]*)/;
/** Matches within one line: across empty lines, the time would grow with the square of their number. */
const OF_USER = /^[^\S\n\r\u2028\u2029]*(?:user|human)[^\S\n\r\u2028\u2029]*:\s*(\S.*)$/im;

/** The first question, cut to the length of a title. */
const titleOf = (prompt: string): string => {
  const conversation = CONVERSATION.exec(prompt)?.[1] ?? prompt;
  const first = OF_USER.exec(conversation)?.[1] ?? conversation.trim().split('\n')[0] ?? '';
  const title = first.trim();
  if (title.length <= MAX_TITLE_CHARS) return title;
  const cut = title.slice(0, MAX_TITLE_CHARS);
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut}…`;
};
