import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoredTable } from '../../../src/documents/stored-tables.js';
import { createSlices } from '../../../src/shared/async.js';
import { openColumns } from '../../../src/tools/knowledge/table-columns.js';
import {
  addExact,
  averageOf,
  compareExact,
  toExactNumber,
  writeExact,
  ZERO,
  type Exact,
} from '../../../src/tools/knowledge/table-numbers.js';

const read = async (cells: readonly string[], language = 'en') => {
  const chunk = { language } as StoredTable['rows'][number]['chunk'];
  const rows = cells.map((cell) => ({ cells: [cell], chunk, start: 0, end: 0 }));
  const columnOf = openColumns(
    { columns: ['Amount'], under: null, rows, uneven: 0 },
    createSlices(),
  );
  const found = await columnOf('Amount').numbersAt([...rows.keys()]);
  return found?.values.map((value) => value && writeExact(value)) ?? null;
};

const exactly = (written: string): Exact => toExactNumber(written)!;

describe('the numbers of a column', () => {
  it.each<[string, string[], string, (string | null)[]]>([
    ['a point', ['8.90', '13.4', '1,250.00'], 'de', ['8.90', '13.4', '1250.00']],
    ['a comma', ['8,90', '1.250,00', '7'], 'en', ['8.90', '1250.00', '7']],
    ['the English point', ['1.234', '5.678'], 'en', ['1.234', '5.678']],
    ['the German comma', ['1.234', '5.678'], 'de', ['1234', '5678']],
    ['spaces between thousands', ['97 500 €', '1 000 €'], 'fr', ['97500', '1000']],
    ['a sign, a unit and other cells', ['-3 °C', 'none', 'M8 x 40'], 'en', ['-3', null, null]],
  ])('are read with %s', async (...row) => {
    const [, cells, language, expected] = row;

    expect(await read(cells, language)).toEqual(expected);
  });

  it('are not read if its cells contradict each other', async () => {
    expect(await read(['1.50', '1,50'])).toBeNull();
  });

  it('are added up and averaged without floating-point rounding', () => {
    const sumOf = (written: readonly string[]) => written.map(exactly).reduce(addExact, ZERO);

    expect(writeExact(sumOf(['0.1', '0.2', '0.30']))).toBe('0.60');
    expect(writeExact(averageOf(sumOf(['0.1', '0.2', '0.30']), 3))).toBe('0.20');
    expect(writeExact(averageOf(sumOf(['-1', '-1', '-3']), 3))).toBe('-1.67');
  });

  it.each([
    ['9007199254740993', '9007199254740992', 1],
    ['0.100000000001', '0.1', 1],
    ['999999999999999999', '999999999999999999.000000000001', -1],
    ['-999999999999999999', '-999999999999999998', -1],
    ['2.50', '2.5', 0],
    ['0', '-0.000', 0],
    ['-0.000000000001', '0', -1],
  ])('are compared to the last digit: %s with %s', (one, other, expected) => {
    expect(compareExact(exactly(one), exactly(other))).toBe(expected);
  });

  it('are compared like whole numbers of one scale', () => {
    const digitsWithin = (places: number) =>
      fc.bigInt({ min: 0n, max: 10n ** BigInt(places) - 1n });
    const scale = 12;
    const close = fc.record({
      whole: digitsWithin(18),
      fraction: digitsWithin(scale),
      apart: fc.bigInt({ min: -1n, max: 1n }),
      sign: fc.constantFrom('', '-'),
    });
    const write = (sign: string, digits: bigint): Exact => {
      const text = String(digits).padStart(scale + 1, '0');
      return exactly(`${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`);
    };

    fc.assert(
      fc.property(close, ({ whole, fraction, apart, sign }) => {
        const digits = whole * 10n ** BigInt(scale) + fraction;
        const neighbour = digits + apart < 0n ? digits : digits + apart;
        const [one, other] = [write(sign, digits), write(sign, neighbour)];

        const order = Number(one.digits > other.digits) - Number(one.digits < other.digits);
        expect(compareExact(one, other)).toBe(order);
      }),
    );
  });

  it.each(['1e9', '0x10', 'NaN', '1'.repeat(30), ''])(
    'cannot be compared with “%s” from a model',
    (given) => {
      expect(toExactNumber(given)).toBeNull();
    },
  );
});
