import { z } from 'zod';

/** answer: something in the results answers · closest: some may, and are to be shown as such · none: nothing does. */
export const SearchOutcome = z.enum(['answer', 'closest', 'none']);
export type SearchOutcome = z.infer<typeof SearchOutcome>;

/** Here as large a share of the answerable questions is kept as of the unanswerable ones is refused. */
const EVIDENCE_FROM = 0.45;
/** Below, a passage is noise. */
const CLOSEST_FROM = 0.15;

/** A model is shown what is this relevant: it reads better than a rule, and what it cites is checked. */
const READ_FROM = 0.05;

/** What passages a model may read, in their order. */
export const pickReadable = <Found extends { relevance: number }>(
  found: readonly Found[],
): Found[] => found.filter(({ relevance }) => relevance >= READ_FROM);

/** How relevant the most relevant one is; 0 of nothing. */
export const bestOf = (found: readonly { relevance: number }[]): number =>
  Math.max(0, ...found.map(({ relevance }) => relevance));

/** What a search comes to: something that answers, passages that may, or nothing. */
export const toOutcome = (found: readonly { relevance: number }[]): SearchOutcome => {
  const best = bestOf(found);
  if (isEvidence(best)) return 'answer';
  return best >= CLOSEST_FROM ? 'closest' : 'none';
};

/** Relevant enough to answer from. */
export const isEvidence = (relevance: number): boolean => relevance >= EVIDENCE_FROM;

/** How relevant a passage has to be for an answer to show it: what is only close may complete what answers. */
export const SHOWN_FROM = CLOSEST_FROM;

/** What passages of a search an answer may show. */
export const pickShown = <Found extends { relevance: number }>(found: readonly Found[]): Found[] =>
  found.filter(({ relevance }) => relevance >= SHOWN_FROM);

/** Passages of one level are treated alike wherever results are used. */
export const levelOf = (relevance: number): 'evidence' | 'closest' | 'noise' => {
  if (isEvidence(relevance)) return 'evidence';
  return relevance >= CLOSEST_FROM ? 'closest' : 'noise';
};
