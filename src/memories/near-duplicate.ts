import { analyze } from '../language/index.js';
import type { MemoryRecord } from './memory.js';

/** From this share of common terms on, two memories say the same thing. */
const MIN_JACCARD = 0.8;

type Ranked = { memory: MemoryRecord; similarity: number };

/** By the share of terms they have in common with the text, most first; among equals the order stays. */
export const rankBySimilarity = (
  content: string,
  language: string,
  memories: readonly MemoryRecord[],
): Ranked[] => {
  const terms = toTerms(content, language);
  return memories
    .map((memory) => ({
      memory,
      // Where nothing is a word, as in an emoji, the very same text still says the same.
      similarity:
        memory.content === content ? 1 : jaccard(terms, toTerms(memory.content, language)),
    }))
    .sort((left, right) => right.similarity - left.similarity);
};

const toTerms = (text: string, language: string): ReadonlySet<string> =>
  new Set(analyze(text, { languages: [language] }));

const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  const common = [...left].filter((term) => right.has(term)).length;
  const union = left.size + right.size - common;
  return union === 0 ? 0 : common / union;
};

/** The memory that already says this, by the terms they share; the closest when there are several. */
export const findNearDuplicate = (
  content: string,
  language: string,
  memories: readonly MemoryRecord[],
): MemoryRecord | null => {
  const [closest] = rankBySimilarity(content, language, memories);
  return closest && closest.similarity >= MIN_JACCARD ? closest.memory : null;
};
