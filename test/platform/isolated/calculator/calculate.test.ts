import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { calculate } from '../../../../src/platform/isolated/calculator/calculate.js';

describe('the expression', () => {
  it.each([
    ['15 * 8', '120'],
    ['sqrt(144) + 5', '17'],
    ['0.1 + 0.2', '0.3'],
    ['12 % of 340', '40.8'],
    ['15% of 200', '30'],
    ['15 percent of 200', '30'],
    ['100 + 10%', '110'],
    ['100 - 10%', '90'],
    ['17 % 5', '2'],
    ['2^100', '1267650600228229401496703205376'],
    ['round(sqrt(abs(min(-16, 3))) + 0.4, 0)', '4'],
    ['1,234.5 + 1', '1235.5'],
    ['1,234,567 * 2', '2469134'],
    ['1.234,5 + 1', '1235.5'],
    ['1.234.567', '1234567'],
    ['1 234 567 / 2', '617283.5'],
    ["1'234.5", '1234.5'],
    ['0,5 * 3', '1.5'],
    ['0,125 * 8', '1'],
    ['max(1,2,3)', '3'],
    ['max(1, 234)', '234'],
    ['(1,234.5 + 1) * 2', '2471'],
    ['3 × 4 ÷ 2 − 1', '5'],
    ['5² + √16', '29'],
    ['= 2 + 2 =', '4'],
    ['ln(e^2)', '2'],
    ['log(8, 2)', '3'],
    ['27^(1/3)', '3'],
    ['5!', '120'],
    ['sin(pi)', '0 (rounded)'],
    ['sin(90 deg)', '1'],
    ['mean(1, 2, 3) * median(4, 5, 9)', '10'],
    ['-2^2', '-4'],
    ['1 / 3', '0.333333333333333 (rounded)'],
    ['1 / 3 * 3', '1'],
    ['1e-60 * 1', '1e-60'],
    ['5 kg to lb', '11.0231131092439 lb (rounded)'],
    ['5 ft in in', '60 in'],
    ['20 °C to degF', '68 degF'],
    ['3 hours + 20 minutes in minutes', '200 minutes'],
    ['60 mi / 2 h', '30 mi / h'],
    ['100 km/h to m/s', '27.7777777777778 m / s (rounded)'],
    ['(5 kg)^2', '25 kg^2'],
    ['10 km / 5 km', '2'],
    ['10^25 / 3', '3.33333333333333e+24 (rounded)'],
  ])('%s has the value %s', (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ['1 / 0', /a division by 0/],
    ['0 / 0', /a division by 0/],
    ['5 / (1 / 0)', /a division by 0/],
    ['5 kg / 0', /a division by 0/],
    ['5 mod 0', /a division by 0/],
    ['5 / (0 kg)', /a division by 0/],
    ['0^-1', /no finite result/],
    ['1 / 9^9^9^9', /no finite result/],
    ['9^9^9', /too large/],
    ['9^9^9^9', /no finite result/],
    ['lcm(1e1000000000, 3)', /cannot be calculated/],
    ['mod(1e200000000, 7)', /no result/],
    ['5^100 mod 7', /at most 64 digits/],
    ['gcd(10^70, 3)', /at most 64 digits/],
    ['10^-5000', /close to 0/],
    ['sqrt(-4)', /no real result/],
    ['5 kg to m', /Units do not match/],
    ['5 kg + 3 m', /Units do not match/],
    ['5 kg to 3 kg', /cannot be calculated/],
    ['1,234 * 2', /"1,234" is ambiguous: write 1234, or 1.234/],
    ['max(1,234)', /ambiguous between the brackets/],
    ['12,34,56 + 1', /cannot be read as a number/],
    ['2 +', /cannot be read/],
    ['', /empty/],
    ['1+'.repeat(400) + '1', /longer than 500/],
    ['x + 1', /neither a number/],
    ['i', /neither a number/],
    ['3 USD', /neither a number/],
    ['x = 5', /Only numbers/],
    ['f(x) = x', /Only numbers/],
    ['sum(1:1e7)', /Only numbers/],
    ['[1, 2, 3]', /Only numbers/],
    ['{a: 1}', /Only numbers/],
    ['"text"', /Only numbers/],
    ['1 > 2', /Only numbers/],
    ['true ? 1 : 2', /Only numbers/],
    ['1; 2', /Only numbers/],
    ['pi.constructor', /Only numbers/],
    ['sqrt.constructor("return process")', /Only numbers/],
    ['cos.constructor', /Only numbers/],
    ['__proto__', /neither a number/],
    ['constructor', /neither a number/],
    ['constructor("x")', /no function/],
    ['toString()', /no function/],
    ...['import', 'createUnit', 'evaluate', 'parse', 'simplify', 'derivative', 'resolve'].map(
      (name): [string, RegExp] => [`${name}("1")`, /no function/],
    ),
    ...['ones', 'zeros', 'range', 'matrix', 'config', 'typed', 'chain', 'reviver', 'help'].map(
      (name): [string, RegExp] => [`${name}(3000, 3000)`, /no function/],
    ),
    ['sqrt', /not a number/],
  ])('%s has no value, and the reason is given', (expression, reason) => {
    expect(() => calculate(expression)).toThrow(reason);
  });

  it('gives the same result as exact rational numbers for sums, products, brackets and percentages', () => {
    fc.assert(
      fc.property(term, ({ text, value }) => {
        const [numerator, denominator] = value;
        if (denominator === 0n) {
          expect(() => calculate(text)).toThrow(/a division by 0/);
          return;
        }
        const [shown = '', note] = calculate(text).split(' ');
        const difference = Math.abs(Number(shown) - toNumber(numerator, denominator));
        if (note === undefined) expect(toRational(shown)).toEqual(reduce(numerator, denominator));
        expect(difference).toBeLessThanOrEqual(1e-13 * Math.abs(Number(shown)));
      }),
      { numRuns: 2000, seed: 20_261_123 },
    );
  });
});

type Rational = [numerator: bigint, denominator: bigint];
type Term = { text: string; value: Rational };

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

const reduce = (numerator: bigint, denominator: bigint): Rational => {
  if (denominator === 0n) return [0n, 0n];
  const divisor = gcd(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return [numerator / divisor, denominator / divisor];
};

const toRational = (decimal: string): Rational => {
  const [whole = '', decimals = ''] = decimal.split('.');
  return reduce(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
};

/** Scaled up first, so that the division of whole numbers keeps more digits than a double has. */
const toNumber = (numerator: bigint, denominator: bigint): number =>
  Number((numerator * 10n ** 40n) / denominator) / 1e40;

const OPERATIONS: Record<string, (left: Rational, right: Rational) => Rational> = {
  '+': ([a, b], [c, d]) => reduce(a * d + c * b, b * d),
  '-': ([a, b], [c, d]) => reduce(a * d - c * b, b * d),
  '*': ([a, b], [c, d]) => reduce(a * c, b * d),
  '/': ([a, b], [c, d]) => reduce(a * d * d, b * c * d),
};

const number = fc.integer({ min: 0, max: 99_999 }).chain((whole) =>
  fc.constantFrom(0, 1, 2).map((places): Term => {
    const digits = String(whole).padStart(places + 1, '0');
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    return { text, value: reduce(BigInt(whole), 10n ** BigInt(places)) };
  }),
);

// Whatever is put together stands in brackets, so that the test needs no rules of precedence.
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    number,
    fc
      .tuple(tie('term'), fc.constantFrom(...Object.keys(OPERATIONS)), tie('term'))
      .map(([left, sign, right]): Term => ({
        text: `(${left.text} ${sign} ${right.text})`,
        value: OPERATIONS[sign]!(left.value, right.value),
      })),
    fc.tuple(number, tie('term')).map(([share, whole]): Term => ({
      text: `(${share.text}% of ${whole.text})`,
      value: reduce(share.value[0] * whole.value[0], share.value[1] * 100n * whole.value[1]),
    })),
  ),
}));
