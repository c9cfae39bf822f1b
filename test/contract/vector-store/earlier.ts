import { expect } from '@jest/globals';
import { DocumentId, MemoryId, newId, UserId, type TenantId } from '../../../src/shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../../src/shared/make-scope.js';
import type { VectorStore } from '../../../src/platform/vectors/vector-store.js';
import { ask, createTenant, DIMENSIONS, vectorOf, type Cases } from './fixture.js';

const openOld = (store: VectorStore, tenantId: TenantId, fingerprint = 'old') => {
  const index = store.earlier({ fingerprint, dimensions: DIMENSIONS });
  const person = { userId: newId(UserId), role: 'member', groups: [], permissions: [] } as const;
  return {
    reader: index.for(makeUserScope({ tenantId, ...person })),
    writer: index.writerFor(makeSystemScope(tenantId)),
  };
};

export const earlier: Cases = {
  'reads an earlier index in addition to its own, and clears it': async (context) => {
    const { backend, store } = context();
    const old = backend.open({ dimensions: DIMENSIONS, fingerprint: 'old' });
    const { tenantId, writer, chunk } = createTenant(old);
    const vector = vectorOf(1, 0, 0, 0);
    const [kept, gone] = [chunk('kept word', { vector }), chunk('gone word')];
    await writer.upsertChunks([kept, gone]);
    const index = openOld(store, tenantId);

    await index.writer.deleteDocument({ documentId: gone.documentId });

    const found = await index.reader.searchChunks(ask('word', vector));
    expect(found.lexical.map(({ id }) => id)).toEqual([kept.id]);
    expect(found.dense.map(({ id }) => id)).toEqual([kept.id]);
    const vectors = await index.writer.readVectors([kept.id, gone.id]);
    expect([...vectors]).toEqual([[kept.id, vector]]);
    const own = await createTenant(store, tenantId).reader.searchChunks(ask('word'));
    expect(own.lexical).toEqual([]);
    await old.close();
  },

  'keeps tenants and people apart in an earlier index': async (context) => {
    const { backend, store } = context();
    const old = backend.open({ dimensions: DIMENSIONS, fingerprint: 'old' });
    const { tenantId, writer, chunk } = createTenant(old);
    await writer.upsertChunks([chunk('shared word'), chunk('own word', { visibility: 'private' })]);
    const stranger = createTenant(store);

    const ofTenant = await openOld(store, tenantId).reader.searchChunks(ask('word'));
    const ofStranger = await openOld(store, stranger.tenantId).reader.searchChunks(ask('word'));

    expect(ofTenant.lexical).toHaveLength(1);
    expect(ofStranger.lexical).toEqual([]);
    await old.close();
  },

  'finds nothing in an earlier index that is empty': async (context) => {
    const { store } = context();
    const { tenantId, chunk } = createTenant(store);
    const { reader, writer } = openOld(store, tenantId, 'never');

    await writer.deleteDocument({ documentId: newId(DocumentId) });
    await writer.setVisibility({ documentId: newId(DocumentId), visibility: 'tenant' });
    await writer.deleteMemory(newId(MemoryId));

    const found = await reader.searchChunks(ask('word', vectorOf(1, 0, 0, 0)));
    expect(found).toEqual({ lexical: [], dense: [], failed: [] });
    expect((await writer.readVectors([chunk('one').id])).size).toBe(0);
  },

  'keeps what another fingerprint left behind for tenants that still read it': async (context) => {
    const { backend, store } = context();
    const old = backend.open({ dimensions: DIMENSIONS, fingerprint: 'old' });
    const { tenantId, writer, chunk } = createTenant(old);
    const point = chunk('read');
    await writer.upsertChunks([point]);

    await store.dropStaleCollections(new Set([tenantId]));

    expect((await writer.countChunks(point)).rows).toBe(1);
    await old.close();
  },
};
