import { findWrittenWeekdays, toMonth, toWeekday } from './calendar.js';
import { toDigits } from './number-words.js';
import { toUnit } from './units.js';

/** What a claim must not get wrong: numbers, quantities with their unit, dates and identifiers, each in one canonical form. */
export type Facts = {
  numbers: ReadonlySet<string>;
  /** "5 day": the number and what it counts. */
  quantities: ReadonlySet<string>;
  /** Numbers that stand somewhere without a unit, as in the cells of a table. */
  bareNumbers: ReadonlySet<string>;
  units: ReadonlySet<string>;
  /** Months, weekdays and identifiers. */
  names: ReadonlySet<string>;
};

// Identifier | grouped number | number | sign | Han run | word. Alternatives start differently or are bounded by their
// own class, so the scan is linear.
const TOKEN =
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}|(?:(?<=^|[\s(])[-−])?\d{1,3}(?:[ '’.,]\d{3})+(?![\p{N}])(?:[.,]\d+)?|(?:(?<=^|[\s(])[-−])?\d+(?:[.,:]\d+)*(?:[-_/]?[\p{Script=Latin}]+[\p{Script=Latin}\d]*)?|[%‰€$£¥₫]|°[cf]?|\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{M}])+(?:[-_/.]?\d[\p{Script=Latin}\d]*(?:[-_/.][\p{Script=Latin}\d]+)*)?/gu;
const GROUPED = /^-?\d{1,3}(?:([ '’.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const NUMBER = /^-?\d+(?:[ '’.,:]\d+)*/;
const SUFFIXED = /^(-?\d+(?:[ '’.,:]\d+)*)[-_/]?(\p{L}+)$/u;
const ISO_DATE = /\b(\d{4})[-./](\d{1,2})[-./](\d{1,2})\b/g;
const HAN_MONTH = /(\d{1,2})月/g;
const VIETNAMESE_MONTH = /tháng (\d{1,2})/g;
const ORDINAL_SUFFIX =
  /^(?:st|nd|rd|th|e|er|o|a|as|es|os|ös|án|én|ig|től|tól|ben|ban|kor|re|ra|nek|nak|at|et|t)$/;

const toCanonical = (written: string): string => {
  const number = written.replace('−', '-');
  const isGrouped = GROUPED.test(number);
  const [, separator = ''] = GROUPED.exec(number) ?? [];
  const plain = isGrouped ? number.split(separator).join('') : number;
  return plain
    .replace(',', '.')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^([^.]*)\.0+$/, '$1');
};

type Collected = { [Kind in keyof Facts]: Set<string> };

const addNumber = (facts: Collected, number: string, unit: string | undefined): void => {
  facts.numbers.add(number);
  if (unit === undefined) facts.bareNumbers.add(number);
  else facts.quantities.add(`${number} ${unit}`);
};

const CURRENCIES = new Set(['eur', 'usd', 'huf', 'gbp', 'cny', 'vnd']);

const currencyBefore = (token: string | undefined): string | undefined => {
  const unit = token === undefined ? undefined : toUnit(token);
  return unit !== undefined && CURRENCIES.has(unit) ? unit : undefined;
};

const isNumber = (token: string | undefined): boolean => token !== undefined && NUMBER.test(token);

const addWord = (
  facts: Collected,
  token: string,
  around: readonly (string | undefined)[],
): void => {
  const unit = toUnit(token);
  if (unit !== undefined) facts.units.add(unit);
  const month = toMonth(token, { besideNumber: around.some(isNumber) });
  if (month !== undefined) facts.names.add(`month ${month}`);
  const weekday = toWeekday(token);
  if (weekday !== undefined) facts.names.add(`weekday ${weekday}`);
  const next = around[1];
  const nextUnit = next === undefined ? undefined : toUnit(next);
  const digits = toDigits(token, { beforeUnit: nextUnit !== undefined });
  if (digits !== undefined) addNumber(facts, digits, nextUnit);
};

// 三天 is a numeral and its unit in one run.
const addHan = (facts: Collected, run: string): void => {
  const characters = Array.from(run);
  characters.forEach((character, position) => {
    const unit = toUnit(characters.slice(position, position + 4).join(''));
    if (unit !== undefined) facts.units.add(unit);
    const after = toUnit(characters.slice(position + 1, position + 5).join(''));
    const digits = toDigits(character, { beforeUnit: after !== undefined });
    if (digits !== undefined) addNumber(facts, digits, after);
  });
};

const addNumeric = (
  facts: Collected,
  token: string,
  around: readonly (string | undefined)[],
): void => {
  const [, number, suffix] = SUFFIXED.exec(token) ?? [];
  if (number !== undefined && suffix !== undefined) {
    const unit = toUnit(suffix);
    if (unit !== undefined || ORDINAL_SUFFIX.test(suffix)) {
      addNumber(
        facts,
        toCanonical(number),
        unit ?? (around[1] === undefined ? undefined : toUnit(around[1])),
      );
      return;
    }
  }
  if (/\p{L}/u.test(token)) {
    facts.names.add(`id ${token}`);
    return;
  }
  const [before, after] = around;
  const unit = (after === undefined ? undefined : toUnit(after)) ?? currencyBefore(before);
  if (unit !== undefined) facts.units.add(unit);
  addNumber(facts, toCanonical(token), unit);
};

const addDates = (facts: Collected, text: string): void => {
  for (const [, , month = ''] of text.matchAll(ISO_DATE)) facts.names.add(`month ${Number(month)}`);
  for (const [, month = ''] of text.matchAll(HAN_MONTH)) facts.names.add(`month ${Number(month)}`);
  for (const [, month = ''] of text.matchAll(VIETNAMESE_MONTH)) {
    facts.names.add(`month ${Number(month)}`);
  }
  for (const weekday of findWrittenWeekdays(text)) facts.names.add(`weekday ${weekday}`);
};

// 2024-03-05, 2024年3月5日 and "5 tháng 3 năm 2024" as three bare numbers, so that "March 5, 2024" says the same.
const splitDates = (text: string): string =>
  text
    .replace(ISO_DATE, '$1 , $2 , $3')
    .replace(/(\d{4})年/g, '$1 , ')
    .replace(/(\d{1,2})月(?:(\d{1,2})[日号])?/g, '$1 , $2 , ')
    .replace(/tháng (\d{1,2})/g, ', $1 , ')
    .replace(/năm (\d{4})/g, ', $1 , ');

/** The facts of a text in any supported language, in linear time. */
export const extractFacts = (text: string): Facts => {
  const facts: Collected = {
    numbers: new Set(),
    quantities: new Set(),
    bareNumbers: new Set(),
    units: new Set(),
    names: new Set(),
  };
  const normalized = text.normalize('NFKC').toLowerCase();
  addDates(facts, normalized);
  const tokens = splitDates(normalized).match(TOKEN) ?? [];
  tokens.forEach((token, position) => {
    const around = [tokens[position - 1], tokens[position + 1]];
    if (token.includes('@') || /^\p{L}.*\d/u.test(token)) facts.names.add(`id ${token}`);
    else if (isNumber(token)) addNumeric(facts, token, around);
    else if (/^\p{sc=Han}/u.test(token)) addHan(facts, token);
    else addWord(facts, token, around);
  });
  return facts;
};

const holdsQuantity = (source: Facts, quantity: string): boolean => {
  if (source.quantities.has(quantity)) return true;
  const [number = '', unit = ''] = quantity.split(' ');
  return source.bareNumbers.has(number) && source.units.has(unit);
};

/** True when every fact of the claim occurs in the source; a number that the source gives another unit does not. */
export const holdsFacts = (source: Facts, claim: Facts): boolean =>
  [...claim.numbers].every((number) => source.numbers.has(number)) &&
  [...claim.quantities].every((quantity) => holdsQuantity(source, quantity)) &&
  [...claim.names].every((name) => source.names.has(name));
