import { ExecutionSummary } from './execution.js';
import type { Scope } from '../shared/scope.js';
import { sql, emptySql, joinSql, type Sql } from '../platform/database/sql.js';
import { firstIdAt } from '../platform/database/id-time.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { ExecutionRepository } from './executions-repository.js';

type Filter = Parameters<ExecutionRepository['list']>[0];

/** Of the tenant for an admin, of the user for a member. */
export const listExecutions = async (
  tx: Transaction,
  scope: Scope,
  filter: Filter,
): ReturnType<ExecutionRepository['list']> => {
  const ofReader =
    scope.kind === 'user' && scope.role === 'member'
      ? sql`AND e.user_id = ${scope.userId}::uuid`
      : emptySql;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT e.id, e.user_id AS "userId", e.session_id AS "sessionId", e.status, e.response_type AS "responseType",
      e.stop_reason AS "stopReason", e.error_code AS "errorCode", e.iteration_count AS "iterationCount", e.language,
      e.confidence, e.grounding, e.prompt_tokens AS "promptTokens", e.completion_tokens AS "completionTokens",
      e.cost_usd AS "costUsd", e.degraded, e.started_at AS "startedAt", e.completed_at AS "completedAt",
      e.total_ms AS "totalMs", (
        SELECT f.rating FROM messages m JOIN feedback f ON f.tenant_id = m.tenant_id AND f.message_id = m.id
        WHERE m.tenant_id = e.tenant_id AND m.execution_id = e.id AND m.role = 'assistant'
      ) AS rating
    FROM executions e
    WHERE e.tenant_id = ${scope.tenantId}::uuid ${ofReader} ${toConditions(filter)}
      ${olderThan(sql`e.id`, filter)}
    ORDER BY e.id DESC LIMIT ${beyond(filter)}`;
  return toPage(ExecutionSummary.array().parse(rows), filter);
};

/** An id is made a moment before its row, and by another clock. */
const CLOCKS_DIFFER_MS = 3_600_000;

const toConditions = ({ status, sessionId, userId, from, to }: Filter): Sql => {
  const conditions = [
    ...(status === undefined ? [] : [sql`AND e.status = ${status}`]),
    ...(sessionId === undefined ? [] : [sql`AND e.session_id = ${sessionId}::uuid`]),
    ...(userId === undefined ? [] : [sql`AND e.user_id = ${userId}::uuid`]),
    ...(from === undefined
      ? []
      : [
          sql`AND e.started_at >= ${from} AND e.id >= ${firstIdAt(from.getTime() - CLOCKS_DIFFER_MS)}::uuid`,
        ]),
    ...(to === undefined
      ? []
      : [
          sql`AND e.started_at < ${to} AND e.id < ${firstIdAt(to.getTime() + CLOCKS_DIFFER_MS)}::uuid`,
        ]),
  ];
  return conditions.length === 0 ? emptySql : joinSql(conditions, ' ');
};
