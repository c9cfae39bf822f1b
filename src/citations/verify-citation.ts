import { contentTerms, countNegations, saysOpposite } from '../language/index.js';
import type { CheckedClaim } from './citation.js';
import { extractFacts, holdsFacts } from './facts.js';
import { findSupport, toClaimTerms } from './support.js';

// A minus is one where no word or number stands in front of it; C++ and C# are not C.
const TOKEN =
  /(?<![\p{L}\p{N})\]])-(?=\d)|\d+(?:[.,:]\d+)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+(?:\+\+|#)?|[%‰°\p{Sc}±<>=≤≥≠]/gu;

const SEPARATOR = ' ';

/**
 * Whether a source's wording carries a claim. This measures wording, not entailment: swapped numbers, units, dates,
 * identifiers and negations are found out; a swapped subject among enough true words is not.
 */
export const verifyCitation = (
  claim: string,
  content: string,
  { language }: { language: string },
): CheckedClaim['verification'] => {
  const isTurned = (words: string): boolean => countNegations(words, language) > 0;
  const isWritten = (words: string): boolean => holdsRun(content, words, isTurned);
  if (isWritten(claim) || findQuotations(claim).some(isWritten)) return 'exact';
  return isFuzzy(claim, content, language) ? 'fuzzy' : 'unsupported';
};

/**
 * True when the tokens of `part` occur in `whole` in one run; never for a part without tokens. `isTurned` judges the
 * words in front of the run: "allowed" is in "not allowed", and yet not said.
 */
const holdsRun = (
  whole: string,
  part: string,
  isTurned: (wordsBefore: string) => boolean,
): boolean => {
  const tokens = toTokens(part);
  if (tokens.length === 0) return false;
  const source = normalize(whole);
  const placed = placeTokens(source);
  const sought = join(tokens);
  let at = placed.text.indexOf(sought);
  while (at !== -1) {
    const before = wordsBefore(source, placed.tokens, placed.offsets.get(at) ?? 0);
    if (!isTurned(before) && !cutsNumber(before, sought)) return true;
    at = placed.text.indexOf(sought, at + 1);
  }
  return false;
};

/** Words, numbers, single Han characters and signs of quantity; the rest of punctuation says nothing. */
const toTokens = (text: string): string[] => normalize(text).match(TOKEN) ?? [];

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[−–](?=\d)/g, '-');

type PlacedRun = { text: string; offsets: ReadonlyMap<number, number>; tokens: RegExpExecArray[] };

/** The tokens as one string, and which token begins where in it. */
const placeTokens = (text: string): PlacedRun => {
  const tokens = [...text.matchAll(TOKEN)];
  const offsets = new Map<number, number>();
  let offset = 0;
  tokens.forEach(([token], index) => {
    offsets.set(offset, index);
    offset += token.length + SEPARATOR.length;
  });
  return { text: join(tokens.map(([token]) => token)), offsets, tokens };
};

const join = (tokens: readonly string[]): string => SEPARATOR + tokens.join(SEPARATOR) + SEPARATOR;

const SENTENCE_BREAK = /[.!?。！？…\n]/;

/** The one or two tokens that stand before a token in its own sentence. */
const wordsBefore = (source: string, tokens: readonly RegExpExecArray[], index: number): string => {
  const end = tokens[index]?.index ?? 0;
  const words = source.slice(tokens[Math.max(0, index - 2)]?.index ?? 0, end);
  return words.split(SENTENCE_BREAK).at(-1) ?? '';
};

/** "500" at the end of "1 500" is another number. */
const cutsNumber = (before: string, sought: string): boolean =>
  /\d[\s'’]$/.test(before) && /^ \d{3} /.test(sought);

/** A quotation of two words proves nothing about the sentence around it. */
const MIN_QUOTED_WORDS = 3;
const QUOTATION = /[“„«‟「『"]([^“”„«»「」『』"]{1,2000})[”“»」』"]/gu;

const findQuotations = (claim: string): string[] =>
  [...claim.matchAll(QUOTATION)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => countRunWords(quoted) >= MIN_QUOTED_WORDS);

const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u;

/** Length in words; two Han characters count as one. */
const countRunWords = (text: string): number =>
  toTokens(text).reduce((sum, token) => sum + (UNSPACED.test(token) ? 0.5 : 1), 0);

const MIN_SHARED_TERMS = 0.6;

const isFuzzy = (claim: string, content: string, language: string): boolean => {
  const terms = toClaimTerms(claim, language);
  if (terms.size === 0) return false;
  if (!holdsFacts(extractFacts(content, language), extractFacts(claim, language))) return false;
  if (saysOpposite(claim, content, language)) return false;
  const contained = contentTerms(content, language);
  const wording = toWording(terms);
  const shared = wording.filter((term) => contained.has(term)).length;
  if (shared / wording.length < MIN_SHARED_TERMS) return false;
  const support = findSupport(terms, content, language);
  return support?.negations === countNegations(claim, language);
};

/** Numbers and identifiers are compared as facts, in any spelling; as terms they would count against another one. */
const toWording = (terms: ReadonlySet<string>): readonly string[] => {
  const wording = [...terms].filter((term) => !/\p{N}/u.test(term));
  return wording.length > 0 ? wording : [...terms];
};
