import { join } from 'node:path';
import { createFolderFileStore } from '../src/platform/files/folder-file-store.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { createMetrics } from '../src/platform/telemetry/metrics.js';
import type { Database } from '../src/repositories.js';
import type { VectorStore } from '../src/platform/vectors/vector-store.js';
import { createServices } from '../src/create-services.js';
import type { SearchSettings } from '../src/search/search-settings.js';

type Parts = { database: Database; vectors: VectorStore; folder: string; fingerprint: string };

export const CANDIDATES_PER_LEG = 60;

/** The product's defaults. */
export const SEARCH_SETTINGS: SearchSettings = {
  candidatesPerLeg: CANDIDATES_PER_LEG,
  weights: { lexical: 1, dense: 1, denseByLanguage: {} },
  minCoverage: 0.5,
  minDenseScore: null,
  embedTimeoutMs: 5000,
  rerankTimeoutMs: 3000,
};

/** The product's services on these parts, lexical search alone; log lines are made as in production and thrown away. */
export const createBenchServices = ({ folder, ...parts }: Parts) =>
  createServices({
    ...parts,
    files: createFolderFileStore({ root: join(folder, 'files') }),
    web: null,
    embedder: null,
    reranker: null,
    metrics: createMetrics().metrics,
    logger: createLogger({
      level: 'info',
      format: 'json',
      destination: { write: () => undefined },
    }),
    settings: SEARCH_SETTINGS,
    maxUploadBytes: 1,
    wakeUp: () => undefined,
    now: () => new Date(),
  });
