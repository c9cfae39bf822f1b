import {
  ExecutionRecord,
  ModelCall,
  NodeExecution,
  ToolCallRecord,
} from '../../../domain/execution.js';
import type { ExecutionId } from '../../../domain/ids.js';
import type { Scope } from '../../../domain/scope.js';
import type { ExecutionRepository } from '../../../ports/database/executions.js';
import { finishTurn } from './finish-turn.js';
import { readTurnMessages } from './messages.js';
import { requireSystem } from './owner.js';
import type { Transaction } from './transaction.js';

export const createExecutionRepository = (tx: Transaction, scope: Scope): ExecutionRepository => ({
  finish: (turn) => finishTurn(tx, scope, turn),
  find: (id) => findExecution(tx, scope, id),
  closeAbandoned: (startedBefore) => {
    requireSystem(scope);
    return tx.$executeRaw`
      WITH closed AS (
        UPDATE executions SET status = 'error', error_code = 'abandoned', completed_at = now()
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'running' AND started_at < ${startedBefore}
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
  const isOwn = scope.kind === 'user' && scope.role === 'member' ? { userId: scope.userId } : {};
  const row = await tx.execution.findFirst({ where: { tenantId, id, ...isOwn } });
  if (!row) return null;
  const inOrder = { where: { tenantId, executionId: id }, orderBy: { position: 'asc' as const } };
  const nodeExecutions = await tx.nodeExecution.findMany(inOrder);
  const toolCalls = await tx.toolCall.findMany(inOrder);
  const modelCalls = await tx.modelCall.findMany(inOrder);
  const messages = await readTurnMessages(tx, { tenantId, executionId: id });
  const answer = messages.find(({ role }) => role === 'assistant');
  return {
    execution: ExecutionRecord.parse(row),
    nodeExecutions: NodeExecution.array().parse(nodeExecutions),
    toolCalls: toolCalls.map(toToolCall),
    modelCalls: ModelCall.array().parse(modelCalls),
    question: messages.find(({ role }) => role === 'user')?.content ?? null,
    answer: answer?.content ?? null,
    citations: answer?.citations ?? [],
  };
};

type ToolCallRow = { callId: string; errorCode: string | null; errorMessage: string | null };

const toToolCall = <Row extends ToolCallRow>(row: Row): ToolCallRecord =>
  ToolCallRecord.parse({
    ...row,
    id: row.callId,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
  });
