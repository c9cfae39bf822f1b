import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createQdrantVectorStore,
  openQdrantVectorStore,
} from '../../../../src/platform/vectors/qdrant/store.js';
import type { VectorStore } from '../../../../src/platform/vectors/vector-store.js';
import { startQdrantDouble, type QdrantDouble } from '../../../fakes/qdrant-double/server.js';
import { ask, createTenant, vectorOf } from '../../../contract/vector-store/fixture.js';

describe('collections in Qdrant', () => {
  let double: QdrantDouble;
  const opened: VectorStore[] = [];

  beforeEach(async () => {
    double = await startQdrantDouble({ openApi: process.env['QDRANT_OPENAPI'] });
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await double.close();
    expect(double.violations).toEqual([]);
  });

  const optionsOf = (fingerprint: string, dimensions: number) => ({
    url: double.url,
    fingerprint,
    dimensions,
  });
  const keep = (store: VectorStore): VectorStore => {
    opened.push(store);
    return store;
  };
  const open = async (fingerprint = 'current', dimensions = 4): Promise<VectorStore> =>
    keep(await openQdrantVectorStore(optionsOf(fingerprint, dimensions)));
  const aliases = () => Object.fromEntries(double.state.aliases);

  it('are created at start, with a graph for each tenant and an index for each filtered field', async () => {
    await open();

    const chunks = double.state.collections.get('document_chunks_current');
    expect(chunks?.settings).toMatchObject({
      hnsw_config: { m: 0, payload_m: 16 },
      sparse_vectors: { lexical: { modifier: 'idf' } },
      vectors: { dense: { size: 4, distance: 'Cosine' } },
    });
    expect(Object.fromEntries(chunks?.indexes ?? [])).toMatchObject({
      tenant_id: { data_type: 'keyword', params: { is_tenant: true } },
      document_id: {},
      visibility: {},
      owner_id: {},
      language: {},
      version: { data_type: 'integer' },
    });
    const memories = double.state.collections.get('long_term_memories_current');
    expect([...(memories?.indexes.keys() ?? [])].sort()).toEqual([
      'memory_type',
      'tenant_id',
      'user_id',
    ]);
  });

  it('get an index back that is missing at start', async () => {
    await open();
    const chunks = double.state.collections.get('document_chunks_current');
    chunks?.indexes.delete('tenant_id');

    await open();

    expect(chunks?.indexes.has('tenant_id')).toBe(true);
  });

  it('are refused at start if they have other dimensions, and the error names both numbers', async () => {
    await open('current', 4);

    const second = openQdrantVectorStore(optionsOf('current', 7));

    await expect(second).rejects.toThrow(/document_chunks_current .* 4 dimensions, not 7/);
  });

  it('are created on first use if the server was away at start', async () => {
    double.inject({ kind: 'status', status: 503 }, { times: 1 });
    const store = await open();
    const { writer, chunk, reader } = createTenant(store);

    await writer.upsertChunks([chunk('vacation')]);

    expect((await reader.searchChunks(ask('vacation'))).lexical).toHaveLength(1);
  });

  it('are written in batches', async () => {
    const { writer, chunk } = createTenant(await open());
    const points = Array.from({ length: 150 }, (_, index) => chunk('vacation', { index }));

    await writer.upsertChunks(points);

    const writes = double.calls.filter(
      ({ method, path }) => method === 'PUT' && path.includes('/points'),
    );
    const sizes = writes.map(({ body }) => (body as { points: unknown[] }).points.length);
    expect(sizes).toEqual([64, 64, 22]);
  });

  describe('while another embedding model takes over', () => {
    const [small, large] = [vectorOf(1, 0, 0, 0), vectorOf(1, 0, 0, 0, 0, 0, 0, 0)];

    it('never answer one model with the vectors of the other', async () => {
      const old = createTenant(await open('old', 4));
      const next = createTenant(await open('new', 8), old.tenantId);
      const point = old.chunk('vacation', { vector: small });
      await old.writer.upsertChunks([point]);
      const find = async (tenant: typeof old, vector: Float32Array) => {
        const { lexical, dense, failed } = await tenant.reader.searchChunks(
          ask('vacation', vector),
        );
        return [lexical.length, dense.length, failed.length];
      };

      const before = [await find(old, small), await find(next, large)];
      await next.writer.upsertChunks([{ ...point, vector: large }]);
      const after = [await find(old, small), await find(next, large)];

      expect(before).toEqual([
        [1, 1, 0],
        [0, 0, 0],
      ]);
      expect(after).toEqual([
        [1, 1, 0],
        [1, 1, 0],
      ]);
    });

    it('keep the alias on the old collection until all documents are in the new one', async () => {
      await open('old', 4);
      const next = await open('new', 8);
      const during = aliases();

      await next.dropStaleCollections();

      expect(during).toEqual({
        document_chunks: 'document_chunks_old',
        long_term_memories: 'long_term_memories_old',
      });
      expect(aliases()).toEqual({
        document_chunks: 'document_chunks_new',
        long_term_memories: 'long_term_memories_new',
      });
      expect([...double.state.collections.keys()].sort()).toEqual([
        'document_chunks_new',
        'long_term_memories_new',
      ]);
    });

    it('return to the old one if the change is undone', async () => {
      const old = await open('old', 4);
      const { tenantId, writer, chunk } = createTenant(old);
      await writer.upsertChunks([chunk('vacation', { vector: small })]);
      await open('new', 8);

      const again = createTenant(keep(createQdrantVectorStore(optionsOf('old', 4))), tenantId);

      const { dense } = await again.reader.searchChunks(ask('vacation', small));
      expect(dense).toHaveLength(1);
      expect(aliases()['document_chunks']).toBe('document_chunks_old');
    });
  });
});
