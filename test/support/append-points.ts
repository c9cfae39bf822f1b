import { makeSystemScope } from '../../src/shared/make-scope.js';
import { ChunkId, DocumentId, newId, TaskId, TenantId, UserId } from '../../src/shared/ids.js';
import type { ChunkPoint, VectorWriter } from '../../src/platform/vectors/vector-store.js';
import type { TaskContext } from '../../src/ingestion/run-task.js';

const scope = makeSystemScope(newId(TenantId));

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

export const contextOf = (
  options: { signal?: AbortSignal; requireLease?: TaskContext['requireLease'] } = {},
): TaskContext => {
  const taskId = newId(TaskId);
  return {
    scope,
    task: {
      id: taskId,
      tenantId: scope.tenantId,
      subjectKind: 'document',
      subjectId: newId(DocumentId),
      version: 1,
      action: 'index',
      epoch: 1,
      failures: 0,
      leaseExpiresAt: new Date(0),
      fingerprint: null,
      lostLeases: 0,
    },
    lease: { taskId, epoch: 1 },
    signal: options.signal ?? new AbortController().signal,
    requireLease: options.requireLease ?? (() => Promise.resolve()),
  };
};

export const toAppend = (point: ChunkPoint) => ({
  context: contextOf(),
  points: [point],
  areNew: true,
});

const unexpected = () => Promise.reject(new Error('Not a part of this test'));
const UNUSED: VectorWriter = {
  upsertChunks: unexpected,
  countChunks: unexpected,
  deleteDocument: unexpected,
  readVectors: unexpected,
  setVisibility: unexpected,
  upsertMemories: unexpected,
  deleteMemory: unexpected,
  findMemories: unexpected,
  listVersions: unexpected,
  listMemories: unexpected,
};

/** A store that can do nothing but write chunks. */
export const vectorsOf = (upsertChunks: VectorWriter['upsertChunks']) => ({
  writerFor: (): VectorWriter => ({ ...UNUSED, upsertChunks }),
});
