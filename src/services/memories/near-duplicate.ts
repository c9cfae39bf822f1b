import { analyze } from '../../domain/analyzer.js';
import type { MemoryRecord } from '../../domain/memory.js';

/** From this share of common terms on, two memories say the same thing. */
const MIN_JACCARD = 0.8;

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
  const terms = toTerms(content, language);
  const [closest] = memories
    .map((memory) => ({ memory, similarity: jaccard(terms, toTerms(memory.content, language)) }))
    .filter(({ similarity }) => similarity >= MIN_JACCARD)
    .sort((left, right) => right.similarity - left.similarity);
  return closest?.memory ?? null;
};
