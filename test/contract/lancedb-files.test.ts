import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLanceDbVectorStore } from '../../src/adapters/vector-store/index.js';
import { ask, createTenant } from './vector-store/fixture.js';

process.env['LANCEDB_LOG'] ??= 'error';

describe('LanceDB on its folder', () => {
  let directory: string;
  const open = () =>
    createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'current' });

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('keeps one table per tenant, named with the fingerprint', async () => {
    const store = open();
    const tenants = [createTenant(store), createTenant(store)];

    for (const { writer, chunk } of tenants) await writer.upsertChunks([chunk('text')]);

    const names = tenants.map(({ tenantId }) => `document_chunks_current_${tenantId}.lance`);
    const stored = (await readdir(directory)).filter((name) => name.endsWith('.lance'));
    expect(stored.sort()).toEqual(names.sort());
    await store.close();
  });

  it('reads at once what a second store on the folder wrote, also after its optimisation', async () => {
    const [writing, reading] = [open(), open()];
    const tenant = createTenant(writing);
    const { reader } = createTenant(reading, tenant.tenantId);
    await tenant.writer.upsertChunks([tenant.chunk('first')]);
    const before = await reader.searchChunks(ask('first'));

    await tenant.writer.upsertChunks([tenant.chunk('second')]);
    await writing.optimize();

    expect(before.lexical).toHaveLength(1);
    expect((await reader.searchChunks(ask('second'))).lexical).toHaveLength(1);
    await Promise.all([writing.close(), reading.close()]);
  });

  it('writes anew where another process has dropped the table', async () => {
    const [first, second] = [
      open(),
      createLanceDbVectorStore({
        directory,
        dimensions: null,
        fingerprint: 'next',
      }),
    ];
    const { writer, chunk, reader } = createTenant(first);
    await writer.upsertChunks([chunk('lost')]);
    await second.dropStaleCollections();

    await writer.upsertChunks([chunk('found')]);

    expect((await reader.searchChunks(ask('lost found'))).lexical).toHaveLength(1);
    await Promise.all([first.close(), second.close()]);
  });

  it('takes the outer lock for every write, one at a time per table', async () => {
    let running = 0;
    let most = 0;
    const tables = new Set<string>();
    const store = createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      withWriterLock: async (name, work) => {
        tables.add(name);
        running += 1;
        most = Math.max(most, running);
        try {
          return await work();
        } finally {
          running -= 1;
        }
      },
    });
    const { writer, chunk } = createTenant(store);

    await Promise.all([1, 2, 3, 4].map(() => writer.upsertChunks([chunk('text')])));

    expect([tables.size, most]).toEqual([1, 1]);
    await store.close();
  });

  it('serves more tenants than it keeps open', async () => {
    const store = open();
    const tenants = Array.from({ length: 70 }, () => createTenant(store));
    for (const { writer, chunk } of tenants) await writer.upsertChunks([chunk('text')]);

    const found = await Promise.all(tenants.map(({ reader }) => reader.searchChunks(ask('text'))));

    expect(found.map(({ lexical }) => lexical.length)).toEqual(tenants.map(() => 1));
    await store.close();
  });
});
