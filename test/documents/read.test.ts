import { describe, expect, it } from '@jest/globals';
import { nextIntervalMs } from '../../src/documents/read.js';

describe('a client that polls a document', () => {
  it('polls less and less often while nothing changes, and soon again after a change', () => {
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
