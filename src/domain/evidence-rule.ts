import type { QueryWord } from './analyzer.js';

export type EvidenceCandidate = { terms: readonly string[]; denseScore: number | null };

export type EvidenceRule = {
  /** The distinct words of each query that was searched (original, rewritten). */
  questions: readonly (readonly QueryWord[])[];
  minCoverage: number;
  /** Cosine from which the embedder alone makes evidence; null without an embedder. */
  minDenseScore: number | null;
};

/** `coverage` is 0..1: the weighted share of the best-covered question's words that the candidate contains. */
export type Judged<Candidate> = { candidate: Candidate; coverage: number; isEvidence: boolean };

const contains = (terms: ReadonlySet<string>, word: QueryWord): boolean =>
  word.some((form) => terms.has(form));

const inverseDocumentFrequency = (total: number, containing: number): number =>
  Math.log(1 + (total - containing + 0.5) / (containing + 0.5));

/**
 * What becomes evidence. A candidate's coverage is the share of a question's distinct words that it contains, each word
 * weighted by its inverse document frequency over the fused candidates: a word that every candidate has says little, a
 * word that only one has says much, and a word that none has counts against all. Evidence is a coverage of at least
 * `minCoverage`, or a cosine of at least `minDenseScore`.
 */
export const judgeEvidence = <Candidate extends EvidenceCandidate>(
  candidates: readonly Candidate[],
  { questions, minCoverage, minDenseScore }: EvidenceRule,
): Judged<Candidate>[] => {
  const termSets = candidates.map(({ terms }) => new Set(terms));
  const weighted = questions.map((words) =>
    words.map((word) => ({
      word,
      weight: inverseDocumentFrequency(
        termSets.length,
        termSets.filter((terms) => contains(terms, word)).length,
      ),
    })),
  );
  const toCoverage = (terms: ReadonlySet<string>): number =>
    Math.max(
      0,
      ...weighted.map((words) => {
        const total = words.reduce((sum, { weight }) => sum + weight, 0);
        const found = words.reduce(
          (sum, { word, weight }) => sum + (contains(terms, word) ? weight : 0),
          0,
        );
        return total === 0 ? 0 : found / total;
      }),
    );
  return candidates.map((candidate, index) => {
    const coverage = toCoverage(termSets[index] ?? new Set());
    const isDenseEvidence =
      minDenseScore !== null &&
      candidate.denseScore !== null &&
      candidate.denseScore >= minDenseScore;
    return { candidate, coverage, isEvidence: coverage >= minCoverage || isDenseEvidence };
  });
};
