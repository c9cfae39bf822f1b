import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';

type Deps = { database: Pick<Database, 'withScope'>; files: FileStore };

const BATCH_SIZE = 200;

/**
 * Deletes files that no version refers to: what a crash between file and row, or between row and file, left behind. The age keeps
 * uploads safe whose row is still being written.
 */
export const createCollectOrphanFiles = ({ database, files }: Deps) => {
  const deleteUnreferenced = async (scope: SystemScope, keys: string[]): Promise<number> => {
    if (keys.length === 0) return 0;
    const referenced = new Set(
      await database.withScope(scope, (tx) => tx.documents.referencedFileKeys(keys)),
    );
    const orphans = keys.filter((key) => !referenced.has(key));
    for (const key of orphans) await files.for(scope).delete(key);
    return orphans.length;
  };
  return async (scope: SystemScope, orphanAgeMs: number): Promise<number> => {
    let collected = 0;
    let keys: string[] = [];
    for await (const key of files.for(scope).listOlderThan(orphanAgeMs)) {
      keys.push(key);
      if (keys.length < BATCH_SIZE) continue;
      collected += await deleteUnreferenced(scope, keys);
      keys = [];
    }
    return collected + (await deleteUnreferenced(scope, keys));
  };
};
