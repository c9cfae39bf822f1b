import { alternativesOf, byLanguage, splitSentences, type Remembering } from '../language/index.js';
import { findOwnSentences } from './own-sentences.js';
import { isSmallTalk } from './question-kind.js';

export type StatedFact = {
  /** The user's own words, without the request to remember them. */
  content: string;
  /** True if the message only asks to remember this, so that the user chose it. */
  isRequested: boolean;
};

type FoundFact = StatedFact & {
  sentence: string;
  /** The language of the request; null if there is none. */
  language: string | null;
};

const MAX_CHARS = 500;

/**
 * The fact that a quote repeats completely, with or without the preceding request; null if it is not a complete sentence of the message.
 * Case, blanks and closing punctuation may differ. The user's words are stored, never those of the quote.
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

/** The fact that a message asks to remember, if it asks for nothing else; null for any other message. */
export const findRequestedFact = (message: string): RequestedFact | null => {
  const found = findStatedFacts(message).find(({ isRequested }) => isRequested);
  return found === undefined ? null : { content: found.content, language: found.language };
};

/** True if the user asks, in their own words, to remember something. */
export const asksToRemember = (message: string): boolean =>
  !forbidsRemembering(message) &&
  findOwnSentences(message).some(({ text }) => findRememberRequest(text) !== null);

/** The facts in a message that may become memories: each a complete sentence of the user. */
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

/**
 * What a sentence asks to remember, and in which language. `content` is null if the sentence only points to it ("Please remember that.").
 */
type RememberRequest = { content: string | null; language: string };

/** No such request is longer, and every pattern can handle this length. */
const MAX_REQUEST_CHARS = 1_000;

/** The request that a whole sentence consists of, in any language with known phrases; null for any other sentence. */
export const findRememberRequest = (sentence: string): RememberRequest | null => {
  if (sentence.length > MAX_REQUEST_CHARS) return null;
  // Characters are replaced one by one, so that positions stay valid.
  const plain = toPlain(sentence);
  if (forbidsRemembering(plain)) return null;
  const isAsked = /[?？]$/u.test(plain);
  for (const { language, request, politely, pointer } of PATTERNS) {
    if (!isAsked && pointer.test(plain)) return { language, content: null };
    const [lead] = (isAsked ? politely : request).exec(plain) ?? [];
    if (lead === undefined) continue;
    const content = sentence.slice(lead.length).replace(/\s*[?？]+$/u, '');
    return { language, content: isStatement(content) ? content : null };
  }
  return null;
};

/** True for a text that asks to forget something or not to remember it. */
export const forbidsRemembering = (text: string): boolean => {
  const plain = toPlain(text.slice(0, MAX_REQUEST_CHARS));
  return PATTERNS.some(({ ban }) => ban.test(plain));
};

const toPatterns = (words: Remembering) => {
  const lead = `(?:(?:${words.courtesies})[,，!！]? ?)*`;
  return {
    request: new RegExp(`^${lead}(?:${words.verbs})(?:${words.links})`, 'iu'),
    politely: new RegExp(`^¿?${lead}(?:${words.politely})(?:${words.links})`, 'iu'),
    pointer: new RegExp(`^${lead}(?:${words.pointers})[.!。！…]*$`, 'iu'),
    ban: new RegExp(`(?<![\\p{L}\\p{M}](?<!\\p{sc=Han}))(?:${words.bans})`, 'iu'),
  };
};

const PATTERNS = [...byLanguage(({ remembering }) => remembering)].map(([language, words]) => ({
  language,
  ...toPatterns(words),
}));

const HOLDS_WORDS = /[\p{L}\p{N}]/u;
const POINTS_ELSEWHERE = new RegExp(
  `^(?:${alternativesOf(({ remembering }) => remembering?.elsewhere)})?[。！!.]*$`,
  'u',
);

const isStatement = (content: string): boolean =>
  HOLDS_WORDS.test(content) && !POINTS_ELSEWHERE.test(content);

const toPlain = (text: string): string => text.replace(/[’‘]/g, "'").replace(/\s/gu, ' ');
