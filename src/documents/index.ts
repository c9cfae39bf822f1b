export { type ChunkForIndexing, type ChunkRepository, createChunkRepository } from './chunks.js';
export {
  DocumentRecord,
  type DocumentVersionRecord,
  Metadata,
  Progress,
  type ReadableChunk,
  type VersionId,
} from './document.js';
export { type DocumentFileDeps, createDocumentFileRoutes } from './file-routes.js';
export { type DocumentRepository, createDocumentRepository } from './repository.js';
export { type RetrieveDocument, type RetrievedDocument } from './retrieve-document.js';
export { type DocumentDeps, createDocumentRoutes } from './routes.js';
export {
  type SettledSubject,
  type VectorIndexRepository,
  createVectorIndexRepository,
} from './vector-index.js';
export { createDocuments } from './documents.js';
