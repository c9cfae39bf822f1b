import { notFound } from '../shared/errors.js';
import { toModelUsage, addUsage } from '../tenancy/index.js';
import type { Scope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { FinishedTurn } from './executions-repository.js';

/** A turn locks its session first and its user's day then, as the next one of that user does: in one order, so that none waits in a circle. */
const AFTER_THE_SESSION = sql`(
  SELECT done.tenant_id, done.user_id FROM done, (SELECT count(*) FROM released) AS locked
) who`;

/**
 * One statement whatever the number of rounds and citations. Everything hangs on the row of `done`: a second call finds no running
 * execution and writes nothing. An execution given up as abandoned is taken back by its own late answer.
 */
export const finishTurn = async (
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

const withPositions = <Item extends object>(items: readonly Item[]): string =>
  toJson(items.map((item, position) => ({ ...item, position })));

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
