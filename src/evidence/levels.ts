import { z } from 'zod';

/** answer: something in the results answers · closest: some may answer, and must be shown as such · none: nothing answers. */
export const SearchOutcome = z.enum(['answer', 'closest', 'none']);
export type SearchOutcome = z.infer<typeof SearchOutcome>;

/** Probability thresholds for decisions, each with its reason or measurement (docs/relevance.md). */
export const LEVELS = {
  /** A passage counts as evidence: at this value the share of answerable questions kept equals the share of unanswerable ones refused. */
  answer: 0.45,
  /** A passage is shown as one of the closest; below this it is noise. */
  closest: 0.15,
  /** A model reads the passage: it judges better than a rule, and what it cites is checked. */
  readable: 0.05,
  /**
   * A close passage that is not evidence: the minimum for a passage that an uncalibrated embedder puts clearly ahead of all others, and the
   * maximum for one found by a few common words.
   */
  clearlyClosest: 0.35,
  /** An answer is sure: among less sure quotations, more are wrong than right. */
  sure: 0.6,
} as const;

/** Selects the passages that a model may read, in order. */
export const pickReadable = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] => found.filter(({ relevance }) => relevance >= LEVELS.readable);

/** The highest relevance; 0 if there are none. */
export const bestOf = (found: readonly { relevance: number }[]): number =>
  Math.max(0, ...found.map(({ relevance }) => relevance));

/** Whether a search found something that answers, passages that may answer, or nothing. */
export const toOutcome = (found: readonly { relevance: number }[]): SearchOutcome => {
  const best = bestOf(found);
  if (isEvidence(best)) return 'answer';
  return best >= LEVELS.closest ? 'closest' : 'none';
};

/** Relevant enough to answer from. */
export const isEvidence = (relevance: number): boolean => relevance >= LEVELS.answer;

/** Selects the passages of a search that an answer may show: merely close ones may complete those that answer. */
export const pickShown = <Found extends { relevance: number }>(found: readonly Found[]): Found[] =>
  found.filter(({ relevance }) => relevance >= LEVELS.closest);

/** Passages of the same level are treated alike wherever results are used. */
export const levelOf = (relevance: number): 'evidence' | 'closest' | 'noise' => {
  if (isEvidence(relevance)) return 'evidence';
  return relevance >= LEVELS.closest ? 'closest' : 'noise';
};

/**
 * Sorts by level (evidence, closest, rest) and keeps the order within each: scores with an unknown meaning only order passages of the same
 * level.
 */
export const sortByLevel = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] =>
  (['evidence', 'closest', 'noise'] as const).flatMap((level) =>
    found.filter(({ relevance }) => levelOf(relevance) === level),
  );
