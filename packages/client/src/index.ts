export { createClient } from './client.js';
export type { Client, Me, SearchAnswer, SearchRequest, SearchResult } from './client.js';
export type { ChatAnswer, ChatEvent, ChatOptions, ChatRequest, Citation } from './chat.js';
export type { Collection } from './collections.js';
export type {
  ComparedEntry,
  Document,
  DocumentFilter,
  DocumentPage,
  DocumentQuery,
  ManifestEntry,
  WaitOptions,
} from './documents.js';
export type {
  EvaluationComparison,
  EvaluationResult,
  EvaluationRun,
  GoldenQuestion,
} from './evaluations.js';
export { isKnowledgeRouterError, KnowledgeRouterError } from './errors.js';
export type { ErrorCode } from './errors.js';
export { readEvents } from './events.js';
export type { ServerEvent } from './events.js';
export type { Page } from './pages.js';
export type {
  ConditionOptions,
  SentDocument,
  Source,
  SourceItem,
  SourceReport,
  SourceRun,
} from './sources.js';
export type { Call, CallOptions, ClientOptions, ClientParts, Query } from './transport.js';
export type { UploadedDocument, UploadFields, UploadOptions, UploadProgress } from './upload.js';
export type { components, paths } from './api.js';
