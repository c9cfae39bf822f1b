import { toModelUsage } from '../tenancy/index.js';
import type { Database } from './database.js';
import { createSearchChunks, type SearchChunks } from './search-chunks.js';
import type { ModelCall } from '../shared/execution.js';
import type { Embedder, Reranker } from '../platform/models/model.js';
import type { Logger, Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { createReindexingProbe } from './reindexing-probe.js';
import type { SearchSettings } from './schema.js';
import { createTenantLanguages } from './tenant-languages.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  vectors: Pick<VectorStore, 'for'>;
  embedder: Embedder | null;
  reranker: Reranker | null;
  fingerprint: string;
  settings: SearchSettings;
  metrics: Metrics;
  logger: Logger;
  tracer: Tracer;
  now: () => Date;
};

type ChargedDeps = { database: Pick<Database, 'withScope'>; searchChunks: SearchChunks };

/** The search for passages, and what is known of the index it searches. */
export const createSearch = (deps: Deps) => {
  const { database, vectors, embedder, reranker, fingerprint, settings, metrics, logger } = deps;
  const languages = createTenantLanguages({ database, now: deps.now });
  const { tasks } = database.platform;
  const reindexing = createReindexingProbe({ tasks, fingerprint, now: deps.now });
  const legs = { embedder, settings, metrics, logger };
  const searchChunks = traced(
    createSearchChunks({ ...legs, database, vectors, reranker, languages, reindexing }),
    deps.tracer,
  );
  const chargedSearch = createChargedSearch({ database, searchChunks });
  return { languages, reindexing, searchChunks, chargedSearch };
};

const SPAN = {
  name: 'retrieval chunks',
  attributes: { 'gen_ai.operation.name': 'retrieval' },
};

const traced =
  (searchChunks: SearchChunks, tracer: Tracer): SearchChunks =>
  (scope, search) =>
    tracer.inSpan(SPAN, async (span) => {
      const outcome = await searchChunks(scope, search);
      span.set({
        'kr.queries': search.queries.length,
        'kr.results': outcome.results.length,
        'kr.lexical_leg': outcome.legs.lexical,
        'kr.dense_leg': outcome.legs.dense,
      });
      return outcome;
    });

/** A search outside a turn has no ledger: what embedding its query took is added to its user's day, also when it fails. */
export const createChargedSearch =
  ({ database, searchChunks }: ChargedDeps): SearchChunks =>
  async (scope, search) => {
    const calls: ModelCall[] = [];
    try {
      return await searchChunks(scope, { ...search, record: (call) => void calls.push(call) });
    } finally {
      if (calls.length > 0) {
        await database.withScope(scope, (tx) => tx.usage.add(scope.userId, toModelUsage(calls)));
      }
    }
  };
