export { type IngestionTiming, createIngestion } from './create-ingestion.js';
