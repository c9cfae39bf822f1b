import { splitSentences, type Sentence } from '../language/index.js';
import { blankMarkers, parseMarkers, type Marker } from './parse-markers.js';

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
  const markers = parseMarkers(answer);
  const text = blankMarkers(answer, markers);
  const sentences = splitSentences(text);
  const claims = toClaims({ text, sentences, before }, markers);
  const cited = markers.map((marker, position) => {
    const sourceIndexes = marker.numbers
      .filter((number) => number >= 1 && number <= sourceCount)
      .map((number) => number - 1);
    const unknown = Math.max(1, marker.numbers.length) - sourceIndexes.length;
    return { ...marker, claim: claims[position] ?? '', sourceIndexes, unknown };
  });
  return { markers: cited, last: clean(sentences.at(-1)?.text ?? before) };
};

const WORD = /[\p{L}\p{N}]/u;

type Text = { text: string; sentences: readonly Sentence[]; before: string };

const toClaims = ({ text, sentences, before }: Text, markers: readonly Marker[]): string[] => {
  const assigned = assignSentences(text, markers, sentences);
  let previous = { claim: before, sentence: -1 };
  return toSegments(markers, assigned, sentences).map(({ from, to, sentence }) => {
    const words = clean(text.slice(from, Math.max(from, to)));
    // `[1][2]`: no words of its own, so it vouches for what its neighbour does.
    const claim = WORD.test(words) || previous.sentence !== sentence ? words : previous.claim;
    previous = { claim, sentence };
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

type Segment = { from: number; to: number; sentence: number };

// Several markers share a sentence: each vouches for the words since the one before it, the last also for the
// rest, so that no word of a cited sentence goes unchecked.
const toSegments = (
  markers: readonly Marker[],
  assigned: readonly number[],
  sentences: readonly Sentence[],
): Segment[] =>
  markers.map((marker, position) => {
    const sentence = assigned[position] ?? -1;
    const { start = 0, end = 0 } = sentences[sentence] ?? {};
    const isFirst = position === 0 || assigned[position - 1] !== sentence;
    const isLast = assigned[position + 1] !== sentence;
    return {
      sentence,
      from: isFirst ? start : (markers[position - 1]?.end ?? start),
      to: isLast ? end : marker.start,
    };
  });

const LIST_BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;

const clean = (text: string): string =>
  text
    .replace(/[*_`#]{1,6}/g, '')
    .replace(LIST_BULLET, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?。，；：！？])/g, '')
    .trim();
