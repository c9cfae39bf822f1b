import type { MessageRecord, StoredCitation } from './conversation.js';
import type {
  ExecutionRecord,
  ExecutionSummary,
  ModelCall,
  NodeExecution,
  ToolCallRecord,
} from './execution.js';
import type { Feedback } from './feedback.js';
import type { ExecutionId, MessageId, SessionId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';

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

export type ExecutionRepository = {
  /** Message, citations, usage and node executions in one go, and the session's turn lock released; idempotent by execution id. */
  finish(turn: FinishedTurn): Promise<void>;
  /** Newest first: an admin's list is the tenant's, a member's their own. */
  list(filter: ExecutionFilter): Promise<Page<ExecutionSummary>>;
  /** An admin finds the tenant's, a member their own. */
  find(id: ExecutionId): Promise<{
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
  } | null>;
  /** System scope: executions that started longer ago than this and never ended are closed as error / abandoned; returns how many. */
  closeAbandoned(ageMs: number): Promise<number>;
};
