import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createLanceDbVectorStore,
  type LanceDbOptions,
} from '../../src/platform/vectors/lancedb/store.js';
import { ask, createTenant } from './vector-store/fixture.js';

process.env['LANCEDB_LOG'] ??= 'error';

describe('a table of LanceDB', () => {
  let directory: string;
  const open = (withWriterLock: NonNullable<LanceDbOptions['withWriterLock']>) =>
    createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      withWriterLock,
    });

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('finds its first chunk at once by a term that it repeats', async () => {
    const store = open((_name, work) => work());
    const { writer, reader, chunk } = createTenant(store);

    await writer.upsertChunks([chunk('parking: bicycles park in the yard')], { areNew: true });

    expect((await reader.searchChunks(ask('parked bicycles'))).lexical).toHaveLength(1);
    await store.close();
  });

  it('takes new chunks while it is optimised, each of them once', async () => {
    const store = open((_name, work) => work());
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
      const next = chunk('meanwhile');
      await writer.upsertChunks([next], { areNew: true });
      added.push(next);
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
    const store = open((_name, work) => turn.then(work));
    const { writer, chunk } = createTenant(store);
    await writer.upsertChunks([chunk('first')], { areNew: true });
    await writer.upsertChunks([chunk('second')], { areNew: true });
    turn = new Promise((resolve) => (release = resolve));
    const late = chunk('third');

    const adding = writer.upsertChunks([late], { areNew: true });
    await store.optimize();
    release();

    const readBack = await adding;
    expect(await readBack?.()).toEqual([late.id]);
    await store.close();
  });
});
