export { type IngestionTiming, createIngestion } from './create-ingestion.js';
export { type VectorLock, createVectorLock } from './vector-lock.js';
