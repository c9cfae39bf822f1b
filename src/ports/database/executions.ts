import type { MessageRecord, StoredCitation } from '../../domain/conversation.js';
import type {
  ExecutionRecord,
  ModelCall,
  NodeExecution,
  ToolCallRecord,
} from '../../domain/execution.js';
import type { ExecutionId } from '../../domain/ids.js';

export type FinishedTurn = {
  execution: Omit<ExecutionRecord, 'userId' | 'startedAt'>;
  /** Absent when the turn failed before there was an answer. */
  answer: { message: MessageRecord; citations: readonly StoredCitation[] } | null;
  nodeExecutions: readonly NodeExecution[];
  toolCalls: readonly ToolCallRecord[];
  modelCalls: readonly ModelCall[];
};

export type ExecutionRepository = {
  /** Message, citations, usage and node executions in one go, and the session's turn lock released; idempotent by execution id. */
  finish(turn: FinishedTurn): Promise<void>;
  /** An admin finds the tenant's, a member their own. */
  find(id: ExecutionId): Promise<{
    execution: ExecutionRecord;
    nodeExecutions: NodeExecution[];
    toolCalls: ToolCallRecord[];
    modelCalls: ModelCall[];
    question: string | null;
    answer: string | null;
    citations: StoredCitation[];
  } | null>;
  /** System scope: executions that started before this and never ended are closed as error / abandoned; returns how many. */
  closeAbandoned(startedBefore: Date): Promise<number>;
};
