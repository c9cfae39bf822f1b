import { z } from 'zod';

/** answer: something in the results answers · closest: some may, and are to be shown as such · none: nothing does. */
export const SearchOutcome = z.enum(['answer', 'closest', 'none']);
export type SearchOutcome = z.infer<typeof SearchOutcome>;

/** Probabilities at which something is decided, each with its reason or its measurement (docs/relevance.md). */
export const LEVELS = {
  /** A passage is answered from: as large a share of the answerable questions is kept as of the unanswerable ones is refused. */
  answer: 0.45,
  /** A passage is shown as one of the closest; below, it is noise. */
  closest: 0.15,
  /** A model reads a passage: it reads better than a rule, and what it cites is checked. */
  readable: 0.05,
  /**
   * One of the closest, and nothing to answer from: the least of a passage that an embedder which nobody calibrated puts clearly ahead of all
   * others, and the most of one that was found for a few common words.
   */
  clearlyClosest: 0.35,
  /** An answer is sure: of quotations that are less sure more are beside the question than to the point. */
  sure: 0.6,
} as const;

/** Picks the passages that a model may read, in their order. */
export const pickReadable = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] => found.filter(({ relevance }) => relevance >= LEVELS.readable);

/** The highest relevance; 0 of nothing. */
export const bestOf = (found: readonly { relevance: number }[]): number =>
  Math.max(0, ...found.map(({ relevance }) => relevance));

/** Says whether a search found something that answers, passages that may, or nothing. */
export const toOutcome = (found: readonly { relevance: number }[]): SearchOutcome => {
  const best = bestOf(found);
  if (isEvidence(best)) return 'answer';
  return best >= LEVELS.closest ? 'closest' : 'none';
};

/** Relevant enough to answer from. */
export const isEvidence = (relevance: number): boolean => relevance >= LEVELS.answer;

/** Picks the passages of a search that an answer may show: what is only close may complete what answers. */
export const pickShown = <Found extends { relevance: number }>(found: readonly Found[]): Found[] =>
  found.filter(({ relevance }) => relevance >= LEVELS.closest);

/** Passages of one level are treated alike wherever results are used. */
export const levelOf = (relevance: number): 'evidence' | 'closest' | 'noise' => {
  if (isEvidence(relevance)) return 'evidence';
  return relevance >= LEVELS.closest ? 'closest' : 'noise';
};

/** Puts what answers before what is close, and that before the rest, each in the order that it has: scores of unknown worth order only what is alike. */
export const sortByLevel = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] =>
  (['evidence', 'closest', 'noise'] as const).flatMap((level) =>
    found.filter(({ relevance }) => levelOf(relevance) === level),
  );
