import type { Collection, EvalQuery } from './collection.js';
import {
  areaUnderCurve,
  calibrationError,
  mean,
  ndcgAt,
  quantile,
  recallAt,
  reciprocalRankAt,
} from './metrics.js';
import type { RankedDocument, SearchFunction } from './pipeline.js';

const CUT = 10;
const NOTHING: ReadonlySet<string> = new Set();

export type Figures = Record<string, number>;

/** The highest relevance speaks for the question. */
const bestRelevance = (results: readonly RankedDocument[]): number =>
  Math.max(0, ...results.slice(0, CUT).map(({ relevance }) => relevance));

const hasEvidence = (results: readonly RankedDocument[]): boolean =>
  results.slice(0, CUT).some(({ isEvidence }) => isEvidence);

const hasRelevantEvidence = (results: readonly RankedDocument[], { grades }: EvalQuery): boolean =>
  results.slice(0, CUT).some(({ id, isEvidence }) => isEvidence && grades.has(id));

/** Retrieval quality and latency, and what the evidence rule makes of the answerable questions. */
export const evaluate = async (
  { queries }: Pick<Collection, 'queries'>,
  search: SearchFunction,
): Promise<Figures> => {
  const rows = [];
  for (const query of queries) {
    const start = performance.now();
    const results = await search(query.text, { hidden: NOTHING });
    const elapsed = performance.now() - start;
    const ranked = results.map(({ id }) => id);
    rows.push({
      elapsed,
      ndcg: ndcgAt(CUT, ranked, query.grades),
      recall: recallAt(CUT, ranked, query.grades),
      reciprocalRank: reciprocalRankAt(CUT, ranked, query.grades),
      kept: Number(hasEvidence(results)),
      keptRelevant: Number(hasRelevantEvidence(results, query)),
    });
  }
  const latencies = rows.map(({ elapsed }) => elapsed);
  return {
    queries: rows.length,
    'nDCG@10': mean(rows.map(({ ndcg }) => ndcg)),
    'recall@10': mean(rows.map(({ recall }) => recall)),
    'MRR@10': mean(rows.map(({ reciprocalRank }) => reciprocalRank)),
    'answerable kept': mean(rows.map(({ kept }) => kept)),
    'with a relevant document': mean(rows.map(({ keptRelevant }) => keptRelevant)),
    'p50 ms': quantile(latencies, 0.5),
    'p95 ms': quantile(latencies, 0.95),
  };
};

/** The share of questions without an answer for which nothing is evidence. */
export const evaluateRefusals = async (
  questions: readonly EvalQuery[],
  search: SearchFunction,
): Promise<number> => {
  const refused = [];
  for (const { text } of questions) {
    refused.push(Number(!hasEvidence(await search(text, { hidden: NOTHING }))));
  }
  return mean(refused);
};

/**
 * Each question with its relevant documents hidden: the share for which nothing is left as evidence, and how well the most relevant
 * passage tells questions with an answer from those without.
 */
export const evaluateUnanswerable = async (
  { queries }: Collection,
  search: SearchFunction,
): Promise<Figures> => {
  const rows = [];
  for (const { text, grades } of queries) {
    const shown = await search(text, { hidden: NOTHING });
    const results = await search(text, { hidden: new Set(grades.keys()) });
    rows.push({
      refused: Number(!hasEvidence(results)),
      answerable: bestRelevance(shown),
      unanswerable: bestRelevance(results),
    });
  }
  const answerable = rows.map((row) => row.answerable);
  const unanswerable = rows.map((row) => row.unanswerable);
  return {
    'unanswerable refused': mean(rows.map(({ refused }) => refused)),
    AUC: areaUnderCurve(answerable, unanswerable),
    'calibration error': calibrationError(answerable, unanswerable),
  };
};
