import { pluralsOf } from '../plurals.js';

const numbered = pluralsOf('ar');

type Forms = Record<Intl.LDMLPluralRule, string>;

/** None, one and two are said by the noun itself; only from three on a number stands before it. */
export const plural = (count: number, forms: Forms): string => {
  if (count === 0) return forms.zero;
  if (count === 1) return forms.one;
  return count === 2 ? forms.two : numbered(count, forms);
};
