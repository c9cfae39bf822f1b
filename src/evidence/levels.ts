import { z } from 'zod';

/**
 * answer: at least one result answers the question · closest: some results may answer it, and must be presented as such · none: no result
 * answers it.
 */
export const SearchOutcome = z.enum(['answer', 'closest', 'none']);
export type SearchOutcome = z.infer<typeof SearchOutcome>;

/** Probability thresholds for decisions, each with its reason or measurement (docs/relevance.md). */
export const LEVELS = {
  /**
   * From this probability, a passage counts as evidence. At this value, the share of answerable questions that are answered equals the
   * share of unanswerable ones that are refused.
   */
  answer: 0.45,
  /** From this probability, a passage is shown as one of the closest; anything below is noise. */
  closest: 0.15,
  /** From this probability, a model may read the passage: it judges better than a rule, and what it cites is checked. */
  readable: 0.05,
  /**
   * The probability of a close passage that is not evidence. It is the minimum for a passage that an uncalibrated embedder puts clearly
   * ahead of all others, and the maximum for one found by a few common words.
   */
  clearlyClosest: 0.35,
  /** From this confidence, an answer is sure. Among less sure quotations, more are wrong than right. */
  sure: 0.6,
} as const;

/** Selects the passages that a model may read, keeping their order. */
export const pickReadable = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] => found.filter(({ relevance }) => relevance >= LEVELS.readable);

/** The highest relevance; 0 if there are no passages. */
export const bestOf = (found: readonly { relevance: number }[]): number =>
  Math.max(0, ...found.map(({ relevance }) => relevance));

/** Whether a search found passages that answer, passages that may answer, or none. */
export const toOutcome = (found: readonly { relevance: number }[]): SearchOutcome => {
  const best = bestOf(found);
  if (isEvidence(best)) return 'answer';
  return best >= LEVELS.closest ? 'closest' : 'none';
};

/** True if a passage is relevant enough to answer from. */
export const isEvidence = (relevance: number): boolean => relevance >= LEVELS.answer;

/** Selects the passages of a search that an answer may show: merely close passages may complete those that answer. */
export const pickShown = <Found extends { relevance: number }>(found: readonly Found[]): Found[] =>
  found.filter(({ relevance }) => relevance >= LEVELS.closest);

/** The level of a passage. Passages of the same level are treated alike everywhere. */
export const levelOf = (relevance: number): 'evidence' | 'closest' | 'noise' => {
  if (isEvidence(relevance)) return 'evidence';
  return relevance >= LEVELS.closest ? 'closest' : 'noise';
};

/**
 * Sorts passages by level (evidence, closest, rest) and keeps the order within each level, because scores of unknown meaning only compare
 * passages of the same level.
 */
export const sortByLevel = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] =>
  (['evidence', 'closest', 'noise'] as const).flatMap((level) =>
    found.filter(({ relevance }) => levelOf(relevance) === level),
  );
