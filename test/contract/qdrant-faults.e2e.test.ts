import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChunkId, newId } from '../../src/shared/ids.js';
import { createQdrantVectorStore } from '../../src/platform/vectors/qdrant/store.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import { startQdrantDouble, type Call, type QdrantDouble } from '../fakes/qdrant-double/server.js';
import { ask, createTenant, DIMENSIONS, vectorOf } from './vector-store/fixture.js';

const vector = vectorOf(1, 0, 0, 0);
const isUpsert = ({ method, path }: Call): boolean => method === 'PUT' && path.endsWith('/points');
const isSearch = ({ path }: Call): boolean => path.endsWith('/query/batch');
const isDenseSearch = (call: Call): boolean =>
  isSearch(call) && JSON.stringify(call.body).includes('"dense"');

describe('the Qdrant store', () => {
  let double: QdrantDouble;
  let store: VectorStore;
  let foreignRows = 0;

  beforeEach(async () => {
    foreignRows = 0;
    double = await startQdrantDouble({ openApi: process.env['QDRANT_OPENAPI'] });
    store = createQdrantVectorStore({
      url: double.url,
      dimensions: DIMENSIONS,
      fingerprint: 'current',
      timeoutMs: 1_500,
      onForeignRow: () => {
        foreignRows += 1;
      },
    });
  });

  afterEach(async () => {
    await store.close();
    await double.close();
  });

  it.each([
    ['refuses the connection', { kind: 'status', status: 503 }],
    ['drops the connection', { kind: 'drop', after: 'request' }],
    ['sends half a response', { kind: 'truncate' }],
    ['never responds', { kind: 'hold', until: new Promise(() => undefined) }],
  ] as const)('reports that it is unavailable if the server %s', async (_, fault) => {
    const { reader } = createTenant(store);
    double.inject(fault, { times: Infinity });

    const search = reader.searchChunks(ask('vacation'));

    await expect(search).rejects.toMatchObject({ code: 'vector_store_unavailable' });
    await expect(store.check()).rejects.toMatchObject({ code: 'vector_store_unavailable' });
  });

  it('shows no host and no key in its error', async () => {
    const down = createQdrantVectorStore({
      url: 'http://127.0.0.1:9',
      apiKey: 'secret-key',
      dimensions: null,
      fingerprint: 'current',
    });

    await expect(down.check()).rejects.toMatchObject({
      message: 'The vector store cannot be reached.',
    });
  });

  it('recovers once the server is back', async () => {
    double.inject({ kind: 'status', status: 500 });
    await expect(store.check()).rejects.toMatchObject({ code: 'vector_store_unavailable' });

    await expect(store.check()).resolves.toBeUndefined();
  });

  it('repeats an upsert whose response was lost, and stores it only once', async () => {
    const { writer, chunk } = createTenant(store);
    const point = chunk('vacation');
    double.inject({ kind: 'drop', after: 'work' }, { matches: isUpsert });

    await expect(writer.upsertChunks([point])).rejects.toMatchObject({
      code: 'vector_store_unavailable',
    });
    await writer.upsertChunks([point]);

    expect(await writer.countChunks(point)).toEqual({ rows: 1, distinct: 1 });
  });

  it('keeps the lexical ranking if the dense one fails, and names the failed one', async () => {
    const { writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('vacation', { vector })]);
    double.inject({ kind: 'status', status: 500 }, { matches: isDenseSearch, times: Infinity });

    const found = await reader.searchChunks(ask('vacation', vector));

    expect(found.lexical).toHaveLength(1);
    expect(found.failed.map(({ leg }) => leg)).toEqual(['dense']);
  });

  it('returns the lexical ranking alone if the dense one does not respond', async () => {
    const { writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('vacation', { vector })]);
    const never = new Promise(() => undefined);
    double.inject({ kind: 'hold', until: never }, { matches: isDenseSearch, times: Infinity });

    const found = await reader.searchChunks(ask('vacation', vector));

    expect(found.lexical).toHaveLength(1);
    expect(found.failed.map(({ leg }) => leg)).toEqual(['dense']);
  });

  it('keeps the lexical ranking if the dense one returns a point that is not ours', async () => {
    const { tenantId, ownerId, writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('vacation', { vector })]);
    const upsert = double.calls.find(isUpsert);
    const payload = { tenant_id: tenantId, owner_id: ownerId, visibility: 'tenant' };
    const point = { id: newId(ChunkId), vector: { dense: [...vector] }, payload };
    await fetch(new URL(`${upsert?.path ?? ''}?wait=true`, double.url), {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ points: [point] }),
    });

    const found = await reader.searchChunks(ask('vacation', vector));

    expect(found.lexical).toHaveLength(1);
    expect(found.failed.map(({ leg }) => leg)).toEqual(['dense']);
  });

  it('requests the lexical and the dense ranking at the same time', async () => {
    const { writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('vacation', { vector })]);

    await reader.searchChunks(ask('vacation', vector));

    expect(double.calls.filter(isSearch)).toHaveLength(1);
  });

  it('drops and counts rows of another tenant that a faulty server returns', async () => {
    const [mine, theirs] = [createTenant(store), createTenant(store)];
    await theirs.writer.upsertChunks([theirs.chunk('vacation', { vector })]);
    double.state.switches.ignoreFilters = true;

    const found = await mine.reader.searchChunks(ask('vacation', vector));

    expect([found.lexical, found.dense]).toEqual([[], []]);
    expect(foreignRows).toBe(2);
  });

  it('drops what the reader may not see even within their tenant', async () => {
    const { writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('vacation', { vector, visibility: 'private' })]);
    double.state.switches.ignoreFilters = true;

    const found = await reader.searchChunks(ask('vacation', vector));

    expect([found.lexical, found.dense]).toEqual([[], []]);
    expect(foreignRows).toBe(0);
  });

  it('puts the tenant into the filter of every read and filtered change', async () => {
    const { tenantId, writer, chunk, memory, reader, ownerId } = createTenant(store);
    const [point, fact] = [chunk('vacation', { vector }), memory(ownerId, 'tea')];
    await writer.upsertChunks([point]);
    await writer.upsertMemories([fact]);

    await reader.searchChunks(ask('vacation', vector));
    await reader.searchMemories(ask('tea', vector));
    await writer.countChunks(point);
    await writer.setVisibility({ documentId: point.documentId, visibility: 'private' });
    await writer.deleteMemory(fact.id);
    await writer.deleteDocument(point);

    const filtered = double.calls.filter(({ body }) =>
      JSON.stringify(body ?? null).includes('"filter"'),
    );
    const tenant = JSON.stringify({ key: 'tenant_id', match: { value: tenantId } });
    expect(filtered).toHaveLength(6);
    expect(filtered.every(({ body }) => JSON.stringify(body).includes(tenant))).toBe(true);
  });

  it('recreates a collection that disappeared', async () => {
    const { writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('vacation')]);
    double.state.collections.clear();

    await writer.upsertChunks([chunk('vacation')]);

    expect((await reader.searchChunks(ask('vacation'))).lexical).toHaveLength(1);
  });

  it('points the aliases at the collections of its fingerprint', async () => {
    await store.check();

    expect(Object.fromEntries(double.state.aliases)).toEqual({
      document_chunks: 'document_chunks_current',
      long_term_memories: 'long_term_memories_current',
    });
  });
});
