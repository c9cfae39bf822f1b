import type { Locale } from './locale.js';
import { TUNING } from './tuning.js';
import { allWordsOf, byLanguage, numbered } from './word-lists.js';

const WRITTEN = [...byLanguage(({ dates }) => dates).values()];
const MONTH_MAY_COME_FIRST = byLanguage(({ monthMayComeFirst }) => monthMayComeFirst);

/** A month, with a day and a year if they are given. */
export type WrittenDate = { month: number; day?: number | undefined; year?: string | undefined };

const YEAR = String.raw`(?<year>\d{4})`;
const MONTH = String.raw`(?<month>\d{1,2})`;
const DAY = String.raw`(?<day>\d{1,2})`;

type Groups = Readonly<Record<string, string | undefined>>;

/** Removes the dates written in digits from a lower-case text, and returns both. */
export const takeDates = (
  text: string,
  language: string,
): { dates: WrittenDate[]; rest: string } => {
  const dates: WrittenDate[] = [];
  const rest = replaceDates(text, language, (date) => {
    dates.push(date);
    return ' , ';
  });
  return { dates, rest };
};

/** Rewrites each date written in digits in a lower-case text. */
export const replaceDates = (
  text: string,
  language: string,
  write: (date: WrittenDate) => string,
): string => {
  const take =
    (read: (groups: Groups) => WrittenDate | undefined) =>
    (whole: string, ...found: unknown[]): string => {
      // The groups are the last argument of a replacer whose pattern has named groups.
      const date = read(found.at(-1) as Groups);
      return date === undefined ? whole : write(date);
    };
  const slashed = text.replace(
    WITH_SLASHES,
    take((groups) => fromSlashes(groups, language)),
  );
  return PATTERNS.reduce((known, pattern) => known.replace(pattern, take(toDate)), slashed);
};

/** 05/03 is the fifth of March, but in some languages the order is ambiguous. */
const fromSlashes = ({ one, two, year }: Groups, language: string): WrittenDate | undefined => {
  if (!MONTH_MAY_COME_FIRST.has(language) || Number(one) > 12)
    return toDate({ year, month: two, day: one });
  return Number(two) > 12 ? toDate({ year, month: one, day: two }) : undefined;
};

/** The day named by a token of digits; null if there is none, or if it is ambiguous which number is the month. */
export const toDigitDate = (
  token: string,
  languages: readonly string[],
): { year: string; month: number; day?: number | undefined } | null => {
  const [language = 'und'] = languages.filter((code) => MONTH_MAY_COME_FIRST.has(code));
  const { dates, rest } = takeDates(token, language);
  const [date] = dates;
  return rest.trim() === ',' && date?.year !== undefined ? { ...date, year: date.year } : null;
};

const toDate = ({ year, month, day }: Groups): WrittenDate | undefined => {
  const date = { month: Number(month), day: day === undefined ? undefined : Number(day), year };
  const isWithin = (value: number, most: number): boolean => value >= 1 && value <= most;
  return isWithin(date.month, 12) && isWithin(date.day ?? 1, 31) ? date : undefined;
};

const AMBIGUOUS_MONTHS = allWordsOf(({ ambiguousMonths }) => ambiguousMonths);

/** 1..12 for a lower-case month name, inflected or not. */
export const toMonth = (
  word: string,
  { besideNumber }: { besideNumber: boolean },
): number | undefined =>
  AMBIGUOUS_MONTHS.has(word) && !besideNumber ? undefined : find(MONTHS, word);

const WHOLE_ONLY = new Set([
  ...allWordsOf(({ wholeDateWords }) => wholeDateWords),
  ...AMBIGUOUS_MONTHS,
]);

const find = (names: ReadonlyMap<string, number>, word: string): number | undefined => {
  const shortest = Math.max(TUNING.shortestInflected, word.length - TUNING.longestEnding);
  for (let length = word.length - 1; length >= shortest && !names.has(word); length -= 1) {
    const form = word.slice(0, length);
    if (names.has(form) && !WHOLE_ONLY.has(form)) return names.get(form);
  }
  return names.get(word);
};

/** 1 (Monday) .. 7 for a lower-case weekday, inflected or not. */
export const toWeekday = (word: string): number | undefined => find(WEEKDAYS, word);

const INSIDE = [...byLanguage(({ weekdaysInside }) => weekdaysInside).values()];

/** Weekdays written as more than one word, or as part of one. */
export const findWrittenWeekdays = (text: string): number[] =>
  INSIDE.flatMap(({ pattern, days }) =>
    [...text.matchAll(pattern)].flatMap(([, day = '']) => days[day] ?? []),
  );

/** A year, or a date in digits; not a version ("0.74-3") or decimal number. */
const IN_DIGITS = new RegExp(
  [
    String.raw`(?<!\p{N})(?:1[5-9]|20)\p{N}{2}(?!\p{N})`,
    String.raw`(?<![\p{N}.,/-])\p{N}{1,2}([./-])\p{N}{1,2}\1(?:\p{N}{4}|\p{N}{2})?(?!\p{N})`,
    String.raw`(?<![\p{N}.,/-])\p{N}{2}\/\p{N}{2}(?![\p{N}/])`,
    ...WRITTEN.map(({ part }) => part.source),
  ].join('|'),
  'u',
);
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBER = /^\p{N}/u;

/** True for a text that names a year, a month, a day of a month or a weekday. */
export const hasDate = (text: string): boolean => {
  const lower = text.toLowerCase();
  if (IN_DIGITS.test(lower) || findWrittenWeekdays(lower).length > 0) return true;
  const words = lower.match(WORD) ?? [];
  const isNumber = (at: number): boolean => NUMBER.test(words[at] ?? '');
  return words.some((word, at) => {
    const besideNumber = isNumber(at - 1) || isNumber(at + 1);
    return toMonth(word, { besideNumber }) !== undefined || toWeekday(word) !== undefined;
  });
};

/** Not next to anything that would make it part of a longer number. */
const alone = (inside: string): RegExp =>
  new RegExp(String.raw`(?<![\d.,/-])${inside}(?![\d/]|-\d)`, 'gu');

const PATTERNS: readonly RegExp[] = [
  alone(`${YEAR}[-./]${MONTH}[-./]${DAY}`),
  alone(String.raw`${YEAR}\. ${MONTH}\. ${DAY}`),
  alone(String.raw`${DAY}\. ?${MONTH}\. ?${YEAR}`),
  ...WRITTEN.map(({ pattern }) => pattern),
];
const WITH_SLASHES = alone(String.raw`(?<one>\d{1,2})/(?<two>\d{1,2})/${YEAR}`);

const namesOf = (read: (locale: Locale) => string | undefined): ReadonlyMap<string, number> =>
  new Map([...byLanguage(read).values()].flatMap((names) => numbered(names)));

const MONTHS = namesOf(({ months }) => months);
const WEEKDAYS = namesOf(({ weekdays }) => weekdays);
