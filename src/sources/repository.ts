import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { joinSql, NOW, sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { orNotFound } from '../shared/errors.js';
import type { SourceId, SourceRunId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { createItems } from './items-repository.js';
import { createRuns } from './runs-repository.js';
import {
  SourceRecord,
  type NewSource,
  type PausedReason,
  type RunCounts,
  type SourceChanges,
} from './schema.js';

export type SourceRepository = ReturnType<typeof createSourceRepository>;

/** Told in the transaction in which a run ends. */
export type SourceEvents = {
  runEnded(
    run: { sourceId: SourceId; runId: SourceRunId } & (
      ({ outcome: 'finished' } & RunCounts) | { outcome: 'failed'; reason: string | null }
    ),
  ): Promise<void>;
};

/** The sources of a tenant; an absent id is null, or `not_found` where something would change. */
export const createSourceRepository = (
  tx: Transaction,
  scope: Scope,
  events: Pick<SourceEvents, 'runEnded'>,
) => ({
  tellRunEnded: events.runEnded,
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createRuns(tx, scope),
  ...createItems(tx, scope),
});

const COLUMNS = sql`s.id, s.owner_id AS "ownerId", s.name, s.kind, s.settings, s.visibility, s.rules, s.collection_id AS "collectionId",
  s.every_minutes AS "everyMinutes", s.grace_days AS "graceDays", s.paused_reason AS "pausedReason", s.failures,
  s.last_complete_at AS "lastCompleteAt", t.due_at AS "nextRunAt", s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

const createReads = (tx: Transaction, { tenantId }: Scope) => {
  const select = async (which: Sql): Promise<SourceRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM sources s JOIN source_tasks t ON t.tenant_id = s.tenant_id AND t.source_id = s.id
      WHERE s.tenant_id = ${tenantId}::uuid ${which}`;
    return SourceRecord.array().parse(rows);
  };
  return {
    find: async (id: SourceId): Promise<SourceRecord | null> =>
      (await select(sql`AND s.id = ${id}::uuid`))[0] ?? null,
    list: async (page: PageRequest): Promise<Page<SourceRecord>> => {
      const which = sql`${olderThan(sql`s.id`, page)} ORDER BY s.id DESC LIMIT ${beyond(page)}`;
      return toPage(await select(which), page);
    },
  };
};

const createChanges = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const update = async (id: SourceId, assignments: Sql[]): Promise<void> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE sources SET ${joinSql([sql`updated_at = now()`, ...assignments])}
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid RETURNING id`;
    orNotFound(rows[0]);
  };
  return {
    /** Counts the tenant's sources; other transactions of the tenant that add one wait until this one ends. */
    countForAdding: async (): Promise<number> => {
      await tx.$lock(`sources/${tenantId}`);
      const rows = await tx.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM sources WHERE tenant_id = ${tenantId}::uuid`;
      return rows[0]?.count ?? 0;
    },
    /** `conflict` where the owner has a source of this name. The first run is due at once. */
    create: async (source: NewSource): Promise<boolean> => {
      const { id, ownerId, name, kind, settings, visibility, rules, collectionId } = source;
      const count = await tx.$executeRaw`
        INSERT INTO sources (tenant_id, id, owner_id, name, kind, settings, visibility, rules, collection_id, every_minutes, grace_days)
        VALUES (${tenantId}::uuid, ${id}::uuid, ${ownerId}::uuid, ${name}, ${kind}, ${toJson(settings)}::jsonb, ${visibility},
          ${toJson(rules)}::jsonb, ${collectionId}::uuid, ${source.everyMinutes}::int, ${source.graceDays})
        ON CONFLICT (tenant_id, owner_id, name) DO NOTHING`;
      if (count === 0) return false;
      await tx.$executeRaw`
        INSERT INTO source_tasks (tenant_id, source_id, due_at) VALUES (${tenantId}::uuid, ${id}::uuid, ${NOW})`;
      return true;
    },
    update: (id: SourceId, changes: SourceChanges): Promise<void> =>
      update(id, toAssignments(changes)),
    /** Has the source looked at as soon as a worker has time. */
    wake: async (id: SourceId): Promise<void> => {
      await tx.$executeRaw`
        UPDATE source_tasks SET due_at = ${NOW} WHERE tenant_id = ${tenantId}::uuid AND source_id = ${id}::uuid`;
    },
    /** Nothing is due until somebody asks for a run. */
    rest: async (id: SourceId): Promise<void> => {
      await tx.$executeRaw`
        UPDATE source_tasks SET due_at = NULL WHERE tenant_id = ${tenantId}::uuid AND source_id = ${id}::uuid`;
    },
    /** Notes how a look at the source ended; a run that has all it needs ends the count of failures. */
    noteOutcome: (
      id: SourceId,
      {
        failures,
        isComplete,
        pausedReason,
      }: { failures: number; isComplete: boolean; pausedReason?: PausedReason },
    ): Promise<void> =>
      update(id, [
        sql`failures = ${failures}`,
        ...(isComplete ? [sql`last_complete_at = now()`] : []),
        ...(pausedReason === undefined ? [] : [sql`paused_reason = ${pausedReason}`]),
      ]),
    /** With its runs and items; its documents are left as they are. */
    delete: async (id: SourceId): Promise<void> => {
      await tx.$executeRaw`
        DELETE FROM sources WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    },
  };
};

const toAssignments = (changes: SourceChanges): Sql[] => {
  const { settings, visibility, rules, collectionId, everyMinutes, graceDays, pausedReason } =
    changes;
  return [
    ...(settings === undefined ? [] : [sql`settings = ${toJson(settings)}::jsonb`]),
    ...(visibility === undefined ? [] : [sql`visibility = ${visibility}`]),
    ...(rules === undefined ? [] : [sql`rules = ${toJson(rules)}::jsonb`]),
    ...(collectionId === undefined ? [] : [sql`collection_id = ${collectionId}::uuid`]),
    ...(everyMinutes === undefined ? [] : [sql`every_minutes = ${everyMinutes}::int`]),
    ...(graceDays === undefined ? [] : [sql`grace_days = ${graceDays}`]),
    ...(pausedReason === undefined ? [] : [sql`paused_reason = ${pausedReason}`]),
  ];
};
