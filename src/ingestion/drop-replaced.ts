import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { TaskContext } from './task-lease.js';
import type { VectorLock } from './vector-lock.js';
import type { VersionId } from '../documents/index.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'writerFor'>;
  vectorLock: VectorLock;
};

export type DropReplaced = (context: TaskContext, answering: VersionId) => Promise<void>;

/** Removes all versions but the one that answers: vectors, then rows, then files; each step may be repeated after a crash. */
export const createDropReplaced =
  ({ database, files, vectors, vectorLock }: Deps): DropReplaced =>
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
