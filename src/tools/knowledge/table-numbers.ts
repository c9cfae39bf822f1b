/**
 * A number as written, without floating-point rounding: `digits` divided by ten to the power of `scale`. `near` is the closest double, or
 * NaN if that is not certain.
 */
export type Exact = { digits: bigint; scale: number; near: number };

/** A number in a cell, before its column determines which sign is the decimal sign. */
export type WrittenNumber = {
  number: string;
  isNegative: boolean;
  /** The text next to it; empty if there is none. */
  unit: string;
  /** The decimal sign, if the number is unambiguous. */
  decimalSign: string | null;
};

/** Reads a cell with one number; null for any other. */
export const readNumber = (cell: string): WrittenNumber | null => {
  const groups = NUMBER.exec(cell.trim())?.groups;
  if (groups === undefined) return null;
  const { before = '', sign = '', number = '', after = '' } = groups;
  return {
    number,
    isNegative: sign !== '' && sign !== '+',
    unit: `${before}${after}`.trim(),
    decimalSign: decimalSignIn(number),
  };
};

/** One number with any text before or after it; a cell with two numbers is not an amount. */
const NUMBER =
  /^(?<before>[^\d+\-−]{0,20})(?<sign>[+\-−]?)(?<number>\d{1,3}(?:[\s.,'’]\d{3})+(?:[.,]\d{1,12})?|\d{1,18}(?:[.,]\d{1,12})?)(?<after>[^\d]{0,40})$/u;

const LAST_SIGN = /([.,])(\d+)$/u;

/** A sign is certainly the decimal sign if another kind of sign comes before it, or if it is not followed by exactly three digits. */
const decimalSignIn = (number: string): string | null => {
  const [, sign, digits = ''] = LAST_SIGN.exec(number) ?? [];
  if (sign === undefined) return null;
  const others = number.slice(0, -digits.length - 1);
  if (others.includes(sign)) return null;
  const isCertain = digits.length !== 3 || /[\s.,'’]/u.test(others) || /^0|\d{4}/u.test(others);
  return isCertain ? sign : null;
};

export const decimalSignOf = (language: string): string =>
  new Intl.NumberFormat([language, 'en']).formatToParts(1.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

export const toExact = (
  { number, isNegative }: Pick<WrittenNumber, 'number' | 'isNegative'>,
  decimalSign: string,
): Exact => {
  const [whole = '', fraction = ''] = number.split(decimalSign);
  const digits = BigInt(`${whole}${fraction}`.replace(/\D/gu, ''));
  return exactOf(isNegative ? -digits : digits, fraction.length);
};

/** Reads a number given by a model: digits with a decimal point, as in JSON. */
export const toExactNumber = (given: string | number): Exact | null => {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+-]?)(\d{1,18})(?:\.(\d{1,12}))?$/u.exec(String(given).trim()) ?? [];
  return whole === ''
    ? null
    : toExact({ number: `${whole}.${fraction}`, isNegative: sign === '-' }, '.');
};

/** The largest power of ten that a double represents exactly. */
const MAX_NEAR_SCALE = 22;

const exactOf = (digits: bigint, scale: number): Exact => ({
  digits,
  scale,
  near: scale > MAX_NEAR_SCALE ? NaN : Number(digits) / 10 ** scale,
});

const POWERS = Array.from({ length: MAX_NEAR_SCALE + 1 }, (_, power) => 10n ** BigInt(power));

const scaleTo = ({ digits, scale }: Exact, wanted: number): bigint =>
  scale === wanted ? digits : digits * (POWERS[wanted - scale] ?? 10n ** BigInt(wanted - scale));

/** Two doubles whose relative difference is smaller than this may represent equal numbers; rounding to doubles changes less. */
const MAX_ROUNDING = 2 ** -48;

export const compareExact = (one: Exact, other: Exact): number => {
  const apart = one.near - other.near;
  const doubt = (Math.abs(one.near) + Math.abs(other.near)) * MAX_ROUNDING;
  // Never true for NaN or Infinity: such numbers are compared exactly below.
  if (Math.abs(apart) > doubt) return Math.sign(apart);
  const scale = Math.max(one.scale, other.scale);
  const [left, right] = [scaleTo(one, scale), scaleTo(other, scale)];
  return Number(left > right) - Number(left < right);
};

export const ZERO = exactOf(0n, 0);

export const addExact = (one: Exact, other: Exact): Exact => {
  const scale = Math.max(one.scale, other.scale);
  return exactOf(scaleTo(one, scale) + scaleTo(other, scale), scale);
};

/** How many more digits than the values a result has, apart from trailing zeros; rounded half away from zero. */
const MORE_DIGITS = 2;

export const averageOf = ({ digits, scale }: Exact, ofValues: number): Exact => {
  const count = BigInt(ofValues);
  const scaled = digits * 10n ** BigInt(MORE_DIGITS);
  const half = scaled < 0n ? -count : count;
  let rounded = { digits: (2n * scaled + half) / (2n * count), scale: scale + MORE_DIGITS };
  while (rounded.scale > scale && rounded.digits % 10n === 0n) {
    rounded = { digits: rounded.digits / 10n, scale: rounded.scale - 1 };
  }
  return exactOf(rounded.digits, rounded.scale);
};

export const writeExact = ({ digits, scale }: Exact): string => {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${all}` : `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`;
};
