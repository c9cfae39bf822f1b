import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createPagePool,
  type PagePool,
  type PagePoolOptions,
} from '../../src/parsing/pool/page-pool.js';
import { AppError } from '../../src/shared/errors.js';
import { costlyPdf } from '../support/costly-pdf.js';

const LONG_MS = 300_000;
const entry = new URL('../fixtures/drawing-child.mjs', import.meta.url);
const pools: PagePool[] = [];
const gone = new AbortController();

/** A pool, and how often a file was opened to be drawn. */
const open = (options: Partial<PagePoolOptions>) => {
  // However busy the machine is that the test runs on.
  const patient = { starvationFactor: 10_000, maxWaitMs: LONG_MS };
  const pool = createPagePool({ maxMemoryMb: 512, ...patient, ...options });
  pools.push(pool);
  let tries = 0;
  const draw = (
    tenantId: string,
    page: number,
    { content = Buffer.alloc(0), width = 800 }: { content?: Buffer; width?: number } = {},
  ) =>
    pool.look({
      owner: { tenantId },
      version: 'manual 1',
      open: () => {
        tries += 1;
        return Promise.resolve({ size: content.length, content: Readable.from([content]) });
      },
      look: { look: 'picture', page, width },
      signal: gone.signal,
    });
  return { pool, draw, countTries: () => tries };
};

const codeOf = (drawn: Promise<unknown>): Promise<unknown> =>
  drawn.then(
    () => 'drawn',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('a page that takes too long to render', () => {
  it(
    'gets a short try and a full one, and is not tried again at any other width',
    async () => {
      const { draw, countTries } = open({ entry, firstTimeoutMs: 200, timeoutMs: 300 });

      const codes = [
        await codeOf(draw('a', 13)),
        await codeOf(draw('a', 13)),
        await codeOf(draw('a', 13, { width: 2000 })),
      ];

      expect(codes).toEqual(['parser_timeout', 'parser_timeout', 'parser_timeout']);
      expect(countTries()).toBe(2);
      expect(await codeOf(draw('a', 1))).toBe('drawn');
    },
    LONG_MS,
  );

  it(
    'fails for everyone who requested it in the meantime',
    async () => {
      const { draw, countTries } = open({ entry, firstTimeoutMs: 200, timeoutMs: 300 });

      const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(draw('a', 13))));

      expect(new Set(codes)).toEqual(new Set(['parser_timeout']));
      expect(countTries()).toBe(2);
    },
    LONG_MS,
  );

  it(
    'does not delay the page pictures of another tenant, even if two tenants request many of them',
    async () => {
      const { draw } = open({ entry, firstTimeoutMs: 300, timeoutMs: LONG_MS });
      const hostile = ['a', 'b'].flatMap((tenantId) =>
        Array.from({ length: 12 }, (_, at) => codeOf(draw(tenantId, 13 + at))),
      );

      const ends = await Promise.race([codeOf(draw('c', 1)), ...hostile]);

      expect(ends).toBe('drawn');
    },
    LONG_MS,
  );

  it(
    'may come from a file of only one kilobyte',
    async () => {
      const content = costlyPdf();
      const { draw, countTries } = open({ firstTimeoutMs: 200, timeoutMs: 300 });

      const codes = [
        await codeOf(draw('a', 1, { content })),
        await codeOf(draw('a', 1, { content })),
      ];

      expect(content.length).toBeLessThan(1_100);
      expect(codes).toEqual(['parser_timeout', 'parser_timeout']);
      expect(countTries()).toBe(2);
    },
    LONG_MS,
  );
});

describe('a page whose file cannot be fetched from the store', () => {
  it(
    'is rendered once the store is back',
    async () => {
      const { pool, draw } = open({ entry });
      const lost = pool.look({
        owner: { tenantId: 'a' },
        version: 'manual 1',
        open: () => Promise.reject(new AppError('storage_unavailable', 'The store is away.')),
        look: { look: 'picture', page: 1, width: 800 },
        signal: gone.signal,
      });

      expect(await codeOf(lost)).toBe('storage_unavailable');
      expect(await codeOf(draw('a', 1))).toBe('drawn');
    },
    LONG_MS,
  );
});
