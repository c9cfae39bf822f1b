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

/** A message of either API: of another program, so nothing of it is taken for granted. */
export type GivenMessage = { role: z.infer<typeof MessageRole>; content?: Content };

/** A question with what was said before it and how it is to be answered. */
export type Conversation = {
  question: string;
  told: readonly ToldMessage[];
  wishes: string | null;
};

const TEXT_PARTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal']);
const MAX_WISHES_CHARS = 4000;

/** The texts of a message as one, with what is no text left out. */
export const textOf = (content: Content): string => {
  if (typeof content === 'string') return content.trim();
  return (content ?? [])
    .flatMap(({ type, text }) => (TEXT_PARTS.has(type) ? (text ?? []) : []))
    .join('\n')
    .trim();
};

type Options = { param: string; maxQueryChars: number };

/**
 * The last message of the user is the question, and what stands before it the history. Calls and results of the caller's tools, empty
 * messages and an answer behind the question belong to another model's conversation and are left out.
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
    // Half a character goes with the rest: endpoints refuse it.
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

/** An answer that overlooks a picture would be an answer to another question. */
const refuseOtherThanText = (content: Content, param: string): void => {
  if (typeof content === 'string') return;
  const other = (content ?? []).find(({ type }) => !TEXT_PARTS.has(type));
  if (other === undefined) return;
  throw unsupported(param, `Questions must be text: a part of type ${other.type} is not read.`);
};

const refused = (path: string, message: string) => fieldsRefused([{ path, message }]);
