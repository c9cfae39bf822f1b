import { afterAll, describe, expect, it } from '@jest/globals';
import { createPagePool } from '../../src/parsing/pool/page-pool.js';

const pool = createPagePool({ maxMemoryMb: 512 });
const gone = new AbortController();
const { signal } = gone;

afterAll(() => {
  gone.abort(new Error('gone'));
  return pool.close();
});

describe('the pages that people look at', () => {
  it('are refused with whose limit it is, and its number', async () => {
    const look = (userId: string) =>
      pool.look({
        owner: { tenantId: 'a', userId },
        version: '1',
        // A store that hangs, so that no child is started.
        open: () => new Promise(() => undefined),
        look: { look: 'picture', page: 1, width: 800 },
        signal,
      });
    for (let count = 0; count < 1 + 16; count += 1) look('ada').catch(() => undefined);

    await expect(look('ada')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many pages are looked at: user ada may have 16 waiting of 64.',
    });
  });
});
