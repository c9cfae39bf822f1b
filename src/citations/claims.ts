import {
  contentTerms,
  countNegations,
  findSentenceEnd,
  hasSentenceMark,
  saysOpposite,
  splitSentences,
  type Sentence,
} from '../language/index.js';
import type { CheckedClaim, CitableSource } from './citation.js';
import { extractFacts, holdsFacts, holdsFigures } from './facts.js';
import { findUrls } from './links.js';
import { blankMarkers, findMarkerBeginning, parseMarkers, type Marker } from './markers.js';
import { findSupport, toClaimTerms } from './support.js';
import { isTwisted } from './twists.js';

/** A marker with the words it vouches for and the sources it names, by index. */
export type CitedMarker = Marker & { claim: string; sourceIndexes: number[]; unknown: number };

type Place = {
  sourceCount: number;
  /** The sentence in front of the text, for markers without one of their own. */
  before?: string;
};

/** Each marker of the text with its claim; numbers beyond the sources name nothing. `last` is the sentence it ends with. */
export const findCitedMarkers = (
  answer: string,
  { sourceCount, before = '' }: Place,
): { markers: CitedMarker[]; last: string } => {
  const parsed = parseMarkers(answer);
  const text = blankMarkers(answer, parsed);
  const sentences = splitSentences(text);
  const claims = toClaims({ text, sentences, before }, parsed);
  const markers = parsed.map((marker, position) => {
    const sourceIndexes = marker.numbers
      .filter((number) => number >= 1 && number <= sourceCount)
      .map((number) => number - 1);
    const unknown = Math.max(1, marker.numbers.length) - sourceIndexes.length;
    return { ...marker, claim: claims[position] ?? '', sourceIndexes, unknown };
  });
  return { markers, last: clean(sentences.at(-1)?.text ?? before) };
};

const WORD = /[\p{L}\p{N}]/u;

type Text = { text: string; sentences: readonly Sentence[]; before: string };

// Several markers share a sentence: each vouches for the words since the one before it, the last also for the
// rest, so that no word of a cited sentence goes unchecked.
const toClaims = ({ text, sentences, before }: Text, markers: readonly Marker[]): string[] => {
  const assigned = assignSentences(text, markers, sentences);
  let claim = before;
  return assigned.map((sentence, position) => {
    const { start = 0, end = 0 } = sentences[sentence] ?? {};
    const isFirst = (assigned[position - 1] ?? -1) !== sentence;
    const isLast = assigned[position + 1] !== sentence;
    const from = isFirst ? start : (markers[position - 1]?.end ?? start);
    const to = isLast ? end : (markers[position]?.start ?? end);
    const words = clean(text.slice(from, Math.max(from, to)));
    // `[1][2]`: no words of its own, so it vouches for what its neighbour does.
    if (isFirst || WORD.test(words)) claim = words;
    return claim;
  });
};

/** Index of the sentence each marker stands in or right behind; of the one that follows when the marker opens a line. */
const assignSentences = (
  text: string,
  markers: readonly Marker[],
  sentences: readonly Sentence[],
): number[] => {
  let index = -1;
  return markers.map(({ start }) => {
    while ((sentences[index + 1]?.start ?? Infinity) < start) index += 1;
    const next = sentences[index + 1];
    const isLead =
      next !== undefined &&
      opensItsLine(text, start) &&
      !text.slice(start, next.start).includes('\n');
    return isLead ? index + 1 : index;
  });
};

const MAX_INDENT = 200;

const opensItsLine = (text: string, start: number): boolean => {
  const before = text.slice(Math.max(0, start - MAX_INDENT), start);
  return before.slice(before.lastIndexOf('\n') + 1).trim() === '';
};

const LIST_BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;

const clean = (text: string): string =>
  text
    .replace(/[*_`#]{1,6}/g, '')
    .replace(LIST_BULLET, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?。，；：！？])/g, '')
    .trim();

/** A unit is cut off at a blank when it has no end of its own by then. */
const MAX_CHARS = 4_000;
/** More than any end needs of the text behind it: openers, a word, a marker. */
const LOOKAHEAD_CHARS = 600;
/** A text without an end is looked at again when it has grown by this part of it, so that small pieces cost no more than large ones. */
const GROWTH = 1 / 32;

/**
 * Cuts a text that arrives in pieces into sentences with their markers, the same ones whatever the pieces are. Between two of
 * them is white space, or the end of a sentence in a script without blanks.
 */
export const createSentenceSplitter = () => {
  let waiting = '';
  let enoughChars = 0;

  const takeTo = (end: number): string => {
    const unit = waiting.slice(0, end);
    waiting = waiting.slice(end);
    return unit;
  };

  const cut = (): string | undefined => {
    const end = findFirstEnd(waiting);
    if (end !== undefined && end <= MAX_CHARS) return takeTo(end);
    if (waiting.length >= MAX_CHARS + LOOKAHEAD_CHARS) {
      const blank = /\s\S*$/.exec(waiting.slice(0, MAX_CHARS))?.index ?? 0;
      if (blank > 0) return takeTo(blank);
      const unit = takeTo(withoutHalf(waiting.slice(0, MAX_CHARS)).length);
      // A blank is put in, so that no link and no tag reaches from one unit into the next.
      waiting = ` ${waiting}`;
      return unit;
    }
    enoughChars = waiting.length + Math.floor(waiting.length * GROWTH);
    return undefined;
  };

  return {
    push: (text: string): string[] => {
      const units: string[] = [];
      waiting += text;
      if (waiting.length < enoughChars) return units;
      enoughChars = 0;
      for (let unit = cut(); unit !== undefined; unit = cut()) units.push(unit);
      return units;
    },
    end: (): string[] => {
      const units: string[] = [];
      for (;;) {
        const end = findEnd({ text: waiting, isComplete: true });
        if (end === undefined || end >= waiting.length) return [...units, waiting];
        units.push(takeTo(end));
      }
    },
  };
};

/** Half a character would be taken for another one. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');

/** What an end is does not depend on how much of the text is looked at, so a little is tried first. */
const findFirstEnd = (text: string): number | undefined => {
  for (const chars of [300, 1_200, MAX_CHARS + LOOKAHEAD_CHARS]) {
    const end = findEnd({ text: withoutHalf(text.slice(0, chars)), isComplete: false });
    if (end !== undefined || chars >= text.length) return end;
  }
  return undefined;
};

type Growing = { text: string; isComplete: boolean };

const findEnd = ({ text, isComplete }: Growing): number | undefined => {
  if (!hasSentenceMark(text)) return undefined;
  // A marker that has only begun hides all that comes behind it.
  const known = isComplete ? text.length : findMarkerBeginning(text);
  const markers = parseMarkers(text).filter(({ end }) => end <= known);
  const visible = blankMarkers(text, markers).slice(0, known);
  const end = findSentenceEnd({ text: visible, isComplete, mayEndAt: createUrlGuard(text) });
  if (end === undefined) return undefined;
  return behindMarkers({ text: text.slice(0, known), isComplete }, end, markers);
};

/** A link goes on over a sentence end without a blank: a cut there would hide its rest from whoever looks for links. */
const createUrlGuard = (text: string): ((end: number) => boolean) => {
  let guardedTo = 0;
  return (end) => {
    if (end < guardedTo) return false;
    if (!/^\S/.test(text.slice(end, end + 1))) return true;
    let start = end;
    while (start > 0 && !/\s/.test(text.charAt(start - 1))) start -= 1;
    if (findUrls(text.slice(start, end + 2)).length === 0) return true;
    const blank = text.slice(end).search(/\s/);
    guardedTo = blank === -1 ? Infinity : end + blank;
    return false;
  };
};

/** Behind the markers that follow a sentence on its line, for they vouch for it; undefined while another may come. */
const behindMarkers = (
  { text, isComplete }: Growing,
  end: number,
  markers: readonly Marker[],
): number | undefined => {
  let at = end;
  for (;;) {
    const next = at + (/^[^\S\n]{0,200}/.exec(text.slice(at, at + 200))?.[0].length ?? 0);
    const marker = markers.find(({ start }) => start === next);
    if (marker === undefined) return next < text.length || isComplete ? at : undefined;
    at = marker.end;
  }
};

/**
 * Whether a source's wording carries a claim. This measures wording, not entailment: swapped numbers, units, dates, identifiers and
 * negations are found out, and so are the twists of `isTwisted`; another subject among enough true words is not. What stands behind a
 * semicolon is a claim of its own, and the weakest counts.
 */
export const verifyCitation = (
  claim: string,
  content: string,
  source: Pick<CitableSource, 'language' | 'isValue'>,
): CheckedClaim['verification'] => {
  const parts = claim.split(/[;；]/u).filter((part) => WORD.test(part));
  if (parts.length < 2) return verifyPart(claim, content, source);
  const verified = parts.map((part) => verifyPart(part, content, source));
  if (verified.includes('unsupported')) return 'unsupported';
  return verified.includes('fuzzy') ? 'fuzzy' : 'exact';
};

const verifyPart = (
  claim: string,
  content: string,
  { language, isValue = false }: Pick<CitableSource, 'language' | 'isValue'>,
): CheckedClaim['verification'] => {
  const isTurned = (words: string): boolean => countNegations(words, language) > 0;
  const isWritten = (words: string): boolean => holdsRun(content, words, isTurned);
  if (!saysSomething(claim, language)) return 'unsupported';
  if (isWritten(claim)) return 'exact';
  if (isTwisted({ claim, content, language })) return 'unsupported';
  if (findQuotations(claim).some(isWritten)) return 'exact';
  if (isValue && statesFigures(claim, content, language)) return 'fuzzy';
  return isFuzzy(claim, content, language) ? 'fuzzy' : 'unsupported';
};

/** A letter or a small word is in every source and says nothing. */
const saysSomething = (claim: string, language: string): boolean =>
  /\p{N}/u.test(claim) ||
  [...contentTerms(claim, language)].some((term) => term.length > 1 || UNSPACED.test(term));

/** Of a returned value its figures count, whatever the words around them; "not 120" is no figure of it. */
const statesFigures = (claim: string, content: string, language: string): boolean =>
  countNegations(claim, language) === countNegations(content, language) &&
  holdsFigures(extractFacts(content, language), extractFacts(claim, language));

/**
 * True when the tokens of `part` occur in `whole` in one run; never for a part without tokens. `isTurned` judges the
 * words in front of the run: "allowed" is in "not allowed", and yet not said.
 */
const holdsRun = (
  whole: string,
  part: string,
  isTurned: (wordsBefore: string) => boolean,
): boolean => {
  const sought = toTokens(part);
  const source = normalize(whole);
  const tokens = [...source.matchAll(TOKEN)];
  const isRunAt = (at: number): boolean =>
    sought.every((token, offset) => tokens[at + offset]?.[0] === token);
  return tokens.some((first, at) => {
    if (sought.length === 0 || !isRunAt(at)) return false;
    // The one or two tokens that stand before the run in its own sentence.
    const near = source.slice(tokens[Math.max(0, at - 2)]?.index, first.index);
    const before = near.split(SENTENCE_BREAK).at(-1) ?? '';
    // "500" at the end of "1 500" is another number.
    const cutsNumber = /\d[\s'’]$/.test(before) && /^\d{3}$/.test(first[0]);
    return !isTurned(before) && !cutsNumber;
  });
};

// A minus is one where no word or number stands in front of it; C++ and C# are not C.
const TOKEN =
  /(?<![\p{L}\p{N})\]])-(?=\d)|\d+(?:[.,:]\d+)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+(?:\+\+|#)?|[%‰°\p{Sc}±<>=≤≥≠]/gu;

const SENTENCE_BREAK = /[.!?。！？…\n]/;

/** Words, numbers, single Han characters and signs of quantity; the rest of punctuation says nothing. */
const toTokens = (text: string): string[] => normalize(text).match(TOKEN) ?? [];

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[−–](?=\d)/g, '-');

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
