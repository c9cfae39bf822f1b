import { describe, expect, it } from '@jest/globals';
import { triesAfter } from '../../console/src/api/tries.js';

describe('finding out whether somebody is signed in', () => {
  const offline = { code: 'offline', status: 0, retryAfterSec: 2 } as const;
  const busy = { code: 'rate_limited', status: 429, retryAfterSec: 7 } as const;
  const starting = { code: 'storage_unavailable', status: 503, retryAfterSec: 2 } as const;
  const refused = { code: 'unauthenticated', status: 401, retryAfterSec: 2 } as const;

  it('is retried ever more slowly while the server is down, starting or too busy', () => {
    expect([1, 2, 3, 9].map((tried) => triesAfter(offline, tried))).toEqual([
      1000, 2000, 4000, 15_000,
    ]);
    expect(triesAfter(starting, 1)).toBe(1000);
  });

  it('waits as long as a busy server asks', () => {
    expect(triesAfter(busy, 1)).toBe(7000);
    expect(triesAfter({ ...busy, retryAfterSec: 600 }, 1)).toBe(15_000);
  });

  it('ends with a definite no', () => {
    expect(triesAfter(refused, 1)).toBeNull();
    expect(triesAfter({ ...refused, code: 'forbidden', status: 403 }, 1)).toBeNull();
  });
});
