import { sql, type Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { requireSystem, type Scope } from '../../shared/scope.js';

export type RetentionRepository = ReturnType<typeof createRetentionRepository>;

type Old = { days: number; limit: number };

/**
 * Only for the system scope. Each function deletes up to `limit` of the tenant's things that are older than `days` and not under a hold, and
 * returns how many it deleted.
 */
export const createRetentionRepository = (tx: Transaction, scope: Scope) => {
  const ofTenant = (): Sql => {
    requireSystem(scope);
    return sql`${scope.tenantId}::uuid`;
  };
  return {
    messages: async (old: Old): Promise<number> =>
      (await removeMessages(tx, ofTenant(), old)) +
      (await removeEmptySessions(tx, ofTenant(), old)),
    /** Deletes what turns searched, chose and called, and their states after each node; the figures of the turns stay. */
    receipts: async ({ days, limit }: Old): Promise<number> =>
      tx.$executeRaw`
        WITH old AS (
          SELECT e.tenant_id, e.id FROM executions e
          WHERE e.tenant_id = ${ofTenant()} AND e.completed_at < ${before(days)} AND e.receipt IS NOT NULL
            AND NOT is_held(e.tenant_id, e.user_id, NULL, e.started_at, e.completed_at) LIMIT ${limit}
        ), ${withoutDetails}
        UPDATE executions e SET receipt = NULL FROM old WHERE e.tenant_id = old.tenant_id AND e.id = old.id`,
    /** Only the rows: maintenance later collects the files. */
    workspaceFiles: async ({ days, limit }: Old): Promise<number> =>
      tx.$executeRaw`
        DELETE FROM workspace_files WHERE tenant_id = ${ofTenant()} AND id = ANY(ARRAY(
          SELECT id FROM workspace_files w WHERE w.tenant_id = ${ofTenant()} AND w.updated_at < ${before(days)}
            AND NOT is_held(w.tenant_id, w.user_id, NULL, w.created_at, w.updated_at) LIMIT ${limit}))`,
    feedback: async ({ days, limit }: Old): Promise<number> =>
      tx.$executeRaw`
        DELETE FROM feedback WHERE tenant_id = ${ofTenant()} AND message_id = ANY(ARRAY(
          SELECT message_id FROM feedback f WHERE f.tenant_id = ${ofTenant()} AND f.updated_at < ${before(days)}
            AND NOT ${isHeldFeedback} LIMIT ${limit}))`,
    /** Earlier versions of documents, counted from when a newer one was uploaded; maintenance later collects the files. */
    versions: async ({ days, limit }: Old): Promise<number> =>
      tx.$executeRaw`
        WITH old AS (
          SELECT v.tenant_id, v.document_id, v.version FROM document_versions v
          JOIN documents d ON d.tenant_id = v.tenant_id AND d.id = v.document_id
          WHERE v.tenant_id = ${ofTenant()} AND v.status = 'replaced' AND EXISTS (
              SELECT FROM document_versions n WHERE n.tenant_id = v.tenant_id AND n.document_id = v.document_id
                AND n.version > v.version AND n.created_at < ${before(days)})
            AND NOT is_held(v.tenant_id, d.owner_id, v.document_id, v.created_at, v.created_at) LIMIT ${limit}
        )
        DELETE FROM document_versions v USING old
        WHERE v.tenant_id = old.tenant_id AND v.document_id = old.document_id AND v.version = old.version`,
  };
};

const before = (days: number): Sql => sql`now() - make_interval(days => ${days}::int)`;

const isHeldFeedback = sql`is_held(f.tenant_id, f.user_id, NULL, f.created_at, f.updated_at)`;

/** Deletes the tool calls and states of the executions in `old`, because they repeat what was asked. */
const withoutDetails = sql`calls AS (
  DELETE FROM tool_calls c USING old WHERE c.tenant_id = old.tenant_id AND c.execution_id = old.id
), states AS (
  DELETE FROM state_diffs d USING old WHERE d.tenant_id = old.tenant_id AND d.execution_id = old.id
)`;

/** With citations, statements, feedback and shares; the next message of a branch then follows none. */
const removeMessages = (tx: Transaction, tenant: Sql, { days, limit }: Old): Promise<number> =>
  tx.$executeRaw`
    WITH gone AS (
      SELECT m.tenant_id, m.id AS message_id, m.session_id, m.execution_id AS id FROM messages m
      JOIN sessions s ON s.tenant_id = m.tenant_id AND s.id = m.session_id
      WHERE m.tenant_id = ${tenant} AND m.created_at < ${before(days)} AND ${IS_IDLE}
        AND NOT is_held(m.tenant_id, s.user_id, NULL, m.created_at, m.created_at)
        AND NOT EXISTS (
          SELECT FROM feedback f WHERE f.tenant_id = m.tenant_id AND f.message_id = m.id AND ${isHeldFeedback})
      LIMIT ${limit}
    ), old AS (SELECT DISTINCT tenant_id, id FROM gone), ${withoutDetails}, receipts AS (
      UPDATE executions e SET receipt = NULL FROM old WHERE e.tenant_id = old.tenant_id AND e.id = old.id
    ), branches AS (
      UPDATE messages m SET parent_id = NULL FROM gone
      WHERE m.tenant_id = gone.tenant_id AND m.session_id = gone.session_id AND m.parent_id = gone.message_id
        AND m.id <> ALL(ARRAY(SELECT message_id FROM gone))
    )
    DELETE FROM messages m USING gone WHERE m.tenant_id = gone.tenant_id AND m.id = gone.message_id`;

const removeEmptySessions = (tx: Transaction, tenant: Sql, { days, limit }: Old): Promise<number> =>
  tx.$executeRaw`
    DELETE FROM sessions WHERE tenant_id = ${tenant} AND id = ANY(ARRAY(
      SELECT s.id FROM sessions s
      WHERE s.tenant_id = ${tenant} AND s.last_activity_at < ${before(days)} AND ${IS_IDLE}
        AND NOT EXISTS (SELECT FROM messages m WHERE m.tenant_id = s.tenant_id AND m.session_id = s.id)
        AND NOT is_held(s.tenant_id, s.user_id, NULL, s.created_at, s.last_activity_at) LIMIT ${limit}))`;

/** No turn of session `s` is running. */
const IS_IDLE = sql`(s.running_until IS NULL OR s.running_until <= now())`;
