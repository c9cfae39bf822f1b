import { join } from 'node:path';
import { createFolderFileStore } from '../src/platform/files/folder-file-store.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { createMetrics } from '../src/platform/telemetry/metrics.js';
import type { Embedder } from '../src/platform/models/model.js';
import type { Database } from '../src/compose/repositories.js';
import type { VectorStore } from '../src/platform/vectors/vector-store.js';
import { createDocuments } from '../src/documents/index.js';
import { createMemories } from '../src/memories/index.js';
import { NO_TRACING, type Logger, type Metrics } from '../src/platform/telemetry/telemetry.js';
import { createPagePool } from '../src/parsing/index.js';
import { createIndexState, createSearch, createSearchTurns } from '../src/search/index.js';
import type { Calibration } from '../src/evidence/index.js';
import type { SearchSettings } from '../src/search/schema.js';

type Parts = {
  database: Database;
  vectors: VectorStore;
  folder: string;
  fingerprint: string;
  /** Lexical search alone without one. */
  embedder?: Embedder | null;
  calibration?: Calibration;
};

type Observers = { metrics: Metrics; logger: Logger };

export const CANDIDATES_PER_LEG = 60;

/** The product's defaults. */
export const SEARCH_SETTINGS: SearchSettings = {
  candidatesPerLeg: CANDIDATES_PER_LEG,
  weights: { lexical: 1, dense: 1, denseByLanguage: {} },
  calibration: {},
  minCoverage: 0.5,
  minDenseScore: null,
  embedTimeoutMs: 5000,
  rerankTimeoutMs: 3000,
};

export const SEARCH_TURNS = { atOnce: 2, maxWaiting: 128, maxWaitMs: 5000 };

/** The product's search, documents and memories on these parts. */
export const createBenchFeatures = (
  { folder, database, vectors, fingerprint, embedder = null, calibration = {} }: Parts,
  { metrics, logger }: Observers = createObservers(),
) => {
  const settings = { ...SEARCH_SETTINGS, calibration };
  const now = () => new Date();
  const observed = { settings, metrics, logger, tracer: NO_TRACING };
  const models = { embedder, reranker: null };
  const turns = createSearchTurns(SEARCH_TURNS);
  const { tasks } = database.platform;
  const index = createIndexState({ tasks, fingerprint, nowMs: () => performance.now() });
  const search = createSearch({
    recheck: async () => ({ closed: new Set(), unanswered: 0 }),
    ...observed,
    ...models,
    turns,
    database,
    vectors,
    index,
  });
  const { languages } = search;
  return {
    ...search,
    ...createMemories({ ...observed, ...models, turns, database, vectors, languages }),
    ...createDocuments({
      database,
      files: createFolderFileStore({ root: join(folder, 'files') }),
      pages: createPagePool({ maxMemoryMb: 1024 }),
      web: null,
      maxUploadBytes: 1,
      wakeUp: () => undefined,
      tracer: NO_TRACING,
      now,
    }),
  };
};

/** Log lines are made as in production and thrown away. */
export const createObservers = (): Observers => ({
  metrics: createMetrics().metrics,
  logger: createLogger({
    level: 'info',
    format: 'json',
    destination: { write: () => undefined },
  }),
});
