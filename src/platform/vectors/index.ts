export {
  createLanceDbVectorStore,
  openLanceDbVectorStore,
} from './lancedb/lancedb-vector-store.js';
export { createQdrantVectorStore, openQdrantVectorStore } from './qdrant/qdrant-vector-store.js';
