import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 49,000, those that leaks hold most often. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** True for a password that nobody guesses first: not one of the commonest, not blank, not one character or common word again and again. */
export const isUncommon = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  if (plain === '' || COMMON.has(plain)) return false;
  const unit = repeatedUnitOf(plain);
  return unit === plain || (unit.length > LONGEST_TRIVIAL_UNIT && !COMMON.has(unit));
};

/** "abcabcabcabc" is as easy as "abc". */
const LONGEST_TRIVIAL_UNIT = 4;

/** The shortest text of which it consists: where it stands first in itself twice, one letter on. */
const repeatedUnitOf = (text: string): string => text.slice(0, `${text}${text}`.indexOf(text, 1));
