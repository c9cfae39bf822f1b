import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MUTATIONS } from '../../scripts/isolation/mutations.js';

const ROOT = join(import.meta.dirname, '../..');

describe.each(MUTATIONS)('without the filter "$filter"', ({ file, from, to, test }) => {
  it('the file differs, and the removed code occurs in it once', () => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(from).length).toBe(2);
    expect(to).not.toBe(from);
    expect(test === undefined || existsSync(join(ROOT, test))).toBe(true);
  });
});

describe('the filters that the isolation check removes', () => {
  it('have unique names', () => {
    expect(new Set(MUTATIONS.map(({ filter }) => filter)).size).toBe(MUTATIONS.length);
  });
});
