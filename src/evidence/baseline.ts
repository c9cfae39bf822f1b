/**
 * The share of a question made of random words that an index contains by chance, measured in n-grams, 0..1: high in languages with short
 * words and few sounds, low with long words. A share that is significant in one language occurs by chance in another, so the relevance rule
 * subtracts this baseline. It was measured per language on the paragraphs of an encyclopedia.
 */
const OF_LANGUAGE: ReadonlyMap<string, number> = new Map([
  ['ar', 0.37],
  ['de', 0.366],
  ['en', 0.433],
  ['es', 0.51],
  ['it', 0.47],
  ['ja', 0.47],
  ['ko', 0.24],
  ['pl', 0.31],
  ['ro', 0.436],
  ['ru', 0.389],
  ['th', 0.55],
  ['tr', 0.385],
  ['vi', 0.519],
  ['zh', 0.385],
]);

/** The baseline for languages that were not measured. */
const OTHERWISE = 0.41;

export const baselineOfLanguage = (language: string): number =>
  OF_LANGUAGE.get(language) ?? OTHERWISE;
