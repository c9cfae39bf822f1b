import { z } from 'zod';
import { fieldsRefused } from '../shared/errors.js';
import type { ToldMessage } from '../workflow/index.js';
import { unsupported } from './parameters.js';

/** The most messages of one conversation. */
export const MAX_MESSAGES = 5000;

const Part = z.looseObject({ type: z.string().max(60), text: z.string().nullish() });

export const Content = z.union([z.string(), z.array(Part).max(500)]).nullish();
type Content = z.infer<typeof Content>;

export const MessageRole = z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** A message of either API. It comes from another program, so nothing about it is assumed. */
export type GivenMessage = { role: z.infer<typeof MessageRole>; content?: Content };

/** A question with the preceding messages and how to answer it. */
export type Conversation = {
  question: string;
  told: readonly ToldMessage[];
  wishes: string | null;
};

const TEXT_PARTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal']);
const MAX_WISHES_CHARS = 4000;

/** The texts of a message joined together; other content is left out. */
export const textOf = (content: Content): string => {
  if (typeof content === 'string') return content.trim();
  return (content ?? [])
    .flatMap(({ type, text }) => (TEXT_PARTS.has(type) ? (text ?? []) : []))
    .join('\n')
    .trim();
};

type Options = { param: string; maxQueryChars: number };

/**
 * The last user message is the question, and everything before it the history. Calls and results of the caller's tools, empty messages and
 * an answer after the question are left out, because they belong to another model's conversation.
 */
export const toConversation = (
  messages: readonly GivenMessage[],
  { param, maxQueryChars }: Options,
): Conversation => {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[at];
  if (asked === undefined) throw refused(param, 'holds no message of the user');
  refuseOtherThanText(asked.content, param);
  const question = textOf(asked.content);
  if (question === '') throw refused(param, 'ends with an empty message of the user');
  if (question.length > maxQueryChars) {
    throw refused(param, `may ask with at most ${maxQueryChars} characters`);
  }
  const wishes = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => textOf(content))
    .join('\n\n')
    .trim()
    .slice(0, MAX_WISHES_CHARS)
    // Half a character is removed as well, because endpoints refuse it.
    .replace(/\p{Surrogate}$/u, '');
  return {
    question,
    told: messages.slice(0, at).flatMap(toTold),
    wishes: wishes === '' ? null : wishes,
  };
};

const toTold = ({ role, content }: GivenMessage): ToldMessage[] => {
  if (role !== 'user' && role !== 'assistant') return [];
  const text = textOf(content);
  return text === '' ? [] : [{ role, content: text }];
};

/** Ignoring a picture would answer a different question. */
const refuseOtherThanText = (content: Content, param: string): void => {
  if (typeof content === 'string') return;
  const other = (content ?? []).find(({ type }) => !TEXT_PARTS.has(type));
  if (other === undefined) return;
  throw unsupported(param, `Questions must be text: a part of type ${other.type} is not read.`);
};

const refused = (path: string, message: string) => fieldsRefused([{ path, message }]);
