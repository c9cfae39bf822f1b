import { analyze, detectLanguage } from '../language/index.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { baselineOfLanguage, judgeRelevance } from '../evidence/index.js';
import {
  createWordsOf,
  type WordsOf,
  runLegs,
  type LegDeps,
  type LegOutcome,
  type SearchSettings,
  type TenantLanguages,
} from '../search/index.js';
import type { MemoryId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { MemoryRecord, MemorySearch, MemorySearchOutcome } from './schema.js';

export type SearchDeps = LegDeps & {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  languages: TenantLanguages;
};

export type SearchMemories = (
  scope: UserScope,
  search: MemorySearch,
) => Promise<MemorySearchOutcome>;

type Found = Omit<LegOutcome<MemoryId>, 'weights'>;

/** Searches this user's memories; rows without a vector are read from PostgreSQL and judged by the same rule. */
export const createSearchMemories =
  (deps: SearchDeps): SearchMemories =>
  async (scope, search) => {
    const { database, settings } = deps;
    const stored = await readLanguages(deps, scope);
    const languages = [...new Set([...stored, languageOf(search)])];
    const wordsOf = createWordsOf(languages);
    const found = await findIndexed(deps, scope, { search, languages, wordsOf });
    search.signal.throwIfAborted();
    const memories = await database.withScope(scope, (tx) => readFound(tx, found, search));
    const words = wordsOf(search.query);
    const forms = words.flatMap(({ forms: own, within = [] }) => [...own, ...within]);
    const byId = new Map(found.hits.map((hit) => [hit.id, hit]));
    const candidates = memories
      .map((memory) => ({
        memory,
        documentId: null,
        terms: analyze(memory.content, { languages }),
        denseScore: byId.get(memory.id)?.denseScore ?? null,
      }))
      .filter(
        ({ terms, denseScore }) =>
          denseScore !== null || forms.some((form) => terms.includes(form)),
      );
    const rule = { questions: [words], baseline: baselineOfLanguage(languageOf(search)) };
    const results = judgeRelevance(candidates, { ...rule, passage: null })
      .map(({ candidate: { memory, denseScore }, coverage }) => ({
        memory,
        // A row without a vector has no rank in the index, so its coverage of the question is used instead.
        score: byId.get(memory.id)?.score ?? coverage,
        coverage,
        evidence: coverage >= settings.minCoverage || isNear(denseScore, settings),
      }))
      .sort((left, right) => right.coverage - left.coverage || right.score - left.score)
      .slice(0, search.topK);
    return { results, degraded: found.degraded };
  };

const isNear = (
  denseScore: number | null,
  { minDenseScore }: Pick<SearchSettings, 'minDenseScore'>,
): boolean => denseScore !== null && minDenseScore !== null && denseScore >= minDenseScore;

const languageOf = ({ query, question }: MemorySearch): string =>
  question?.text === query ? question.writtenIn : detectLanguage(query, { fallback: 'en' });

/** A memory is indexed in its own language, which may not occur in the tenant's documents. */
const readLanguages = ({ database, languages }: SearchDeps, scope: UserScope): Promise<string[]> =>
  database.withScope(scope, async (tx) => [
    ...(await languages.get(scope, tx)),
    ...(await tx.memories.languages()),
  ]);

const UNAVAILABLE: Found = {
  hits: [],
  legs: { lexical: 'failed', dense: 'off' },
  degraded: [
    {
      node: 'retrieval',
      reason: 'memory_index_unavailable',
      effect: 'recent memories only',
    },
  ],
};

type Searched = { search: MemorySearch; languages: readonly string[]; wordsOf: WordsOf };

const findIndexed = async (
  deps: SearchDeps,
  scope: UserScope,
  { search, languages, wordsOf }: Searched,
): Promise<Found> => {
  const { query: question, memoryType, signal, record } = search;
  const filter = { ...(memoryType && { memoryType }) };
  const limitPerLeg = deps.settings.candidatesPerLeg;
  const reader = deps.vectors.for(scope);
  try {
    return await runLegs<MemoryId>(deps, {
      queries: [question],
      languages,
      wordsOf,
      signal,
      record,
      inTurn: (work) => deps.turns.run(scope, signal, work),
      ask: (query) => reader.searchMemories({ query, filter, limitPerLeg, signal }),
    });
  } catch (error) {
    signal.throwIfAborted();
    deps.logger.warn({ err: error }, 'Memory index unavailable');
    return UNAVAILABLE;
  }
};

/** The maximum number of rows read from PostgreSQL if their vectors are missing. */
const MAX_FROM_DATABASE = 200;

const readFound = async (
  tx: Pick<ScopedRepositories, 'memories'>,
  { hits, legs }: Found,
  { memoryType }: MemorySearch,
): Promise<MemoryRecord[]> => {
  const indexed = await tx.memories.readByIds(hits.map(({ id }) => id));
  const unindexed = await tx.memories.recent({
    limit: MAX_FROM_DATABASE,
    unindexedOnly: legs.lexical !== 'failed',
    memoryType,
  });
  const known = new Set(indexed.map(({ id }) => id));
  return [...indexed, ...unindexed.filter(({ id }) => !known.has(id))];
};
