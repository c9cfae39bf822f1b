export { createConversations } from './conversations.js';
export { Receipt, ResponseType, StopReason, ToolCallRecord } from './execution.js';
export {
  createExecutionRepository,
  type ExecutionRepository,
  type FinishedTurn,
  type StateDiff,
} from './executions-repository.js';
export { createExecutionRoutes, type ExecutionDeps } from './executions.js';
export {
  createFeedbackRepository,
  createFeedbackRoutes,
  type FeedbackDeps,
  type FeedbackRepository,
} from './feedback.js';
export {
  createNodeMetrics,
  createNodeMetricsRoutes,
  type NodeMetricsDeps,
} from './node-metrics.js';
export {
  evidenceOf,
  isReadable,
  loadCitationJoin,
  loadReadableCitations,
} from './readable-citations.js';
export {
  MessageRecord,
  type ChunkEvidence,
  type Evidence,
  type MemoryEvidence,
  type ToolEvidence,
} from './schema.js';
export type { FoundMessage, SearchHistory } from './search-history.js';
export { createSessionRepository, type SessionRepository } from './sessions-repository.js';
export { createSessionRoutes, type SessionDeps } from './sessions.js';
export { createSummariseSession, type SummariseSession } from './summaries.js';
