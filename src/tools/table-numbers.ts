/** A number as it is written, without the rounding of floating point: `digits` divided by ten to the power of `scale`. */
export type Exact = { digits: bigint; scale: number };

/** The cells of a column, each as a number where it holds one, with what stands beside these numbers; an empty text for nothing. */
export type NumberColumn = { values: (Exact | null)[]; units: ReadonlySet<string> };

/** Reads a column in one way of writing numbers, which its cells show or else its language has; null where they contradict each other. */
export const readNumbers = (cells: readonly string[], language: string): NumberColumn | null => {
  const found = cells.map((cell) => NUMBER.exec(cell.trim())?.groups);
  const shown = new Set(found.flatMap((groups) => decimalSignIn(groups?.['number'] ?? '')));
  if (shown.size > 1) return null;
  const decimal = [...shown][0] ?? decimalSignOf(language);
  const units = found.flatMap((groups) => (groups === undefined ? [] : [toUnit(groups)]));
  return {
    values: found.map((groups) => (groups === undefined ? null : toExact(groups, decimal))),
    units: new Set(units),
  };
};

/** A number alone, with whatever stands before or behind it; a cell with two of them is no amount. */
const NUMBER =
  /^(?<before>[^\d+\-−]{0,20})(?<sign>[+\-−]?)(?<number>\d{1,3}(?:[\s.,'’]\d{3})+(?:[.,]\d{1,12})?|\d{1,18}(?:[.,]\d{1,12})?)(?<after>[^\d]{0,40})$/u;

type Groups = Readonly<Record<string, string>>;

const toUnit = ({ before = '', after = '' }: Groups): string => `${before}${after}`.trim();

const LAST_SIGN = /([.,])(\d+)$/u;

/** The sign that parts a fraction, where the number leaves no doubt: behind another sign, or in front of other than three digits. */
const decimalSignIn = (number: string): string[] => {
  const [, sign, digits = ''] = LAST_SIGN.exec(number) ?? [];
  if (sign === undefined) return [];
  const others = number.slice(0, -digits.length - 1);
  if (others.includes(sign)) return [];
  const isCertain = digits.length !== 3 || /[\s.,'’]/u.test(others) || /^0|\d{4}/u.test(others);
  return isCertain ? [sign] : [];
};

const decimalSignOf = (language: string): string =>
  new Intl.NumberFormat([language, 'en']).formatToParts(1.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

const toExact = ({ number = '', sign = '' }: Groups, decimal: string): Exact => {
  const [whole = '', fraction = ''] = number.split(decimal);
  const digits = BigInt(`${whole}${fraction}`.replace(/\D/gu, ''));
  return { digits: sign === '' || sign === '+' ? digits : -digits, scale: fraction.length };
};

/** Reads a number that a model gave: digits with a point, as JSON has them. */
export const toExactNumber = (given: string | number): Exact | null => {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+-]?)(\d{1,18})(?:\.(\d{1,12}))?$/u.exec(String(given).trim()) ?? [];
  return whole === '' ? null : toExact({ sign, number: `${whole}.${fraction}` }, '.');
};

const scaleTo = ({ digits, scale }: Exact, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale);

export const compareExact = (one: Exact, other: Exact): number => {
  const scale = Math.max(one.scale, other.scale);
  const difference = scaleTo(one, scale) - scaleTo(other, scale);
  return difference === 0n ? 0 : Number(difference > 0n) - Number(difference < 0n);
};

export const sumOf = (values: readonly Exact[]): Exact => {
  const scale = Math.max(0, ...values.map((value) => value.scale));
  return { digits: values.reduce((sum, value) => sum + scaleTo(value, scale), 0n), scale };
};

/** So many digits more than the values have, as far as these are not zeros; rounded half away from zero. */
const MORE_DIGITS = 2;

export const averageOf = (values: readonly Exact[]): Exact => {
  const { digits, scale } = sumOf(values);
  const count = BigInt(values.length);
  const scaled = digits * 10n ** BigInt(MORE_DIGITS);
  const half = scaled < 0n ? -count : count;
  let rounded = { digits: (2n * scaled + half) / (2n * count), scale: scale + MORE_DIGITS };
  while (rounded.scale > scale && rounded.digits % 10n === 0n) {
    rounded = { digits: rounded.digits / 10n, scale: rounded.scale - 1 };
  }
  return rounded;
};

export const writeExact = ({ digits, scale }: Exact): string => {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${all}` : `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`;
};
