/** The lines of one paragraph, none of them blank. */
export type Lines = readonly string[];

/**
 * Tells line breaks that a writer meant from those of an editor that wraps: a break is meant where the next word would have fitted on the
 * line. What it returns says of each line of a paragraph whether it was ended on purpose; the last one always was.
 */
export const createLineBreaks = (paragraphs: readonly Lines[]): ((lines: Lines) => boolean[]) => {
  const all = paragraphs.flatMap(breaksOf);
  const usual = findUsualWidth(all);
  const isKnown = all.length >= MIN_BREAKS;
  return (lines) => {
    const breaks = breaksOf(lines);
    const width = findOwnWidth(breaks, widthOf(lines.at(-1) ?? '')) ?? usual;
    const isMeant = (one: Break): boolean => {
      if (width !== undefined) return hadRoom(one, width);
      return one.next !== 'goes on' && (isKnown || one.isEnd || one.length < LONG_LINE);
    };
    return [...breaks.map(isMeant), true];
  };
};

type Break = {
  /** Columns of the line above, and of the first word below, which editors do not part. */
  length: number;
  word: number;
  /** The line above ends like a sentence or announces something. */
  isEnd: boolean;
  /** A letter in lower case goes on with a sentence; of a script that has none it cannot be told. */
  next: 'goes on' | 'unknown' | 'begins';
};

const ENDS = /[.!?:;…。！？：；؟۔।][)\]"'”“»’」』）]*$/u;
const GOES_ON = /^["'“„«(]*\p{Ll}/u;
const BROKEN_WORD = /\p{L}-$/u;
const CASELESS = /^["'“„«(「『（]*\p{Lo}/u;

const breaksOf = (lines: Lines): Break[] =>
  lines.slice(1).map((below, at) => {
    const above = (lines[at] ?? '').trimEnd();
    const start = below.trimStart().slice(0, MAX_WORD);
    const caseless = CASELESS.test(start) ? 'unknown' : 'begins';
    return {
      ...{ length: widthOf(above), word: widthOf(firstWord(start)) },
      isEnd: ENDS.test(above.slice(-8)),
      next: GOES_ON.test(start) || BROKEN_WORD.test(above) ? 'goes on' : caseless,
    };
  });

const MAX_WORD = 80;
/** Such scripts break nearly anywhere, but never before a punctuation mark. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,2}/u;
const SEGMENTED = /^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{1,10}/u;

const firstWord = (start: string): string =>
  (UNSPACED.exec(start) ?? SEGMENTED.exec(start) ?? /^\S+/u.exec(start))?.[0] ?? '';

/** East Asian characters take two columns. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/gu;

const widthOf = (line: string): number => {
  const shown = line.trimEnd();
  return shown.length + (shown.match(WIDE)?.length ?? 0);
};

/** Fewer breaks say nothing of how a file was written. */
const MIN_BREAKS = 4;
/** Somebody who ends lines by hand, and no sentence with them, does so before. */
const LONG_LINE = 60;
const MIN_WRAPPED_SHARE = 0.5;
/** Of wrapped lines many begin in the midst of a sentence, of a poem or of addresses few do. */
const MIN_RUNNING_SHARE = 0.3;
const MAX_WIDTH = 400;
/** No narrower columns are written. */
const MIN_WIDTH = 30;

/** The width at which most lines of a file were wrapped; undefined where they were not. */
const findUsualWidth = (breaks: readonly Break[]): number | undefined => {
  if (breaks.length < MIN_BREAKS) return undefined;
  const changes = new Array<number>(MAX_WIDTH + 1).fill(0);
  const add = (width: number, count: number): void => {
    if (width <= MAX_WIDTH) changes[width] = (changes[width] ?? 0) + count;
  };
  for (const { length, word } of breaks) {
    add(length, 1);
    add(length + 1 + word, -1);
  }
  let [wrapped, most, best] = [0, 0, 0];
  for (const [width, change] of changes.entries()) {
    wrapped += change;
    if (wrapped > most && width >= MIN_WIDTH) [most, best] = [wrapped, width];
  }
  const own = breaks.filter((one) => one.length <= best && best < one.length + 1 + one.word);
  const isWrapped = most >= MIN_WRAPPED_SHARE * breaks.length && isRunning(own);
  return isWrapped ? best : undefined;
};

/** The width that explains each break of a paragraph. */
const findOwnWidth = (breaks: readonly Break[], lastLength: number): number | undefined => {
  if (breaks.length < 2) return undefined;
  const least = breaks.reduce((longest, { length }) => Math.max(longest, length), lastLength);
  const isFull = breaks.every(({ length, word }) => length + 1 + word > least);
  return isFull && least >= MIN_WIDTH && isRunning(breaks) ? least : undefined;
};

const isRunning = (breaks: readonly Break[]): boolean => {
  const running = breaks.filter(
    ({ next, isEnd }) => next === 'goes on' || (next === 'unknown' && !isEnd),
  );
  return running.length >= MIN_RUNNING_SHARE * breaks.length;
};

/** People who wrap by hand, and editors that keep numbers or names together, end lines somewhat early. */
const EARLY = 0.85;
const EARLY_AT_END = 0.95;
const MUCH_ROOM = 0.5;

const hadRoom = ({ length, word, isEnd, next }: Break, width: number): boolean =>
  next === 'goes on'
    ? length <= MUCH_ROOM * width
    : length + 1 + word <= (isEnd ? EARLY_AT_END : EARLY) * width;
