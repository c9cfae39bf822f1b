import { z } from 'zod';
import {
  IngestionTask,
  type TakenTasks,
  type ClaimedTask,
  type TaskOutcome,
} from './ingestion-task.js';
import { sql } from '../platform/database/sql.js';
import { inMs } from '../platform/database/clock.js';
import { translating } from '../platform/database/translate-error.js';
import { MADE_DUE, removeTask, settleTask, TASK_COLUMNS, toTasks } from './task-sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { TenantId } from '../shared/ids.js';

const ClaimedRow = IngestionTask.extend({
  leaseExpiresAt: z.date(),
  fingerprint: z.string().nullable(),
  lostLeases: z.int(),
});

const TakenRow = z.object({ inFlightBefore: z.int() });

/** Due, or given to somebody who let the lease run out. */
const IS_DUE = sql`(t.due_at <= now() OR t.lease_expires_at <= now())`;
const IS_IN_FLIGHT = sql`(state IN ('queued', 'running') AND lease_expires_at > now())`;
/**
 * A queue ignores a job whose name it has, and may have one that nobody will ever work on: locked, say, by a worker whose clock was
 * an hour ahead. So what was queued in vain is named anew.
 */
const RENAMED = sql`epoch = t.epoch + (t.state = 'queued')::int`;
/** A running row that changes hands was lost by its worker. */
const COUNT_LOST = sql`lost_leases = t.lost_leases + (t.state = 'running')::int`;

export const createTaskRepository = (client: Transaction) => ({
  ...createReindexing(client),
  /**
   * Takes due rows (or rows whose lease ran out) until `maxInFlight` are queued or running under a live lease, round-robin over
   * tenants counting what each already has in flight, and marks them queued for `leaseMs`.
   */
  takeDue: (options: { maxInFlight: number; leaseMs: number }): Promise<TakenTasks> =>
    translating(() => takeDue(client, options)),
  /** Claims a queued task for this worker: epoch + 1, running; null when another worker holds a live lease or nothing is to do. */
  claim: ({
    taskId,
    tenantId,
    leaseMs,
  }: {
    taskId: string;
    tenantId: TenantId;
    leaseMs: number;
  }): Promise<ClaimedTask | null> =>
    translating(async () => {
      const rows = await client.$queryRaw<unknown[]>`
        UPDATE ingestion_tasks t SET state = 'running', epoch = t.epoch + 1, due_at = NULL,
          lease_expires_at = ${inMs(leaseMs)}, ${COUNT_LOST}
        WHERE t.id = ${taskId}::uuid AND t.tenant_id = ${tenantId}::uuid AND (t.state = 'queued' OR ${IS_DUE})
        RETURNING ${TASK_COLUMNS}, t.lease_expires_at AS "leaseExpiresAt", t.fingerprint, t.lost_leases AS "lostLeases"`;
      return rows[0] ? ClaimedRow.parse(rows[0]) : null;
    }),
  /** False when the epoch moved on: stop working. */
  renew: ({
    taskId,
    epoch,
    leaseMs,
  }: {
    taskId: string;
    epoch: number;
    leaseMs: number;
  }): Promise<boolean> =>
    translating(async () => {
      const count = await client.$executeRaw`
        UPDATE ingestion_tasks SET lease_expires_at = ${inMs(leaseMs)}
        WHERE id = ${taskId}::uuid AND epoch = ${epoch} AND state = 'running'`;
      return count === 1;
    }),
  settle: (lease: { taskId: string; epoch: number }, outcome: TaskOutcome): Promise<boolean> =>
    translating(() => settleTask(client, lease, outcome)),
  /** Removes a purge task that is done. */
  remove: (lease: { taskId: string; epoch: number }): Promise<boolean> =>
    translating(() => removeTask(client, lease)),
});

/** A tenant's n-th row ranks behind every other tenant's first: who already has work in flight starts further back. */
const takeDue = async (
  client: Transaction,
  { maxInFlight, leaseMs }: { maxInFlight: number; leaseMs: number },
): Promise<TakenTasks> => {
  const rows = await client.$queryRaw<unknown[]>`
    WITH load AS (
      SELECT tenant_id, count(*) AS in_flight FROM ingestion_tasks WHERE ${IS_IN_FLIGHT} GROUP BY tenant_id
    ), ranked AS (
      SELECT t.id, coalesce(t.due_at, t.lease_expires_at) AS waiting_since,
             coalesce(load.in_flight, 0) + row_number() OVER (
               PARTITION BY t.tenant_id ORDER BY coalesce(t.due_at, t.lease_expires_at), t.id
             ) AS turn
      FROM ingestion_tasks t LEFT JOIN load USING (tenant_id)
      WHERE ${IS_DUE}
    ), chosen AS (
      SELECT t.id, ranked.turn, ranked.waiting_since FROM ingestion_tasks t JOIN ranked USING (id)
      WHERE ${IS_DUE}
      ORDER BY ranked.turn, ranked.waiting_since, t.id
      LIMIT greatest(0, ${maxInFlight}::int - (SELECT coalesce(sum(in_flight), 0) FROM load)) FOR UPDATE OF t SKIP LOCKED
    ), taken AS (
      UPDATE ingestion_tasks t SET state = 'queued', due_at = NULL, lease_expires_at = ${inMs(leaseMs)}, ${RENAMED}, ${COUNT_LOST}
      FROM chosen WHERE t.id = chosen.id
      RETURNING ${TASK_COLUMNS}, chosen.turn, chosen.waiting_since
    )
    SELECT taken.*, (SELECT coalesce(sum(in_flight), 0)::int FROM load) AS "inFlightBefore"
    FROM taken ORDER BY turn, waiting_since, id`;
  const inFlightBefore = rows.length === 0 ? 0 : TakenRow.parse(rows[0]).inFlightBefore;
  return { tasks: toTasks(rows), isFull: inFlightBefore + rows.length >= maxInFlight };
};

type TaskStats = { due: number; queued: number; running: number; oldestDueAgeSec: number };
type DocumentCounts = Record<'queued' | 'processing' | 'ready' | 'failed' | 'deleting', number>;

const createReindexing = (client: Transaction) => ({
  /** Makes every done task of another fingerprint due again; returns how many. */
  requeueForFingerprint: (fingerprint: string): Promise<number> =>
    translating(
      () => client.$executeRaw`
        UPDATE ingestion_tasks SET ${MADE_DUE}
        WHERE state = 'done' AND action = 'index' AND fingerprint <> ${fingerprint}`,
    ),
  /** How far a re-index has come; null when nothing was indexed under another fingerprint. */
  reindexing: (fingerprint: string): Promise<{ done: number; total: number } | null> =>
    translating(async () => {
      const rows = await client.$queryRaw<{ done: number; total: number }[]>`
        SELECT count(*) FILTER (WHERE fingerprint = ${fingerprint})::int AS done, count(*)::int AS total
        FROM ingestion_tasks
        WHERE action = 'index' AND state <> 'failed' AND fingerprint IS NOT NULL`;
      const [progress] = rows;
      return progress && progress.done < progress.total ? progress : null;
    }),
  stats: (): Promise<TaskStats> =>
    translating(async () => {
      const rows = await client.$queryRaw<TaskStats[]>`
        SELECT count(*) FILTER (WHERE ${IS_DUE})::int AS due,
               count(*) FILTER (WHERE t.state = 'queued')::int AS queued,
               count(*) FILTER (WHERE t.state = 'running')::int AS running,
               coalesce(extract(epoch FROM now() - min(t.due_at) FILTER (WHERE t.due_at <= now())), 0)::float8 AS "oldestDueAgeSec"
        FROM ingestion_tasks t WHERE t.state <> 'done' OR t.due_at IS NOT NULL`;
      return rows[0] ?? { due: 0, queued: 0, running: 0, oldestDueAgeSec: 0 };
    }),
  /** Documents of all tenants by status, told from their tasks: no row of a tenant is read. */
  documentCounts: (): Promise<DocumentCounts> =>
    translating(async () => {
      // Indexed once, a document stays ready while its index is verified or built anew.
      const rows = await client.$queryRaw<DocumentCounts[]>`
        SELECT count(*) FILTER (WHERE action = 'index' AND state IN ('due', 'queued') AND fingerprint IS NULL)::int AS queued,
               count(*) FILTER (WHERE action = 'index' AND state = 'running' AND fingerprint IS NULL)::int AS processing,
               count(*) FILTER (WHERE action = 'index' AND state <> 'failed' AND fingerprint IS NOT NULL)::int AS ready,
               count(*) FILTER (WHERE state = 'failed' AND action = 'index')::int AS failed,
               count(*) FILTER (WHERE action = 'purge')::int AS deleting
        FROM ingestion_tasks WHERE subject_kind = 'document'`;
      return rows[0] ?? { queued: 0, processing: 0, ready: 0, failed: 0, deleting: 0 };
    }),
});

export type TaskRepository = ReturnType<typeof createTaskRepository>;
