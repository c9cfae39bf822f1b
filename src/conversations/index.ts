export { ChatAnswer, ChatOptions, type TurnInput } from './chat.js';
export { createConversations } from './conversations.js';
export type { ChunkEvidence, Evidence, MemoryEvidence, ToolEvidence } from './evidence.js';
export { Receipt, ResponseType, StopReason, ToolCallRecord } from './execution.js';
export {
  type ExecutionRepository,
  type FinishedTurn,
  type StateDiff,
  createExecutionRepository,
} from './executions-repository.js';
export { type ExecutionDeps, createExecutionRoutes } from './executions-routes.js';
export { type FeedbackRepository, createFeedbackRepository } from './feedback-repository.js';
export { type FeedbackDeps, createFeedbackRoutes } from './feedback-routes.js';
export { loadCitationJoin } from './join-citations.js';
export { createNodeMetrics } from './node-metrics.js';
export { type NodeMetricsDeps, createNodeMetricsRoutes } from './node-metrics-routes.js';
export { evidenceOf, isReadable, loadReadableCitations } from './readable-citations.js';
export { MessageRecord } from './schema.js';
export { type FoundMessage, type SearchHistory } from './search-history.js';
export { type SessionRepository, createSessionRepository } from './sessions-repository.js';
export { type SessionDeps, createSessionRoutes } from './sessions-routes.js';
export { type SummariseSession, createSummariseSession } from './summaries.js';
