import {
  allWordsOf,
  byLanguage,
  findRates,
  findWrittenWeekdays,
  setOddNumbersApart,
  showOddNumbers,
  takeDates,
  toMonth,
  toUnit,
  toWeekday,
  withoutFootnote,
  writeDigits,
  writeHanDigits,
  type WrittenDate,
} from '../language/index.js';

/**
 * Facts that a claim must get right, each in a canonical form that begins with its kind: "number 5"; "quantity 5 day", the number and what
 * it counts; "rate month", a period without a number, as in "monthly"; "date 3-15", the day of a month; "month 3"; "weekday 1"; "id
 * ab-1234"; "sign ≤"; "odd 10²", a number with more than plain digits. Two kinds exist only in sources: "unit day", and "bare 5", a number
 * without a unit outside dates, as in table cells.
 */
type Facts = ReadonlySet<string>;

// Identifier | grouped number | number | sign | Han run | word. Alternatives start differently or are bounded by their own class, so the
// scan is linear.
const TOKEN =
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}|(?:(?<=^|[\s(])[-−])?\d{1,3}(?:[ '’.,]\d{3})+(?![\p{N}])(?:[.,]\d+)?|(?:(?<=^|[\s(])[-−])?\d+(?:[.,:]\d+)*(?:[-_/]?[\p{Script=Latin}]+[\p{Script=Latin}\d]*)?|[\u{f0000}-\u{10fffd}]+|[%‰\p{Sc}<>≤≥±]|°[cf]?|\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{M}])+(?:[-_/.]?\d[\p{Script=Latin}\d]*(?:[-_/.][\p{Script=Latin}\d]+)*|\+\+|#)?/gu;

const SIGN = /^[<>≤≥±]$/;
const ODD = /^[\u{f0000}-\u{10fffd}]/u;

type Neighbours = readonly [before: string | undefined, after: string | undefined];

/** Extracts the facts of a text in linear time. Numerals and periods are read in the given language, everything else in any language. */
export const extractFacts = (text: string, language: string): Facts => {
  const facts = new Set<string>();
  const apart = setOddNumbersApart(text, language);
  const normalized = writeHanDigits(apart.normalize('NFKC').toLowerCase());
  for (const weekday of findWrittenWeekdays(normalized)) facts.add(`weekday ${weekday}`);
  for (const rate of findRates(normalized, language)) facts.add(`rate ${rate}`);
  const { dates, rest } = takeDates(normalized, language);
  for (const date of dates) addDate(facts, date);
  const tokens = writeDigits(splitYears(rest).match(TOKEN) ?? [], language);
  const days = addNamedDates(facts, tokens);
  tokens.forEach((token, position) => {
    if (days.has(position)) return;
    const around = [tokens[position - 1], tokens[position + 1]] as const;
    if (SIGN.test(token)) facts.add(`sign ${token}`);
    else if (ODD.test(token)) addOdd(facts, showOddNumbers(token), around);
    else if (token.includes('@') || /^\p{L}.*[\d+#]/u.test(token)) facts.add(`id ${token}`);
    else if (isNumber(token)) addNumeric(facts, token, around);
    else if (/^\p{sc=Han}/u.test(token)) addHanUnits(facts, token);
    else addWord(facts, token, around);
  });
  return facts;
};

const addDate = (facts: Set<string>, { month, day, year }: WrittenDate): void => {
  facts.add(`month ${month}`);
  if (day !== undefined) {
    facts.add(`number ${day}`);
    facts.add(`date ${month}-${day}`);
  }
  if (year !== undefined) facts.add(`number ${year}`);
};

const YEARS = [...byLanguage(({ years }) => years).values()];

/** A year next to its word ("year 2025") is a year, not a quantity. */
const splitYears = (text: string): string =>
  YEARS.reduce((split, year) => split.replace(year, ' , $1 , '), text);

const BETWEEN = new Set(['of', 'de', 'di', 'den', 'the']);

/**
 * Adds days that are written next to month names; earlier dates decide which of two numbers is the day. Returns the positions of the days.
 */
const addNamedDates = (facts: Set<string>, tokens: readonly string[]): ReadonlySet<number> => {
  const taken = new Set<number>();
  tokens.forEach((token, position) => {
    const month = toMonth(token, { besideNumber: true });
    if (month === undefined) return;
    const before = BETWEEN.has(tokens[position - 1] ?? '') ? position - 2 : position - 1;
    const after = BETWEEN.has(tokens[position + 1] ?? '') ? position + 2 : position + 1;
    const isDay = (at: number): boolean =>
      !taken.has(at) &&
      toDay(tokens[at]) !== undefined &&
      toUnit(tokens[at + 1] ?? '') === undefined;
    const place = [before, after].find(isDay);
    if (place === undefined) return;
    taken.add(place);
    addDate(facts, { month, day: toDay(tokens[place]) });
  });
  return taken;
};

const DAY = /^(\d{1,2})(?:-?\p{L}{1,4})?$/u;

const toDay = (token: string | undefined): number | undefined => {
  const day = Number(DAY.exec(token ?? '')?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : undefined;
};

const NUMBER = /^-?\d+(?:[ '’.,:]\d+)*/;

const isNumber = (token: string | undefined): boolean => token !== undefined && NUMBER.test(token);

const SUFFIXED = /^(-?\d+(?:[ '’.,:]\d+)*)[-_/]?(\p{L}+)$/u;

const NUMBER_ENDINGS = allWordsOf(({ numberEndings }) => numberEndings);

const addNumeric = (facts: Set<string>, token: string, [before, after]: Neighbours): void => {
  const unitAfter = after === undefined ? undefined : toUnit(after);
  const [, number, suffix] = SUFFIXED.exec(token) ?? [];
  if (number !== undefined && suffix !== undefined) {
    const unit = toUnit(suffix);
    if (unit !== undefined || NUMBER_ENDINGS.has(suffix)) {
      addNumber(facts, toCanonical(number), unit ?? unitAfter);
      return;
    }
  }
  if (/\p{L}/u.test(token)) {
    facts.add(`id ${token}`);
    return;
  }
  const unit = unitAfter ?? currencyBefore(before);
  if (unit !== undefined) facts.add(`unit ${unit}`);
  addNumber(facts, toCanonical(token), unit);
};

const addNumber = (facts: Set<string>, number: string, unit: string | undefined): void => {
  facts.add(`number ${number}`);
  facts.add(unit === undefined ? `bare ${number}` : `quantity ${number} ${unit}`);
};

const GROUPED = /^-?\d{1,3}(?:([ '’.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

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

/** Adds a number with a footnote mark, and also the plain number without the mark. */
const addOdd = (facts: Set<string>, number: string, around: Neighbours): void => {
  facts.add(`odd ${number}`);
  const plain = withoutFootnote(number);
  if (plain !== undefined) addNumeric(facts, plain, around);
};

const CURRENCIES = new Set('eur usd huf gbp cny vnd rub try jpy inr krw'.split(' '));

const currencyBefore = (token: string | undefined): string | undefined => {
  const unit = token === undefined ? undefined : toUnit(token);
  return unit !== undefined && CURRENCIES.has(unit) ? unit : undefined;
};

const addHanUnits = (facts: Set<string>, run: string): void => {
  const characters = Array.from(run);
  characters.forEach((_character, position) => {
    const unit = toUnit(characters.slice(position, position + 4).join(''));
    if (unit !== undefined) facts.add(`unit ${unit}`);
  });
};

const addWord = (facts: Set<string>, token: string, around: Neighbours): void => {
  const unit = toUnit(token);
  if (unit !== undefined) facts.add(`unit ${unit}`);
  const month = toMonth(token, { besideNumber: around.some(isNumber) });
  if (month !== undefined) facts.add(`month ${month}`);
  const weekday = toWeekday(token);
  if (weekday !== undefined) facts.add(`weekday ${weekday}`);
};

/** True if the source contains every fact of the claim. A number does not count if the source gives it another unit or month. */
export const holdsFacts = (source: Facts, claim: Facts): boolean =>
  [...claim].every((fact) => {
    // Values and units never contain a blank.
    const [kind, value = '', unit = ''] = fact.split(' ');
    if (source.has(fact) || kind === 'unit' || kind === 'bare') return true;
    if (kind === 'quantity') return source.has(`bare ${value}`) && source.has(`unit ${unit}`);
    if (kind === 'rate') return source.has(`unit ${value}`);
    // "5–7 March" also says "5 March".
    return kind === 'date' && source.has(`bare ${value.split('-')[1]}`);
  });
