import { z } from 'zod';
import { ToolCallRecord } from './execution.js';
import type { ExecutionId, TenantId } from '../shared/ids.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { StateDiff } from './executions-repository.js';
import { ModelCall, NodeExecution } from '../shared/execution.js';

export type ExecutionParts = {
  nodeExecutions: NodeExecution[];
  toolCalls: ToolCallRecord[];
  modelCalls: ModelCall[];
  stateDiffs: StateDiff[];
};

const StateDiffRow = z.object({ position: z.int(), changes: z.unknown() });

/** Nodes, tool calls, model calls and state diffs of an execution, each in the order they were reported. */
export const readParts = async (
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
