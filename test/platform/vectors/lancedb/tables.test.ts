import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createLanceDbVectorStore,
  openLanceDbVectorStore,
} from '../../../../src/platform/vectors/lancedb/store.js';
import { DocumentId, newId, UserId } from '../../../../src/shared/ids.js';
import { eventually } from '../../../support/eventually.js';
import { ask, createTenant } from '../../../contract/vector-store/fixture.js';

process.env['LANCEDB_LOG'] ??= 'error';

const sizeOf = async (directory: string): Promise<{ files: number; bytes: number }> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) => stat(path.join(parentPath, name))),
  );
  return { files: files.length, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
};

const contains = async (directory: string, text: string): Promise<boolean> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'latin1')),
  );
  return contents.some((content) => content.includes(text));
};

describe('LanceDB in a folder', () => {
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

  it('refuses at start a table with other dimensions and names both numbers', async () => {
    const optionsOf = (dimensions: number) => ({ directory, dimensions, fingerprint: 'current' });
    const store = createLanceDbVectorStore(optionsOf(4));
    const { writer, chunk } = createTenant(store);
    await writer.upsertChunks([chunk('leave', { vector: new Float32Array(4).fill(0.5) })]);
    await store.close();

    const opened = await openLanceDbVectorStore(optionsOf(4));
    await opened.close();
    await expect(openLanceDbVectorStore(optionsOf(7))).rejects.toThrow(
      /Table document_chunks_current_.* 4 dimensions, not 7/,
    );
  });

  it('reads at once what a second store in the folder wrote, also after the second store optimised it', async () => {
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

  it('shows all new chunks, whatever was deleted, replaced and compacted before', async () => {
    const store = open();
    const { writer, chunk } = createTenant(store);
    const [first, second, third] = [chunk('first'), chunk('second'), chunk('third')];
    await writer.upsertChunks([first, second], { areNew: true });
    await writer.upsertChunks([third, chunk('fourth')]);
    await writer.deleteDocument(first);
    await writer.upsertChunks([{ ...third, terms: ['replaced'] }]);
    const added = [chunk('fifth'), chunk('sixth')];

    const shown = await writer.upsertChunks(added, { areNew: true });
    await store.optimize();
    const last = chunk('seventh');
    const shownLast = await writer.upsertChunks([last], { areNew: true });

    expect([shown, shownLast]).toEqual([2, 1]);
    await store.close();
  });

  it('stores new chunks once, visible or not, when earlier chunks are deleted at the same time', async () => {
    const store = open();
    const { writer, chunk } = createTenant(store);
    const [before, added] = [chunk('before'), [chunk('first'), chunk('second')]];
    await writer.upsertChunks([before]);

    const [shown] = await Promise.all([
      writer.upsertChunks(added, { areNew: true }),
      writer.deleteDocument(before),
    ]);

    expect([0, 1, 2]).toContain(shown);
    const counts = await Promise.all(added.map((point) => writer.countChunks(point)));
    expect(counts).toEqual(added.map(() => ({ rows: 1, distinct: 1 })));
    await store.close();
  });

  it('writes to a new table if another process has dropped the old one', async () => {
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

  it('takes the cluster lock for every change, one at a time per tenant', async () => {
    let running = 0;
    let most = 0;
    const keys: string[] = [];
    const store = createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      withLock: async ({ key }, work) => {
        keys.push(key);
        running += 1;
        most = Math.max(most, running);
        try {
          return await work();
        } finally {
          running -= 1;
        }
      },
    });
    const { writer, chunk, memory } = createTenant(store);

    await Promise.all([
      ...[1, 2, 3, 4].map(() => writer.upsertChunks([chunk('text')])),
      writer.upsertMemories([memory(newId(UserId), 'fact')]),
      writer.deleteDocument({ documentId: newId(DocumentId) }),
    ]);

    expect([new Set(keys).size, most]).toEqual([1, 1]);
    // The four writes of chunks shared one.
    expect(keys).toHaveLength(3);
    await store.close();
  });

  it('keeps its folder bounded while the same chunks are written again and again', async () => {
    const store = createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      cleanupGraceMs: 0,
    });
    const { writer, chunk, reader } = createTenant(store);
    const documentId = newId(DocumentId);
    const points = Array.from({ length: 20 }, (_, index) =>
      chunk(`text number ${index}`, { documentId, index }),
    );
    const write = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await writer.upsertChunks(points);
        await writer.setVisibility({ documentId, visibility: 'tenant' });
      }
      await store.optimize();
      return sizeOf(directory);
    };

    const early = await write(15);
    const late = await write(60);

    expect(late.files).toBeLessThan(early.files * 2);
    expect(late.bytes).toBeLessThan(early.bytes * 2);
    expect((await reader.searchChunks(ask('text'))).lexical).toHaveLength(20);
    await store.close();
  });

  it('also cleans up after the last write, once the grace period is over', async () => {
    const store = createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      cleanupGraceMs: 3_000,
    });
    const { writer, chunk } = createTenant(store);
    for (let time = 0; time < 20; time += 1) await writer.upsertChunks([chunk('text')]);
    await store.optimize();
    const { files } = await sizeOf(directory);

    const cleaned = await eventually(
      async () => {
        await store.optimize();
        return sizeOf(directory);
      },
      (now) => now.files < files,
    );

    expect(cleaned.files).toBeLessThan(files);
    await store.close();
  });

  it('keeps no file of deleted chunks, even if nothing is written afterwards', async () => {
    const store = createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: 'current',
      cleanupGraceMs: 0,
    });
    const { writer, chunk } = createTenant(store);
    const secret = chunk('classified');
    await writer.upsertChunks([secret, chunk('public')]);
    await store.optimize();

    await writer.deleteDocument(secret);
    await store.optimize();

    expect(await contains(directory, 'classifi')).toBe(false);
    expect(await contains(directory, 'public')).toBe(true);
    await store.close();
  });

  it('serves more tenants than it keeps tables open', async () => {
    const store = open();
    const tenants = Array.from({ length: 70 }, () => createTenant(store));
    for (const { writer, chunk } of tenants) await writer.upsertChunks([chunk('text')]);

    const found = await Promise.all(tenants.map(({ reader }) => reader.searchChunks(ask('text'))));

    expect(found.map(({ lexical }) => lexical.length)).toEqual(tenants.map(() => 1));
    await store.close();
  });
});
