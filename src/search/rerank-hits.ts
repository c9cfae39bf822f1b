import type { ReadableChunk } from '../documents/index.js';
import { AppError } from '../shared/errors.js';
import type { ChunkId } from '../shared/ids.js';
import type { ChunkSearch } from './schema.js';
import type { Reranker } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { toLostCall } from '../platform/models/meter-model.js';
import { runWithin, type Attempt } from '../shared/async.js';
import type { JudgedHit } from './assemble-results.js';
import type { Degradation } from '../shared/execution.js';

export type RerankDeps = {
  settings: { rerankTimeoutMs: number };
  metrics: Pick<Metrics, 'retrievalFinished'>;
  logger: Pick<Logger, 'warn'>;
};

type Input = {
  /** Fused order. */
  hits: readonly JudgedHit[];
  /** What the scope may read now: nothing else is sent. */
  readable: ReadonlyMap<ChunkId, ReadableChunk>;
  search: ChunkSearch;
};

type Reranked = { hits: readonly JudgedHit[]; degraded: Degradation[] };
type Candidate = { hit: JudgedHit; text: string };

/** How many of the fused hits are given to the reranker. */
export const RERANKED = 30;

const FAILED: Degradation = {
  node: 'retrieval',
  reason: 'rerank_failed',
  effect: 'passages in the order of the search legs',
};

/** The best of the fused hits in the order of the reranker, the others after them; in fused order when it fails. */
export const rerankHits = async (
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

/** Rerankers bill in units of their own. */
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
