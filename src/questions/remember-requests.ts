import { alternativesOf, byLanguage, type Remembering } from '../language/index.js';

/** The thing that a sentence asks to have remembered, in the words of which language; null content where it only points at it ("Please remember that."). */
type RememberRequest = { content: string | null; language: string };

/** Longer than anybody asks for this, and short enough for any pattern. */
const MAX_CHARS = 1_000;

/** The request that a sentence is as a whole, in any language that we know wordings of; null for any other sentence. */
export const findRememberRequest = (sentence: string): RememberRequest | null => {
  if (sentence.length > MAX_CHARS) return null;
  // One character for another, so that places stay.
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

/** Says that something is not to be remembered, or to be forgotten. */
export const forbidsRemembering = (text: string): boolean => {
  const plain = toPlain(text.slice(0, MAX_CHARS));
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
