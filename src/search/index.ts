export { applyCorrections } from './corrections.js';
export { openFilteredReader } from './filtered-reader.js';
export {
  CHUNKER_VERSION,
  chunkingOf,
  hashFingerprint,
  toIndexedBy,
  toCanonicalFingerprint,
  withoutStore,
} from './index-fingerprint.js';
export type { SearchDeps } from './routes.js';
export { type LegDeps, type LegOutcome, type WordsOf, createWordsOf, runLegs } from './legs.js';
export type { Calibrate } from './calibrate.js';
export { toSetting } from './describe-calibration.js';
export type { SearchChunks } from './search-chunks.js';
export type { FoundChunk, SearchRecord, SearchSettings, Span } from './schema.js';
export { createIndexState, type TenantLanguages, LANGUAGES_TTL_MS } from './index-state.js';
export { findKeptVectors, withEarlierIndexes } from './earlier-indexes.js';
export { ofDocuments, SearchFilter } from './filtered-reader.js';
export { SOURCE_TOKENS } from './explain.js';
export { createSearch } from './create-search.js';
export { createSearchTurns } from './search-turns.js';
