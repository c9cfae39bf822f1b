import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { requireAccepted, type TaskContext } from './run-task.js';
import type { VectorLock } from './vector-lock.js';
import type { VersionId } from '../documents/index.js';
import { DocumentId, MemoryId } from '../shared/ids.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'writerFor'>;
  vectorLock: VectorLock;
};

type DropDeps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'writerFor'>;
  vectorLock: VectorLock;
};

export type DropReplaced = (context: TaskContext, answering: VersionId) => Promise<void>;

/**
 * Vectors first, rows next, files last: each step may be repeated, and a crash in between leaves only what the next run, or the
 * collector of orphans, still finds.
 */
export const createPurgeSubject =
  ({ database, files, vectors, vectorLock }: Deps) =>
  async (context: TaskContext): Promise<void> => {
    const { scope, task, lease, signal } = context;
    const writer = vectors.writerFor(scope);
    await vectorLock(scope.tenantId, signal, async () => {
      await context.requireLease();
      if (task.subjectKind === 'memory') await writer.deleteMemory(MemoryId.parse(task.subjectId));
      else await writer.deleteDocument({ documentId: DocumentId.parse(task.subjectId) });
    });
    const fileKeys = await database.withScope(scope, async (tx) => {
      const keys =
        task.subjectKind === 'memory'
          ? []
          : await tx.documents.purge(DocumentId.parse(task.subjectId), lease);
      requireAccepted(await tx.tasks.remove(lease));
      return keys;
    });
    for (const key of fileKeys) await files.for(scope).delete(key);
  };

/** Removes all versions but the one that answers: vectors, then rows, then files; each step may be repeated after a crash. */
export const createDropReplaced =
  ({ database, files, vectors, vectorLock }: DropDeps): DropReplaced =>
  async (context, { documentId, version }) => {
    const { scope, lease, signal } = context;
    await vectorLock(scope.tenantId, signal, async () => {
      await context.requireLease();
      await vectors.writerFor(scope).deleteDocument({ documentId, keepVersion: version });
    });
    const fileKeys = await database.withScope(scope, (tx) =>
      tx.documents.dropOtherVersions(documentId, lease),
    );
    for (const key of fileKeys) await files.for(scope).delete(key);
  };
