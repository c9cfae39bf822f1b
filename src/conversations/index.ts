import type { Database } from './database.js';
import { createExecutions } from './executions.js';
import { createGiveFeedback, createReadFeedback, createResolveFeedback } from './feedback.js';
import { createSearchHistory } from './search-history.js';
import { createSharedAnswers } from './shared-answers.js';
import { createSessions } from './sessions.js';

type Deps = { database: Pick<Database, 'withScope'>; settings: { minCoverage: number } };

/** All operations on sessions, their messages and the executions behind the answers. */
export const createConversations = ({ database, settings }: Deps) => ({
  ...createExecutions({ database }),
  sessions: createSessions({ database }),
  sharedAnswers: createSharedAnswers({ database }),
  searchHistory: createSearchHistory({ database, settings }),
  giveFeedback: createGiveFeedback({ database }),
  readFeedback: createReadFeedback({ database }),
  resolveFeedback: createResolveFeedback({ database }),
});

export {
  GeneratedBy,
  MadeFile,
  Receipt,
  ResponseType,
  StopReason,
  ToolCallRecord,
} from './execution.js';
export type { ExecutionRepository, FinishedTurn, StateDiff } from './executions-repository.js';
export { createExecutionRoutes, type ExecutionDeps } from './executions.js';
export type { FeedbackEvents, FeedbackRepository } from './feedback-repository.js';
export { createFeedbackRoutes, type FeedbackDeps } from './feedback.js';
export { createNodeMetricsRoutes, type NodeMetricsDeps } from './node-metrics-routes.js';
export {
  evidenceOf,
  isReadable,
  loadReadableCitations,
  toCitationJoin,
  toShownAnswer,
  toShownStatements,
} from './readable-citations.js';
export type {
  BeforeRepair,
  StoredMessage,
  ChunkEvidence,
  Evidence,
  MemoryEvidence,
  PassagePlace,
  ToolOrigin,
} from './schema.js';
export type { FoundMessage, SearchHistory } from './search-history.js';
export type { SessionRepository } from './sessions-repository.js';
export { createSessionRoutes, type SessionDeps } from './sessions.js';
export type { SharedAnswerRepository } from './shared-answers-repository.js';
export { createSharedAnswerRoutes, type SharedAnswerDeps } from './shared-answers.js';
export { createSummariseSession, type SummariseSession } from './summaries.js';
export type { StoredToolResult, ToolResultRepository } from './tool-results.js';
