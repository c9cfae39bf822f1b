import { describe, expect, it } from '@jest/globals';
import type { Ocr } from '../../src/ingestion/read-pictures.js';
import { parseReadings, type OcrEngine } from '../../src/parsing/ocr/schema.js';
import { parseFailure } from '../../src/parsing/parse-failure.js';
import type { ParserPool } from '../../src/parsing/pool/parser-pool.js';
import { AppError } from '../../src/shared/errors.js';
import { createLineParser } from '../fakes/line-parser.js';
import { setUpVersions } from '../support/versions.js';

const { database, tenant, open, when } = setUpVersions();

const PAGES = [2, 3, 4];

/** A file with scanned pages: it names those that were not read, and says those that were. */
const scannedFile = (): Pick<ParserPool, 'parse'> => {
  const lines = createLineParser();
  return {
    parse: async (request) => {
      const parsed = await lines.parse(request);
      const readings = request.ocr?.readings ?? [];
      const isKnown = (page: number): boolean => readings.some((reading) => reading.page === page);
      const failed = readings.filter(({ text }) => text === null).map(({ page }) => page);
      return {
        ...parsed,
        toRead: PAGES.filter((page) => !isKnown(page)).map((page) => ({ page })),
        warnings: [{ code: 'pages_unread', detail: 'Pages that failed.', pages: failed }],
      };
    },
  };
};

/** Draws a page as a picture as wide as its number, by which the engine knows it. */
const draw: Ocr['draw'] = async ({ page }) => ({
  width: page,
  height: 1,
  grey: new Uint8Array(page),
});

type Outcome = 'read' | 'busy' | 'broken';

const engineOf = (outcomeOf: (page: number, time: number) => Outcome) => {
  const asked: number[] = [];
  const engine: OcrEngine = {
    name: 'fake',
    read: async ({ width: page }) => {
      asked.push(page);
      const time = asked.filter((one) => one === page).length;
      const outcome = outcomeOf(page, time);
      if (outcome === 'busy') throw new AppError('server_busy', 'No time for pictures.');
      if (outcome === 'broken') throw parseFailure('parser_crashed');
      const word = { text: 'word', confidence: 90, left: 0, right: 1, top: 0, bottom: 1 };
      const lines = [{ words: [word], baseline: 1, height: 1 }];
      return { lines, confidence: 90, turned: 0 };
    },
    close: async () => undefined,
  };
  return { engine, asked };
};

const openWith = (engine: OcrEngine, { maxPages = 10 } = {}) =>
  open({
    wrap: () => ({ parsers: scannedFile() }),
    ocr: { engine, draw, mode: 'scans', maxPages, maxPixels: 1_000_000 },
  });

describe('A document with scanned pages', () => {
  it('goes on with the page at which it was stopped', async () => {
    const { engine, asked } = engineOf((page, time) =>
      page === 3 && time === 1 ? 'busy' : 'read',
    );
    const system = await openWith(engine);

    const { id } = await system.upload(tenant().admin, 'typed page');
    await when(id, ({ status }) => status === 'ready');

    expect(asked).toEqual([2, 3, 3, 4]);
    const stored = await database().withScope(tenant().admin, (tx) =>
      tx.readings.ofPages(id, { firstPage: 3, lastPage: 9 }),
    );
    expect(parseReadings(stored).map(({ page }) => page)).toEqual([3, 4]);
  });

  it('is ready with a warning where the engine fails at a page', async () => {
    const { engine, asked } = engineOf((page) => (page === 3 ? 'broken' : 'read'));
    const system = await openWith(engine);

    const { id } = await system.upload(tenant().admin, 'typed page');
    const ready = await when(id, ({ status }) => status === 'ready');

    expect(asked).toEqual([2, 3, 4]);
    expect(ready?.warnings).toMatchObject([{ code: 'pages_unread', pages: [3] }]);
  });

  it('names the pages that are more than one document may have read', async () => {
    const { engine, asked } = engineOf(() => 'read');
    const system = await openWith(engine, { maxPages: 2 });

    const { id } = await system.upload(tenant().admin, 'typed page');
    const ready = await when(id, ({ status }) => status === 'ready');

    expect(asked).toEqual([2, 3]);
    expect(ready?.warnings.flatMap(({ pages }) => pages ?? [])).toEqual([4]);
  });

  it('shows nothing of its pictures to whoever may not read it', async () => {
    const { engine } = engineOf(() => 'read');
    const system = await openWith(engine);

    const { id } = await system.upload(tenant().admin, 'typed page', 'private');
    await when(id, ({ status }) => status === 'ready');

    const shown = await database().withScope(tenant().member, (tx) =>
      tx.readings.ofPages(id, { firstPage: 1, lastPage: 9 }),
    );
    expect(shown).toEqual([]);
  });
});
