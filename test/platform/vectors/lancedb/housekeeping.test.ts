import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createLanceDbVectorStore,
  type LanceDbOptions,
} from '../../../../src/platform/vectors/lancedb/store.js';
import { ask, createTenant } from '../../../contract/vector-store/fixture.js';
import { eventually } from '../../../support/eventually.js';

process.env['LANCEDB_LOG'] ??= 'error';

/** A table rests for nine times what its indexing took, which on a busy machine is seconds. */
const INDEXING_MS = 60_000;

describe('a table of LanceDB', () => {
  let directory: string;
  const open = (withLock: NonNullable<LanceDbOptions['withLock']>, settledMs?: number) =>
    createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      withLock,
      ...(settledMs !== undefined && { settledMs }),
    });

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('finds its first chunk at once by a term that the chunk repeats', async () => {
    const store = open((_lock, work) => work());
    const { writer, reader, chunk } = createTenant(store);

    await writer.upsertChunks([chunk('parking: bicycles park in the yard')], { areNew: true });

    expect((await reader.searchChunks(ask('parked bicycles'))).lexical).toHaveLength(1);
    await store.close();
  });

  it('finds a chunk at once by a term that it repeats, even after all chunks before it were deleted', async () => {
    const store = open((_lock, work) => work());
    const { writer, reader, chunk } = createTenant(store);
    const gone = chunk('parking: bicycles park in the yard');
    await writer.upsertChunks([gone], { areNew: true });
    await writer.deleteDocument(gone);
    await store.optimize();

    await writer.upsertChunks([chunk('parking: bicycles park in the yard')], { areNew: true });

    expect((await reader.searchChunks(ask('parked bicycles'))).lexical).toHaveLength(1);
    await store.close();
  });

  it('finds later chunks at once by a term that they repeat more often than the first ones', async () => {
    const store = open((_lock, work) => work());
    const { writer, reader, chunk } = createTenant(store);
    await writer.upsertChunks([chunk('a cellar'), chunk('an attic')], { areNew: true });
    const found: number[] = [];

    for (let written = 1; written <= 3; written += 1) {
      await writer.upsertChunks([chunk('park '.repeat(24))], { areNew: true });
      found.push((await reader.searchChunks(ask('park'))).lexical.length);
    }

    expect(found).toEqual([1, 2, 3]);
    await store.close();
  });

  it('that was optimised is not optimised again after a restart', async () => {
    const before = open((_lock, work) => work());
    const { writer, chunk, tenantId } = createTenant(before);
    await writer.upsertChunks([chunk('first'), chunk('second')], { areNew: true });
    await before.optimize();
    await before.close();
    const files = () => readdir(directory, { recursive: true });
    const asLeft = await files();

    const after = open((_lock, work) => work());
    await after.optimize();

    expect(await files()).toEqual(asLeft);
    // What was left outside the index is made up for.
    const again = createTenant(after, tenantId);
    await again.writer.upsertChunks([chunk('third')], { areNew: true });
    await after.close();
    const last = open((_lock, work) => work());
    await last.optimize();
    expect((await files()).length).toBeGreaterThan(asLeft.length);
    await last.close();
  });

  it(
    'gives the same scores after a restart as after its last write',
    async () => {
      const before = open((_lock, work) => work(), 50);
      const { writer, reader, chunk, tenantId } = createTenant(before);
      const first = Array.from({ length: 64 }, (_, at) =>
        chunk(at % 8 === 0 ? 'cellar and attic' : 'an attic'),
      );
      await writer.upsertChunks(first, { areNew: true });
      await before.optimize();
      // Too little to be indexed in a short pause.
      await writer.upsertChunks([chunk('a cellar below the cellar')], { areNew: true });
      const scoresOf = async (from: typeof reader) =>
        (await from.searchChunks(ask('cellar'))).lexical.map(({ id, score }) => [id, score]);
      const restarted = async () => {
        const after = open((_lock, work) => work());
        await after.optimize();
        const scores = await scoresOf(createTenant(after, tenantId).reader);
        await after.close();
        return scores;
      };
      const written = await scoresOf(reader);

      const settled = await eventually(
        () => scoresOf(reader),
        (scores) => !isDeepStrictEqual(scores, written),
        INDEXING_MS,
      );
      await before.close();

      expect(settled).toEqual(await restarted());
    },
    2 * INDEXING_MS,
  );

  it('accepts new chunks while it is optimised, each of them once', async () => {
    const store = open((_lock, work) => work());
    const { writer, chunk } = createTenant(store);
    for (let written = 0; written < 40; written += 1) {
      await writer.upsertChunks([chunk('before')], { areNew: true });
    }
    const optimising = { isOver: false };
    const optimised = store.optimize().finally(() => {
      optimising.isOver = true;
    });

    const added = [];
    while (!optimising.isOver) {
      // A full batch waits for no others to share it.
      const batch = Array.from({ length: 64 }, () => chunk('meanwhile'));
      await writer.upsertChunks(batch, { areNew: true });
      added.push(...batch.slice(0, 1));
    }
    await optimised;

    expect(added.length).toBeGreaterThan(1);

    for (const point of added) {
      expect(await writer.countChunks(point)).toEqual({ rows: 1, distinct: 1 });
    }
    await store.close();
  });

  it('is optimised while somebody is about to add chunks', async () => {
    let release = (): void => undefined;
    let turn: Promise<void> = Promise.resolve();
    const store = open((_lock, work) => turn.then(work));
    const { writer, chunk } = createTenant(store);
    await writer.upsertChunks([chunk('first')], { areNew: true });
    await writer.upsertChunks([chunk('second')], { areNew: true });
    turn = new Promise((resolve) => (release = resolve));
    const late = chunk('third');

    const adding = writer.upsertChunks([late], { areNew: true });
    await store.optimize();
    release();

    expect(await adding).toBe(1);
    await store.close();
  });
});
