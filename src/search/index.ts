export { createChargedSearch } from './charged-search.js';
export { judgeEvidence } from './evidence-rule.js';
export {
  CHUNKER_VERSION,
  chunkingOf,
  hashFingerprint,
  toCanonicalFingerprint,
} from './index-fingerprint.js';
export { createReindexingProbe } from './reindexing-probe.js';
export { type SearchDeps, createSearchRoutes } from './routes.js';
export { type LegDeps, type LegOutcome, runLegs } from './run-legs.js';
export { type SearchChunks, createSearchChunks } from './search-chunks.js';
export type { SearchSettings } from './search-settings.js';
export type { ChunkPart, FoundChunk, SearchRecord } from './search.js';
export { type TenantLanguages, createTenantLanguages } from './tenant-languages.js';
