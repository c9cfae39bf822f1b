import { numbered } from './word-lists.js';

/** A day of a month, or a month alone. */
export type WrittenDate = { month: number; day?: number | undefined; year?: string | undefined };

const YEAR = String.raw`(?<year>\d{4})`;
const MONTH = String.raw`(?<month>\d{1,2})`;
const DAY = String.raw`(?<day>\d{1,2})`;

type Groups = Readonly<Record<string, string | undefined>>;

/** The dates of a lower-case text that are written in digits, and the text without them. */
export const takeDates = (
  text: string,
  language: string,
): { dates: WrittenDate[]; rest: string } => {
  const dates: WrittenDate[] = [];
  const take =
    (read: (groups: Groups) => WrittenDate | undefined) =>
    (whole: string, ...found: unknown[]): string => {
      // The groups are the last argument of a replacer whose pattern names them.
      const date = read(found.at(-1) as Groups);
      if (date === undefined) return whole;
      dates.push(date);
      return ' , ';
    };
  const slashed = text.replace(
    WITH_SLASHES,
    take((groups) => fromSlashes(groups, language)),
  );
  const rest = PATTERNS.reduce((known, pattern) => known.replace(pattern, take(toDate)), slashed);
  return { dates, rest };
};

/** 05/03 is the fifth of March, but in English nobody knows. */
const fromSlashes = ({ one, two, year }: Groups, language: string): WrittenDate | undefined => {
  if (language !== 'en' || Number(one) > 12) return toDate({ year, month: two, day: one });
  return Number(two) > 12 ? toDate({ year, month: one, day: two }) : undefined;
};

const toDate = ({ year, month, day }: Groups): WrittenDate | undefined => {
  const date = { month: Number(month), day: day === undefined ? undefined : Number(day), year };
  const isWithin = (value: number, most: number): boolean => value >= 1 && value <= most;
  return isWithin(date.month, 12) && isWithin(date.day ?? 1, 31) ? date : undefined;
};

/** Words that are far more often something else; they name a month only beside a number. */
const AMBIGUOUS_MONTHS = 'may march mars mai maj mei mart ocak ekim kasım aralık'.split(' ');

/** 1..12 for a lower-case month name, inflected or not. */
export const toMonth = (
  word: string,
  { besideNumber }: { besideNumber: boolean },
): number | undefined =>
  AMBIGUOUS_MONTHS.includes(word) && !besideNumber ? undefined : find(MONTHS, word);

/** Beginnings of other words. */
const WHOLE_ONLY = new Set(['pazar', 'cuma', 'salı', 'март', ...AMBIGUOUS_MONTHS]);
const MIN_PREFIX = 4;
const MAX_SUFFIX = 4;

const find = (names: ReadonlyMap<string, number>, word: string): number | undefined => {
  const shortest = Math.max(MIN_PREFIX, word.length - MAX_SUFFIX);
  for (let length = word.length - 1; length >= shortest && !names.has(word); length -= 1) {
    const form = word.slice(0, length);
    if (names.has(form) && !WHOLE_ONLY.has(form)) return names.get(form);
  }
  return names.get(word);
};

/** 1 (Monday) .. 7 for a lower-case name of a day, inflected or not. */
export const toWeekday = (word: string): number | undefined => find(WEEKDAYS, word);

const HAN_WEEKDAY = /(?:星期|周|礼拜)([一二三四五六日天])(?![天个次小])|([月火水木金土日])曜/g;
const VIETNAMESE_WEEKDAY = /thứ (hai|ba|tư|năm|sáu|bảy)|chủ nhật/g;
const CHINESE_DAYS = '一二三四五六日';
const JAPANESE_DAYS = '月火水木金土日';
const VIETNAMESE_DAYS = ['hai', 'ba', 'tư', 'năm', 'sáu', 'bảy'];

/** Weekdays written as more than one word, or as part of one. */
export const findWrittenWeekdays = (text: string): number[] => [
  ...[...text.matchAll(HAN_WEEKDAY)].map(([, chinese, japanese]) =>
    chinese === undefined
      ? JAPANESE_DAYS.indexOf(japanese ?? '') + 1
      : CHINESE_DAYS.indexOf(chinese === '天' ? '日' : chinese) + 1,
  ),
  ...[...text.matchAll(VIETNAMESE_WEEKDAY)].map(([, day]) =>
    day === undefined ? 7 : VIETNAMESE_DAYS.indexOf(day) + 1,
  ),
];

/** A year, and a date in digits: no version ("0.74-3") or decimal number. */
const IN_DIGITS =
  /(?<!\p{N})(?:1[5-9]|20)\p{N}{2}(?!\p{N})|(?<![\p{N}.,/-])\p{N}{1,2}([./-])\p{N}{1,2}\1(?:\p{N}{4}|\p{N}{2})?(?!\p{N})|(?<![\p{N}.,/-])\p{N}{2}\/\p{N}{2}(?![\p{N}/])|[\p{N}一二三四五六七八九十]\s?[年月日号]|(?:tháng|ngày|năm) \p{N}/u;
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBER = /^\p{N}/u;

/** Whether a text names a year, a month, or a day of a month or a week. */
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

/** Nothing that would make it a part of a longer number. */
const alone = (inside: string): RegExp =>
  new RegExp(String.raw`(?<![\d.,/-])${inside}(?![\d/]|-\d)`, 'gu');

const PATTERNS: readonly RegExp[] = [
  alone(`${YEAR}[-./]${MONTH}[-./]${DAY}`),
  alone(String.raw`${YEAR}\. ${MONTH}\. ${DAY}`),
  alone(String.raw`${DAY}\. ?${MONTH}\. ?${YEAR}`),
  new RegExp(`(?:${YEAR}年)?${MONTH}月(?:${DAY}[日号])?`, 'gu'),
  new RegExp(String.raw`(?:${DAY} )?tháng ${MONTH}(?!\d)(?: năm ${YEAR})?`, 'gu'),
];
const WITH_SLASHES = alone(String.raw`(?<one>\d{1,2})/(?<two>\d{1,2})/${YEAR}`);

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january february march april may june july august september october november december',
    'január február március április május június július augusztus szeptember október november december',
    'januar/jänner februar märz april mai juni juli august september oktober november dezember',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    'januari februari maart/mars april mei/maj juni juli augustus/augusti september oktober november december',
    'январь/января/январе февраль/февраля/феврале март/марта/марте апрель/апреля/апреле май/мая/мае июнь/июня/июне июль/июля/июле август/августа/августе сентябрь/сентября/сентябре октябрь/октября/октябре ноябрь/ноября/ноябре декабрь/декабря/декабре',
    'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  ].flatMap((names) => numbered(names)),
);

const WEEKDAYS: ReadonlyMap<string, number> = new Map(
  [
    'monday tuesday wednesday thursday friday saturday sunday',
    'hétfő kedd szerd/szerda csütörtök péntek szombat vasárnap',
    'montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag',
    'lundi mardi mercredi jeudi vendredi samedi dimanche',
    'lunes martes miércoles jueves viernes sábado domingo',
    'lunedì martedì mercoledì giovedì venerdì sabato domenica',
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    'måndag tisdag onsdag torsdag fredag lördag söndag',
    'понедельник вторник среду четверг пятниц суббот воскресень',
    'pazartesi salı çarşamba perşembe cuma cumartesi pazar',
  ].flatMap((names) => numbered(names)),
);
