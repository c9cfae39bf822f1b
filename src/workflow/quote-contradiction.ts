import type { Source } from '../answering/index.js';
import { quoteWithin, sentencesAround, type SettledStatement } from '../citations/index.js';

type Written = { sources: readonly Source[]; language: string };

/** The sentences of the source that contradict a statement, quoted; null if no source contradicts it or its text is not at hand. */
export const quoteContradiction = (
  { verdict, words }: SettledStatement,
  { sources, language }: Written,
): string | null => {
  const source = words && sources[words.sourceIndex]?.citable;
  if (verdict !== 'contradicted' || !words || !source?.content) return null;
  return quoteWithin({ source, ...sentencesAround(source.content, words) }, language);
};
