export { createLanceDbVectorStore } from './lancedb/lancedb-vector-store.js';
