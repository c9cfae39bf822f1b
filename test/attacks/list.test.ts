import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fileOf, type Attack } from './attack.js';
import { ATTACKS } from './attacks.js';
import { judge } from './judge.js';

const ROOT = join(import.meta.dirname, '../..');
const HELD: Attack = { number: 1, attack: 'Knock', tests: [['a/door', 'stays shut']] };

const reportOf = (...tests: readonly [fullName: string, status: string][]) => ({
  testResults: [
    {
      name: '/somewhere/test/a/door.test.ts',
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    },
  ],
});

describe('the list of attacks', () => {
  it('numbers the attacks of the first list without a gap, and each later one once', () => {
    const numbers = ATTACKS.map(({ number }) => number);

    expect(numbers.slice(0, 118)).toEqual(ATTACKS.slice(0, 118).map((_, index) => index + 1));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('names only tests that exist', async () => {
    const held = ATTACKS.flatMap((attack) => ('tests' in attack ? attack.tests : []));

    const missing = await Promise.all(
      held.map(async (one) => {
        const source = await readFile(join(ROOT, fileOf(one)), 'utf8').catch(() => '');
        return source.includes(one[1]) ? [] : [one.join(': ')];
      }),
    );

    expect(missing.flat()).toEqual([]);
  });

  it('gives a sentence as the reason if an attack does not apply', () => {
    const reasons = ATTACKS.flatMap((attack) => ('reason' in attack ? [attack.reason] : []));

    expect(reasons.filter((reason) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
  });
});

describe('the verdict on an attack', () => {
  it.each([
    ['pass', 'all of its tests passed', reportOf(['A door stays shut', 'passed'])],
    [
      'fail',
      'one of its tests failed',
      reportOf(['A door stays shut', 'passed'], ['A gate stays shut', 'failed']),
    ],
    ['fail', 'one of its tests was skipped', reportOf(['A door stays shut', 'pending'])],
    ['fail', 'none of its tests ran', reportOf(['A door opens', 'passed'])],
  ] as const)('is %s if %s', (verdict, _, report) => {
    expect(judge([HELD], report)).toMatchObject([{ verdict }]);
  });

  it('is none if there is nothing to attack', () => {
    const attack: Attack = { number: 2, attack: 'Fly', reason: 'There is no window to fly in by.' };

    expect(judge([attack], reportOf())).toMatchObject([{ verdict: 'none' }]);
  });
});
