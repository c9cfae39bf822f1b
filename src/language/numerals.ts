import type { HanNumerals, Numerals } from './locale.js';
import { toUnit } from './units.js';
import { byLanguage, numbered } from './word-lists.js';

const NUMERALS = byLanguage(({ numerals }) => numerals);

/** Read in any language: "et" and "y" occur between a ten and a one nowhere else. */
const CONNECTORS = new Set([...NUMERALS.values()].map(({ connector }) => connector));

const HUNDRED = 100;

/** Lower-case tokens with the numerals of the language written as digits. */
export const writeDigits = (tokens: readonly string[], language: string): string[] => {
  const words = WORDS.get(language);
  if (words === undefined) return [...tokens];
  const written: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? '';
    const read = readNumeral(tokens, at, words);
    const isDoubtful = read?.length === 1 && words.ambiguous.has(token);
    const isNumber = !isDoubtful || toUnit(tokens[at + 1] ?? '') !== undefined;
    if (read === undefined || !isNumber) {
      written.push(token);
      at += 1;
    } else {
      written.push(String(read.value));
      at += read.length;
    }
  }
  return written;
};

type Read = { value: number; length: number };

const readNumeral = (
  tokens: readonly string[],
  start: number,
  { values, tensWord }: Words,
): Read | undefined => {
  const first = values.get(tokens[start] ?? '');
  if (first === undefined) return undefined;
  let read: Read = { value: first, length: 1 };
  for (;;) {
    const at = start + read.length;
    if (tensWord !== undefined && tokens[at] === tensWord && read.value < 10) {
      read = { value: read.value * 10, length: read.length + 1 };
      continue;
    }
    const skipped = CONNECTORS.has(tokens[at] ?? '') && read.value >= 20 ? 1 : 0;
    const next = values.get(tokens[at + skipped] ?? '');
    const value = next === undefined ? undefined : combine(read.value, next);
    if (value === undefined) return read;
    read = { value, length: read.length + skipped + 1 };
  }
};

/** The number formed by two consecutive numerals: twenty five, two hundred, quatre-vingt-dix; undefined if they are two numbers. */
const combine = (known: number, next: number): number | undefined => {
  const isOne = known >= 1 && known < 10;
  if (next === HUNDRED && isOne) return known * HUNDRED;
  if (known === 4 && next === 20) return 80;
  if (known >= HUNDRED && known % HUNDRED === 0 && next < HUNDRED) return known + next;
  const rest = known % HUNDRED;
  if (rest >= 10 && rest % 10 === 0 && next < 10) return known + next;
  return (rest === 60 || rest === 80) && next >= 10 && next < 20 ? known + next : undefined;
};

/** Converts numbers in Han characters to digits; a lone 一 that counts nothing stays a word. */
export const writeHanDigits = (text: string): string =>
  HAN.reduce((written, { numerals, run, isNumber, toNumber }) => {
    const plain = written.replace(
      numerals.percent,
      (_whole, numeral: string) => `${toNumber(numeral)}%`,
    );
    return plain.replace(run, (numeral: string, at: number, whole: string) => {
      const end = at + numeral.length;
      const around = {
        before: whole.slice(Math.max(0, at - 2), at),
        after: whole.slice(end, end + 4),
      };
      return isNumber(numeral, around) ? toNumber(numeral) : numeral;
    });
  }, text);

type Around = { before: string; after: string };

const toHanReader = (numerals: HanNumerals) => {
  const { scales } = numerals;
  const digits = new Map(
    numerals.digits.flatMap((forms, value) =>
      Array.from(forms, (form): [string, number] => [form, value]),
    ),
  );
  const holdsScale = new RegExp(`[${Object.keys(scales).join('')}]`);
  const isNumber = (numeral: string, { before, after }: Around): boolean => {
    const { weekdayBefore, weekdayAfter, harmless, ordinal, countedAfter } = numerals;
    const isOther =
      weekdayBefore.test(before) || weekdayAfter.test(after) || harmless.test(numeral + after);
    if (isOther) return false;
    const [first = ''] = numeral;
    if (before.endsWith(ordinal) || countedAfter.test(after) || toUnit(after) !== undefined) {
      return numeral.length > 1 || digits.has(first) || scales[first] === 10;
    }
    return numeral.length > 1 && holdsScale.test(numeral);
  };
  /** 二〇二四 is read digit by digit, 二十五 by its scales. */
  const toNumber = (numeral: string): string => {
    const characters = Array.from(numeral);
    const values = characters.map((character) => digits.get(character));
    if (!values.includes(undefined)) return values.join('');
    let sum = 0;
    for (const [at, character] of characters.entries()) {
      const scale = scales[character];
      if (scale !== undefined) sum += scale * (values[at - 1] ?? 1);
    }
    return String(sum + (values.at(-1) ?? 0));
  };
  const run = new RegExp(`[${[...digits.keys(), ...Object.keys(scales)].join('')}]{1,20}`, 'g');
  return { numerals, run, isNumber, toNumber };
};

const HAN = [...byLanguage(({ hanNumerals }) => hanNumerals).values()].map(toHanReader);

type Words = {
  values: ReadonlyMap<string, number>;
  ambiguous: ReadonlySet<string>;
  tensWord: string | undefined;
};

const toWords = ({ upToNineteen, tens, twenties = '', ...rest }: Numerals): Words => {
  const { hundreds = '', glue, ambiguous = '', tensWord } = rest;
  const ones = numbered(upToNineteen);
  const whole = numbered(tens, 20, 10);
  const glued = whole.flatMap(([ten, value]) =>
    ones
      .filter(([, one]) => glue !== undefined && one < 10)
      .map(([word, one]): [string, number] => [glue?.(ten, word) ?? '', value + one]),
  );
  const values = [...glued, ...whole, ...ones, ...numbered(twenties, 21)];
  return {
    values: new Map([...values, ...numbered(hundreds, HUNDRED, HUNDRED)]),
    ambiguous: new Set(ambiguous.split(' ')),
    tensWord,
  };
};

const WORDS: ReadonlyMap<string, Words> = new Map(
  [...NUMERALS].map(([language, numerals]) => [language, toWords(numerals)]),
);
