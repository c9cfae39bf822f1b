import { z } from 'zod';
import { emptySql, inMs, NOW, rowsOf, sql, type Sql } from '../platform/database/sql.js';
import type { Statements, Transaction } from '../platform/database/transaction.js';
import type { SubjectKind } from '../platform/queue/job-queue.js';
import type { ErrorCode } from '../shared/errors.js';
import { newId, TaskId, type TenantId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import {
  ClaimedTask,
  DueTask,
  MAX_TRIES,
  type IngestionTask,
  type Lease,
  type TaskOutcome,
} from './task.js';

/** For `ingestion_tasks` aliased `t`. */
const TASK_COLUMNS = sql`t.id, t.tenant_id AS "tenantId", t.subject_kind AS "subjectKind",
  t.subject_id AS "subjectId", t.version, t.action, t.epoch, t.failures`;

/** A due task, or the single row with the number in progress if none may be claimed. */
const FoundRow = z.union([
  DueTask.extend({ inFlight: z.int() }),
  z.object({ id: z.null(), inFlight: z.int() }),
]);

/**
 * Due, or claimed by a worker whose lease has expired. Or `queued`, a state of an earlier release, whose loop set it with a lease on rows
 * that have a job: no code writes it any more, but an update leaves such rows, and they keep appearing while workers of that release run
 * alongside ours. It may be removed, with all other mentions of `queued` in `tasks`, in the release after the next. `IS NOT NULL` lets the
 * index on lease_expires_at find them; `state` alone has no index.
 */
const IS_DUE = sql`(t.due_at <= now() OR (
  t.lease_expires_at IS NOT NULL AND (t.lease_expires_at <= now() OR t.state = 'queued')))`;
/** The lease of a `queued` row may not have expired yet. */
const WAITING_SINCE = sql`least(coalesce(t.due_at, t.lease_expires_at), now())`;
/** The first failure since the task was last done, or requested. */
const SINCE = sql`coalesce(failing_since, ${NOW})`;
const HAS_NOT_FAILED = sql`error_code = NULL, failing_since = NULL`;
/** A rebuild while the index of earlier settings answers: all other due work of the tenant goes first. */
const IS_REBUILD = sql`(t.state = 'due' AND t.action = 'index' AND t.fingerprint IS NOT NULL)`;
/** A running row that gets a new owner was lost by its worker. */
const IS_ONLY_TENANT = sql`NOT EXISTS (SELECT FROM tenants other WHERE other.id <> t.tenant_id AND other.status = 'active')`;
const COUNT_LOST = sql`lost_leases = t.lost_leases + (t.state = 'running')::int,
  error_code = CASE WHEN t.state = 'running' THEN ${'worker_lost' satisfies ErrorCode} ELSE t.error_code END,
  failing_since = CASE WHEN t.state = 'running' THEN ${SINCE} ELSE t.failing_since END`;

type Claim = { taskId: string; tenantId: TenantId; leaseMs: number };

/** Maximum in progress, with slow tasks in addition. A tenant gets no more than its share of either unless it is the only one. */
export type Shares = { maxInFlight: number; perTenant: number; maxSlow: number };

export const createTaskRepository = (client: Statements) => ({
  ...createIndexProgress(client),
  ...createStatistics(client),
  /**
   * The due rows whose turn has come, up to the maximum in progress (claimed under a live lease): round-robin over tenants, counting what
   * each already has in progress. Changes nothing: only `claim` assigns a row.
   */
  findDue: (shares: Shares) => findDue(client, shares),
  /** Gives a due task to this worker: epoch + 1, running; null if another has it or there is nothing to do. */
  claim: async ({ taskId, tenantId, leaseMs }: Claim): Promise<ClaimedTask | null> => {
    const rows = await client.$queryRaw<unknown[]>`
      UPDATE ingestion_tasks t SET state = 'running', epoch = t.epoch + 1, due_at = NULL,
        lease_expires_at = ${inMs(leaseMs)}, claimed_at = now(), ${COUNT_LOST}
      WHERE t.id = ${taskId}::uuid AND t.tenant_id = ${tenantId}::uuid AND ${IS_DUE}
      RETURNING ${TASK_COLUMNS}, t.lease_expires_at AS "leaseExpiresAt", t.fingerprint, t.fingerprint_before AS "fingerprintBefore", t.lost_leases AS "lostLeases",
        t.is_slow AS "isSlow", ${IS_ONLY_TENANT} AS "isOnlyTenant"`;
    return rows[0] ? ClaimedTask.parse(rows[0]) : null;
  },
  /** False if the epoch has moved on: stop working. */
  renew: async ({ leaseMs, ...lease }: Lease & { leaseMs: number }): Promise<boolean> => {
    const count = await client.$executeRaw`
      UPDATE ingestion_tasks SET lease_expires_at = ${inMs(leaseMs)} WHERE ${whereHeld(lease)}`;
    return count === 1;
  },
  /** Those of the leases that are still held. */
  findHeld: async (leases: readonly Lease[]): Promise<Lease[]> => {
    const ids = leases.map(({ taskId }) => taskId);
    const rows = await client.$queryRaw<{ id: string; epoch: number }[]>`
      SELECT id, epoch FROM ingestion_tasks WHERE id = ANY(${ids}::uuid[]) AND state = 'running'`;
    const epochs = new Map(rows.map(({ id, epoch }) => [id, epoch]));
    return leases.filter(({ taskId, epoch }) => epochs.get(taskId) === epoch);
  },
  settle: (lease: Lease, outcome: TaskOutcome) => settleTask(client, lease, outcome),
  /** Removes a finished purge task. */
  remove: (lease: Lease) => removeTask(client, lease),
});

export type TaskRepository = ReturnType<typeof createTaskRepository>;

/** The fingerprint of the index that contains the subject; null if none does. */
const INDEXED_UNDER = sql`coalesce(fingerprint, fingerprint_before)`;

/** For a subject that already has a row: raises the epoch, so that work on the earlier request is refused. */
const ANEW = sql`version = excluded.version, action = excluded.action, state = 'due', epoch = ingestion_tasks.epoch + 1,
  failures = 0, lost_leases = 0, is_slow = false, due_at = ${NOW}, lease_expires_at = NULL, refused_by = NULL, ${HAS_NOT_FAILED},
  fingerprint = NULL, fingerprint_before = coalesce(ingestion_tasks.fingerprint, ingestion_tasks.fingerprint_before)`;

type WantedTask = Pick<IngestionTask, 'subjectKind' | 'subjectId' | 'version' | 'action'>;

/** Runs inside a scoped transaction, so that a row and its task are one commit. */
export const createTaskScheduler = (tx: Transaction, { tenantId }: Scope) => {
  /** The same as `schedule`, for many subjects in one statement. */
  const scheduleAll = async (wanted: readonly WantedTask[]): Promise<void> => {
    if (wanted.length === 0) return;
    const rows = wanted.map((task) => ({ id: newId(TaskId), tenantId, ...task }));
    await tx.$executeRaw`
      INSERT INTO ingestion_tasks (id, tenant_id, subject_kind, subject_id, version, action, due_at)
      SELECT id, tenant_id, subject_kind, subject_id, version, action, ${NOW} FROM ${rowsOf('ingestion_tasks', rows)}
      ON CONFLICT (tenant_id, subject_kind, subject_id) DO UPDATE SET ${ANEW}`;
  };
  /** One task per subject: scheduling again raises the epoch, so that work on the old one is refused. */
  const schedule = async ({
    subjectKind,
    subjectId,
    version,
    action,
  }: WantedTask): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO ingestion_tasks (id, tenant_id, subject_kind, subject_id, version, action, due_at)
      VALUES (${newId(TaskId)}::uuid, ${tenantId}::uuid, ${subjectKind}, ${subjectId}::uuid, ${version}, ${action}, ${NOW})
      ON CONFLICT (tenant_id, subject_kind, subject_id) DO UPDATE SET ${ANEW}`;
  };
  return {
    schedule,
    scheduleAll,
    /** Removes all versions of the subject, whichever the task names. */
    schedulePurge: (subjectKind: SubjectKind, subjectId: string): Promise<void> =>
      schedule({ subjectKind, subjectId, version: 1, action: 'purge' }),
    /** The same as `schedulePurge`, for many subjects in one statement. */
    schedulePurges: (subjectKind: SubjectKind, subjectIds: readonly string[]): Promise<void> =>
      scheduleAll(
        subjectIds.map((subjectId) => ({ subjectKind, subjectId, version: 1, action: 'purge' })),
      ),
    /** The same as in TaskRepository, in one commit with the subject's own final state. */
    settle: (lease: Lease, outcome: TaskOutcome) => settleTask(tx, lease, outcome),
    remove: (lease: Lease) => removeTask(tx, lease),
    /**
     * For a tenant whose rows were loaded into another database: leases end, unfinished work is due, and indexed data counts as indexed
     * under the fingerprint that `toAbsent` derives from its own. Returns how many tasks are due.
     */
    restart: (toAbsent: (fingerprint: string) => string) => restart(tx, tenantId, toAbsent),
  };
};

export type TaskScheduler = ReturnType<typeof createTaskScheduler>;

/**
 * A WITH item: one row while the task is ours, none otherwise, so that a write joining it is refused in the same statement. The task's row
 * stays share-locked until the commit, so that nobody can take the lease between this check and later writes.
 */
export const held = (lease: Lease): Sql =>
  sql`held AS (SELECT FROM ingestion_tasks WHERE ${whereHeld(lease)} FOR SHARE)`;

/**
 * A tenant's n-th row ranks behind every other tenant's first: tenants with work in progress start further back, and ties go to the one
 * served longest ago. The last slot is reserved for a tenant that has none. Rebuilds come after other work of their rank and in
 * chronological order, so that one tenant is finished before the next begins.
 */
const findDue = async (
  client: Statements,
  { maxInFlight, perTenant, maxSlow }: Shares,
): Promise<{ tasks: DueTask[]; inFlight: number }> => {
  const slowPerTenant = Math.max(1, Math.floor(maxSlow / 2));
  const rows = await client.$queryRaw<unknown[]>`
    WITH load AS (
      SELECT tenant_id, is_slow, count(*) AS in_flight FROM ingestion_tasks
      WHERE lease_expires_at > now() AND state = 'running' GROUP BY tenant_id, is_slow
    ), lane AS (
      SELECT is_slow, places, per_tenant,
             (SELECT coalesce(sum(in_flight), 0) FROM load WHERE load.is_slow = sort.is_slow)::int AS in_flight
      FROM (VALUES (false, ${maxInFlight}::int, ${perTenant}::int), (true, ${maxSlow}::int, ${slowPerTenant}::int))
        AS sort (is_slow, places, per_tenant)
    ), installation AS (
      SELECT count(*) > 1 AS is_shared FROM (SELECT FROM tenants WHERE status = 'active' LIMIT 2) AS tenant
    ), due AS (
      SELECT t.id, t.tenant_id, t.is_slow, ${IS_REBUILD} AS is_rebuild, ${WAITING_SINCE} AS waiting_since,
             coalesce(load.in_flight, 0) + row_number() OVER (
               PARTITION BY t.tenant_id, t.is_slow ORDER BY ${IS_REBUILD}, ${WAITING_SINCE}, t.id
             ) AS turn
      FROM ingestion_tasks t LEFT JOIN load USING (tenant_id, is_slow)
      WHERE ${IS_DUE}
    ), served AS (
      SELECT tenant_id,
             (SELECT max(claimed_at) FROM ingestion_tasks t WHERE t.tenant_id = waiting.tenant_id) AS served_at
      FROM (SELECT DISTINCT tenant_id FROM due) AS waiting
    ), ranked AS (
      SELECT due.*, last.served_at, is_shared, places, in_flight + row_number() OVER (
               PARTITION BY is_slow ORDER BY turn, is_rebuild, last.served_at NULLS FIRST, waiting_since, due.id
             ) AS place
      FROM due JOIN served USING (tenant_id) JOIN lane USING (is_slow) CROSS JOIN installation
        CROSS JOIN LATERAL (SELECT CASE WHEN NOT is_rebuild THEN served.served_at END AS served_at) AS last
      WHERE turn <= per_tenant OR NOT is_shared
    ), found AS (
      SELECT * FROM ranked WHERE place < places OR (place = places AND (turn = 1 OR NOT is_shared))
    )
    SELECT ${TASK_COLUMNS}, total.in_flight AS "inFlight",
           extract(epoch FROM now() - found.waiting_since)::float8 * 1000 AS "waitedMs"
    FROM (SELECT sum(in_flight)::int AS in_flight FROM lane) AS total
    LEFT JOIN (found JOIN ingestion_tasks t USING (id)) ON true
    ORDER BY found.turn, found.is_rebuild, found.served_at NULLS FIRST, found.waiting_since, t.id`;
  const found = FoundRow.array().parse(rows);
  return {
    tasks: found.flatMap((row) => (row.id === null ? [] : [row])),
    inFlight: found[0]?.inFlight ?? 0,
  };
};

/** The writing statement itself checks the lease. */
const whereHeld = ({ taskId, epoch }: Lease): Sql =>
  sql`id = ${taskId}::uuid AND epoch = ${epoch} AND state = 'running'`;

const settleTask = async (
  client: Statements,
  lease: Lease,
  outcome: TaskOutcome,
): Promise<boolean> => {
  const count = await client.$executeRaw`
    UPDATE ingestion_tasks SET lease_expires_at = NULL, ${toAssignments(outcome)} WHERE ${whereHeld(lease)}`;
  return count === 1;
};

const removeTask = async (client: Statements, lease: Lease): Promise<boolean> => {
  const count = await client.$executeRaw`DELETE FROM ingestion_tasks WHERE ${whereHeld(lease)}`;
  return count === 1;
};

const toAssignments = (outcome: TaskOutcome): Sql => {
  switch (outcome.state) {
    case 'done': {
      const dueAt = outcome.verifyAgainMs === null ? sql`NULL` : inMs(outcome.verifyAgainMs);
      return sql`state = 'done', fingerprint = ${outcome.fingerprint}, fingerprint_before = NULL, failures = 0, lost_leases = 0, is_slow = false,
        due_at = ${dueAt}, ${HAS_NOT_FAILED}`;
    }
    case 'failed':
      return sql`state = 'failed', due_at = NULL, refused_by = ${outcome.refusedBy}, ${toFailure(outcome.errorCode)}`;
    case 'slow':
      return sql`state = 'due', due_at = ${NOW}, is_slow = true`;
    case 'due': {
      const counted = outcome.countFailure ? 1 : 0;
      const failure =
        outcome.errorCode === null ? emptySql : sql`, ${toFailure(outcome.errorCode)}`;
      return sql`state = 'due', due_at = ${inMs(outcome.delayMs)}, failures = failures + ${counted}${failure}`;
    }
  }
};

const toFailure = (errorCode: ErrorCode): Sql =>
  sql`error_code = ${errorCode}, failing_since = ${SINCE}`;

/** Due at a time set alongside, as if it had never been tried. */
const DUE_ANEW = sql`state = 'due', failures = 0, lost_leases = 0`;
const MADE_DUE = sql`${DUE_ANEW}, ${HAS_NOT_FAILED}`;

/** Runs on the schema of the restored backup, however old, so it must not use columns added later. */
const restart = async (
  tx: Transaction,
  tenantId: TenantId,
  toAbsent: (fingerprint: string) => string,
): Promise<number> => {
  const ofTenant = sql`tenant_id = ${tenantId}::uuid`;
  const fingerprints = await tx.$queryRaw<{ fingerprint: string }[]>`
    SELECT DISTINCT fingerprint FROM ingestion_tasks WHERE ${ofTenant} AND fingerprint IS NOT NULL`;
  for (const { fingerprint } of fingerprints) {
    await tx.$executeRaw`
      UPDATE ingestion_tasks SET fingerprint = ${toAbsent(fingerprint)}
      WHERE ${ofTenant} AND fingerprint = ${fingerprint}`;
  }
  return tx.$executeRaw`
    UPDATE ingestion_tasks SET ${DUE_ANEW}, due_at = ${NOW}, epoch = epoch + 1, lease_expires_at = NULL
    WHERE ${ofTenant} AND state <> 'failed'`;
};

// With the precision in which a task's creation is stored.
const Begun = z.object({ startedAt: z.date() });
const Left = z.object({ left: z.int() });

/** `etaSec`: the time needed for the rest at the rate of the last minutes; null if nothing was done in them. */
export type IndexProgress = { done: number; total: number; etaSec: number | null };
export type IndexedUnder = { fingerprint: string; subjects: number };
export type TenantBehind = { tenantId: TenantId; subjects: number };

/**
 * Re-indexing: of data indexed under other settings than the current ones, or of everything; only ids, states and numbers of all tenants.
 */
const createIndexProgress = (client: Statements) => ({
  /** Makes every finished task of another fingerprint due again, the named tenants' first; returns how many. */
  requeueForFingerprint: async (
    fingerprint: string,
    first: readonly TenantId[] = [],
  ): Promise<number> => {
    const isOld = sql`t.state = 'done' AND t.action = 'index' AND t.fingerprint <> ${fingerprint}`;
    const named = await client.$executeRaw`
      UPDATE ingestion_tasks t SET ${MADE_DUE},
        due_at = ${NOW} - (${first.length}::int + 1 - tenant.place) * interval '1 millisecond'
      FROM unnest(${[...first]}::uuid[]) WITH ORDINALITY AS tenant (id, place)
      WHERE t.tenant_id = tenant.id AND ${isOld}`;
    const others = await client.$executeRaw`
      UPDATE ingestion_tasks t SET ${MADE_DUE}, due_at = ${NOW} WHERE ${isOld}`;
    return named + others;
  },
  /** Makes files that other parsers refused due again, once per set of parsers; returns how many. */
  requeueRefused: (parsers: string): Promise<number> =>
    client.$executeRaw`
      UPDATE ingestion_tasks SET ${MADE_DUE}, due_at = ${NOW}, fingerprint = NULL, fingerprint_before = ${INDEXED_UNDER}, refused_by = NULL
      WHERE state = 'failed' AND action = 'index' AND refused_by <> ${parsers}`,
  /** The progress of a re-index; null if nothing is indexed under another fingerprint. */
  reindexing: async (fingerprint: string): Promise<IndexProgress | null> => {
    // Rebuilt in the last minutes: still to be verified, and created long before.
    const rebuilt = sql`fingerprint = ${fingerprint} AND state = 'done' AND due_at IS NOT NULL
      AND created_at < claimed_at - interval '10 minutes'`;
    const [progress] = await client.$queryRaw<IndexProgress[]>`
      SELECT count(*) FILTER (WHERE ${INDEXED_UNDER} = ${fingerprint})::int AS done, count(*)::int AS total,
        ceil(count(*) FILTER (WHERE ${INDEXED_UNDER} <> ${fingerprint})
          * extract(epoch FROM now() - min(claimed_at) FILTER (WHERE ${rebuilt}))
          / nullif(count(*) FILTER (WHERE ${rebuilt}), 0))::float8 AS "etaSec"
      FROM ingestion_tasks
      WHERE action = 'index' AND state <> 'failed' AND ${INDEXED_UNDER} IS NOT NULL`;
    return progress && progress.done < progress.total ? progress : null;
  },
  /** Counts subjects by the fingerprint of the index that contains them: of a tenant, or of all. */
  indexedUnder: async (tenantId: TenantId | null): Promise<IndexedUnder[]> => {
    const ofTenant = tenantId === null ? emptySql : sql`AND tenant_id = ${tenantId}::uuid`;
    return client.$queryRaw<IndexedUnder[]>`
      SELECT ${INDEXED_UNDER} AS fingerprint, count(*)::int AS subjects FROM ingestion_tasks
      WHERE action = 'index' AND state <> 'failed' AND ${INDEXED_UNDER} IS NOT NULL ${ofTenant} GROUP BY 1`;
  },
  /** Lists tenants with subjects that are only in the index of another fingerprint. */
  tenantsBehind: async (fingerprint: string): Promise<TenantBehind[]> =>
    client.$queryRaw<TenantBehind[]>`
      SELECT tenant_id AS "tenantId", count(*)::int AS subjects FROM ingestion_tasks
      WHERE action = 'index' AND state <> 'failed' AND ${INDEXED_UNDER} <> ${fingerprint} GROUP BY 1`,
  /** Makes everything indexed due again. Returns the time by the database's clock. */
  requeueAll: async (): Promise<Date> => {
    const rows = await client.$queryRaw<unknown[]>`
      WITH requeued AS (
        UPDATE ingestion_tasks SET ${MADE_DUE}, due_at = ${NOW}
        WHERE state = 'done' AND action = 'index'
      )
      SELECT now()::timestamptz(3) AS "startedAt"`;
    return Begun.parse(rows[0]).startedAt;
  },
  /**
   * The number of tasks from before that time that are still to be indexed. Excludes failed ones, and memories that keep failing, because
   * those are retried forever.
   */
  leftSince: async (since: Date): Promise<number> => {
    const rows = await client.$queryRaw<unknown[]>`
      SELECT count(*)::int AS "left" FROM ingestion_tasks
      WHERE action = 'index' AND state IN ('due', 'queued', 'running')
        AND created_at <= ${since} AND failures < ${MAX_TRIES}`;
    return Left.parse(rows[0]).left;
  },
});

type TaskStats = { due: number; running: number; oldestDueAgeSec: number };
type DocumentCounts = Record<'queued' | 'processing' | 'ready' | 'failed' | 'deleting', number>;

/** Only numbers about all tenants, for the metrics. */
const createStatistics = (client: Statements) => ({
  stats: async (): Promise<TaskStats> => {
    const rows = await client.$queryRaw<TaskStats[]>`
      SELECT count(*) FILTER (WHERE ${IS_DUE})::int AS due,
             count(*) FILTER (WHERE t.state = 'running')::int AS running,
             coalesce(extract(epoch FROM now() - min(t.due_at) FILTER (WHERE t.due_at <= now())), 0)::float8 AS "oldestDueAgeSec"
      FROM ingestion_tasks t WHERE t.state <> 'done' OR t.due_at IS NOT NULL`;
    return rows[0] ?? { due: 0, running: 0, oldestDueAgeSec: 0 };
  },
  /** How many due tasks the tenant with the most has. */
  largestQueue: async (): Promise<number> => {
    const rows = await client.$queryRaw<{ due: number }[]>`
      SELECT count(*)::int AS due FROM ingestion_tasks t
      WHERE (t.state <> 'done' OR t.due_at IS NOT NULL) AND ${IS_DUE}
      GROUP BY t.tenant_id ORDER BY due DESC LIMIT 1`;
    return rows[0]?.due ?? 0;
  },
  /** Documents of all tenants by status, derived from their tasks, without reading tenants' rows. */
  documentCounts: async (): Promise<DocumentCounts> => {
    // Once indexed, a document stays ready while its index is verified or rebuilt.
    const rows = await client.$queryRaw<DocumentCounts[]>`
      SELECT count(*) FILTER (WHERE action = 'index' AND state IN ('due', 'queued') AND fingerprint IS NULL)::int AS queued,
             count(*) FILTER (WHERE action = 'index' AND state = 'running' AND fingerprint IS NULL)::int AS processing,
             count(*) FILTER (WHERE action = 'index' AND state <> 'failed' AND fingerprint IS NOT NULL)::int AS ready,
             count(*) FILTER (WHERE state = 'failed' AND action = 'index')::int AS failed,
             count(*) FILTER (WHERE action = 'purge')::int AS deleting
      FROM ingestion_tasks WHERE subject_kind = 'document'`;
    return rows[0] ?? { queued: 0, processing: 0, ready: 0, failed: 0, deleting: 0 };
  },
  /** Why documents of all tenants have failed, most frequent reasons first. */
  failuresByReason: (): Promise<FailureReason[]> =>
    client.$queryRaw<FailureReason[]>`
      SELECT coalesce(error_code, 'unknown') AS reason, count(*)::int AS documents
      FROM ingestion_tasks WHERE subject_kind = 'document' AND action = 'index' AND state = 'failed'
      GROUP BY error_code ORDER BY documents DESC, reason`,
});

type FailureReason = { reason: string; documents: number };
