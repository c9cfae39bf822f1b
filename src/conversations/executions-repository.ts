import { ExecutionSummary, ToolCallRecord, ExecutionRecord } from './execution.js';
import { requireSystem, type Scope } from '../shared/scope.js';
import { sql, emptySql, joinSql, firstIdAt, inMs, type Sql } from '../platform/database/sql.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import { z } from 'zod';
import type { ExecutionId, TenantId, MessageId, SessionId, UserId } from '../shared/ids.js';
import { ModelCall, NodeExecution } from '../shared/execution.js';
import { notFound } from '../shared/errors.js';
import { toModelUsage, addUsage } from '../tenancy/index.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import { readTurnMessages } from './sessions-repository.js';
import type { StoredCitation } from '../citations/index.js';
import type { Feedback, MessageRecord } from './schema.js';
import type { Page, PageRequest } from '../shared/page.js';

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

type Filter = Parameters<ExecutionRepository['list']>[0];

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

/** A turn locks its session first and its user's day then, as the next one of that user does: in one order, so that none waits in a circle. */
const AFTER_THE_SESSION = sql`(
  SELECT done.tenant_id, done.user_id FROM done, (SELECT count(*) FROM released) AS locked
) who`;

/**
 * One statement whatever the number of rounds and citations. Everything hangs on the row of `done`: a second call finds no running
 * execution and writes nothing. An execution given up as abandoned is taken back by its own late answer.
 */
const finishTurn = async (
  tx: Transaction,
  { tenantId }: Scope,
  turn: FinishedTurn,
): Promise<void> => {
  const { execution } = turn;
  const rows = await tx.$queryRaw<{ known: boolean }[]>`
    WITH done AS (
      UPDATE executions SET ${toExecutionColumns(execution)}
      WHERE tenant_id = ${tenantId}::uuid AND id = ${execution.id}::uuid
        AND (status = 'running' OR error_code = 'abandoned')
      RETURNING tenant_id, id, session_id, user_id
    ), released AS (
      UPDATE sessions s SET running_execution_id = NULL, running_until = NULL, last_activity_at = now(),
        language = coalesce(${execution.language}, s.language)
      FROM done WHERE s.tenant_id = done.tenant_id AND s.id = done.session_id AND s.running_execution_id = done.id
      RETURNING s.id
    ), counted AS (${addUsage(AFTER_THE_SESSION, toModelUsage(turn.modelCalls))}),
    ${insertAnswer(turn.answer)}, ${insertNodeExecutions(turn)}, ${insertToolCalls(turn)}, ${insertModelCalls(turn)},
    ${insertStateDiffs(turn)}
    SELECT EXISTS (SELECT FROM executions WHERE tenant_id = ${tenantId}::uuid AND id = ${execution.id}::uuid) AS known`;
  if (!rows[0]?.known) throw notFound();
};

const toExecutionColumns = (execution: FinishedTurn['execution']): Sql => sql`
  status = ${execution.status}, response_type = ${execution.responseType}, stop_reason = ${execution.stopReason},
  error_code = ${execution.errorCode}, iteration_count = ${execution.iterationCount},
  workflow_path = ${execution.workflowPath}::text[], language = ${execution.language},
  confidence = ${execution.confidence}, grounding = ${execution.grounding},
  prompt_tokens = ${execution.promptTokens}, completion_tokens = ${execution.completionTokens},
  cost_usd = ${execution.costUsd}, degraded = ${toJson(execution.degraded)}::jsonb,
  receipt = ${execution.receipt === null ? null : toJson(execution.receipt)}::jsonb,
  completed_at = ${execution.completedAt}, total_ms = ${execution.totalMs}`;

const insertAnswer = (answer: FinishedTurn['answer']): Sql => {
  const message = answer?.message;
  return sql`answer AS (
    INSERT INTO messages (tenant_id, id, session_id, execution_id, role, content, status, language, confidence,
      citation_count, length_chars, total_ms, tools_used, created_at)
    SELECT done.tenant_id, ${message?.id ?? null}::uuid, done.session_id, done.id, 'assistant',
      ${message ? toStorableText(message.content) : null}, ${message?.status ?? null}, ${message?.language ?? null},
      ${message?.confidence ?? null}::float8, ${message?.citationCount ?? null}::int, ${message?.lengthChars ?? null}::int,
      ${message?.totalMs ?? null}::int, ${message?.toolsUsed ?? []}::text[], ${message?.createdAt ?? null}::timestamptz
    FROM done WHERE ${message !== undefined}
    RETURNING tenant_id, id
  ), cited AS (
    INSERT INTO citations (tenant_id, message_id, number, type, document_id, document_version, chunk_id, memory_id,
      tool_call_id, char_start, char_end, score, verification)
    SELECT answer.tenant_id, answer.id, c.number, c.type, c."documentId", c."documentVersion", c."chunkId", c."memoryId",
      c."toolCallId", c."charStart", c."charEnd", c.score, c.verification
    FROM answer, jsonb_to_recordset(${toJson(answer?.citations ?? [])}::jsonb) AS c(number int, type text,
      "documentId" uuid, "documentVersion" int, "chunkId" uuid, "memoryId" uuid, "toolCallId" text, "charStart" int,
      "charEnd" int, score float8, verification text)
  )`;
};

const insertNodeExecutions = ({ nodeExecutions }: FinishedTurn): Sql => sql`nodes AS (
    INSERT INTO node_executions (tenant_id, execution_id, position, node_name, iteration, started_at, duration_ms, status,
      strategy, input_size_bytes, output_size_bytes, prompt_tokens, completion_tokens, llm_cost_usd, model, error_code)
    SELECT done.tenant_id, done.id, n.position, n."nodeName", n.iteration, n."startedAt", n."durationMs", n.status,
      n.strategy, n."inputSizeBytes", n."outputSizeBytes", n."promptTokens", n."completionTokens", n."llmCostUsd",
      n.model, n."errorCode"
    FROM done, jsonb_to_recordset(${withPositions(nodeExecutions)}::jsonb) AS n(position int, "nodeName" text,
      iteration int, "startedAt" timestamptz, "durationMs" float8, status text, strategy text, "inputSizeBytes" int,
      "outputSizeBytes" int, "promptTokens" int, "completionTokens" int, "llmCostUsd" float8, model text, "errorCode" text)
  )`;

const withPositions = <Item extends object>(items: readonly Item[]): string =>
  toJson(items.map((item, position) => ({ ...item, position })));

const insertToolCalls = ({ toolCalls }: FinishedTurn): Sql => sql`tools AS (
    INSERT INTO tool_calls (tenant_id, execution_id, position, call_id, name, arguments, ok, summary, error_code,
      error_message, duration_ms, cached)
    SELECT done.tenant_id, done.id, t.position, t.id, t.name, t.arguments, t.ok, t.summary, t.error->>'code',
      t.error->>'message', t."durationMs", t.cached
    FROM done, jsonb_to_recordset(${withPositions(toolCalls)}::jsonb) AS t(position int, id text, name text,
      arguments jsonb, ok boolean, summary text, error jsonb, "durationMs" float8, cached boolean)
  )`;

const insertModelCalls = ({ modelCalls }: FinishedTurn): Sql => sql`models AS (
    INSERT INTO model_calls (tenant_id, execution_id, position, purpose, model, prompt_tokens, completion_tokens, cost_usd,
      duration_ms, outcome)
    SELECT done.tenant_id, done.id, m.position, m.purpose, m.model, m."promptTokens", m."completionTokens", m."costUsd",
      m."durationMs", m.outcome
    FROM done, jsonb_to_recordset(${withPositions(modelCalls)}::jsonb) AS m(position int, purpose text, model text,
      "promptTokens" int, "completionTokens" int, "costUsd" float8, "durationMs" float8, outcome text)
  )`;

const insertStateDiffs = ({ stateDiffs }: FinishedTurn): Sql => sql`diffs AS (
    INSERT INTO state_diffs (tenant_id, execution_id, position, changes)
    SELECT done.tenant_id, done.id, d.position, d.changes
    FROM done, jsonb_to_recordset(${toJson(stateDiffs)}::jsonb) AS d(position int, changes jsonb)
  )`;

const EXECUTION_COLUMNS = sql`id, user_id AS "userId", session_id AS "sessionId", status,
  response_type AS "responseType", stop_reason AS "stopReason", error_code AS "errorCode", iteration_count AS "iterationCount",
  workflow_path AS "workflowPath", language, confidence, grounding, prompt_tokens AS "promptTokens",
  completion_tokens AS "completionTokens", cost_usd AS "costUsd", degraded, receipt, started_at AS "startedAt",
  completed_at AS "completedAt", total_ms AS "totalMs"`;

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

type ExecutionParts = {
  nodeExecutions: NodeExecution[];
  toolCalls: ToolCallRecord[];
  modelCalls: ModelCall[];
  stateDiffs: StateDiff[];
};

const StateDiffRow = z.object({ position: z.int(), changes: z.unknown() });

/** Nodes, tool calls, model calls and state diffs of an execution, each in the order they were reported. */
const readParts = async (
  tx: Transaction,
  { tenantId, executionId }: { tenantId: TenantId; executionId: ExecutionId },
): Promise<ExecutionParts> => {
  const nodes = await tx.$queryRaw<unknown[]>`
    SELECT execution_id AS "executionId", node_name AS "nodeName", iteration, started_at AS "startedAt",
      duration_ms AS "durationMs", status, strategy, input_size_bytes AS "inputSizeBytes",
      output_size_bytes AS "outputSizeBytes", prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens",
      llm_cost_usd AS "llmCostUsd", model, error_code AS "errorCode"
    FROM node_executions WHERE tenant_id = ${tenantId}::uuid AND execution_id = ${executionId}::uuid ORDER BY position`;
  const tools = await tx.$queryRaw<unknown[]>`
    SELECT call_id AS id, name, arguments, ok, summary, duration_ms AS "durationMs", cached,
      CASE WHEN error_code IS NOT NULL THEN jsonb_build_object('code', error_code, 'message', error_message) END AS error
    FROM tool_calls WHERE tenant_id = ${tenantId}::uuid AND execution_id = ${executionId}::uuid ORDER BY position`;
  const models = await tx.$queryRaw<unknown[]>`
    SELECT purpose, model, prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens", cost_usd AS "costUsd",
      duration_ms AS "durationMs", outcome
    FROM model_calls WHERE tenant_id = ${tenantId}::uuid AND execution_id = ${executionId}::uuid ORDER BY position`;
  const diffs = await tx.$queryRaw<unknown[]>`
    SELECT position, changes FROM state_diffs
    WHERE tenant_id = ${tenantId}::uuid AND execution_id = ${executionId}::uuid ORDER BY position`;
  return {
    nodeExecutions: NodeExecution.array().parse(nodes),
    toolCalls: ToolCallRecord.array().parse(tools),
    modelCalls: ModelCall.array().parse(models),
    stateDiffs: StateDiffRow.array().parse(diffs),
  };
};

/** Of the tenant for an admin, of the user for a member. */
const listExecutions = async (
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
