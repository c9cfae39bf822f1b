import { z } from 'zod';
import { ExecutionId } from './ids.js';

export const NodeName = z.enum([
  'initialize',
  'prepare_query',
  'agent_decide',
  'tools',
  'finalize',
]);
export type NodeName = z.infer<typeof NodeName>;

export const RecoveryStrategy = z.enum([
  'fail_workflow',
  'continue_original',
  'default_tools',
  'partial_results',
  'basic_response',
]);
export type RecoveryStrategy = z.infer<typeof RecoveryStrategy>;

/** One entry per thing that worked less well than it should; every answer includes the list. */
export const Degradation = z.object({
  node: z.string(),
  reason: z.string(),
  effect: z.string(),
});
export type Degradation = z.infer<typeof Degradation>;

export const NodeStatus = z.enum(['success', 'degraded', 'error', 'timeout', 'cancelled']);
export type NodeStatus = z.infer<typeof NodeStatus>;

export const ModelPurpose = z.enum([
  'rewrite',
  'decide',
  'repair',
  'answer',
  'verify',
  'embed',
  'summary',
  'rerank',
  'task',
]);
export type ModelPurpose = z.infer<typeof ModelPurpose>;

/** An entry in the usage ledger. `costUsd` is null if the model's price is unknown. */
export const ModelCall = z.object({
  purpose: ModelPurpose,
  model: z.string(),
  promptTokens: z.int(),
  cachedTokens: z
    .int()
    .describe("Prompt tokens read from the endpoint's cache; 0 if it reported none."),
  completionTokens: z.int(),
  costUsd: z.number().nullable(),
  durationMs: z.number(),
  outcome: z.enum(['ok', 'error', 'cancelled']),
});
export type ModelCall = z.infer<typeof ModelCall>;

export const NodeExecution = z.object({
  executionId: ExecutionId,
  nodeName: NodeName,
  iteration: z.int(),
  startedAt: z.date(),
  durationMs: z.number(),
  status: NodeStatus,
  strategy: RecoveryStrategy.nullable(),
  inputSizeBytes: z.int(),
  outputSizeBytes: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  llmCostUsd: z.number().nullable(),
  model: z.string().nullable(),
  errorCode: z.string().nullable(),
});
export type NodeExecution = z.infer<typeof NodeExecution>;
