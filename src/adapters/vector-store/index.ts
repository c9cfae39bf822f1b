export { createLanceDbVectorStore } from './lancedb/lancedb-vector-store.js';
export { createQdrantVectorStore } from './qdrant/qdrant-vector-store.js';
