import { expect } from '@jest/globals';
import { ChunkId, DocumentId, newId, UserId } from '../../../src/shared/ids.js';
import { ask, createTenant, DIMENSIONS, vectorOf, type Cases } from './fixture.js';

export const writing: Cases = {
  'stores a chunk once, however often it is written': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const point = chunk('annual vacation');

    await writer.upsertChunks([point]);
    await writer.upsertChunks([point, point]);

    expect(await writer.countChunks(point)).toEqual({ rows: 1, distinct: 1 });
    expect((await reader.searchChunks(ask('vacation'))).lexical).toHaveLength(1);
  },

  'keeps the last of two points with the same id': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const point = chunk('first wording');

    await writer.upsertChunks([point, { ...point, terms: ['second'] }]);

    expect((await reader.searchChunks(ask('first'))).lexical).toEqual([]);
    expect((await reader.searchChunks(ask('second'))).lexical).toHaveLength(1);
  },

  'forgets the previous terms of a rewritten chunk': async (context) => {
    const { writer, chunk, reader } = createTenant(context().store);
    const point = chunk('obsolete rule');
    await writer.upsertChunks([point]);

    await writer.upsertChunks([{ ...point, terms: ['current'] }]);

    expect((await reader.searchChunks(ask('obsolete'))).lexical).toEqual([]);
  },

  'reports new chunks as they are stored, or does not check': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const points = ['first', 'second'].map((text) => chunk(text));
    await writer.upsertChunks([chunk('before')]);

    const shown = await writer.upsertChunks(points, { areNew: true });

    expect([0, points.length]).toContain(shown);
  },

  'reports to each of several concurrent writes its own new chunks, or does not check': async (
    context,
  ) => {
    const { writer, chunk } = createTenant(context().store);
    const groups = [2, 1, 3].map((count) => Array.from({ length: count }, () => chunk('new')));

    const shown = await Promise.all(
      groups.map((points) => writer.upsertChunks(points, { areNew: true })),
    );

    expect([[0, 0, 0], groups.map(({ length }) => length)]).toContainEqual(shown);
    const counts = await Promise.all(groups.flat().map((point) => writer.countChunks(point)));
    expect(counts).toEqual(counts.map(() => ({ rows: 1, distinct: 1 })));
  },

  'counts nothing if nothing was written': async (context) => {
    const { writer } = createTenant(context().store);

    const counted = await writer.countChunks({ documentId: newId(DocumentId), version: 1 });

    expect(counted).toEqual({ rows: 0, distinct: 0 });
  },

  'accepts an empty batch, and deleting or relabelling what does not exist': async (context) => {
    const { writer } = createTenant(context().store);
    const documentId = newId(DocumentId);

    await writer.upsertChunks([]);
    await writer.deleteDocument({ documentId });
    await writer.setVisibility({ documentId, visibility: 'private' });

    expect((await writer.countChunks({ documentId, version: 1 })).rows).toBe(0);
  },

  'deletes all versions of a document, or all but one': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const documentId = newId(DocumentId);
    const versions = [1, 2, 3].map((version) => chunk('text', { documentId, version }));
    const other = chunk('text');
    await writer.upsertChunks([...versions, other]);
    const count = async () => {
      const counts = await Promise.all([...versions, other].map((one) => writer.countChunks(one)));
      return counts.map(({ rows }) => rows);
    };

    await writer.deleteDocument({ documentId, keepVersion: 2 });
    const afterKeeping = await count();
    await writer.deleteDocument({ documentId });

    expect(afterKeeping).toEqual([0, 1, 0, 1]);
    expect(await count()).toEqual([0, 0, 0, 1]);
  },

  'deletes one version of a document and leaves the others': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const documentId = newId(DocumentId);
    const versions = [1, 2].map((version) => chunk('text', { documentId, version }));
    await writer.upsertChunks(versions);

    await writer.deleteDocument({ documentId, version: 2 });

    const counts = await Promise.all(versions.map((one) => writer.countChunks(one)));
    expect(counts.map(({ rows }) => rows)).toEqual([1, 0]);
  },

  'returns the vectors that it stored, and none for unknown ids': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const stranger = createTenant(context().store);
    const [point, foreign] = [
      chunk('text', { vector: vectorOf(1, 0, 0, 0) }),
      stranger.chunk('text'),
    ];
    await writer.upsertChunks([point, chunk('without one', { vector: null })]);
    await stranger.writer.upsertChunks([foreign]);

    const vectors = await writer.readVectors([point.id, foreign.id, newId(ChunkId)]);

    expect([...vectors.keys()]).toEqual([point.id]);
    expect([...(vectors.get(point.id) ?? [])]).toEqual([1, 0, 0, 0]);
  },

  'survives concurrent upserts of the same new chunks': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const documentId = newId(DocumentId);
    const points = [0, 1, 2].map((index) => chunk(`text ${index}`, { documentId, index }));

    await Promise.all([1, 2, 3, 4].map(() => writer.upsertChunks(points)));

    expect(await writer.countChunks({ documentId, version: 1 })).toEqual({ rows: 3, distinct: 3 });
  },

  'answers every search during writes and optimisation': async (context) => {
    const { store } = context();
    const { writer, chunk, reader } = createTenant(store);
    await writer.upsertChunks([chunk('anchor')]);

    const searches = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await writer.upsertChunks([chunk(`other ${index}`)]);
        if (index % 4 === 0) await store.optimize();
        return reader.searchChunks(ask('anchor'));
      }),
    );

    expect(searches.map(({ lexical }) => lexical.length)).toEqual(searches.map(() => 1));
  },

  'reports to each of several concurrent writes only its own failure': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const [unconfirmed, misshapen, sound] = [
      chunk('unconfirmed'),
      chunk('misshapen', { vector: vectorOf(1, 2, 3) }),
      chunk('sound'),
    ];
    const refusal = new Error('Lease lost');

    const outcomes = await Promise.allSettled([
      writer.upsertChunks([unconfirmed], { confirm: () => Promise.reject(refusal) }),
      writer.upsertChunks([misshapen]),
      writer.upsertChunks([sound]),
    ]);

    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: { code: 'embedder_invalid_output' } },
      { status: 'fulfilled' },
    ]);
    const counts = await Promise.all(
      [unconfirmed, misshapen, sound].map((point) => writer.countChunks(point)),
    );
    expect(counts.map(({ rows }) => rows)).toEqual([0, 0, 1]);
  },

  'changes nothing that is not confirmed, and passes the refusal on': async (context) => {
    const { writer, chunk, memory } = createTenant(context().store);
    const [point, fact] = [chunk('kept'), memory(newId(UserId), 'kept')];
    await writer.upsertChunks([point]);
    await writer.upsertMemories([fact]);
    const refusal = new Error('Lease lost');
    const turn = { confirm: () => Promise.reject(refusal) };

    const outcomes = await Promise.allSettled([
      writer.deleteDocument(point, turn),
      writer.setVisibility({ documentId: point.documentId, visibility: 'private' }, turn),
      writer.upsertMemories([memory(newId(UserId), 'new')], turn),
      writer.deleteMemory(fact.id, turn),
    ]);

    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal })));
    expect((await writer.countChunks(point)).rows).toBe(1);
    expect((await writer.listMemories({ after: null, limit: 9 })).items).toEqual([fact.id]);
  },

  'begins no change whose signal is already aborted': async (context) => {
    const { writer, chunk } = createTenant(context().store);
    const point = chunk('kept');
    await writer.upsertChunks([point]);
    const reason = new Error('Stopped');
    const turn = { signal: AbortSignal.abort(reason) };

    const outcomes = await Promise.allSettled([
      writer.upsertChunks([chunk('new')], turn),
      writer.deleteDocument(point, turn),
    ]);

    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason })));
    expect((await writer.countChunks(point)).rows).toBe(1);
  },

  'refuses a vector of another length, naming both': async (context) => {
    const { writer, chunk } = createTenant(context().store);

    const write = writer.upsertChunks([chunk('text', { vector: vectorOf(1, 2, 3) })]);

    await expect(write).rejects.toMatchObject({
      code: 'embedder_invalid_output',
      message: expect.stringMatching(`3 .*${DIMENSIONS}`),
    });
  },

  'refuses an index built with another dimension, naming both': async (context) => {
    const { backend } = context();
    const { tenantId, writer, chunk } = createTenant(context().store);
    await writer.upsertChunks([chunk('text')]);
    const other = backend.open({ dimensions: 7 });

    const search = createTenant(other, tenantId).reader.searchChunks(ask('text'));

    await expect(search).rejects.toMatchObject({
      code: 'vector_store_unavailable',
      message: expect.stringMatching(`${DIMENSIONS} .*7`),
    });
    await other.close();
  },

  'deletes what another fingerprint left behind, and only that': async (context) => {
    const { backend, store } = context();
    const current = createTenant(store);
    await current.writer.upsertChunks([current.chunk('kept')]);
    const old = backend.open({ dimensions: DIMENSIONS, fingerprint: 'old' });
    const stale = createTenant(old);
    const point = stale.chunk('stale');
    await stale.writer.upsertChunks([point]);

    await store.dropStaleCollections();

    expect((await stale.writer.countChunks(point)).rows).toBe(0);
    expect((await current.reader.searchChunks(ask('kept'))).lexical).toHaveLength(1);
    await old.close();
  },
};
