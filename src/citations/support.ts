import {
  contentTerms,
  countNegations,
  isNegation,
  splitSentences,
  setOddNumbersApart,
  type Sentence,
} from '../language/index.js';
import type { CitableSource, Quote } from './citation.js';
import { hasUnspaced, UNSPACED } from '../shared/scripts.js';
import { isProviso, limitsRest } from './conditions.js';
import { TUNING } from './tuning.js';

/** The run of sentences that covers most of a claim. */
type Support = { start: number; end: number };

/** A sentence with the terms that it shares with the claim. */
type Scored = Sentence & { shared: ReadonlySet<string> };

type Quotable = Pick<CitableSource, 'content' | 'language' | 'span'>;

/** Finds where the claim's terms are closest together in the content; undefined if the content contains none of them. */
export const findSupport = (
  claimTerms: ReadonlySet<string>,
  content: string,
  language: string,
): Support | undefined => {
  const sentences = splitSentences(content).map((sentence) => ({
    ...sentence,
    shared: sharedTerms(sentence.text, claimTerms, language),
  }));
  // Of two equally good sentences, the shorter one is easier to read.
  const [seed] = sentences
    .filter(({ shared }) => shared.size > 0)
    .sort(
      (left, right) => right.shared.size - left.shared.size || left.text.length - right.text.length,
    );
  if (seed === undefined) return undefined;
  const window = growWindow(sentences, sentences.indexOf(seed));
  return { start: window[0]?.start ?? 0, end: window.at(-1)?.end ?? 0 };
};

const sharedTerms = (
  text: string,
  terms: ReadonlySet<string>,
  language: string,
): ReadonlySet<string> =>
  new Set([...contentTerms(text, language)].filter((term) => terms.has(term)));

const growWindow = (sentences: readonly Scored[], seed: number): readonly Scored[] => {
  let first = seed;
  let last = seed;
  const known = new Set(sentences[seed]?.shared);
  while (last - first + 1 < TUNING.mostSentences) {
    const before = countNew(sentences[first - 1], known);
    const after = countNew(sentences[last + 1], known);
    if (before === 0 && after === 0) break;
    const added = before > after ? (first -= 1) : (last += 1);
    for (const term of sentences[added]?.shared ?? []) known.add(term);
  }
  return sentences.slice(first, last + 1);
};

const countNew = (words: Scored | undefined, known: ReadonlySet<string>): number =>
  [...(words?.shared ?? [])].filter((term) => !known.has(term)).length;

/** The sentences of the source that best support the claim, with their position in the document's text. */
export const bestQuote = (claim: string, source: Quotable): Quote => {
  const terms = toClaimTerms(claim, source.language);
  const [first] = splitSentences(source.content);
  const { start, end } = findSupport(terms, source.content, source.language) ??
    first ?? { start: 0, end: source.content.length };
  return { quote: source.content.slice(start, end), ...toSpan(source, start, end) };
};

// Converts a position in a chunk to one in the document. A chunk may begin with a repeated table header, which is not at that place in the
// document's text.
export const toSpan = (
  { content, span }: Quotable,
  start: number,
  end: number,
): Pick<Quote, 'charStart' | 'charEnd'> => {
  if (span === undefined) return { charStart: null, charEnd: null };
  const prepended = Math.max(0, content.length - (span.charEnd - span.charStart));
  const toAbsolute = (offset: number): number =>
    Math.min(span.charEnd, span.charStart + Math.max(0, offset - prepended));
  return { charStart: toAbsolute(start), charEnd: toAbsolute(end) };
};

/** The content terms of a claim. Its negations are left out, because they are compared separately. */
export const toClaimTerms = (claim: string, language: string): Set<string> =>
  new Set([...contentTerms(claim, language)].filter((term) => !isNegation(term, language)));

// A minus sign counts only if no word or number precedes it. C++ and C# are distinct from C. Numbers with marks are encoded as private-use
// characters. In scripts without blanks, a token is a single character.
const TOKEN = new RegExp(
  String.raw`(?<![\p{L}\p{N})\]])-(?=\d)|\d+(?:[.,:]\d+)*|[\u{f0000}-\u{10fffd}]+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}])+(?:\+\+|#)?|[%‰°\p{Sc}±<>=≤≥≠]`,
  'gu',
);

/** The length of a run in words. */
export const countRunWords = (text: string, language: string): number =>
  toTokens(text, language).reduce(
    (sum, token) => sum + (hasUnspaced(token) ? TUNING.wordOfUnspaced : 1),
    0,
  );

const normalize = (text: string, language: string): string =>
  setOddNumbersApart(text, language)
    .normalize('NFKC')
    .replace(/[−–](?=\d)/g, '-');

/** Words, numbers, single Han characters and signs of quantity; other punctuation is ignored. */
const toTokens = (text: string, language: string): string[] =>
  normalize(text, language).toLowerCase().match(TOKEN) ?? [];

/** The maximum number of places to check: a text with more repeats itself, and further places add nothing. */
const MOST_PLACES = 50;

/**
 * Creates a test whether the tokens of `part` occur in `whole` in one run and mean the same there as on their own; never true for a part
 * without tokens. "Allowed" occurs in "not allowed", and "paid" in "paid if the manager agrees", but neither means the same. `whole` is
 * read only once.
 */
export const createRunFinder = (whole: string, language: string): ((part: string) => boolean) => {
  const source = normalize(whole, language);
  const tokens = [...source.matchAll(TOKEN)];
  const places = new Map<string, number[]>();
  const written = tokens.map(([token]) => token.toLowerCase());
  for (const [at, token] of written.entries()) {
    const known = places.get(token) ?? [];
    known.push(at);
    places.set(token, known);
  }
  return (part) => {
    const sought = toTokens(part, language);
    const isRunAt = (at: number): boolean =>
      sought.every((token, offset) => written[at + offset] === token);
    const runs = (places.get(sought[0] ?? '') ?? []).filter(isRunAt).slice(0, MOST_PLACES);
    return runs.some((at) => {
      const place = { source, tokens, at, end: at + sought.length };
      return !isTurned(place, language) && !cutsNumber(place) && !isLimited(place, language);
    });
  };
};

type Run = {
  source: string;
  tokens: readonly RegExpExecArray[];
  /** The index of the run's first token; `end` is exclusive. */
  at: number;
  end: number;
};

const SENTENCE_BREAK = /[.!?。！？…\n]/;

const startOf = ({ tokens, at }: Run): number => tokens[at]?.index ?? 0;

const endOf = ({ tokens, end }: Run): number => {
  const last = tokens[end - 1];
  return last === undefined ? 0 : last.index + last[0].length;
};

/** True if a negation is one or two words before the run in its sentence, or right after the run in its clause. */
const isTurned = (run: Run, language: string): boolean => {
  const { source, tokens, at, end } = run;
  const before = source.slice(tokens[Math.max(0, at - TUNING.nearWords)]?.index, startOf(run));
  if (countNegations(before.split(SENTENCE_BREAK).at(-1) ?? '', language) > 0) return true;
  const reach = hasUnspaced(tokens[end]?.[0] ?? '') ? TUNING.nearUnspaced : TUNING.nearWords;
  const after = source.slice(endOf(run), tokens[end + reach]?.index);
  return countNegations(after.split(/[.,;:!?。，、；：！？…\n()]/u)[0] ?? '', language) > 0;
};

/** True if the run cuts a number: "500" at the end of "1 500" is part of another number, and so is "1". */
const cutsNumber = (run: Run): boolean => {
  const { source, tokens, at, end } = run;
  const before = source.slice(Math.max(0, startOf(run) - 2), startOf(run));
  if (/\d[\s'’]$/.test(before) && /^\d{3}$/.test(tokens[at]?.[0] ?? '')) return true;
  const after = source.slice(endOf(run), endOf(run) + 5);
  return /^\d{1,3}$/.test(tokens[end - 1]?.[0] ?? '') && /^[\s'’]\d{3}(?!\d)/.test(after);
};

/** No sentence is longer than this. */
const MAX_AROUND = 600;
/**
 * A full stop inside a number or after an abbreviation does not end a sentence, and neither does a line break before a lower-case letter.
 */
const SENTENCE_END = /[.!?…](?=\s+[^\p{Ll}\s]|\s*$)|[。！？]|\n(?=\s*[^\p{Ll}\s])/gu;

/** True if other words in the sentence make the run conditional. */
const isLimited = (run: Run, language: string): boolean => {
  const { source } = run;
  const [start, end] = [startOf(run), endOf(run)];
  const before = source.slice(Math.max(0, start - MAX_AROUND), start);
  const after = source.slice(end, end + MAX_AROUND);
  const [inSentence = '', next = ''] = after.split(SENTENCE_END);
  const goesOn = /^\s*\n\s*(?<next>[^\n]{1,200})/.exec(after)?.groups?.['next'] ?? '';
  const opening = goesOn.split(/[\s,，、]/u)[0] ?? '';
  return (
    limitsRest(before.split(SENTENCE_END).at(-1) ?? '', language) ||
    limitsRest(inSentence, language) ||
    isProviso(next) ||
    (opening !== '' && limitsRest(opening, language))
  );
};
