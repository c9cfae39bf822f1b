import { describe, expect, it } from '@jest/globals';
import { nextIntervalMs } from '../../src/documents/read.js';

describe('a watched document', () => {
  it('is looked at less and less often while it stays as it is, and again soon once it has changed', () => {
    const unchanged = [];
    let last: number | null = null;
    for (let look = 0; look < 20; look += 1) {
      last = nextIntervalMs(last, { hasChanged: false });
      unchanged.push(last);
    }

    expect(unchanged.slice(0, 3)).toEqual([500, 625, 781.25]);
    expect(unchanged.at(-1)).toBe(5_000);
    expect(nextIntervalMs(5_000, { hasChanged: true })).toBe(500);
  });
});
