import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { emptyTenant } from '../tenancy/index.js';

type FinishDeps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  collectOrphanFiles: (scope: SystemScope, orphanAgeMs: number) => Promise<number>;
  logger: Logger;
};

type OrphanDeps = { database: Pick<Database, 'withScope'>; files: FileStore };

const FILES_AT_ONCE = 200;

type ExpiredDeps = { database: Pick<Database, 'withScope'> };

const MEMORIES_AT_ONCE = 200;

/**
 * Brings a tenant that is being deleted to its end: once the purging tasks are through, its row goes and the slug is free. Audit
 * entries stay, because the application may only append to them.
 */
export const createFinishTenant =
  ({ database, collectOrphanFiles, logger }: FinishDeps) =>
  async (scope: SystemScope): Promise<void> => {
    await emptyTenant(database, scope);
    // Of any age: no upload of this tenant is to succeed, and later nothing looks into its folder any more.
    await collectOrphanFiles(scope, 0);
    const isRemoved = await database.platform.tenants.remove(scope.tenantId);
    if (isRemoved) logger.info({ tenantId: scope.tenantId }, 'Removed a deleted tenant');
  };

/**
 * Deletes files that no version refers to: what a crash between file and row, or between row and file, left behind. The age keeps
 * uploads safe whose row is still being written.
 */
export const createCollectOrphanFiles = ({ database, files }: OrphanDeps) => {
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
      if (keys.length < FILES_AT_ONCE) continue;
      collected += await deleteUnreferenced(scope, keys);
      keys = [];
    }
    return collected + (await deleteUnreferenced(scope, keys));
  };
};

/** Deletes what the tenant's policy has outdated, vectors by task; it was out of use since then. */
export const createRemoveExpiredMemories =
  ({ database }: ExpiredDeps) =>
  async (scope: SystemScope): Promise<void> => {
    let removed: number;
    do {
      removed = await database.withScope(scope, async (tx) => {
        const ids = await tx.memories.removeExpired(MEMORIES_AT_ONCE);
        for (const subjectId of ids) {
          const task = { subjectKind: 'memory', subjectId, version: 1, action: 'purge' } as const;
          await tx.tasks.schedule(task);
        }
        return ids.length;
      });
    } while (removed === MEMORIES_AT_ONCE);
  };
