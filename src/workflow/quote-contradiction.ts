import type { Source } from '../answering/index.js';
import { quoteWithin, sentencesAround, type SettledStatement } from '../citations/index.js';

type Written = { sources: readonly Source[]; language: string };

/** Quotes the sentences of a source that contradict a statement; null if none does, or if the source's text is not available. */
export const quoteContradiction = (
  { verdict, words }: SettledStatement,
  { sources, language }: Written,
): string | null => {
  const source = words && sources[words.sourceIndex]?.citable;
  if (verdict !== 'contradicted' || !words || !source?.content) return null;
  return quoteWithin({ source, ...sentencesAround(source.content, words) }, language);
};
