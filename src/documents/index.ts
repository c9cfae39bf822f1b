export { type ChunkForIndexing, type ChunkRepository, createChunkRepository } from './chunks.js';
export { createDeleteDocument } from './delete-document.js';
export {
  DocumentRecord,
  type DocumentVersionRecord,
  Metadata,
  Progress,
  type ReadableChunk,
  type VersionId,
} from './document.js';
export { createFetchDocument } from './fetch-document.js';
export { type DocumentFileDeps, createDocumentFileRoutes } from './file-routes.js';
export { createReadDocuments } from './read-documents.js';
export { createReadFile } from './read-file.js';
export { createReplaceFile } from './replace-file.js';
export { type DocumentRepository, createDocumentRepository } from './repository.js';
export { createReprocessDocument } from './reprocess-document.js';
export {
  type RetrieveDocument,
  type RetrievedDocument,
  createRetrieveDocument,
} from './retrieve-document.js';
export { type DocumentDeps, createDocumentRoutes } from './routes.js';
export { createUpdateDocument } from './update-document.js';
export { createUploadDocument } from './upload-document.js';
export {
  type SettledSubject,
  type VectorIndexRepository,
  createVectorIndexRepository,
} from './vector-index.js';
export { createWatchDocument } from './watch-document.js';
