import { InvalidArgumentError } from 'commander';

/** A whole number above 0. */
export const parseCount = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a whole number above 0.');
  }
  return value;
};

/** A share in percent, or a number of files. */
export type Limit = { share: number } | { count: number };

export const parseLimit = (text: string): Limit => {
  const [, digits, sign] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (digits === undefined || (sign === '' ? !Number.isInteger(value) : value > 100)) {
    throw new InvalidArgumentError('It must be a share such as 25%, or a number of files.');
  }
  return sign === '' ? { count: value } : { share: value / 100 };
};

/** The values of an option that may be given several times. */
export const collect = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];
