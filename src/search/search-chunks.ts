import type { ReadableChunk } from '../documents/index.js';
import { AppError } from '../shared/errors.js';
import type { ChunkId } from '../shared/ids.js';
import type { ChunkSearch, ChunkSearchOutcome, LegStates } from './schema.js';
import type { Reranker } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { toLostCall } from '../platform/models/meter-model.js';
import { runWithin, type Attempt } from '../shared/async.js';
import { assembleResults, type JudgedHit } from './assemble-results.js';
import type { Degradation } from '../shared/execution.js';
import { analyzeQueryWords } from '../language/index.js';
import { judgeEvidence } from './evidence-rule.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { ChunkFilter, VectorStore } from '../platform/vectors/vector-store.js';
import type { ReindexingProbe } from './reindexing-probe.js';
import { runLegs, type LegDeps, type LegOutcome } from './legs.js';
import type { TenantLanguages } from './tenant-languages.js';

type Deps = LegDeps & {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  reranker: Reranker | null;
  languages: TenantLanguages;
  reindexing: ReindexingProbe;
  metrics: Pick<Metrics, 'retrievalFinished' | 'retrievalResults'>;
};

export type SearchChunks = (scope: UserScope, search: ChunkSearch) => Promise<ChunkSearchOutcome>;

const REINDEXING: Degradation = {
  node: 'retrieval',
  reason: 'reindexing',
  effect: 'some documents are not found yet',
};

type Hits = { hits: readonly JudgedHit[]; search: ChunkSearch };

type Input = {
  /** Fused order. */
  hits: readonly JudgedHit[];
  /** What the scope may read now: nothing else is sent. */
  readable: ReadonlyMap<ChunkId, ReadableChunk>;
  search: ChunkSearch;
};

type Candidate = { hit: JudgedHit; text: string };

/** How many of the fused hits are given to the reranker. */
const RERANKED = 30;

/** Hybrid search in what the scope may read now. Rejects with `vector_store_unavailable` when no leg answers. */
export const createSearchChunks = (deps: Deps): SearchChunks => {
  const { vectors, languages, reindexing, metrics, settings } = deps;
  return async (scope, search) => {
    const { filter, signal } = search;
    const [known, progress, legFilter] = await Promise.all([
      languages.get(scope),
      reindexing(),
      toLegFilter(deps, scope, filter ?? {}),
    ]);
    signal.throwIfAborted();
    const reader = vectors.for(scope);
    const outcome = await runLegs<ChunkId>(deps, {
      queries: search.queries,
      languages: known,
      language: search.language,
      signal,
      record: search.record,
      ask: (query, wanted) =>
        reader.searchChunks({
          query,
          wanted,
          filter: legFilter,
          limitPerLeg: settings.candidatesPerLeg,
          signal,
        }),
    });
    signal.throwIfAborted();
    if (canNeverAnswer(outcome.legs)) {
      throw new AppError('vector_store_unavailable', 'The search index is unavailable.');
    }
    const judged = judge(outcome, search, { languages: known, settings });
    const { results, degraded } = await toResults(deps, scope, { hits: judged, search });
    metrics.retrievalResults({
      count: results.length,
      emptyReason:
        results.length > 0 ? null : judged.length === 0 ? 'no_match' : 'nothing_readable',
    });
    return {
      results,
      legs: outcome.legs,
      degraded: [...outcome.degraded, ...degraded, ...(progress ? [REINDEXING] : [])],
      reindexing: progress,
    };
  };
};

/** So many ids a filter of the index may hold; with more documents the read-back alone picks them out. */
const MAX_FILTERED_DOCUMENTS = 2_000;

/** Metadata is not in the index: without the documents' ids its best hits could all be of other documents. */
const toLegFilter = async (
  { database }: Pick<Deps, 'database'>,
  scope: UserScope,
  { documentIds, language, metadata }: NonNullable<ChunkSearch['filter']>,
): Promise<ChunkFilter> => {
  const found =
    metadata &&
    (await database.withScope(scope, (tx) =>
      tx.documents.idsByMetadata(metadata, MAX_FILTERED_DOCUMENTS),
    ));
  const wanted = found && documentIds ? found.filter((id) => documentIds.includes(id)) : found;
  const ids = wanted ?? documentIds;
  return { ...(ids && { documentIds: ids }), ...(language !== undefined && { language }) };
};

const canNeverAnswer = ({ lexical, dense }: LegStates): boolean =>
  (lexical === 'failed' && dense !== 'active') || (dense === 'failed' && lexical === 'failed');

const judge = (
  { hits }: LegOutcome<ChunkId>,
  search: ChunkSearch,
  { languages, settings }: { languages: readonly string[]; settings: LegDeps['settings'] },
): JudgedHit[] =>
  judgeEvidence(hits, {
    questions: search.queries.map((query) => analyzeQueryWords(query, { languages })),
    minCoverage: settings.minCoverage,
    minDenseScore: settings.minDenseScore,
  });

/** What the scope may read of the hits, in its final order. */
const toResults = async (
  deps: Deps,
  scope: UserScope,
  { hits, search }: Hits,
): Promise<Pick<ChunkSearchOutcome, 'results' | 'degraded'>> => {
  const { readable, results } = await readBack(deps, scope, { hits, search });
  if (deps.reranker === null) return { results, degraded: [] };
  const reranked = await rerankHits(deps.reranker, deps, { hits, readable, search });
  return {
    results: assembleResults(reranked.hits, readable, search),
    degraded: reranked.degraded,
  };
};

/** Enough for topK after equal texts, neighbours and rows that are no longer readable are gone. */
const READ_AHEAD = 3;
const MIN_READ = 20;

type ReadBack = {
  readable: ReadonlyMap<ChunkId, ReadableChunk>;
  results: ChunkSearchOutcome['results'];
};

const NOTHING: ReadBack = { readable: new Map(), results: [] };

const readBack = async (
  { database, metrics, reranker }: Pick<Deps, 'database' | 'metrics' | 'reranker'>,
  scope: UserScope,
  { hits, search }: Hits,
): Promise<ReadBack> => {
  if (hits.length === 0) return NOTHING;
  const startedAt = performance.now();
  const ids = hits.map(({ candidate }) => candidate.id);
  const first = Math.max(MIN_READ, search.topK * READ_AHEAD, reranker === null ? 0 : RERANKED);
  const assemble = (chunks: readonly ReadableChunk[]): ReadBack => {
    const readable = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    return { readable, results: assembleResults(hits, readable, search) };
  };
  const { read, asked } = await database.withScope(scope, async (tx) => {
    const chunks = await tx.chunks.readLive(ids.slice(0, first), search.filter);
    const found = assemble(chunks);
    const isEnough = found.results.length >= search.topK || ids.length <= first;
    if (isEnough) return { read: found, asked: Math.min(first, ids.length) };
    const more = await tx.chunks.readLive(ids.slice(first), search.filter);
    return { read: assemble([...chunks, ...more]), asked: ids.length };
  });
  search.recordOutOfScope?.(asked - read.readable.size);
  metrics.retrievalFinished({ stage: 'read_back', durationMs: performance.now() - startedAt });
  return read;
};

type RerankDeps = {
  settings: { rerankTimeoutMs: number };
  metrics: Pick<Metrics, 'retrievalFinished'>;
  logger: Pick<Logger, 'warn'>;
};

type Reranked = { hits: readonly JudgedHit[]; degraded: Degradation[] };

const FAILED: Degradation = {
  node: 'retrieval',
  reason: 'rerank_failed',
  effect: 'passages in the order of the search legs',
};

/** The best of the fused hits in the order of the reranker, the others after them; in fused order when it fails. */
const rerankHits = async (
  reranker: Reranker,
  { settings, metrics, logger }: RerankDeps,
  input: Input,
): Promise<Reranked> => {
  const candidates = toCandidates(input);
  if (candidates.length < 2) return { hits: input.hits, degraded: [] };
  const startedAt = performance.now();
  const limits = { search: input.search, limitMs: settings.rerankTimeoutMs };
  const attempt = await ask(reranker, candidates, limits);
  metrics.retrievalFinished({ stage: 'rerank', durationMs: performance.now() - startedAt });
  switch (attempt.kind) {
    case 'done':
      return { hits: reorder(input, candidates, attempt.result), degraded: [] };
    case 'cancelled':
      throw new AppError('cancelled', 'The request was cancelled.');
    case 'error':
    case 'timeout':
      logger.warn(
        { err: attempt.kind === 'error' ? attempt.error : 'too slow' },
        'Order of the search legs kept: the reranker failed',
      );
      return { hits: input.hits, degraded: [FAILED] };
  }
};

const toCandidates = ({ hits, readable, search }: Input): Candidate[] => {
  const byText = new Map<string, Candidate>();
  for (const hit of hits) {
    const chunk = readable.get(hit.candidate.id);
    const isWanted = chunk && hit.candidate.score >= (search.minScore ?? 0);
    if (!isWanted || byText.has(chunk.contentHash)) continue;
    byText.set(chunk.contentHash, { hit, text: chunk.content });
    if (byText.size === RERANKED) break;
  }
  return [...byText.values()];
};

/** Rerankers charge in units of their own. */
const UNPRICED = { outcome: 'ok', promptTokens: 0, costUsd: null } as const;

const ask = async (
  reranker: Reranker,
  candidates: readonly Candidate[],
  { search, limitMs }: { search: ChunkSearch; limitMs: number },
): Promise<Attempt<number[]>> => {
  const startedAt = performance.now();
  const texts = candidates.map(({ text }) => text);
  const attempt = await runWithin({ signal: search.signal, limitMs }, (signal) =>
    reranker.rerank(toQuery(search), texts, { signal }),
  );
  search.record?.({
    ...(attempt.kind === 'done' ? UNPRICED : toLostCall(attempt)),
    purpose: 'rerank',
    model: reranker.model,
    completionTokens: 0,
    durationMs: performance.now() - startedAt,
  });
  return attempt;
};

/** The fullest form of the question: a rewritten follow-up says what its original leaves out. */
const toQuery = ({ queries }: ChunkSearch): string =>
  queries.reduce((longest, query) => (query.length > longest.length ? query : longest), '');

// A stable sort: what is equally relevant stays in fused order.
const reorder = (
  { hits }: Input,
  candidates: readonly Candidate[],
  scores: readonly number[],
): JudgedHit[] => {
  const scored = candidates.map(({ hit }, index) => ({ hit, score: scores[index] ?? 0 }));
  const given = new Set(candidates.map(({ hit }) => hit));
  return [
    ...scored
      .toSorted((left, right) => right.score - left.score)
      .map(({ hit, score }) => ({
        ...hit,
        candidate: { ...hit.candidate, rerankScore: score },
      })),
    ...hits.filter((hit) => !given.has(hit)),
  ];
};
