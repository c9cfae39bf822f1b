import type { Facts } from './extract-facts.js';

/** True when every fact of the claim occurs in the source; a number that the source gives another unit or month does not. */
export const holdsFacts = (source: Facts, claim: Facts): boolean =>
  [...claim.numbers].every((number) => source.numbers.has(number)) &&
  [...claim.quantities].every((quantity) => holdsQuantity(source, quantity)) &&
  [...claim.rates].every((rate) => source.rates.has(rate) || source.units.has(rate)) &&
  [...claim.dates].every((date) => holdsDate(source, date)) &&
  [...claim.names].every((name) => source.names.has(name));

const holdsQuantity = (source: Facts, quantity: string): boolean => {
  if (source.quantities.has(quantity)) return true;
  const [number = '', unit = ''] = quantity.split(' ');
  return source.bareNumbers.has(number) && source.units.has(unit);
};

/** "5–7 March" says "5 March", too. */
const holdsDate = (source: Facts, date: string): boolean => {
  const [, day = ''] = date.split('-');
  return source.dates.has(date) || source.bareNumbers.has(day);
};
