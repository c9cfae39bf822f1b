import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { applyChange, REGRESSIONS } from '../../scripts/regressions/regressions.js';

const ROOT = join(import.meta.dirname, '../..');

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe.each(REGRESSIONS)('the fault "$name"', ({ changes }) => {
  it('can be put into the sources as they are', () => {
    for (const change of changes) {
      const text = textOf(change.file);

      expect(applyChange(text, change)).not.toBe(text);
    }
  });
});

describe('the faults that golden questions have to find', () => {
  it('are at least ten, each with a name of its own', () => {
    const names = new Set(REGRESSIONS.map(({ name }) => name));

    expect(names.size).toBe(REGRESSIONS.length);
    expect(names.size).toBeGreaterThanOrEqual(10);
  });
});
