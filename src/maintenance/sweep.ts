import { KEY_LIFETIME_MS } from '../http/index.js';
import { eachTenant, type Attempt } from './each-tenant.js';
import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { emptyTenant } from '../tenancy/index.js';

type SweepDeps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  files: FileStore;
  sessionTimeoutMs: number;
  /** Longer than any turn may take: what runs longer has lost its process. */
  abandonedAfterMs: number;
  orphanAgeMs?: number | undefined;
  logger: Logger;
};

const ORPHAN_AGE_MS = 3_600_000;

type FinishDeps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  collectOrphanFiles: (scope: SystemScope, orphanAgeMs: number) => Promise<number>;
  logger: Logger;
};

type OrphanDeps = { database: Pick<Database, 'withScope'>; files: FileStore };

const FILES_AT_ONCE = 200;

type ExpiredDeps = { database: Pick<Database, 'withScope'> };

const MEMORIES_AT_ONCE = 200;

/** Closes, collects and ends what nobody else does, tenant by tenant. */
export const createSweepTenants = (deps: SweepDeps, attempt: Attempt) => {
  const { database, logger } = deps;
  const collectOrphanFiles = createCollectOrphanFiles(deps);
  const removeExpiredMemories = createRemoveExpiredMemories(deps);
  const finishTenant = createFinishTenant({ ...deps, collectOrphanFiles });
  return async (): Promise<void> => {
    for await (const { scope, status } of eachTenant(database.platform)) {
      if (status === 'deleting') {
        await attempt('finish_tenant', () => finishTenant(scope));
        continue;
      }
      await attempt('close_idle_sessions', () =>
        database.withScope(scope, (tx) => tx.sessions.closeIdle(deps.sessionTimeoutMs)),
      );
      await attempt('close_abandoned_executions', () =>
        database.withScope(scope, (tx) => tx.executions.closeAbandoned(deps.abandonedAfterMs)),
      );
      await attempt('remove_idempotency_records', () =>
        database.withScope(scope, (tx) => tx.idempotency.removeExpired(KEY_LIFETIME_MS)),
      );
      await attempt('remove_expired_memories', () => removeExpiredMemories(scope));
      await attempt('collect_orphan_files', async () => {
        const collected = await collectOrphanFiles(scope, deps.orphanAgeMs ?? ORPHAN_AGE_MS);
        if (collected > 0) logger.info({ collected }, 'Collected files without a document');
      });
    }
  };
};

/**
 * Brings a tenant that is being deleted to its end: once the purging tasks are through, its row goes and the slug is free. Audit
 * entries stay, because the application may only append to them.
 */
const createFinishTenant =
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
const createCollectOrphanFiles = ({ database, files }: OrphanDeps) => {
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
