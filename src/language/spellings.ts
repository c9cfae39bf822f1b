import { toDigitDate, toMonth } from './dates.js';
import { Converter } from 'opencc-js/t2cn';

/**
 * Words that belong together, and the one spelling that all ways to write them share: what has another way to write it in a passage is found
 * by that. `written` is the unit as it stands, where it has parts, and `wider` a period that holds the date.
 */
export type Unit = { parts: readonly string[]; written?: string; whole: string; wider?: string };
export type Token = string | Unit;

/** A lower-case token with signs inside, or of letters and digits, as a unit; null where there is one way to write it. */
export const toUnit = (
  joined: string,
  { parts, languages }: { parts: readonly string[]; languages: readonly string[] },
): Unit | null => {
  if (GROUPED.test(joined)) return { parts: [joined], whole: joined.replace(/[.,]/g, '') };
  if (joined.includes(THIN)) {
    return { parts: joined.split(THIN), whole: joined.replaceAll(THIN, '') };
  }
  const date = DATE.test(joined) ? toDigitDate(joined, languages) : null;
  const own = parts.filter((part) => part !== joined);
  const written = own.length < parts.length && own.length > 0 ? { written: joined } : {};
  if (date !== null) return { parts: own, ...written, ...toDateSpellings(date) };
  if (LETTERS.test(joined)) return { parts, whole: joined.replace(SIGNS, '') };
  if (!MIXED.test(joined)) return null;
  const split = (own.length > 0 ? own : parts).flatMap(splitCode);
  return split.length === 1 ? null : { parts: split, ...written, whole: joined.replace(SIGNS, '') };
};

/** Thousands parted by points or commas. */
const GROUPED = /^[0-9]{1,3}([.,])[0-9]{3}(?:\1[0-9]{3})*$/;
const DATE = /^[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}$/;
const SIGNS = /[-._/]/g;
/** "on-boarding", "c.e.o": more parts are an address or a name of a file. */
const LETTERS = /^(?:\p{L}{1,20}-\p{L}{1,20}(?:-\p{L}{1,20})?|\p{L}(?:\.\p{L}){1,4})$/u;
/** Letters and digits: the code of a thing. A point parts a version. */
const MIXED = /^(?=[^0-9]*[0-9])(?=.*[a-z])[a-z0-9]+(?:[-_/][a-z0-9]+){0,4}$/;
const CODE = /^([a-z]{2,5})([0-9]{2,}[a-z]{0,2})$/;
const SIZE = /^[a-z]?[0-9]+(?:x[0-9]+)+$/;

/** "pn507" in "pn" and "507", "m8x40" in "m8" and "40". */
const splitCode = (part: string): string[] => {
  if (SIZE.test(part)) return part.split('x');
  const [, letters, digits] = CODE.exec(part) ?? [];
  return letters === undefined || digits === undefined ? [part] : [letters, digits];
};

type Day = { year: string; month: number; day?: number | undefined };

const toDateSpellings = ({ year, month, day }: Day): Pick<Unit, 'whole' | 'wider'> => {
  const ofMonth = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return { whole: ofMonth };
  // Without signs, so that a date which is written with them has a term more and ranks first where it is asked for.
  return { whole: `${year}${ofMonth.slice(-2)}${String(day).padStart(2, '0')}`, wider: ofMonth };
};

/** Parts thousands: no-break and thin blanks have become plain ones. One letter or sign beside it, and it is something else. */
const SPACED =
  /(?<![\p{L}\p{N}\p{M}]|[\p{L}\p{N}][-._/,])[0-9]{1,3}(?: [0-9]{3})+(?![\p{L}\p{N}\p{M}]|[-._/][\p{L}\p{N}])/gu;
/** Up to 999 billions; a longer row is one of a table. */
const MAX_SPACED = 15;
export const THIN = '\u2009';

/** The text with the blanks of each number as thin ones, by which it stays one word. */
export const joinThousands = (text: string): string =>
  text.replace(SPACED, (number) =>
    number.length > MAX_SPACED ? number : number.replaceAll(' ', THIN),
  );

/** Joins the words of each date that is written with the name of its month. */
export const joinDates = (tokens: readonly Token[]): readonly Token[] => {
  const years: { at: number; year: string }[] = [];
  for (const [at, token] of tokens.entries()) if (isYear(token)) years.push({ at, year: token });
  if (years.length === 0) return tokens;
  const joined: Token[] = [];
  let done = 0;
  for (const { at, year } of years) {
    const found = findDate(tokens, at);
    if (found === null || found.start < done) continue;
    for (const token of tokens.slice(done, found.start)) joined.push(token);
    joined.push({ parts: [...found.words, year], ...toDateSpellings({ ...found, year }) });
    done = at + 1;
  }
  for (const token of tokens.slice(done)) joined.push(token);
  return joined;
};

const YEAR = /^(?:1[5-9]|20)[0-9]{2}$/;
const isYear = (token: Token): token is string =>
  typeof token === 'string' && token.length === 4 && YEAR.test(token);

/** "7 september", "7th of september", "september 7" or "september" in front of the year, which stands at this place. */
const findDate = (
  tokens: readonly Token[],
  at: number,
): (Omit<Day, 'year'> & { start: number; words: string[] }) | null => {
  const before = tokens.slice(Math.max(0, at - MAX_WORDS_BEFORE), at);
  const words = before.map((token) => (typeof token === 'string' ? token : ''));
  const isShort = (word: string | undefined): boolean => word?.length === 2;
  const last = words.length - 1;
  const skipped = isShort(words[last]) && toDay(words[last]) === undefined ? 1 : 0;
  const dayBehind = toDay(words[last]);
  const place = last - (dayBehind === undefined ? skipped : 1);
  const month = toMonth(words[place] ?? '', { besideNumber: true });
  if (month === undefined) return null;
  const further = isShort(words[place - 1]) && toDay(words[place - 1]) === undefined ? 2 : 1;
  const dayBefore = dayBehind === undefined ? toDay(words[place - further]) : undefined;
  const first = dayBefore === undefined ? place : place - further;
  const start = at - (words.length - first);
  return { month, day: dayBehind ?? dayBefore, start, words: words.slice(first) };
};

const MAX_WORDS_BEFORE = 4;

const toDay = (word: string | undefined): number | undefined => {
  const [, digits] = /^([0-9]{1,2})(?:\p{L}{2})?$/u.exec(word ?? '') ?? [];
  const day = Number(digits);
  return day >= 1 && day <= 31 ? day : undefined;
};

/** "IT" and "US" beside words in small letters are no "it" and "us"; longer words in capitals are said with stress. */
export const abbreviationsIn = (text: string): ReadonlySet<string> => {
  const found = HAS_SMALL_WORD.test(text) ? text.match(TWO_CAPITALS) : null;
  return new Set(found?.map((word) => word.toLowerCase()));
};

const HAS_SMALL_WORD = /(?<!\p{L})\p{Ll}{2}/u;
const TWO_CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2}(?![\p{L}\p{N}])/gu;

const HAN = /\p{sc=Han}/gu;
/** Its own types name a file without an ending, which our resolution does not find. */
const convert = Converter({ from: 't', to: 'cn' }) as (text: string) => string;
const known = new Map<string, string>();

/** A word with each Chinese character in its simplified form: by single characters, so that a word is written one way in every context. */
export const toSimplified = (word: string): string =>
  word.replace(HAN, (character) => {
    const simplified = known.get(character) ?? convert(character);
    known.set(character, simplified);
    return simplified;
  });
