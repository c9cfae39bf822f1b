import type { QueryWord } from '../language/index.js';
import { FULL_POPULATION, rarityOf } from './rarity.js';

type EvidenceCandidate = { terms: readonly string[]; denseScore: number | null };

type EvidenceRule = {
  /** The distinct words of each query that was searched (original, rewritten). */
  questions: readonly (readonly QueryWord[])[];
  minCoverage: number;
  /** Cosine from which the embedder alone makes evidence; null without an embedder. */
  minDenseScore: number | null;
};

/** `coverage` is 0..1: the weighted share of the best-covered question's words that the candidate contains. */
export type Judged<Candidate> = { candidate: Candidate; coverage: number; isEvidence: boolean };

type WeightedWord = { forms: readonly string[]; weight: number };

/**
 * Decides which candidates are evidence. A candidate's coverage is the share of a question's distinct words that it contains, each word
 * weighted by its inverse document frequency over the fused candidates (BM25's, among at least 60): a word that every candidate has says
 * little, a word that only one has says much, and a word that none has counts against all. Words that only ask or link weigh little in
 * any case. With several questions the best-covered one decides. Evidence is a coverage of at least `minCoverage`, or a cosine of at
 * least `minDenseScore`. Give it all fused candidates, then cut to the top.
 */
export const judgeEvidence = <Candidate extends EvidenceCandidate>(
  candidates: readonly Candidate[],
  { questions, minCoverage, minDenseScore }: EvidenceRule,
): Judged<Candidate>[] => {
  const asked = [...new Set(questions.flat().flatMap(({ forms }) => forms))];
  // Looked up one by one: a set of all the terms of 60 candidates costs more than the rest of the rule ten times over.
  const termSets = candidates.map(
    ({ terms }) => new Set(asked.filter((form) => terms.includes(form))),
  );
  const weighted = questions.map((words) => words.map((word) => toWeighted(word, termSets)));
  return candidates.map((candidate, index) => {
    const terms = termSets[index] ?? new Set();
    const coverage = Math.max(0, ...weighted.map((words) => toCoverage(terms, words)));
    const isNear = minDenseScore !== null && (candidate.denseScore ?? -Infinity) >= minDenseScore;
    return { candidate, coverage, isEvidence: coverage >= minCoverage || isNear };
  });
};

/** "How many … do I …" is rare in handbooks without being important: at most this, twice this in a full population. */
const FUNCTION_WORD_WEIGHT = 0.75;
/** A word of substance that no candidate has is the best sign that the answer is not there; the more, the more there are. */
const ABSENCE_SURCHARGE = 0.2;

const toWeighted = (
  { forms, isFunctionWord }: QueryWord,
  termSets: readonly ReadonlySet<string>[],
): WeightedWord => {
  const containing = termSets.filter((terms) => contains(terms, forms)).length;
  const population = Math.max(FULL_POPULATION, termSets.length);
  const certainty = termSets.length / population;
  const weight = rarityOf(containing, population);
  if (isFunctionWord) {
    return { forms, weight: Math.min(weight, FUNCTION_WORD_WEIGHT * (1 + certainty)) };
  }
  const surcharge = containing === 0 ? ABSENCE_SURCHARGE * certainty : 0;
  return { forms, weight: weight * (1 + surcharge) };
};

const contains = (terms: ReadonlySet<string>, forms: readonly string[]): boolean =>
  forms.some((form) => terms.has(form));

const toCoverage = (terms: ReadonlySet<string>, words: readonly WeightedWord[]): number => {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const found = words
    .filter(({ forms }) => contains(terms, forms))
    .reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : found / total;
};
