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
  const isReal =
    date.month >= 1 && date.month <= 12 && (date.day ?? 1) >= 1 && (date.day ?? 1) <= 31;
  return isReal ? date : undefined;
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
