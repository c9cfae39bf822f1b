import { splitSentences } from '../language/index.js';
import { findOwnSentences } from './own-sentences.js';
import { isSmallTalk } from './question-kind.js';
import { findRememberRequest, forbidsRemembering } from './remember-requests.js';

export type StatedFact = {
  /** The user's own words, without the request to remember them. */
  content: string;
  /** The message asks to have this remembered, and says nothing else: then nobody else chose it. */
  isRequested: boolean;
};

type FoundFact = StatedFact & {
  sentence: string;
  /** The language of the words that ask for it; null where none do. */
  language: string | null;
};

const MAX_CHARS = 500;

/**
 * The fact that a quote repeats as a whole, with or without the request in front of it; null where it is no sentence of the message, or
 * a part of one. Case, blanks and closing punctuation may differ. What is kept are the user's words, never those of the quote.
 */
export const findStatedFact = (message: string, quote: string): StatedFact | null => {
  const wanted = toComparable(quote);
  const found = findStatedFacts(message).find(
    ({ content, sentence }) =>
      toComparable(content) === wanted || toComparable(sentence) === wanted,
  );
  if (found === undefined) return null;
  const { content, isRequested } = found;
  return { content, isRequested };
};

export type RequestedFact = Pick<FoundFact, 'content' | 'language'>;

/** The fact that a message asks to have remembered, where it asks for nothing else; null for any other message. */
export const findRequestedFact = (message: string): RequestedFact | null => {
  const found = findStatedFacts(message).find(({ isRequested }) => isRequested);
  return found === undefined ? null : { content: found.content, language: found.language };
};

/** True where the user says, in words of their own, that something is to be remembered. */
export const asksToRemember = (message: string): boolean =>
  !forbidsRemembering(message) &&
  findOwnSentences(message).some(({ text }) => findRememberRequest(text) !== null);

/** Finds the facts that the user states in a message and that may become memories: each a whole sentence of their own. */
const findStatedFacts = (message: string): FoundFact[] => {
  if (forbidsRemembering(message)) return [];
  const isOnly = countOtherThanTalk(message) === 1;
  return findOwnSentences(message).flatMap(({ text, isQuestion }): FoundFact[] => {
    const request = findRememberRequest(text);
    if (request?.content != null) {
      const { content, language } = request;
      return content.length > MAX_CHARS
        ? []
        : [{ content, language, sentence: text, isRequested: isOnly }];
    }
    const isFact = request === null && !isQuestion && /[\p{L}\p{N}]/u.test(text);
    return isFact && text.length <= MAX_CHARS
      ? [{ content: text, language: null, sentence: text, isRequested: false }]
      : [];
  });
};

const countOtherThanTalk = (message: string): number =>
  splitSentences(message).filter(({ text }) => !isSmallTalk(text)).length;

const toComparable = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[\s¡]+|[\s.!…。！．؟۔।॥։?？]+$/gu, '');
