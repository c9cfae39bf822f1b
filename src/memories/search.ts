import { analyze, analyzeQueryWords, detectLanguage, type QueryWord } from '../language/index.js';
import {
  judgeEvidence,
  runLegs,
  type LegDeps,
  type LegOutcome,
  type TenantLanguages,
} from '../search/index.js';
import type { MemoryId } from '../shared/ids.js';
import type { MemoryRecord, FoundMemory, MemorySearch, MemorySearchOutcome } from './schema.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { Degradation } from '../shared/execution.js';

type Deps = LegDeps & {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  languages: TenantLanguages;
};

export type SearchMemories = (
  scope: UserScope,
  search: MemorySearch,
) => Promise<MemorySearchOutcome>;

type Hits = LegOutcome<MemoryId>['hits'];
type Candidate = {
  memory: MemoryRecord;
  terms: readonly string[];
  denseScore: number | null;
  fused: number;
};

/** This user's memories; rows whose vectors are not written yet are read from PostgreSQL and judged by the same rule. */
export const createSearchMemories =
  (deps: Deps): SearchMemories =>
  async (scope, search) => {
    const stored = await readLanguages(deps, scope);
    const own = detectLanguage(search.query, { fallback: 'en' });
    const languages = [...new Set([...stored, own])];
    const { hits, legs, degraded } = await findIndexed(deps, scope, { search, languages });
    search.signal.throwIfAborted();
    const pendingOnly = legs.lexical !== 'failed';
    const memories = await deps.database.withScope(scope, (tx) =>
      readCandidates(tx, hits, { pendingOnly, memoryType: search.memoryType }),
    );
    const words = analyzeQueryWords(search.query, { languages });
    const candidates = toCandidates(memories, hits, languages).filter(
      (candidate) => candidate.denseScore !== null || containsAny(candidate, words),
    );
    const judged = judgeEvidence(candidates, {
      questions: [words],
      minCoverage: deps.settings.minCoverage,
      minDenseScore: deps.settings.minDenseScore,
    });
    const results = judged
      .map(({ candidate, coverage, isEvidence }): FoundMemory => ({
        memory: candidate.memory,
        // A pending row has no rank in the index; how much of the question it covers stands in for it.
        score: candidate.fused > 0 ? candidate.fused : coverage,
        coverage,
        evidence: isEvidence,
      }))
      .sort((left, right) => right.coverage - left.coverage || right.score - left.score)
      .slice(0, search.topK);
    return { results, degraded };
  };

/** A memory is indexed in its own language, which no document of the tenant need have. */
const readLanguages = ({ database, languages }: Deps, scope: UserScope): Promise<string[]> =>
  database.withScope(scope, async (tx) => [
    ...(await languages.get(scope, tx)),
    ...(await tx.memories.languages()),
  ]);

const UNAVAILABLE: Degradation = {
  node: 'retrieval',
  reason: 'memory_index_unavailable',
  effect: 'recent memories only',
};

const findIndexed = async (
  deps: Deps,
  scope: UserScope,
  { search, languages }: { search: MemorySearch; languages: readonly string[] },
): Promise<ReturnType<typeof noHits>> => {
  const reader = deps.vectors.for(scope);
  try {
    return await runLegs<MemoryId>(deps, {
      queries: [search.query],
      languages,
      language: undefined,
      signal: search.signal,
      record: search.record,
      ask: (query) =>
        reader.searchMemories({
          query,
          filter: { ...(search.memoryType && { memoryType: search.memoryType }) },
          limitPerLeg: deps.settings.candidatesPerLeg,
          signal: search.signal,
        }),
    });
  } catch (error) {
    search.signal.throwIfAborted();
    deps.logger.warn({ err: error }, 'Memory index unavailable');
    return noHits(UNAVAILABLE);
  }
};

const noHits = (
  degraded: Degradation,
): Pick<LegOutcome<MemoryId>, 'hits' | 'degraded' | 'legs'> => ({
  hits: [],
  legs: { lexical: 'failed', dense: 'off' },
  degraded: [degraded],
});

/** How many rows are read from PostgreSQL when their vectors are missing. */
const MAX_FROM_DATABASE = 200;

const readCandidates = async (
  tx: Pick<ScopedRepositories, 'memories'>,
  hits: Hits,
  options: { pendingOnly: boolean; memoryType: MemorySearch['memoryType'] },
): Promise<MemoryRecord[]> => {
  const indexed = hits.length > 0 ? await tx.memories.readByIds(hits.map(({ id }) => id)) : [];
  const unindexed = await tx.memories.recent({ limit: MAX_FROM_DATABASE, ...options });
  const known = new Set(indexed.map(({ id }) => id));
  return [...indexed, ...unindexed.filter(({ id }) => !known.has(id))];
};

const toCandidates = (
  memories: readonly MemoryRecord[],
  hits: Hits,
  languages: readonly string[],
): Candidate[] => {
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  return memories.map((memory) => ({
    memory,
    terms: analyze(memory.content, { languages }),
    denseScore: byId.get(memory.id)?.denseScore ?? null,
    fused: byId.get(memory.id)?.score ?? 0,
  }));
};

const containsAny = ({ terms }: Candidate, words: readonly QueryWord[]): boolean =>
  words.some(({ forms }) => forms.some((form) => terms.includes(form)));
