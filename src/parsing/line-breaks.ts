import { EAST_ASIAN, SOUTH_EAST_ASIAN } from '../shared/scripts.js';

/** The lines of one paragraph, none of them blank. */
export type Lines = readonly string[];

/**
 * Tells the line breaks that the author meant from those of an editor that wraps lines: a break was meant if the next word would have
 * fitted on the line. The returned function says for each line of a paragraph whether it was ended on purpose; the last line always was.
 */
export const createLineBreaks = (paragraphs: readonly Lines[]): ((lines: Lines) => boolean[]) => {
  const all = readBreaks(paragraphs);
  const usual = findUsualWidth(all);
  const isKnown = all.count >= MIN_BREAKS;
  return (lines) => {
    const breaks = readBreaks([lines]);
    const width = findOwnWidth(breaks, widthOf(lines.at(-1) ?? '')) ?? usual;
    const isMeant = (at: number): boolean => {
      const one = breaks.at(at);
      if (width !== undefined) return hadRoom(one, width);
      return one.next !== 'goes on' && (isKnown || one.isEnd || one.length < LONG_LINE);
    };
    return lines.map((_, at) => at >= breaks.count || isMeant(at));
  };
};

type Break = {
  /** Columns of the line above, and of the first word below, which editors do not split. */
  length: number;
  word: number;
  /** The line above ends like a sentence or announces something. */
  isEnd: boolean;
  /** A letter in lower case continues a sentence; in a script without lower case this is unknown. */
  next: (typeof NEXT)[number];
};

const NEXT = ['goes on', 'unknown', 'begins'] as const;

const ENDS = /[.!?:;…。！？：；؟۔।][)\]"'”“»’」』）]*$/u;
const GOES_ON = /^["'“„«(]*\p{Ll}/u;
const BROKEN_WORD = /\p{L}-$/u;
const CASELESS = /^["'“„«(「『（]*\p{Lo}/u;

type Breaks = { count: number; at: (at: number) => Break; values: () => Generator<Break> };

/** The breaks within each paragraph, stored as numbers because a file can contain millions of them. */
const readBreaks = (paragraphs: readonly Lines[]): Breaks => {
  const count = paragraphs.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  const lengths = new Uint32Array(count);
  // A word has at most two columns for each of its MAX_WORD characters.
  const words = new Uint8Array(count);
  const ends = new Uint8Array(count);
  const nexts = new Uint8Array(count);
  let place = 0;
  for (const lines of paragraphs) {
    for (let below = 1; below < lines.length; below += 1) {
      const one = toBreak(lines[below - 1] ?? '', lines[below] ?? '');
      lengths[place] = one.length;
      words[place] = one.word;
      ends[place] = one.isEnd ? 1 : 0;
      nexts[place] = NEXT.indexOf(one.next);
      place += 1;
    }
  }
  const at = (index: number): Break => ({
    length: lengths[index] ?? 0,
    word: words[index] ?? 0,
    isEnd: ends[index] === 1,
    next: NEXT[nexts[index] ?? 0] ?? 'begins',
  });
  const values = function* (): Generator<Break> {
    for (let index = 0; index < count; index += 1) yield at(index);
  };
  return { count, at, values };
};

const toBreak = (lineAbove: string, below: string): Break => {
  const above = lineAbove.trimEnd();
  const start = below.trimStart().slice(0, MAX_WORD);
  const caseless = CASELESS.test(start) ? 'unknown' : 'begins';
  return {
    length: widthOf(above),
    word: widthOf(firstWord(start)),
    isEnd: ENDS.test(above.slice(-8)),
    next: GOES_ON.test(start) || BROKEN_WORD.test(above) ? 'goes on' : caseless,
  };
};

const MAX_WORD = 80;
/** Such scripts break nearly anywhere, but never before a punctuation mark. */
const SHORT_WORD = new RegExp(`^[${EAST_ASIAN}]{1,2}`, 'u');
const LONG_WORD = new RegExp(`^[${SOUTH_EAST_ASIAN}]{1,10}`, 'u');

const firstWord = (start: string): string =>
  (SHORT_WORD.exec(start) ?? LONG_WORD.exec(start) ?? /^\S+/u.exec(start))?.[0] ?? '';

/** East Asian characters take two columns. */
export const WIDE = new RegExp(
  String.raw`[${EAST_ASIAN}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]`,
  'gu',
);

const widthOf = (line: string): number => {
  const shown = line.trimEnd();
  return shown.length + (shown.match(WIDE)?.length ?? 0);
};

/** Fewer breaks say nothing about how a file was written. */
const MIN_BREAKS = 4;
/** People who end lines by hand, but not at the end of a sentence, do so before this width. */
const LONG_LINE = 60;
const MIN_WRAPPED_SHARE = 0.5;
/** Many wrapped lines begin in the middle of a sentence; few lines of a poem or of an address do. */
const MIN_RUNNING_SHARE = 0.3;
const MAX_WIDTH = 400;
/** Nobody writes narrower columns. */
const MIN_WIDTH = 30;

/** The width at which most lines of a file were wrapped; undefined if they were not wrapped. */
const findUsualWidth = (breaks: Breaks): number | undefined => {
  if (breaks.count < MIN_BREAKS) return undefined;
  const changes = new Array<number>(MAX_WIDTH + 1).fill(0);
  const add = (width: number, count: number): void => {
    if (width <= MAX_WIDTH) changes[width] = (changes[width] ?? 0) + count;
  };
  for (const { length, word } of breaks.values()) {
    add(length, 1);
    add(length + 1 + word, -1);
  }
  let [wrapped, most, best] = [0, 0, 0];
  for (const [width, change] of changes.entries()) {
    wrapped += change;
    if (wrapped > most && width >= MIN_WIDTH) [most, best] = [wrapped, width];
  }
  const isOwn = ({ length, word }: Break): boolean => length <= best && best < length + 1 + word;
  const isWrapped = most >= MIN_WRAPPED_SHARE * breaks.count && isRunning(breaks, isOwn);
  return isWrapped ? best : undefined;
};

/** The width that explains each break of a paragraph. */
const findOwnWidth = (breaks: Breaks, lastLength: number): number | undefined => {
  if (breaks.count < 2) return undefined;
  let [least, shortest] = [lastLength, Infinity];
  for (const { length, word } of breaks.values()) {
    least = Math.max(least, length);
    shortest = Math.min(shortest, length + 1 + word);
  }
  const isFull = shortest > least;
  return isFull && least >= MIN_WIDTH && isRunning(breaks, () => true) ? least : undefined;
};

/** True if enough of these breaks fall in the middle of a sentence. */
const isRunning = (breaks: Breaks, isCounted: (one: Break) => boolean): boolean => {
  let [running, all] = [0, 0];
  for (const one of breaks.values()) {
    if (!isCounted(one)) continue;
    all += 1;
    if (one.next === 'goes on' || (one.next === 'unknown' && !one.isEnd)) running += 1;
  }
  return running >= MIN_RUNNING_SHARE * all;
};

/** People who wrap by hand, and editors that keep numbers or names together, end lines somewhat early. */
const EARLY = 0.85;
const EARLY_AT_END = 0.95;
const MUCH_ROOM = 0.5;

const hadRoom = ({ length, word, isEnd, next }: Break, width: number): boolean =>
  next === 'goes on'
    ? length <= MUCH_ROOM * width
    : length + 1 + word <= (isEnd ? EARLY_AT_END : EARLY) * width;
