import {
  allWordsOf,
  alternativesOf,
  byLanguage,
  replaceDates,
  setOddNumbersApart,
  showOddNumbers,
  toMonth,
  toUnit,
  toWeekday,
  withoutFootnote,
  wordSetsOf,
  writeDigits,
  writeHanDigits,
  type WrittenDate,
} from '../../language/index.js';
import { MULTIPLIERS } from './quantities.js';

/** Something in a text that a rule can compare: a number with its unit, a date, a weekday, a time of day, a code. */
export type Figure = {
  kind: 'number' | 'date' | 'weekday' | 'clock' | 'code';
  /** For a time of day, minutes since midnight; 0 for a date and a code. */
  value: number;
  unit?: string | undefined;
  date?: WrittenDate;
  code?: string;
  written: string;
  /**
   * True if the figure may not come from the source: an ordinal, a section number, a fraction, or a count of the things that a sentence
   * lists.
   */
  isVague?: boolean;
};

export type FigureToken = { word: string } | { figure: Figure };

/** The figures of a text in reading order. */
export const readFigures = (text: string, language: string): Figure[] =>
  readTokens(text, language).flatMap((token) => ('figure' in token ? [token.figure] : []));

// Placeholder | address or mail | grouped number | number | number set apart | sign | Han run | word. Alternatives start differently or are
// bounded by their own class, so the scan is linear.
const TOKEN =
  /\ue000\d{1,6}\ue001|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}|(?:(?<=^|[\s(])[-−])?\d{1,3}(?:[ '’.,]\d{3})+(?![\p{N}])(?:[.,]\d+)?|(?:(?<=^|[\s(])[-−])?\d+(?:[.,:]\d+)*(?:[-_/]?[\p{Script=Latin}]+[\p{Script=Latin}\d]*)?|[\u{f0000}-\u{10fffd}]+|[%‰×\p{Sc}§~]|(?<=\d\.?\s?)[-–—](?=\s?\d)|°[cf]?|\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{M}])+(?:[-_/.]?\d[\p{Script=Latin}\d]*(?:[-_/.][\p{Script=Latin}\d]+)*|\+\+|#)?/gu;

/**
 * Words and figures of a text, in lower case and reading order. Numerals are read in the given language, everything else in any language.
 */
export const readTokens = (text: string, language: string): FigureToken[] => {
  const taken: Figure[] = [];
  const hold = (figure: Figure): string => ` \ue000${taken.push(figure) - 1}\ue001 `;
  const apart = setOddNumbersApart(toPlainDigits(text), language);
  const lower = writeHanDigits(apart.normalize('NFKC').toLowerCase());
  const marked = replaceDates(takeClocks(takeFractions(lower, hold), hold), language, (date) =>
    hold({ kind: 'date', value: 0, date, written: writeDate(date) }),
  );
  const tokens = writeDigits(splitSigns(splitYears(marked)).match(TOKEN) ?? [], language);
  return walk({ tokens, taken, language });
};

const DIGITS = /(?![0-9])\p{Nd}+/gu;
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50];

/** Converts digits of another script to ASCII digits, unless ASCII digits are adjacent: a number in two scripts is not valid. */
const toPlainDigits = (text: string): string =>
  text.replace(DIGITS, (run: string, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + run.length, at + run.length + 2);
    if (/\d[.,]?$/.test(before) || /^[.,]?\d/.test(after)) return run;
    const zero = ZEROS.find((one) => run.charCodeAt(0) >= one && run.charCodeAt(0) < one + 10);
    if (zero === undefined) return run;
    const digits = Array.from(run, (digit) => digit.charCodeAt(0) - zero);
    return digits.every((digit) => digit >= 0 && digit <= 9) ? digits.join('') : run;
  });

type Hold = (figure: Figure) => string;

const FRACTION = /(?<![\d/.,⁄])(\d{1,3})[/⁄](\d{1,3})(?![\d/⁄])/g;

const takeFractions = (text: string, hold: Hold): string =>
  text.replace(FRACTION, (written, top: string, bottom: string) =>
    Number(bottom) === 0
      ? written
      : hold({ kind: 'number', value: Number(top) / Number(bottom), written, isVague: true }),
  );

const CLOCK_WORDS = [...allWordsOf(({ clockWords }) => clockWords)].filter((word) => word !== 'h');
const HALF_DAY = String.raw`\s?(?<half>[ap])(?:m|\.\s?m\.?)(?!\p{L})`;
const CLOCK = new RegExp(
  [
    String.raw`(?<![\p{L}\d:.,])(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))?${HALF_DAY}`,
    String.raw`(?<![\p{L}\d:.,])(?<hour2>\d{1,2})[:h](?<minute2>[0-5]\d)(?![\d:])(?:\s?(?:${CLOCK_WORDS.join('|')})(?!\p{L}))?`,
    String.raw`(?<![\p{L}\d:.,])(?<hour3>\d{1,2})\.(?<minute3>[0-5]\d)\s?(?:${CLOCK_WORDS.join('|')})(?!\p{L})`,
    String.raw`(?<![\p{L}\d:.,])(?<hour4>\d{1,2})\s?(?:${CLOCK_WORDS.join('|')})(?!\p{L})`,
  ].join('|'),
  'gu',
);

const takeClocks = (text: string, hold: Hold): string =>
  text.replace(CLOCK, (written: string, ...found: unknown[]) => {
    // If a pattern has named groups, they are the last argument of the replacer.
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const { hour, hour2, hour3, hour4, minute, minute2, minute3, half } = groups;
    const hours = Number(hour ?? hour2 ?? hour3 ?? hour4);
    const minutes = Number(minute ?? minute2 ?? minute3 ?? 0);
    if (hours > 24 || minutes > 59) return written;
    const shift = half === 'p' && hours < 12 ? 12 : half === 'a' && hours === 12 ? -12 : 0;
    return hold({ kind: 'clock', value: (hours + shift) * 60 + minutes, written });
  });

const writeDate = ({ year, month, day }: WrittenDate): string =>
  [year, month, day].filter((part) => part !== undefined).join('-');

const YEARS = [...byLanguage(({ years }) => years).values()];

const splitYears = (text: string): string =>
  YEARS.reduce((split, year) => split.replace(year, ' , $1 , '), text);

/** "3×" and "3x" are three times; "8x40" is a size. */
const splitSigns = (text: string): string => text.replace(/(\d)\s?[×x](?![\p{L}\d])/gu, '$1 × ');

type Walk = { tokens: readonly string[]; taken: readonly Figure[]; language: string };

const HALVES = wordSetsOf(({ halfWords }) => halfWords);
const NUMBER = /^[-−]?\d+(?:[ '’.,:]\d+)*$/;
const PLACEHOLDER = /^\ue000(\d+)\ue001$/;

const walk = ({ tokens, taken, language }: Walk): FigureToken[] => {
  const read: FigureToken[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? '';
    const held = PLACEHOLDER.exec(token)?.[1];
    if (held !== undefined) {
      const figure = taken[Number(held)];
      if (figure !== undefined) read.push({ figure });
      at += 1;
      continue;
    }
    const found =
      readNamedDate(tokens, at) ??
      readNumber(tokens, at, language) ??
      readOther(token, { tokens, at, language });
    read.push(found === null ? { word: token } : { figure: found.figure });
    at += found?.length ?? 1;
  }
  return shareMonths(shareUnits(read));
};

/** In "5 to 7 days" and "684,000 of 1,200,000 euros", the first number has the same unit as the second. */
const shareUnits = (tokens: readonly FigureToken[]): FigureToken[] =>
  tokens.map((token, at) => {
    if (!('figure' in token) || token.figure.kind !== 'number' || token.figure.unit !== undefined)
      return token;
    const unit = findBehindLink(tokens, at)?.unit;
    return unit === undefined || unit === 'time'
      ? token
      : { figure: { ...token.figure, unit, isVague: false } };
  });

/** The next figure, if only a short word is between the two. */
const findBehindLink = (tokens: readonly FigureToken[], at: number): Figure | undefined => {
  const next = tokens[at + 1];
  const isLink =
    next !== undefined && 'word' in next && Array.from(next.word).length <= LONGEST_LINK;
  const other = isLink ? tokens[at + 2] : next;
  return other !== undefined && 'figure' in other ? other.figure : undefined;
};

/** The maximum length of a linking word such as "and" or "bis". */
const LONGEST_LINK = 3;

/** In "5 to 7 March" and "March 5–7", both days belong to the month. */
const shareMonths = (tokens: readonly FigureToken[]): FigureToken[] =>
  tokens.map((token, at) => {
    if (!('figure' in token)) return token;
    const [dash, before] = [tokens[at - 1], tokens[at - 2]];
    const isBehindDash = dash !== undefined && 'word' in dash && /^[-–—]$/.test(dash.word);
    const date =
      findBehindLink(tokens, at)?.date ??
      (isBehindDash && before !== undefined && 'figure' in before ? before.figure.date : undefined);
    const { kind, unit, value: day, written } = token.figure;
    const isDay = kind === 'number' && unit === undefined && toDay(String(day)) !== undefined;
    return isDay && date?.month !== undefined && date.day !== undefined
      ? { figure: { kind: 'date', value: 0, date: { ...date, day }, written, isVague: true } }
      : token;
  });

type Read = { figure: Figure; length: number };

const BETWEEN = new Set(['of', 'de', 'di', 'den', 'the', 'd', 'do', 'del']);
const DAY = /^(\d{1,2})(?:-?\p{L}{1,4})?$/u;
const YEAR = /^(?:1[5-9]|20|21)\d{2}$/;

const toDay = (token: string | undefined): number | undefined => {
  const day = Number(DAY.exec(token ?? '')?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : undefined;
};

/** Reads dates like "3 February 2025", "February 3, 2025", "2025. február 3", "February 2025" and "in February". */
const readNamedDate = (tokens: readonly string[], start: number): Read | null => {
  const parts: { day?: number; month?: number; year?: string } = {};
  let end = start;
  const first = tokens[start] ?? '';
  const besideNumber = /^\d/.test(tokens[start + 1] ?? '') || /^\d/.test(tokens[start - 1] ?? '');
  const opens =
    YEAR.test(first) ||
    toDay(first) !== undefined ||
    toMonth(first, { besideNumber }) !== undefined;
  if (!opens) return null;
  for (let at = start; at < tokens.length && at < start + 6; at += 1) {
    const token = tokens[at] ?? '';
    const month = toMonth(token, { besideNumber: true });
    if (month !== undefined && parts.month === undefined) parts.month = month;
    else if (YEAR.test(token) && parts.year === undefined) parts.year = token;
    else if (isDayAt(tokens, at) && parts.day === undefined) parts.day = toDay(token) ?? 0;
    else if (BETWEEN.has(token) && end > start) continue;
    else break;
    end = at + 1;
  }
  const { day, month, year } = parts;
  if (month === undefined || (end === start + 1 && toMonth(first, { besideNumber }) === undefined))
    return null;
  const date = { month, day, year };
  return {
    figure: { kind: 'date', value: 0, date, written: tokens.slice(start, end).join(' ') },
    length: end - start,
  };
};

const isDayAt = (tokens: readonly string[], at: number): boolean =>
  toDay(tokens[at]) !== undefined && toUnit(tokens[at + 1] ?? '') === undefined;

const SUFFIXED = /^([-−]?\d+(?:[ '’.,]\d+)*)[-_/]?(\p{L}+)$/u;
const ORDINAL_ENDINGS = new RegExp(
  `^(?:${alternativesOf(({ ordinalEndings }) => ordinalEndings)})$`,
);
const ENDINGS = allWordsOf(({ numberEndings }) => numberEndings);
const MINUS = allWordsOf(({ minusWords }) => minusWords);
const SHORT_MULTIPLIERS: ReadonlyMap<string, number> = new Map(
  [...byLanguage(({ multipliers }) => multipliers).values()].flatMap((words) =>
    Object.entries(words).flatMap(([name, list]) =>
      list.split(' ').map((word): [string, number] => [word, MULTIPLIERS[name] ?? 1]),
    ),
  ),
);
/** A single letter multiplies only amounts of money: "5 m" is a length, and "5 e" means nothing. */
export const CURRENCIES: ReadonlySet<string> = new Set(
  'eur usd huf gbp cny vnd rub try jpy inr krw'.split(' '),
);
const SECTION_WORDS = new Set(
  [
    ...byLanguage(({ titles, pages }) => [
      titles?.chapters,
      titles?.largeParts,
      titles?.smallParts,
      pages?.before,
    ]).values(),
  ]
    .flat()
    .flatMap((words) => words?.split('|') ?? [])
    .filter((word) => /^[\p{L}§]+$/u.test(word)),
).add('§');

const readNumber = (tokens: readonly string[], start: number, language: string): Read | null => {
  const token = tokens[start] ?? '';
  const isPlain = NUMBER.test(token);
  const [, number = token, suffix] = isPlain ? [] : (SUFFIXED.exec(token) ?? []);
  if (!isPlain && (suffix === undefined || !isReadable(suffix))) return null;
  const before = tokens[start - 1] ?? '';
  const currency = currencyOf(before);
  const behind = tokens.slice(start + 1, start + 6);
  const words = suffix === undefined ? behind : [suffix, ...behind];
  const scaled = readScale(words, { hasCurrency: currency !== undefined, isJoined: !isPlain });
  const sign = MINUS.has(before) && language !== 'und' ? -1 : 1;
  const value = sign * toValue(number) * scaled.factor;
  const unit = scaled.unit ?? currency;
  const isOrdinal = suffix !== undefined && ORDINAL_ENDINGS.test(suffix) && unit === undefined;
  const isCount = unit === undefined && Number.isInteger(value) && Math.abs(value) <= MOST_LISTED;
  const written = [token, ...words.slice(isPlain ? 0 : 1, scaled.used)].join(' ');
  const isVague = isOrdinal || isCount || SECTION_WORDS.has(before);
  const length = 1 + Math.max(0, scaled.used - (isPlain ? 0 : 1));
  return { figure: { kind: 'number', value, unit, written, isVague }, length };
};

/** Up to this number, a count may be the sentence's own count of the things that its source lists. */
const MOST_LISTED = 12;

const isReadable = (suffix: string): boolean =>
  toUnit(suffix) !== undefined ||
  ENDINGS.has(suffix) ||
  ORDINAL_ENDINGS.test(suffix) ||
  SHORT_MULTIPLIERS.has(suffix);

type Scaled = { factor: number; unit: string | undefined; used: number };

/** Applies the words after a number to it: "1.2 million euros", "684k", "9 working days". */
const readScale = (
  words: readonly string[],
  { hasCurrency, isJoined }: { hasCurrency: boolean; isJoined: boolean },
): Scaled => {
  const multiplierAt = (at: number): number | undefined => {
    const word = words[at] ?? '';
    const isMoney = hasCurrency || currencyOf(words[at + 1] ?? '') !== undefined;
    const isShort = word.length > 1 || isMoney || (word === 'k' && isJoined && at === 0);
    return (isShort ? SHORT_MULTIPLIERS.get(word) : undefined) ?? MULTIPLIERS[toUnit(word) ?? ''];
  };
  let factor = 1;
  let used = 0;
  for (let next = multiplierAt(0); next !== undefined; next = multiplierAt(used)) {
    factor *= next;
    used += 1;
  }
  const isEnding = used === 0 && isJoined && unitOf(words[0] ?? '') === undefined;
  const skipped = isEnding || (used > 0 && BETWEEN.has(words[used] ?? '')) ? 1 : 0;
  const unit = unitOf(words[used + skipped] ?? '');
  if (unit === undefined) return { factor, unit, used: isEnding ? 1 : used };
  const end = used + skipped + 1;
  const next = unitOf(words[end] ?? '');
  const isWorkday = [unit, next].sort().join(' ') === 'day workday';
  return { factor, unit: isWorkday ? 'workday' : unit, used: isWorkday ? end + 1 : end };
};

const unitOf = (word: string): string | undefined => {
  if (word === '×') return 'time';
  const unit = toUnit(word);
  return unit !== undefined && MULTIPLIERS[unit] === undefined ? unit : undefined;
};

const currencyOf = (word: string): string | undefined => {
  const unit = toUnit(word);
  return unit !== undefined && CURRENCIES.has(unit) ? unit : undefined;
};

const GROUPED = /^-?\d{1,3}([ '’.,])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/;
/** Matches the grouping of lakhs and crores. */
const GROUPED_BY_TWO = /^-?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;

const toValue = (written: string): number => {
  const number = written.replace('−', '-');
  if (GROUPED_BY_TWO.test(number)) return Number(number.replaceAll(',', ''));
  const separator = GROUPED.exec(number)?.[1];
  const plain = separator === undefined ? number : number.split(separator).join('');
  return Number(plain.replace(/[ '’]/g, '').replace(/[,:]/, '.'));
};

const ODD = /^[\u{f0000}-\u{10fffd}]/u;
const MIXED_NUMBER = /^(\d+)([¼-¾⅐-⅞])$/u;

const readOther = (
  token: string,
  { tokens, at, language }: { tokens: readonly string[]; at: number; language: string },
): Read | null => {
  const alone = (figure: Figure): Read => ({ figure, length: 1 });
  if (ODD.test(token)) return readOdd(showOddNumbers(token), { tokens, at, language });
  if (HALVES.get(language)?.has(token) === true) {
    return alone({ kind: 'number', value: 0.5, written: token, isVague: true });
  }
  if (isCode(token)) {
    return alone({ kind: 'code', value: 0, code: token.replace(/[-_/.]/g, ''), written: token });
  }
  const weekday = toWeekday(token);
  if (weekday !== undefined) return alone({ kind: 'weekday', value: weekday, written: token });
  return null;
};

const isCode = (token: string): boolean =>
  token.includes('@') || /^\p{L}.*[\d+#]/u.test(token) || /^\d.*\p{L}/u.test(token);

type Place = { tokens: readonly string[]; at: number; language: string };

const readOdd = (number: string, { tokens, at, language }: Place): Read => {
  const [, whole, part] = MIXED_NUMBER.exec(number) ?? [];
  if (whole !== undefined && part !== undefined) {
    const [top = '0', bottom = '1'] = part.normalize('NFKC').split('⁄');
    const words = tokens.slice(at + 1, at + 6);
    const { factor, unit, used } = readScale(words, { hasCurrency: false, isJoined: false });
    const value = (Number(whole) + Number(top) / Number(bottom)) * factor;
    return { figure: { kind: 'number', value, unit, written: number }, length: 1 + used };
  }
  const plain = withoutFootnote(number);
  const read =
    plain === undefined
      ? null
      : readNumber([...tokens.slice(0, at), plain, ...tokens.slice(at + 1)], at, language);
  return read ?? { figure: { kind: 'code', value: 0, code: number, written: number }, length: 1 };
};
