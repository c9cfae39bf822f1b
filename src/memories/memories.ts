import type { Embedder } from '../platform/models/model.js';
import type { Logger, Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { SearchSettings, TenantLanguages } from '../search/index.js';
import type { Database } from './database.js';
import { createManageMemories } from './manage-memories.js';
import { createRemember, MAX_MEMORIES_OF_USER } from './remember.js';
import { createSearchMemories, type SearchMemories } from './search-memories.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  embedder: Embedder | null;
  languages: TenantLanguages;
  settings: SearchSettings;
  metrics: Metrics;
  logger: Logger;
  tracer: Tracer;
};

/** What can be done with a user's memories. */
export const createMemories = (deps: Deps) => {
  const { database, vectors, embedder, languages, settings, metrics, logger, tracer } = deps;
  const limits = { maxMemories: MAX_MEMORIES_OF_USER };
  const remember = createRemember({ database, metrics, limits });
  const legs = { embedder, settings, metrics, logger };
  const searchMemories = createSearchMemories({ ...legs, database, vectors, languages });
  return {
    remember,
    memories: createManageMemories({ database, metrics, remember }),
    searchMemories: traced(searchMemories, tracer),
  };
};

const traced =
  (searchMemories: SearchMemories, tracer: Tracer): SearchMemories =>
  (scope, search) =>
    tracer.inSpan(SPAN, () => searchMemories(scope, search));

const SPAN = {
  name: 'retrieval memories',
  attributes: { 'gen_ai.operation.name': 'retrieval' },
};
