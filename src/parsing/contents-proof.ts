import type { Block } from './parsed-document.js';

/** Blocks that look like a table of contents, from the first one up to (not including) `to`. */
export type Candidate = { from: number; to: number };

type Entry = { key: string; number: number | null; isRoman: boolean };

/**
 * Decides whether a list is the table of contents or the index of this document. Lists of prices and readings have the same shape, so looks
 * prove nothing. Most entries must name headings that come after the list, their numbers must rise, and if pages are known, the numbers
 * must match them. An index, or a list whose headings were not found, is proven by its terms: they must be on the pages that it names.
 */
export const createContentsProof = (blocks: readonly Block[], isListed: readonly boolean[]) => {
  const headlines = placesOfHeadlines(blocks, isListed);
  const pages = createPages(blocks, isListed);
  return (candidate: Candidate): boolean => {
    const entries = blocks
      .slice(candidate.from, candidate.to)
      .filter((_, at) => isListed[candidate.from + at])
      .flatMap(entriesOf)
      .slice(0, MAX_ENTRIES);
    return namesHeadlines(entries, { candidate, headlines }) || pages.hold(entries);
  };
};

const MAX_ENTRIES = 5_000;
/** A list with one match could be a coincidence. */
const MIN_NAMED = 2;
/** This share of a list has to be right; contents shorten titles, and some headings are not recognised. */
const MIN_SHARE = 0.6;

type Headlines = ReadonlyMap<string, { at: number; page: number | undefined }>;

const MAX_HEADLINE_LENGTH = 200;

/** Headings, and short paragraphs that may be headings, by their last place. */
const placesOfHeadlines = (blocks: readonly Block[], isListed: readonly boolean[]): Headlines => {
  const places = new Map<string, { at: number; page: number | undefined }>();
  for (const [at, { kind, text, page }] of blocks.entries()) {
    const [line = ''] = text.split('\n', 1);
    const isHeadline =
      kind === 'heading' || (kind === 'paragraph' && line.length <= MAX_HEADLINE_LENGTH);
    if (isHeadline && isListed[at] !== true) places.set(keyOf(line), { at, page });
  }
  places.delete('');
  return places;
};

const namesHeadlines = (
  entries: readonly Entry[],
  { candidate, headlines }: { candidate: Candidate; headlines: Headlines },
): boolean => {
  const named = entries.flatMap((entry) => {
    const place = headlines.get(entry.key);
    return place !== undefined && place.at >= candidate.to ? [{ ...entry, page: place.page }] : [];
  });
  const isMost = named.length >= MIN_NAMED && named.length > entries.length / 2;
  if (!isMost || !rise(entries)) return false;
  const offsets = named.flatMap(({ page, number, isRoman }) =>
    page === undefined || number === null || isRoman ? [] : [page - number],
  );
  return offsets.length < MIN_NAMED || countNearest(offsets) >= MIN_SHARE * offsets.length;
};

/** Roman numbers count the pages before page 1. */
const rise = (entries: readonly Entry[]): boolean =>
  [true, false].every((isRoman) => {
    const numbers = entries.flatMap((entry) =>
      entry.number === null || entry.isRoman !== isRoman ? [] : [entry.number],
    );
    const falls = numbers.filter((number, at) => number < (numbers[at - 1] ?? 0)).length;
    // Two columns of a page that were read as one start again from a lower number.
    return falls <= numbers.length / 10;
  });

/** The largest number of offsets that are within one page of a single offset. */
const countNearest = (offsets: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const offset of offsets) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  const around = (offset: number): number =>
    [-1, 0, 1].reduce((sum, step) => sum + (counts.get(offset + step) ?? 0), 0);
  return [...counts.keys()].reduce((most, offset) => Math.max(most, around(offset)), 0);
};

/** At most this many terms of an index are looked up. */
const MAX_LOOKED_UP = 60;
const MIN_LOOKED_UP = 3;
const MIN_KEY_LENGTH = 3;
/** A term on more pages than this would match by chance. */
const MAX_PAGES_SHARE = 0.2;

/** The text of each page without the lists that are to be proven. */
const createPages = (blocks: readonly Block[], isListed: readonly boolean[]) => {
  const texts = new Map<number, string>();
  let isRead = false;
  const read = (): void => {
    isRead = true;
    for (const [at, { text, page, pageStarts = [] }] of blocks.entries()) {
      if (isListed[at] === true || page === undefined) continue;
      for (const own of new Set([page, ...pageStarts.map((start) => start.page)])) {
        texts.set(own, `${texts.get(own) ?? ''} ${lettersOf(text)}`);
      }
    }
  };
  const pagesWith = (key: string): number[] =>
    [...texts].flatMap(([page, text]) => (text.includes(key) ? [page] : []));
  return {
    /** Most terms are on pages at the same distance from the numbers next to them. */
    hold: (entries: readonly Entry[]): boolean => {
      const numbered = entries.filter(
        ({ key, number, isRoman }) => number !== null && !isRoman && key.length >= MIN_KEY_LENGTH,
      );
      if (numbered.length < MIN_LOOKED_UP) return false;
      if (!isRead) read();
      if (texts.size < MIN_LOOKED_UP) return false;
      const step = Math.max(1, Math.floor(numbered.length / MAX_LOOKED_UP));
      const asked = numbered.filter((_, at) => at % step === 0);
      const most = Math.max(2, texts.size * MAX_PAGES_SHARE);
      const found = asked.flatMap(({ key, number }) => {
        const on = pagesWith(key);
        return on.length > most ? [] : [{ number: number ?? 0, on }];
      });
      return found.length >= MIN_LOOKED_UP && agree(found);
    },
  };
};

const agree = (found: readonly { number: number; on: readonly number[] }[]): boolean => {
  const byOffset = new Map<number, Set<number>>();
  const counts = new Map<number, number>();
  for (const { number, on } of found) {
    for (const page of on) {
      const offset = page - number;
      counts.set(offset, (counts.get(offset) ?? 0) + 1);
      byOffset.set(offset, (byOffset.get(offset) ?? new Set()).add(number));
    }
  }
  return [...counts].some(
    ([offset, count]) =>
      count >= MIN_SHARE * found.length && (byOffset.get(offset)?.size ?? 0) >= MIN_LOOKED_UP,
  );
};

/** Dots, with or without blanks, that lead to a page number. */
export const LEADERS =
  /(?:\.[ \u00a0]?){6,}|(?:…[ \u00a0]?){2,}|(?:·[ \u00a0]?){6,}|(?<!_)_{6,}(?=[ \u00a0]?\d{1,4}\b)/gu;

const FEWER_LEADERS = /(?:\.[ \u00a0]?){4,}/gu;
const LED_TO = /^[ \u00a0|]*(\d{1,4}|[ivxlc]{1,6})(?=$|[\s|])[ \u00a0|]*/iu;
const LIST_MARK = /^\s*(?:[-*•‣◦·–]\s+)?/u;
/** The page numbers at the end of a line. */
const NUMBERS_AT_END = /(?:^|[\s,|])(\d{1,4}|[ivxlc]{1,6})(?:\s?[,–-]\s?\d{1,4}){0,20}[\s|]*$/iu;
const MAX_LINE_LENGTH = 400;

/** Splits a block of a list into its entries, title by title. */
const entriesOf = ({ text }: Block): Entry[] => {
  const leaders = LEADERS.test(text) ? LEADERS : FEWER_LEADERS;
  LEADERS.lastIndex = 0;
  const [first = '', ...ledTo] = text.split(leaders);
  return ledTo.length === 0 ? text.split('\n').flatMap(entryOfLine) : ledEntries(first, ledTo);
};

const ledEntries = (first: string, ledTo: readonly string[]): Entry[] => {
  const entries: Entry[] = [];
  let title = first;
  for (const part of ledTo) {
    const [all = '', number] = LED_TO.exec(part) ?? [];
    entries.push(toEntry(title.split('\n').at(-1) ?? title, number));
    title = part.slice(all.length);
  }
  return entries;
};

const entryOfLine = (line: string): Entry[] => {
  const title = line.slice(0, MAX_LINE_LENGTH).replace(LIST_MARK, '');
  if (keyOf(title) === '') return [];
  const end = NUMBERS_AT_END.exec(title);
  return [end ? toEntry(title.slice(0, end.index), end[1]) : toEntry(title, undefined)];
};

const toEntry = (title: string, number: string | undefined): Entry => {
  const isRoman = number !== undefined && !/^\d/u.test(number);
  const value = isRoman ? fromRoman(number) : Number(number);
  return { key: keyOf(title), number: number === undefined ? null : value, isRoman };
};

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

const fromRoman = (number: string): number => {
  const digits = Array.from(number.toLowerCase(), (letter) => ROMAN[letter] ?? 0);
  return digits.reduce(
    (sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit),
    0,
  );
};

/** A title without its number and signs, because the table of contents writes it differently from the heading of the chapter. */
const keyOf = (title: string): string => {
  const letters = lettersOf(title);
  return letters.replace(/^[\p{N} ]+/u, '') || letters;
};

const lettersOf = (text: string): string =>
  text
    // A footnote mark follows the heading, but not its entry in the contents.
    .replace(/[⁰¹²³⁴-⁹]/gu, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
