import { joinSignal, sortByLevel, type Curve } from '../evidence/index.js';
import type { Reranker } from '../platform/models/model.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { toQuery } from './judge-hits.js';
import { tryModel, type LegDeps } from './legs.js';
import type { ChunkSearch } from './schema.js';

/** The number of fused hits that are read from the database first and given to the reranker; enough for most searches. */
export const READ_FIRST = 30;

type Hits = { hits: readonly JudgedHit[]; readable: Readable; search: ChunkSearch };

/**
 * Lets the reranker read the best hits; null if it fails. A calibrated reranker changes the relevance of hits, which orders all of them.
 * Any other reranker only orders the hits that it read within their level, and the rest of that level follows.
 */
export const rerank = async (
  deps: Pick<LegDeps, 'settings' | 'metrics' | 'logger'>,
  reranker: Reranker,
  { curve, ...asked }: Hits & { curve: Curve | undefined },
): Promise<readonly JudgedHit[] | null> => {
  const { hits, search } = asked;
  const candidates = toCandidates(asked);
  // A single hit needs no ordering, but a calibrated reranker also says whether it answers.
  if (candidates.length < (curve === undefined ? 2 : 1)) return hits;
  const texts = candidates.map(({ text }) => text);
  const scores = await tryModel(deps, search, {
    stage: 'rerank',
    model: reranker.model,
    limitMs: deps.settings.rerankTimeoutMs,
    ask: (signal) => reranker.rerank(toQuery(search), texts, { signal }),
    // Rerankers do not charge by token, so neither tokens nor cost are known.
    usageOf: () => ({ promptTokens: 0, costUsd: null }),
    warning: 'Order of the search legs kept: the reranker failed',
  });
  if (scores === null) return null;
  // The sort is stable: equally relevant hits stay in fused order.
  const scored = candidates
    .flatMap(({ hit }, index) => {
      const rerankScore = scores[index];
      return isScored(rerankScore) ? [{ hit, rerankScore }] : [];
    })
    .sort((left, right) => right.rerankScore - left.rerankScore)
    .map(({ hit, rerankScore }) => withScore(hit, rerankScore, curve));
  const read = new Set(
    candidates.flatMap(({ hit }, index) => (isScored(scores[index]) ? hit : [])),
  );
  const all = [...scored, ...hits.filter((hit) => !read.has(hit))];
  return curve === undefined
    ? sortByLevel(all)
    : all.sort((left, right) => right.relevance - left.relevance);
};

const isScored = (score: number | null | undefined): score is number => typeof score === 'number';

const withScore = (hit: JudgedHit, rerankScore: number, curve: Curve | undefined): JudgedHit => ({
  ...hit,
  candidate: { ...hit.candidate, rerankScore },
  relevance: curve === undefined ? hit.relevance : joinSignal(hit.relevance, rerankScore, curve),
});

const toCandidates = ({ hits, readable, search }: Hits) => {
  const byText = new Map<string, { hit: JudgedHit; text: string }>();
  for (const hit of hits) {
    const chunk = readable.get(hit.candidate.id);
    const isWanted = chunk && hit.candidate.score >= (search.minScore ?? 0);
    if (!isWanted || byText.has(chunk.contentHash)) continue;
    byText.set(chunk.contentHash, { hit, text: chunk.content });
    if (byText.size === READ_FIRST) break;
  }
  return [...byText.values()];
};
