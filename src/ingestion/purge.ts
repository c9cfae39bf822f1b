import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { requireAccepted, toTurn, type TaskContext } from './run-task.js';
import type { VersionId } from '../documents/index.js';
import { DocumentId, MemoryId } from '../shared/ids.js';
import type { SystemScope } from '../shared/scope.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'mayDeleteFiles'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'writerFor'>;
};

type DropDeps = Deps & {
  /** How many replaced versions of a document can be restored. */
  keptVersions: number;
};

export type DropReplaced = (context: TaskContext, answering: VersionId) => Promise<void>;

/**
 * Vectors first, then rows, then files: each step may be repeated, and a crash in between leaves only what the next run, or the collector
 * of orphans, still finds.
 */
export const createPurgeSubject =
  ({ database, files, vectors }: Deps) =>
  async (context: TaskContext): Promise<void> => {
    const { scope, task, lease } = context;
    const writer = vectors.writerFor(scope);
    const turn = toTurn(context);
    if (task.subjectKind === 'memory') {
      await writer.deleteMemory(MemoryId.parse(task.subjectId), turn);
    } else {
      await writer.deleteDocument({ documentId: DocumentId.parse(task.subjectId) }, turn);
    }
    const fileKeys = await database.withScope(scope, async (tx) => {
      const keys =
        task.subjectKind === 'memory'
          ? []
          : await tx.documents.purge(DocumentId.parse(task.subjectId), lease);
      requireAccepted(await tx.tasks.remove(lease));
      return keys;
    });
    await deleteFiles({ database, files }, scope, fileKeys);
  };

/**
 * Removes all versions except the current one: vectors, then rows, then files; each step may be repeated after a crash. The latest ready
 * ones keep their row and file.
 */
export const createDropReplaced =
  ({ database, files, vectors, keptVersions: kept }: DropDeps): DropReplaced =>
  async (context, { documentId, version }) => {
    const { scope, lease } = context;
    const others = { documentId, keepVersion: version };
    await vectors.writerFor(scope).deleteDocument(others, toTurn(context));
    const fileKeys = await database.withScope(scope, (tx) =>
      tx.documents.dropOtherVersions(documentId, { kept, lease }),
    );
    await deleteFiles({ database, files }, scope, fileKeys);
  };

const deleteFiles = async (
  { database, files }: Pick<Deps, 'database' | 'files'>,
  scope: SystemScope,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0 || !(await database.mayDeleteFiles())) return;
  for (const key of keys) await files.for(scope).delete(key);
};
