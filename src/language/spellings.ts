import { toDigitDate, toMonth } from './dates.js';
import { addGroups, type AddSpelling } from './grouped-numbers.js';
import { toOtherAmounts } from './units.js';
import { byLanguage, numbered } from './word-lists.js';
import { Converter } from 'opencc-js/t2cn';

/**
 * Words that belong together, and the one spelling that all their variants share, by which passages with another variant are found.
 * `written` is the unit as written, if it has parts, and `wider` a period that contains the date.
 */
export type Unit = { parts: readonly string[]; written?: string; whole: string; wider?: string };
export type Token = string | Unit;

/** A lower-case token with inner signs, or of letters and digits, as a unit; null if it has only one spelling. */
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

/** Thousands separated by points or commas. */
const GROUPED = /^[0-9]{1,3}([.,])[0-9]{3}(?:\1[0-9]{3})*$/;
const DATE = /^[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}$/;
const SIGNS = /[-._/]/g;
/** "on-boarding", "c.e.o": more parts make it an address or a file name. */
const LETTERS = /^(?:\p{L}{1,20}-\p{L}{1,20}(?:-\p{L}{1,20})?|\p{L}(?:\.\p{L}){1,4})$/u;
/** Letters and digits: a product code. A point separates versions. */
const MIXED = /^(?=[^0-9]*[0-9])(?=.*[a-z])[a-z0-9]+(?:[-_/][a-z0-9]+){0,4}$/;
const CODE = /^([a-z]{2,5})([0-9]{2,}[a-z]{0,2})$/;
const SIZE = /^[a-z]?[0-9]+(?:x[0-9]+)+$/;

/** "pn507" into "pn" and "507", "m8x40" into "m8" and "40". */
const splitCode = (part: string): string[] => {
  if (SIZE.test(part)) return part.split('x');
  const [, letters, digits] = CODE.exec(part) ?? [];
  return letters === undefined || digits === undefined ? [part] : [letters, digits];
};

type Day = { year: string; month: number; day?: number | undefined };

const toDateSpellings = ({ year, month, day }: Day): Pick<Unit, 'whole' | 'wider'> => {
  const ofMonth = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return { whole: ofMonth };
  // Without signs, so that a date written with them has an additional term and ranks first if it is asked for.
  return { whole: `${year}${ofMonth.slice(-2)}${String(day).padStart(2, '0')}`, wider: ofMonth };
};

/** Groups of thousands; no-break and thin blanks were made plain before. Next to a letter or sign it is something else. */
const SPACED =
  /(?<![\p{L}\p{N}\p{M}]|[\p{L}\p{N}][-._/,])[0-9]{1,3}(?: [0-9]{3})+(?![\p{L}\p{N}\p{M}]|[-._/][\p{L}\p{N}])/gu;
/** Up to 999 trillion; a longer run is a table row. */
const MAX_SPACED = 15;
export const THIN = '\u2009';

/** The text with thin blanks inside numbers, so that each stays one word. */
export const joinThousands = (text: string): string =>
  text.replace(SPACED, (number) =>
    number.length > MAX_SPACED ? number : number.replaceAll(' ', THIN),
  );

/** Joins the words of each date with a month name. */
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

/** "7 september", "7th of september", "september 7" or "september" before the year at this position. */
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

/** "IT" and "US" next to lower-case words are not "it" and "us"; longer words in capitals are just emphasized. */
export const abbreviationsIn = (text: string): ReadonlySet<string> => {
  const found = HAS_SMALL_WORD.test(text) ? text.match(TWO_CAPITALS) : null;
  return new Set(found?.map((word) => word.toLowerCase()));
};

const HAS_SMALL_WORD = /(?<!\p{L})\p{Ll}{2}/u;
const TWO_CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2}(?![\p{L}\p{N}])/gu;

const HAN = /\p{sc=Han}/gu;
/** The package's own types import a file without an extension, which cannot be resolved here. */
const convert = Converter({ from: 't', to: 'cn' }) as (text: string) => string;
const known = new Map<string, string>();

/** A word with each Chinese character simplified, character by character, so that a word has one spelling in every context. */
export const toSimplified = (word: string): string =>
  word.replace(HAN, (character) => {
    const simplified = known.get(character) ?? convert(character);
    known.set(character, simplified);
    return simplified;
  });

/** What passages may have instead of the words of a question; `signs` may be missing there, because they are written as symbols. */
export type OtherSpellings = {
  others: ReadonlyMap<string, ReadonlySet<string>>;
  signs: ReadonlySet<string>;
};

/** Longer ones are pasted texts, which have enough words. */
const MAX_ASKED = 1_000;

/**
 * Finds other spellings of ordinals, times, amounts, fractions, grouped numbers, versions and letters with marks in a lower-case question.
 */
export const findOtherSpellings = (
  question: string,
  { words, languages }: { words: readonly string[]; languages: readonly string[] },
): OtherSpellings => {
  const text = question.slice(0, MAX_ASKED);
  const others = new Map<string, Set<string>>();
  const signs = new Set<string>();
  const add: AddSpelling = (word, more) => {
    const known = others.get(word) ?? new Set();
    for (const one of more) if (one !== word) known.add(one);
    if (known.size > 0) others.set(word, known);
  };
  addOrdinals(text, { words, languages }, add);
  for (const sign of [...addTimes(text, add), ...addAmounts(text, add)]) signs.add(sign);
  addFractions(text, add);
  addGroups(text, add);
  for (const word of words) {
    if (/^v[0-9]+(?:\.[0-9]+)*$/.test(word)) add(word, [word.slice(1)]);
    else if (/^[0-9]+(?:\.[0-9]+){1,4}$/.test(word)) add(word, [`v${word}`]);
    for (const language of languages) add(word, spellOtherwise(word, language));
  }
  return { others, signs };
};

const SPELLED_OUT = byLanguage(({ spelledOut }) =>
  spelledOut === undefined ? undefined : Object.entries(spelledOut),
);

/** Spells letters that people type as two that way, and two letters that may be one. */
export const spellOtherwise = (word: string, language: string): string[] => {
  const letters = SPELLED_OUT.get(language);
  if (letters === undefined) return [];
  return [
    letters.reduce((known, [letter, pair]) => known.replaceAll(pair, letter), word),
    letters.reduce((known, [letter, pair]) => known.replaceAll(letter, pair), word),
  ];
};

const toPlain = (word: string): string => word.normalize('NFD').replace(/[\u0300-\u036f]+/g, '');

const ORDINALS = byLanguage(({ ordinals }) => {
  if (ordinals === undefined) return undefined;
  const words = numbered(ordinals.words);
  const values = new Map([
    ...words.map(([word, value]) => [toPlain(word), value] as const),
    ...words,
  ]);
  return { words, values, written: ordinals.written };
});
const DOTTED = /(?<![\p{N}.,])([0-9]{1,2})\.(?=\s\p{L})/gu;
const WITH_ENDING = /^([0-9]{1,2})-?\p{L}{1,3}$/u;

/** Each in words and digits of its own language: a German "1." is not the English "first". */
const addOrdinals = (
  text: string,
  { words, languages }: { words: readonly string[]; languages: readonly string[] },
  add: AddSpelling,
): void => {
  const dotted = new Set([...text.matchAll(DOTTED)].map(([, digits = '']) => digits));
  for (const ordinals of languages.flatMap((language) => ORDINALS.get(language) ?? [])) {
    for (const word of words) {
      const named = ordinals.values.get(word);
      if (named !== undefined) add(word, spellOrdinal(named, ordinals));
      const [, digits = ''] = WITH_ENDING.exec(word) ?? (dotted.has(word) ? [word, word] : []);
      const value = Number(digits);
      if (digits === '' || !ordinals.written(value).includes(word)) continue;
      for (const part of [word, ...word.split('-')]) add(part, spellOrdinal(value, ordinals));
    }
  }
};

type Ordinals = NonNullable<ReturnType<(typeof ORDINALS)['get']>>;

/** A plain 1 usually means something else. */
const spellOrdinal = (value: number, { words, written }: Ordinals): string[] => [
  ...words.flatMap(([word, number]) => (number === value ? [word] : [])),
  ...written(value).filter((digits) => digits !== '1'),
];

const CLOCKS = [...byLanguage(({ clockWords }) => clockWords).values()]
  .flatMap((words) => words.split(/\s+/))
  .join('|');
const TIME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.:,])(?<hour>[01]?[0-9]|2[0-4])(?:(?<sign>[:.]|\s?(?:h|${CLOCKS})\s?)(?<minutes>[0-5][0-9]))?(?:\s?(?<half>[ap])\.?\s?m(?!\p{L})|\s?(?<clock>${CLOCKS})(?!\p{L}))?(?![\p{L}\p{N}]|[.:][0-9])`,
  'gu',
);

/** Makes "14:30", "2.30 pm" and "14h30" match each other. Returns the words that only mark a time. */
const addTimes = (text: string, add: AddSpelling): string[] => {
  const signs: string[] = [];
  for (const { 0: written, groups = {} } of text.matchAll(TIME)) {
    const { hour = '', sign, minutes, half, clock } = groups;
    const isTime = half !== undefined || clock !== undefined || (sign ?? '.') !== '.';
    if (!isTime) continue;
    const [of24, of12] = toHours(Number(hour), half);
    const ofMinutes = minutes ?? '00';
    const hours = [String(of24), String(of24).padStart(2, '0')];
    const daytimes = half !== undefined || of24 > 12 ? [String(of12)] : [];
    const end = of24 >= 12 ? 'pm' : 'am';
    const whole = [
      ...[...hours, ...daytimes].map((one) => `${one}.${ofMinutes}`),
      ...hours.map((one) => `${one}h${ofMinutes}`),
      ...(ofMinutes === '00' ? hours.map((one) => `${one}h`) : []),
      ...(ofMinutes === '00' ? daytimes.map((one) => `${one}${end}`) : []),
    ];
    const joined = written.replace(/\s/g, '');
    for (const word of [hour, joined, `${hour}.${ofMinutes}`, `${hour}${half ?? ''}m`]) {
      add(word, [...whole, ...hours, ...daytimes]);
    }
    if (minutes !== undefined) add(minutes, [...whole, `${minutes}${end}`]);
    if (minutes !== undefined && half !== undefined) add(`${minutes}${half}m`, [...whole, minutes]);
    signs.push(
      ...(half === undefined ? [] : ['a', 'p', 'm', `${half}m`]),
      clock ?? '',
      sign?.trim() ?? '',
    );
  }
  return signs;
};

const toHours = (hour: number, half: string | undefined): [number, number] => {
  const of24 = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return [of24, of24 % 12 || 12];
};

const AMOUNT =
  /(?<![\p{L}\p{N}.,])([0-9]{1,9}(?:[.,][0-9]{1,6})?)(\s?)([\p{L}°%][\p{L}²³]{0,20})/gu;

/** Makes "5.5 km" and "5500 m" match each other. Returns the words of units that have a symbol. */
const addAmounts = (text: string, add: AddSpelling): string[] => {
  const signs: string[] = [];
  for (const [, number = '', blank = '', word = ''] of text.matchAll(AMOUNT)) {
    const value = GROUPED.test(number) ? Number(number.replace(/[.,]/g, '')) : toNumber(number);
    const other = toOtherAmounts(value, word);
    if (other === null) continue;
    const { values, words, hasSign } = other;
    const written = values.filter(isShort).flatMap(toNumbers);
    for (const one of [number, ...number.split(/[.,]/)]) add(one, written);
    if (blank === '') add(`${number}${word}`, [...toNumbers(value), ...written]);
    add(word, words);
    if (hasSign) signs.push(word);
  }
  return signs;
};

const toNumber = (written: string): number => Number(written.replace(',', '.'));

const isShort = (value: number): boolean => Number.isInteger(value * 1000) && value > 0.01;

const toNumbers = (value: number): string[] => [
  ...new Set([String(value), String(value).replace('.', ',')]),
];

/** Makes "1/4" and "0.25" match each other: a passage's "¼" is indexed as 0.25. */
const addFractions = (text: string, add: AddSpelling): void => {
  for (const [written, above, sign, below] of text.matchAll(FRACTION)) {
    const value = above === undefined ? toNumber(written) : Number(above) / Number(below);
    const fraction = FRACTIONS.get(value);
    if (fraction === undefined) continue;
    const isFraction = sign === '/';
    // Here "¼" is "1⁄4" already, and 0.25 among the words.
    const word = sign === '\u2044' ? String(value) : written;
    const others = isFraction ? toNumbers(value) : [fraction];
    for (const one of [word, ...word.split(/[./,]/)]) add(one, others);
  }
};

const FRACTION =
  /(?<![\p{L}\p{N}./,])(?:0[.,][0-9]{1,3}|([1-7])([/\u2044])([248]))(?![\p{L}\p{N}]|[./,][0-9])/gu;
const FRACTIONS: ReadonlyMap<number, string> = new Map(
  ['1/2', '1/4', '3/4', '1/8', '3/8', '5/8', '7/8'].map((written) => {
    const [above = '', below = ''] = written.split('/');
    return [Number(above) / Number(below), written];
  }),
);
