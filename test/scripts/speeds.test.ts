import { describe, expect, it } from '@jest/globals';
import { listTests, speedOf } from '../support/speeds.js';

describe('the speed of a test file', () => {
  it.each([
    ['citations/rules/runs.test.ts', 'fast'],
    ['documents/rights.db.test.ts', 'db'],
    ['process.e2e.test.ts', 'e2e'],
    ['parsing/parser-pool.test.ts', 'e2e'],
    ['main-job.e2e.test.ts', 'fast'],
  ])('of %s is %s', (file, speed) => {
    expect(speedOf(file)).toBe(speed);
  });

  it('is one of three, which together cover all tests', () => {
    const parts = (['fast', 'db', 'e2e'] as const).map((speed) => listTests(speed));

    expect(parts.every((files) => files.length > 100)).toBe(true);
    expect(parts.flat().sort()).toEqual(listTests('all'));
  });
});
