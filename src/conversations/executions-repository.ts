import { z } from 'zod';
import { StoredCitation } from '../citations/citation.js';
import { StoredStatement } from '../citations/statement.js';
import { beyond, madeWithin, olderThan, toPage } from '../platform/database/page.js';
import {
  columnsOf,
  inMs,
  joinSql,
  rawSql,
  rowsOf,
  sql,
  type Sql,
} from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound } from '../shared/errors.js';
import { ModelCall, NodeExecution, type NodeName } from '../shared/execution.js';
import type { AssistantId, ExecutionId, SessionId, UserId } from '../shared/ids.js';
import type { PageRequest, TimeRange } from '../shared/page.js';
import { requireSystem, requireUser, type Scope } from '../shared/scope.js';
import { addUsage, toModelUsage } from '../tenancy/usage.js';
import {
  createReadCallFigures,
  createReadDailyFigures,
  createReadUnanswered,
} from './call-figures.js';
import { ExecutionRecord, ExecutionSummary, ToolCallRecord } from './execution.js';
import { StoredMessage } from './schema.js';
import { readTurnMessages } from './messages-repository.js';

export type ExecutionRepository = ReturnType<typeof createExecutionRepository>;

/** What a node run changed in the state, by the position of the run; not interpreted here. */
const StateDiff = z.object({ position: z.int(), changes: z.unknown() });
export type StateDiff = z.infer<typeof StateDiff>;

const EndedExecution = ExecutionRecord.omit({
  userId: true,
  assistantId: true,
  startedAt: true,
});

export type FinishedTurn = {
  execution: z.infer<typeof EndedExecution>;
  /** Absent if the turn failed before it had an answer. */
  answer: {
    message: StoredMessage;
    citations: readonly StoredCitation[];
    statements: readonly StoredStatement[];
  } | null;
  nodeExecutions: readonly NodeExecution[];
  toolCalls: readonly ToolCallRecord[];
  modelCalls: readonly ModelCall[];
  /** Empty unless state logging is turned on. */
  stateDiffs: readonly StateDiff[];
};

/** Selects turns that started within the range, if one is given. */
export type ExecutionFilter = TimeRange & {
  status?: ExecutionRecord['status'] | undefined;
  sessionId?: SessionId | undefined;
  userId?: UserId | undefined;
  /** The only user whose executions the reader may see; unset for all users. */
  ownerId?: UserId | undefined;
  degraded?: ExecutionRecord['degraded'][number]['reason'] | undefined;
  /** Turns in which this node ran for at least this long. */
  node?: { name: NodeName; minMs: number } | undefined;
};

export const createExecutionRepository = (tx: Transaction, scope: Scope) => ({
  callFigures: createReadCallFigures(tx, scope),
  dailyFigures: createReadDailyFigures(tx, scope),
  unanswered: createReadUnanswered(tx, scope),
  /** Starts and counts a turn without a session: the client stores the conversation, and no text of it is stored here. */
  startUnstored: async (turn: { id: ExecutionId; assistantId: AssistantId }): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$executeRaw`
      WITH who AS (
        INSERT INTO executions (tenant_id, id, user_id, assistant_id, workflow_path)
        VALUES (${tenantId}::uuid, ${turn.id}::uuid, ${userId}::uuid, ${turn.assistantId}::uuid, '{}')
        RETURNING tenant_id, user_id
      ) ${addUsage(sql`who`, { questions: 1 })}`;
  },
  /**
   * Saves message, citations, statements, usage and node executions together, and releases the session's turn lock. Repeating it with the
   * same execution id changes nothing.
   */
  finish: (turn: FinishedTurn) => finishTurn(tx, scope, turn),
  /** Finds an execution: an admin finds all of the tenant, a member only their own. */
  find: (id: ExecutionId) => findExecution(tx, scope, id),
  /** Lists executions, newest first: all of the tenant for an admin, their own for a member. */
  list: async (filter: ExecutionFilter & PageRequest) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${columnsOf(ExecutionSummary.omit({ rating: true }), 'e')}, (
        SELECT f.rating FROM messages m JOIN feedback f ON f.tenant_id = m.tenant_id AND f.message_id = m.id
        WHERE m.tenant_id = e.tenant_id AND m.execution_id = e.id AND m.role = 'assistant'
      ) AS rating
      FROM executions e WHERE ${readableBy(scope)} ${toConditions(filter)} ${olderThan(sql`e.id`, filter)}
      ORDER BY e.id DESC LIMIT ${beyond(filter)}`;
    return toPage(ExecutionSummary.array().parse(rows), filter);
  },
  count: async (filter: ExecutionFilter): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM executions e WHERE ${readableBy(scope)} ${toConditions(filter)}`;
    return rows[0]?.count ?? 0;
  },
  /**
   * Only for the system scope: closes executions that started longer ago than this and never ended, as error / abandoned; returns their
   * number. An execution that still locks its session is alive. One without a session is closed once no stream could have kept it alive
   * that long.
   */
  closeAbandoned: ({ ageMs, longestMs }: { ageMs: number; longestMs: number }): Promise<number> => {
    requireSystem(scope);
    return tx.$executeRaw`
      WITH closed AS (
        UPDATE executions e SET status = 'error', error_code = 'abandoned', completed_at = now()
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'running' AND started_at < ${inMs(-ageMs)}
          AND (session_id IS NOT NULL OR started_at < ${inMs(-longestMs)})
          AND NOT EXISTS (
            SELECT FROM sessions s WHERE s.tenant_id = e.tenant_id AND s.id = e.session_id
              AND s.running_execution_id = e.id AND s.running_until > now())
        RETURNING tenant_id, id, session_id
      ), released AS (
        UPDATE sessions s SET running_execution_id = NULL, running_until = NULL FROM closed
        WHERE s.tenant_id = closed.tenant_id AND s.id = closed.session_id AND s.running_execution_id = closed.id
      )
      SELECT 1 FROM closed`;
  },
});

const OUTCOME = columnsOf(EndedExecution.omit({ id: true, sessionId: true }));

/** A turn locks its session first and then its user's day, like the user's next turn. Using the same order prevents a deadlock. */
const AFTER_THE_SESSION = sql`(
  SELECT done.tenant_id, done.user_id FROM done, (SELECT count(*) FROM released) AS locked
) who`;

/**
 * Uses one statement for any number of rounds and citations. Everything depends on the row of `done`: a second call finds no running
 * execution and writes nothing. If an execution was closed as abandoned and its answer arrives late, it is reopened.
 */
const finishTurn = async (
  tx: Transaction,
  { tenantId }: Scope,
  { execution, answer, nodeExecutions, modelCalls, stateDiffs, ...turn }: FinishedTurn,
): Promise<void> => {
  const toolCalls = turn.toolCalls.map(({ id, error, ...call }) => ({
    ...call,
    callId: id,
    errorCode: error?.code,
    errorMessage: error?.message,
  }));
  const rows = await tx.$queryRaw<{ known: boolean }[]>`
    WITH done AS (
      UPDATE executions SET (${OUTCOME}) = (SELECT ${OUTCOME} FROM ${rowsOf('executions', [execution])})
      WHERE tenant_id = ${tenantId}::uuid AND id = ${execution.id}::uuid
        AND (status = 'running' OR error_code = 'abandoned')
      RETURNING tenant_id, id, session_id, user_id
    ), released AS (
      UPDATE sessions s SET running_execution_id = NULL, running_until = NULL, last_activity_at = now(),
        language = coalesce(${execution.language}, s.language)
      FROM done WHERE s.tenant_id = done.tenant_id AND s.id = done.session_id AND s.running_execution_id = done.id
      RETURNING s.id
    ), counted AS (${addUsage(AFTER_THE_SESSION, toModelUsage(modelCalls))}
    ), answer AS (
      INSERT INTO messages (tenant_id, ${columnsOf(StoredMessage)})
      SELECT done.tenant_id, ${columnsOf(StoredMessage, 'm')} FROM done, ${rowsOf('messages', answer ? [answer.message] : [])} m
      RETURNING tenant_id, id
    ), cited AS (
      INSERT INTO citations (tenant_id, message_id, ${columnsOf(StoredCitation)})
      SELECT answer.tenant_id, answer.id, ${columnsOf(StoredCitation, 'c')}
      FROM answer, ${rowsOf('citations', answer?.citations ?? [])} c
    ), stated AS (
      INSERT INTO statements (tenant_id, message_id, ${columnsOf(StoredStatement)})
      SELECT answer.tenant_id, answer.id, ${columnsOf(StoredStatement, 'st')}
      FROM answer, ${rowsOf('statements', answer?.statements ?? [])} st
    ), nodes AS (${insertParts('node_executions', NodePart, nodeExecutions.map(toPart))}
    ), tools AS (${insertParts('tool_calls', ToolPart, toolCalls.map(toPart))}
    ), models AS (${insertParts('model_calls', ModelCall, modelCalls.map(toPart))}
    ), diffs AS (${insertParts('state_diffs', StateDiff.pick({ changes: true }), stateDiffs)})
    SELECT EXISTS (SELECT FROM executions WHERE tenant_id = ${tenantId}::uuid AND id = ${execution.id}::uuid) AS known`;
  if (!rows[0]?.known) throw notFound();
};

const NodePart = NodeExecution.omit({ executionId: true });
const ToolPart = ToolCallRecord.omit({ id: true, error: true }).extend({
  callId: z.string(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
});

/** Keeps the parts of an execution in the order in which they were reported. */
const toPart = <Part extends object>(part: Part, position: number) => ({ ...part, position });

const insertParts = (table: string, schema: z.ZodObject, parts: readonly object[]): Sql => sql`
  INSERT INTO ${rawSql(table)} (tenant_id, execution_id, position, ${columnsOf(schema)})
  SELECT done.tenant_id, done.id, part.position, ${columnsOf(schema, 'part')} FROM done, ${rowsOf(table, parts)} part`;

const readableBy = (scope: Scope): Sql =>
  scope.kind === 'user' && scope.role === 'member'
    ? sql`e.tenant_id = ${scope.tenantId}::uuid AND e.user_id = ${scope.userId}::uuid`
    : sql`e.tenant_id = ${scope.tenantId}::uuid`;

const findExecution = async (tx: Transaction, scope: Scope, id: ExecutionId) => {
  const [row] = await tx.$queryRaw<unknown[]>`
    SELECT ${columnsOf(ExecutionRecord, 'e')} FROM executions e WHERE ${readableBy(scope)} AND e.id = ${id}::uuid`;
  if (row === undefined) return null;
  const messages = await readTurnMessages(tx, { tenantId: scope.tenantId, executionId: id });
  const answer = messages.find(({ role }) => role === 'assistant');
  const readParts = (table: string, columns: Sql) => tx.$queryRaw<unknown[]>`
    SELECT ${columns} FROM ${rawSql(table)} part
    WHERE part.tenant_id = ${scope.tenantId}::uuid AND part.execution_id = ${id}::uuid ORDER BY part.position`;
  const nodes = await readParts('node_executions', columnsOf(NodeExecution, 'part'));
  const tools = await readParts('tool_calls', columnsOf(ToolPart, 'part'));
  const models = await readParts('model_calls', columnsOf(ModelCall, 'part'));
  const diffs = await readParts('state_diffs', columnsOf(StateDiff, 'part'));
  return {
    execution: ExecutionRecord.parse(row),
    nodeExecutions: NodeExecution.array().parse(nodes),
    toolCalls: ToolPart.array().parse(tools).map(toToolCall),
    modelCalls: ModelCall.array().parse(models),
    stateDiffs: StateDiff.array().parse(diffs),
    question: messages.find(({ role }) => role === 'user')?.content ?? null,
    answer: answer?.content ?? null,
    beforeRepair: answer?.beforeRepair ?? null,
    answerMessageId: answer?.id ?? null,
    citations: answer?.citations ?? [],
    statements: answer?.statements ?? [],
    feedback: answer?.feedback ?? null,
  };
};

const toToolCall = ({
  callId,
  errorCode,
  errorMessage,
  ...call
}: z.infer<typeof ToolPart>): ToolCallRecord => ({
  ...call,
  id: callId,
  error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
});

const toConditions = ({ status, sessionId, userId, ownerId, ...rest }: ExecutionFilter): Sql => {
  const { degraded, node, ...range } = rest;
  const conditions = [
    status && sql`AND e.status = ${status}`,
    sessionId && sql`AND e.session_id = ${sessionId}::uuid`,
    userId && sql`AND e.user_id = ${userId}::uuid`,
    ownerId && sql`AND e.user_id = ${ownerId}::uuid`,
    // The first condition matches the index `executions_degraded`.
    degraded &&
      sql`AND e.degraded <> '[]' AND e.degraded @> ${toJson([{ reason: degraded }])}::jsonb`,
    node &&
      sql`AND EXISTS (SELECT FROM node_executions n WHERE n.tenant_id = e.tenant_id AND n.execution_id = e.id
        AND n.node_name = ${node.name} AND n.duration_ms >= ${node.minMs})`,
    madeWithin({ time: sql`e.started_at`, id: sql`e.id` }, range),
  ].filter((condition) => condition !== undefined);
  return joinSql(conditions, ' ');
};
