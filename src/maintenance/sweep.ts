import { KEY_LIFETIME_MS } from '../http/index.js';
import type { SystemScope } from '../shared/scope.js';
import { emptyTenant } from '../tenancy/index.js';
import { eachTenant, type Attempt, type Deps } from './chores.js';
import type { Database } from './database.js';
import { createApplyRetention } from './retention/apply-retention.js';

const ORPHAN_AGE_MS = 3_600_000;
const BATCH_AGE_MS = 30 * 24 * 3_600_000;
/** How long a webhook's deliveries can be listed and sent again. */
const KEEP_DELIVERIES_MS = 30 * 86_400_000;
const FILES_AT_ONCE = 200;
const MEMORIES_AT_ONCE = 200;

/** Closes, collects and ends what no other part does, tenant by tenant. */
export const createSweepTenants = (deps: Deps, attempt: Attempt) => {
  const { database, logger, orphanAgeMs = ORPHAN_AGE_MS } = deps;
  const finishTenant = createFinishTenant(deps);
  const applyRetention = createApplyRetention(database);
  const removeExpiredMemories = createRemoveExpiredMemories(deps);
  let collectedAtMs = -Infinity;
  return async (): Promise<void> => {
    // Lists every file of every tenant, which a remote store charges for: once per orphan age, so an orphan is removed within twice that
    // time.
    const isCollecting = performance.now() - collectedAtMs >= orphanAgeMs;
    if (isCollecting) collectedAtMs = performance.now();
    for await (const { scope, status } of eachTenant(database)) {
      if (status === 'deleting') {
        await attempt('finish_tenant', () => finishTenant(scope));
        continue;
      }
      await attempt('close_idle_sessions', () =>
        database.withScope(scope, (tx) => tx.sessions.closeIdle(deps.sessionTimeoutMs)),
      );
      await attempt('close_abandoned_executions', () =>
        database.withScope(scope, (tx) =>
          tx.executions.closeAbandoned({
            ageMs: deps.abandonedAfterMs,
            longestMs: Math.max(deps.abandonedAfterMs, deps.longestTurnMs),
          }),
        ),
      );
      await attempt('remove_idempotency_records', () =>
        database.withScope(scope, (tx) => tx.idempotency.removeExpired(KEY_LIFETIME_MS)),
      );
      await attempt('remove_old_batches', () =>
        database.withScope(scope, (tx) => tx.batches.removeOld(BATCH_AGE_MS)),
      );
      await attempt('remove_revoked_keys', () =>
        database.withScope(scope, (tx) => tx.apiKeys.removeRevoked()),
      );
      await attempt('remove_expired_sign_ins', () =>
        database.withScope(scope, (tx) => tx.signIns.removeExpired()),
      );
      await attempt('remove_tool_results', () =>
        database.withScope(scope, (tx) => tx.toolResults.removeExpired()),
      );
      await attempt('remove_old_webhook_deliveries', () =>
        database.withScope(scope, (tx) => tx.webhooks.prune(KEEP_DELIVERIES_MS)),
      );
      await attempt('remove_expired_memories', () => removeExpiredMemories(scope));
      if (!isCollecting) continue;
      await attempt('apply_retention', () => applyRetention(scope));
      // There are more after the setting was lowered.
      await attempt('drop_kept_versions', () =>
        database.withScope(scope, (tx) => tx.documents.dropKeptBeyond(deps.keptVersions)),
      );
      await attempt('collect_orphan_files', async () => {
        const collected = await collectOrphanFiles(deps, scope, orphanAgeMs);
        if (collected !== null && collected > 0)
          logger.info({ collected }, 'Collected files that nothing refers to');
      });
    }
  };
};

/**
 * Finishes deleting a tenant: once the purging tasks are done, its row is removed and the slug is free. Audit entries stay, because the
 * application may only append to them.
 */
const createFinishTenant =
  (deps: Pick<Deps, 'database' | 'files' | 'logger'>) =>
  async (scope: SystemScope): Promise<void> => {
    await emptyTenant(deps.database, scope);
    // Of any age: no upload of this tenant may succeed any more, and nothing looks into its folder later.
    if ((await collectOrphanFiles(deps, scope, 0)) === null) return;
    const isRemoved = await deps.database.platform.tenants.remove(scope.tenantId);
    if (isRemoved) deps.logger.info({ tenantId: scope.tenantId }, 'Removed a deleted tenant');
  };

/**
 * Deletes files that no version and no workspace refers to: left by a crash between writing file and row, or kept because of a backup. The
 * minimum age protects uploads whose row is still being written. Null while a backup runs.
 */
const collectOrphanFiles = async (
  { database, files }: Pick<Deps, 'database' | 'files'>,
  scope: SystemScope,
  orphanAgeMs: number,
): Promise<number | null> => {
  const own = files.for(scope);
  const deleteUnreferenced = async (keys: string[]): Promise<number | null> => {
    const referenced = await database.withScope(scope, (tx) =>
      Promise.all([tx.documents.referencedFileKeys(keys), tx.workspace.referencedFileKeys(keys)]),
    );
    const isReferenced = new Set(referenced.flat());
    const orphans = keys.filter((key) => !isReferenced.has(key));
    if (orphans.length === 0) return 0;
    if (!(await database.mayDeleteFiles())) return null;
    for (const key of orphans) await own.delete(key);
    return orphans.length;
  };
  let collected = 0;
  for await (const keys of inGroups(own.listOlderThan(orphanAgeMs), FILES_AT_ONCE)) {
    const deleted = await deleteUnreferenced(keys);
    if (deleted === null) return null;
    collected += deleted;
  }
  return collected;
};

async function* inGroups<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Deletes memories that the tenant's policy has expired, which were hidden since then; vectors are deleted by a task. */
export const createRemoveExpiredMemories =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (scope: SystemScope): Promise<void> => {
    let removed: number;
    do {
      removed = await database.withScope(scope, async (tx) => {
        const ids = await tx.memories.removeExpired(MEMORIES_AT_ONCE);
        for (const id of ids) await tx.tasks.schedulePurge('memory', id);
        return ids.length;
      });
    } while (removed === MEMORIES_AT_ONCE);
  };
