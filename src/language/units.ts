import { TUNING } from './tuning.js';
import { allWordsOf, byLanguage } from './word-lists.js';

/** A unit with this few letters has no ending, or one from a list. */
const SHORT_LENGTH = 3;
const SHORT_ENDINGS = allWordsOf(({ shortUnitEndings }) => shortUnitEndings);
/** Longest unit written in a script without spaces. */
const MAX_UNSPACED = 4;
const HAN = /^\p{sc=Han}/u;

/** The unit named by a lower-case word or sign, inflected or not; undefined if there is none. */
export const toUnit = (word: string): string | undefined => {
  if (HAN.test(word)) return longestPrefix(word.slice(0, MAX_UNSPACED), 1);
  const known =
    UNITS.get(word) ??
    longestPrefix(word, Math.max(TUNING.shortestInflected, word.length - TUNING.longestEnding));
  if (known !== undefined || !SHORT_ENDINGS.has(word.slice(SHORT_LENGTH))) return known;
  return UNITS.get(word.slice(0, SHORT_LENGTH));
};

const word = (inside: string): string => String.raw`(?<![\p{L}\p{N}])(?:${inside})(?![\p{L}\p{N}])`;

const longestPrefix = (word: string, shortest: number): string | undefined => {
  for (let length = word.length; length >= shortest; length -= 1) {
    const unit = UNITS.get(word.slice(0, length));
    if (unit !== undefined) return unit;
  }
  return undefined;
};

type Finder = (text: string) => string[];

/** The periods by which a lower-case text counts, without a number of their own. */
export const findRates = (text: string, language: string): string[] => [
  ...(FINDERS.get(language)?.(text) ?? []),
  ...INSIDE.flatMap(({ pattern, periods }) =>
    [...text.matchAll(pattern)].map(([, period = '']) => periods[period] ?? period),
  ),
];

const INSIDE = [...byLanguage(({ ratesInside }) => ratesInside).values()];

const entries = (lists: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(lists).flatMap(([name, forms]) =>
    forms.split(/\s+/).map((form): [string, string] => [form, name]),
  );

const PERIOD_NAMES = ['minute', 'hour', 'day', 'week', 'month', 'year'];

type Rates = { lead: string; periods?: string; words?: string };

/** Building the patterns of all languages takes 30 to 50 ms, so those of a language are built on first use. */
const toFinder = ({ lead, periods = '', words = '' }: Rates): Finder => {
  const makeForms = () => [
    ...toForms(words, (form) => word(form)),
    ...toForms(periods, (form) => String.raw`${word(lead)}\s${word(form)}`),
  ];
  let forms: ReturnType<typeof makeForms> | null = null;
  return (text) =>
    (forms ??= makeForms()).filter(({ form }) => form.test(text)).map(({ unit }) => unit);
};

const toForms = (list: string, toPattern: (form: string) => string) =>
  list
    .split(' ')
    .map((form, position) => ({ form, unit: PERIOD_NAMES[position] ?? '' }))
    .filter(({ form }) => form !== '' && form !== '-')
    // Words of the languages that we ship, made when a text first needs them.
    // eslint-disable-next-line expressions/no-data
    .map(({ form, unit }) => ({ unit, form: new RegExp(toPattern(form), 'u') }));

/** Signs and abbreviations that many languages share. */
const SIGNS = {
  second: 's sec',
  minute: 'min',
  hour: 'h hr hrs',
  day: 'd',
  percent: '%',
  permille: '‰',
  eur: '€ eur',
  usd: '$ usd',
  huf: 'huf',
  gbp: '£ gbp',
  cny: '¥ cny rmb',
  vnd: '₫ vnd',
  rub: '₽ rub',
  try: '₺ try',
  jpy: 'jpy',
  inr: '₹ inr',
  krw: '₩ krw',
  celsius: '°c celsius',
  fahrenheit: '°f fahrenheit',
  kilometre: 'km',
  metre: 'm',
  centimetre: 'cm',
  millimetre: 'mm',
  squaremetre: 'm² m2',
  kilogram: 'kg kilo',
  gram: 'g',
  tonne: 't ton',
  litre: 'l',
  kilobyte: 'kb',
  megabyte: 'mb',
  gigabyte: 'gb',
  terabyte: 'tb',
};

/** Words and signs that make a number a quantity, in all languages together. */
const UNITS: ReadonlyMap<string, string> = new Map(
  [SIGNS, ...byLanguage(({ units }) => units).values()].flatMap(entries),
);

const FINDERS: ReadonlyMap<string, Finder> = new Map(
  [...byLanguage(({ rates }) => rates)].map(([language, rates]) => [language, toFinder(rates)]),
);

const wordsOfUnit = (unit: string): string[] =>
  [...UNITS].flatMap(([form, name]) => (name === unit ? [form] : []));

/** How many of the second unit one of the first equals. */
const RATIOS: readonly (readonly [string, string, number])[] = [
  ['kilometre', 'metre', 1000],
  ['metre', 'centimetre', 100],
  ['centimetre', 'millimetre', 10],
  ['metre', 'millimetre', 1000],
  ['kilogram', 'gram', 1000],
  ['tonne', 'kilogram', 1000],
  ['hour', 'minute', 60],
];

/** Units that are mostly written as a sign, which is not a word; a currency is just as often written out. */
const WITH_SIGNS: ReadonlySet<string> = new Set(['percent', 'permille']);

/** An amount with the other words of its unit, and in related units; null if the word names no unit. */
export const toOtherAmounts = (
  value: number,
  word: string,
): { values: readonly number[]; words: readonly string[]; hasSign: boolean } | null => {
  const unit = toUnit(word);
  if (unit === undefined) return null;
  const converted = RATIOS.flatMap(([larger, smaller, ratio]) => {
    if (unit === larger) return [{ unit: smaller, value: value * ratio }];
    return unit === smaller ? [{ unit: larger, value: value / ratio }] : [];
  });
  const units = [unit, ...converted.map((one) => one.unit)];
  return {
    values: converted.map((one) => one.value),
    words: units.flatMap(wordsOfUnit),
    hasSign: WITH_SIGNS.has(unit),
  };
};
