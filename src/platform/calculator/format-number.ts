import type { BigNumber } from 'mathjs';
import { Refusal } from './refusal.js';

export type Written = {
  /** Sines, roots and the like are rounded themselves, so that what ought to be 0 is nearly 0. */
  hasFunction: boolean;
  /** Behind the number; may be empty. */
  unit: string;
};

/** Where an error of rounding in the last of all digits does not reach. */
const EXACT_DIGITS = 40;
const SHOWN_DIGITS = 15;
const LONGEST_DECIMALS = 20;
const GREATEST_EXPONENT = 1000;
const NEARLY_ZERO_EXPONENT = -50;

/** All digits of what has few, else the first fifteen, told as rounded. */
export const formatNumber = (value: BigNumber, { hasFunction, unit }: Written): string => {
  const { digits, isRounded } = toDigits(value, hasFunction);
  return [digits, unit, isRounded ? '(rounded)' : ''].filter((part) => part !== '').join(' ');
};

type Digits = { digits: string; isRounded: boolean };

const toDigits = (value: BigNumber, hasFunction: boolean): Digits => {
  if (value.isNaN()) throw new Refusal('It has no result.');
  if (!value.isFinite()) throw new Refusal('It has no finite result: a number in it is too large.');
  if (value.isZero()) return { digits: '0', isRounded: false };
  if (hasFunction && value.e < NEARLY_ZERO_EXPONENT) return { digits: '0', isRounded: true };
  if (Math.abs(value.e) > GREATEST_EXPONENT) {
    const size = value.e > 0 ? 'large' : 'close to 0';
    throw new Refusal(`The result is too ${size}: its power of ten is ${value.e}.`);
  }
  if (value.isInteger() && value.e < EXACT_DIGITS)
    return { digits: value.toFixed(), isRounded: false };
  const exact = value.toSignificantDigits(EXACT_DIGITS);
  const isShort = exact.decimalPlaces() <= LONGEST_DECIMALS && Math.abs(exact.e) < EXACT_DIGITS;
  if (isShort) return { digits: exact.toFixed(), isRounded: false };
  const shown = exact.toSignificantDigits(SHOWN_DIGITS);
  return { digits: shown.toString(), isRounded: !shown.equals(exact) };
};
