export { readableCollection } from './filter-sql.js';
export type { CollectionRepository } from './collections/repository.js';
export { requireEditable } from './collections/collections.js';
export type { CollectionDeps } from './collections/routes.js';
export type {
  ChunkForIndexing,
  ChunkRepository,
  SettledSubject,
  VectorIndexRepository,
} from './chunks-repository.js';
export type { ChangeDocuments } from './change.js';
export { createDocuments } from './documents.js';
export { NO_EVENTS, type DocumentEvents } from './events.js';
export type { DocumentFileDeps } from './file-routes.js';
export type { BatchRepository } from './many/batches-repository.js';
export { cursorBehind } from './list-order.js';
export { SourceName, SourcePath } from './many/source-path.js';
export type { ReadDocuments, RetrievedDocument, RetrieveDocument } from './read.js';
export type { PageReadingRepository } from './pages/readings-repository.js';
export type { SpanRepository } from './pages/spans.js';
export { createDocumentRepository, type DocumentRepository } from './repository.js';
export { areColumnNames, splitCells } from './stored-tables.js';
export type { DocumentDeps } from './routes.js';
export { isContentReader, opensVersion, visibleTo } from './rights.js';
export {
  DocumentRecord,
  DocumentStatus,
  Metadata,
  Progress,
  TextBlock,
  VersionStatus,
  type DocumentVersionRecord,
  type ReadableChunk,
  type VersionId,
} from './schema.js';
export { createKeysInUse, type UploadDocument } from './upload.js';
