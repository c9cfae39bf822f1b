import { EventEmitter, once } from 'node:events';
import { afterAll, describe, expect, it } from '@jest/globals';
import { onAbort } from '../../src/shared/async.js';
import { ParserTimeout } from '../../src/parsing/parse-failure.js';
import { createPagePool } from '../../src/parsing/pool/page-pool.js';

const pool = createPagePool({ maxMemoryMb: 512 });
const gone = new AbortController();
const { signal } = gone;

afterAll(() => {
  gone.abort(new Error('gone'));
  return pool.close();
});

/** A store that answers nothing until the signal says why. */
const hang = (until: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    onAbort(until, () => {
      reject(until.reason as Error);
    });
  });

describe('the page pictures of a tenant over a limit', () => {
  it('are refused with an error that names the limit and whose it is', async () => {
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
      message: 'Too many pages are being rendered: user ada may have 16 waiting of 64.',
    });
  });
});

describe('a page that takes long to render', () => {
  it('waits longer than for a short page if another tenant renders a long one', async () => {
    const patient = createPagePool({ maxMemoryMb: 512, maxWaitMs: 50, timeoutMs: 30_000 });
    const place = new AbortController();
    const begun = new EventEmitter();
    const look = (tenantId: string, open: () => Promise<never>) =>
      patient.look({
        owner: { tenantId, userId: 'ada' },
        version: '1',
        open,
        look: { look: 'picture', page: 1, width: 800 },
        signal,
      });
    const lookLong = (tenantId: 'a' | 'b') => {
      let tries = 0;
      return look(tenantId, () => {
        tries += 1;
        if (tries === 1) return Promise.reject(new ParserTimeout({ hadWholeLimit: false }));
        begun.emit(tenantId);
        return hang(place.signal);
      });
    };
    const firstBegins = once(begun, 'a');
    const first = lookLong('a').catch((error: unknown) => error);
    await firstBegins;
    const second = lookLong('b').catch((error: unknown) => error);
    for (const tenantId of ['c', 'd']) look(tenantId, () => hang(signal)).catch(() => undefined);
    // One after the other: the second begins to wait after the long page, and is refused after it would be.
    const refused = { code: 'rate_limited' };
    await expect(look('e', () => hang(signal))).rejects.toMatchObject(refused);
    await expect(look('e', () => hang(signal))).rejects.toMatchObject(refused);

    place.abort(new Error('The store is away.'));

    expect(await first).toMatchObject({ message: 'The store is away.' });
    expect(await second).toMatchObject({ message: 'The store is away.' });
    await patient.close();
  });
});
