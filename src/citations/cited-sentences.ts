import {
  findSentenceEnd,
  hasSentenceMark,
  splitSentences,
  type Sentence,
} from '../language/index.js';
import { findUrls } from './links.js';
import { blankMarkers, findMarkerBeginning, parseMarkers, type Marker } from './markers.js';

/** A marker with the words for which it cites, and the indexes of the sources that it names. */
export type CitedMarker = Marker & { claim: string; sourceIndexes: number[]; unknown: number };

type Place = {
  sourceCount: number;
  /** The sentence before the text, for markers that have no sentence of their own. */
  before?: string;
};

/** Finds each marker of the text with its claim; numbers beyond the sources are ignored. `last` is the last sentence of the text. */
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

// If several markers share a sentence, each gets the words since the previous marker, and the last one also gets the rest, so that every
// word of a cited sentence is checked.
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
    // In `[1][2]`, the second marker has no words of its own, so it shares those of the first.
    if (isFirst || WORD.test(words)) claim = words;
    return claim;
  });
};

/**
 * For each marker, the index of the sentence that contains it or ends directly before it; a marker that opens a line belongs to the
 * following sentence.
 */
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

export const clean = (text: string): string =>
  text
    .replace(/[*_`#]{1,6}/g, '')
    .replace(LIST_BULLET, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?。，；：！？])/g, '')
    .trim();

/** A unit without a sentence end is cut at a blank after this many characters. */
const MAX_CHARS = 4_000;
/** Recognizing a sentence end never needs more of the following text: opening marks, a word, a marker. */
const LOOKAHEAD_CHARS = 600;
/** If a text has no sentence end, it is searched again after growing by this share, so that small pieces cost no more than large ones. */
const GROWTH = 1 / 32;

/**
 * Divides a text that arrives in pieces into sentences with their markers, independent of the pieces. Sentences end at white space, or at
 * their end mark in scripts without blanks.
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
      // A blank is inserted between units, so that no link or tag spans two of them.
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

/** Half a surrogate pair would be read as another character. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');

/** Finds the end of the first sentence. The result does not depend on how much text is searched, so a short part is tried first. */
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
  // Text after an incomplete marker cannot be interpreted yet.
  const known = isComplete ? text.length : findMarkerBeginning(text);
  const markers = parseMarkers(text).filter(({ end }) => end <= known);
  const visible = blankMarkers(text, markers).slice(0, known);
  const end = findSentenceEnd({ text: visible, isComplete, mayEndAt: createUrlGuard(text) });
  if (end === undefined) return undefined;
  return behindMarkers({ text: text.slice(0, known), isComplete }, end, markers);
};

/** A link may contain a sentence end without a blank. Ending the sentence there would hide the rest of the link from the link check. */
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

/** The position after the markers that follow a sentence on the same line and belong to it; undefined while more markers may arrive. */
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
