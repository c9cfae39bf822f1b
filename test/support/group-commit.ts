import { ChunkId, DocumentId, newId, TenantId, UserId } from '../../src/shared/ids.js';
import type { createGroupCommit } from '../../src/platform/vectors/lancedb/turns.js';
import type { ChunkPoint } from '../../src/platform/vectors/vector-store.js';

type CommitDeps = Parameters<typeof createGroupCommit>[0];
export type Commit = ReturnType<typeof createGroupCommit>;
export type WriteBatch = CommitDeps['writeBatch'];
export type Lock = CommitDeps['lock'];

export const tenantId = newId(TenantId);

export const makePoint = (): ChunkPoint => ({
  id: newId(ChunkId),
  documentId: newId(DocumentId),
  version: 1,
  ownerId: newId(UserId),
  visibility: 'tenant',
  language: 'en',
  terms: ['leave'],
  vector: null,
});

export const toWrite = (...points: ChunkPoint[]): Parameters<Commit>[1] => ({
  points,
  areNew: true,
});
