/**
 * Values of the rule that were set by hand, with the commit whose message has the measurement. Fitted ones are next to their regression
 * (`WEIGHTS`, `baseline.ts`), decision thresholds in `levels.ts`.
 */
export const TUNING = {
  // 16e47f8c: XQuAD in English kept .88 at refused .87 (area .948), in Vietnamese .87 and .86 (.938).
  /** Terms per window, about two sentences: an answer's words are close together. */
  windowTerms: 41,
  /**
   * The share of its window that counts as neighbours if the question has only one content word; with all of it, "the default" would match
   * elsewhere.
   */
  withoutNeighbours: 0.5,
  /** Maximum distance in terms of two words that count as adjacent. */
  pairDistance: 3,
  /** Function words, such as "how many", are rare in handbooks without being important. */
  mostOfFunctionWord: 0.5,
  /** In a small index nearly every word is in most texts or in none; frequencies are scaled to at least this many. */
  fullPopulation: 60,
  /** Words that share less count as different words. */
  minSimilarity: 0.5,
  /** The minimum length of similar words; in scripts without short vowels, or with one sign per syllable, three letters say as much. */
  minLength: 4,
  minLengthOfDense: 3,
  // 065fed7d: the first window of a passage begins with its heading or column names, which say what all of it is about.
  shareOfOpening: 0.7,
  // 1b695185: in log-odds, how much likelier passages of the conversation's documents answer the next question.
  inFocus: 2.5,
  // d5ab2e23: from how many standard deviations an uncalibrated embedder puts a passage clearly ahead.
  clearLead: 4,
  /** Copies and neighbours of the answering passage must not hide how far it stands out. */
  notCompared: 3,
  /** With fewer others, the spread of their cosines says little. */
  enoughOthers: 10,
  /** Candidates further down are about other subjects. */
  lastCompared: 23,
  /** Cosines differ by more than this between texts even if an embedder sees no difference. */
  minSpread: 0.005,
} as const;
