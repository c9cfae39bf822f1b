import { ExecutionRecord, type ToolCallRecord, type ExecutionSummary } from './execution.js';
import type { ExecutionId, MessageId, SessionId, UserId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { sql, emptySql } from '../platform/database/sql.js';
import { inMs } from '../platform/database/clock.js';
import { listExecutions } from './execution-list-repository.js';
import { readParts } from './execution-parts-repository.js';
import { finishTurn } from './finish-turn-repository.js';
import { readTurnMessages } from './messages-repository.js';
import { requireSystem } from '../platform/database/owner.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { StoredCitation } from '../citations/index.js';
import type { Feedback } from './feedback.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { MessageRecord } from './schema.js';
import type { ModelCall, NodeExecution } from '../shared/execution.js';

const EXECUTION_COLUMNS = sql`id, user_id AS "userId", session_id AS "sessionId", status,
  response_type AS "responseType", stop_reason AS "stopReason", error_code AS "errorCode", iteration_count AS "iterationCount",
  workflow_path AS "workflowPath", language, confidence, grounding, prompt_tokens AS "promptTokens",
  completion_tokens AS "completionTokens", cost_usd AS "costUsd", degraded, receipt, started_at AS "startedAt",
  completed_at AS "completedAt", total_ms AS "totalMs"`;

export const createExecutionRepository = (tx: Transaction, scope: Scope) => ({
  /** Message, citations, usage and node executions in one go, and the session's turn lock released; idempotent by execution id. */
  finish: (turn: FinishedTurn): Promise<void> => finishTurn(tx, scope, turn),
  /** An admin finds the tenant's, a member their own. */
  find: (
    id: ExecutionId,
  ): Promise<{
    execution: ExecutionRecord;
    nodeExecutions: NodeExecution[];
    toolCalls: ToolCallRecord[];
    modelCalls: ModelCall[];
    stateDiffs: StateDiff[];
    question: string | null;
    answer: string | null;
    answerMessageId: MessageId | null;
    citations: StoredCitation[];
    feedback: Feedback | null;
  } | null> => findExecution(tx, scope, id),
  /** Newest first: an admin's list is the tenant's, a member's their own. */
  list: (filter: ExecutionFilter): Promise<Page<ExecutionSummary>> =>
    listExecutions(tx, scope, filter),
  /** System scope: executions that started longer ago than this and never ended are closed as error / abandoned; returns how many. */
  closeAbandoned: (ageMs: number): Promise<number> => {
    requireSystem(scope);
    return tx.$executeRaw`
      WITH closed AS (
        UPDATE executions SET status = 'error', error_code = 'abandoned', completed_at = now()
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'running' AND started_at < ${inMs(-ageMs)}
        RETURNING tenant_id, id, session_id
      ), released AS (
        UPDATE sessions s SET running_execution_id = NULL, running_until = NULL FROM closed
        WHERE s.tenant_id = closed.tenant_id AND s.id = closed.session_id AND s.running_execution_id = closed.id
      )
      SELECT 1 FROM closed`;
  },
});

const findExecution = async (
  tx: Transaction,
  scope: Scope,
  id: ExecutionId,
): ReturnType<ExecutionRepository['find']> => {
  const { tenantId } = scope;
  const ofReader =
    scope.kind === 'user' && scope.role === 'member'
      ? sql`AND user_id = ${scope.userId}::uuid`
      : emptySql;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT ${EXECUTION_COLUMNS} FROM executions
    WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid ${ofReader}`;
  if (rows.length === 0) return null;
  const messages = await readTurnMessages(tx, { tenantId, executionId: id });
  const answer = messages.find(({ role }) => role === 'assistant');
  return {
    execution: ExecutionRecord.parse(rows[0]),
    ...(await readParts(tx, { tenantId, executionId: id })),
    question: messages.find(({ role }) => role === 'user')?.content ?? null,
    answer: answer?.content ?? null,
    answerMessageId: answer?.id ?? null,
    citations: answer?.citations ?? [],
    feedback: answer?.feedback ?? null,
  };
};

export type ExecutionRepository = ReturnType<typeof createExecutionRepository>;

/** What a node run changed in the state, by the run's position; opaque here. */
export type StateDiff = { position: number; changes: unknown };

export type FinishedTurn = {
  execution: Omit<ExecutionRecord, 'userId' | 'startedAt'>;
  /** Absent when the turn failed before there was an answer. */
  answer: { message: MessageRecord; citations: readonly StoredCitation[] } | null;
  nodeExecutions: readonly NodeExecution[];
  toolCalls: readonly ToolCallRecord[];
  modelCalls: readonly ModelCall[];
  /** Empty unless the logging of states is on. */
  stateDiffs: readonly StateDiff[];
};

export type ExecutionFilter = PageRequest & {
  status?: ExecutionRecord['status'] | undefined;
  sessionId?: SessionId | undefined;
  userId?: UserId | undefined;
  /** Started at or after, and before. */
  from?: Date | undefined;
  to?: Date | undefined;
};
