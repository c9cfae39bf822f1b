import type { Reranker } from '../platform/models/model.js';
import type { Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { ModelCall } from '../shared/execution.js';
import { toModelUsage } from '../tenancy/index.js';
import { createCalibrate } from './calibrate.js';
import type { Database } from './database.js';
import { createTenantLanguages, type IndexState } from './index-state.js';
import { createExplainSearch, WIDE_LIMIT } from './explain.js';
import type { LegDeps } from './legs.js';
import { createRecheckedSearch, type Recheck } from './recheck.js';
import { createSearchChunks, type SearchChunks } from './search-chunks.js';

type Deps = LegDeps & {
  database: Pick<Database, 'withScope' | 'platform'>;
  vectors: Pick<VectorStore, 'for'>;
  reranker: Reranker | null;
  index: IndexState;
  metrics: Metrics;
  tracer: Tracer;
  recheck: Recheck;
};

/** Creates the search for passages, and information about the index that it searches. */
export const createSearch = ({ tracer, index, recheck, ...deps }: Deps) => {
  const { database } = deps;
  const languages = createTenantLanguages(database, () => performance.now());
  const { reindexing, ofTenant: indexOf } = index;
  const found = traced(createSearchChunks({ ...deps, languages, indexOf }), tracer);
  const searchChunks = createRecheckedSearch(found, recheck);
  const uncounted = createChargedSearch(database, searchChunks);
  const chargedSearch = createCountedSearch(database, uncounted);
  const settings = { ...deps.settings, candidatesPerLeg: WIDE_LIMIT };
  const wide = createSearchChunks({ ...deps, settings, reranker: null, languages, indexOf });
  const explainSearch = createExplainSearch({
    database,
    languages,
    searchChunks: chargedSearch,
    searchAgain: uncounted,
    searchWide: createChargedSearch(database, traced(wide, tracer)),
  });
  const calibrate = createCalibrate(deps);
  return { languages, reindexing, searchChunks, chargedSearch, explainSearch, calibrate };
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

/** Counts each search outside a chat turn for its user's day. */
export const createCountedSearch =
  (database: Pick<Database, 'withScope'>, searchChunks: SearchChunks): SearchChunks =>
  async (scope, search) => {
    const [found] = await Promise.all([
      searchChunks(scope, search),
      database.withScope(scope, (tx) => tx.usage.add(scope.userId, { searches: 1 })),
    ]);
    return found;
  };

/**
 * Searches outside a chat turn have no ledger, so the cost of embedding their query is added to their user's day, even if the search fails.
 */
export const createChargedSearch =
  (database: Pick<Database, 'withScope'>, searchChunks: SearchChunks): SearchChunks =>
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
