/**
 * Values of the rule that were set by hand, with the commit whose message has the measurement. Fitted values are next to their regression
 * (`WEIGHTS`, `baseline.ts`), decision thresholds in `levels.ts`.
 */
export const TUNING = {
  // 16e47f8c: on XQuAD in English .88 of answerable questions were kept at .87 refused (area .948), in Vietnamese .87 and .86 (.938).
  /** The number of terms per window, about two sentences: the words of an answer are close together. */
  windowTerms: 41,
  /**
   * The share of its window that counts as neighbours if the question has only one content word. If all of it counted, "the default" would
   * also match elsewhere.
   */
  withoutNeighbours: 0.5,
  /** The maximum distance in terms at which two words count as adjacent. */
  pairDistance: 3,
  /** The maximum weight of a function word: words such as "how many" are rare in handbooks without being important. */
  mostOfFunctionWord: 0.5,
  /** In a small index nearly every word is in most texts or in none, so frequencies are scaled to at least this many texts. */
  fullPopulation: 60,
  /** Words that are less similar than this count as different words. */
  minSimilarity: 0.5,
  /** The minimum length of similar words. In scripts without short vowels, or with one sign per syllable, three letters are enough. */
  minLength: 4,
  minLengthOfDense: 3,
  // 065fed7d: the first window of a passage begins with its heading or column names, which say what the whole passage is about.
  shareOfOpening: 0.7,
  // 1b695185: the amount in log-odds by which passages of the conversation's documents are likelier to answer the next question.
  inFocus: 2.5,
  // d5ab2e23: the number of standard deviations from which an uncalibrated embedder puts a passage clearly ahead.
  clearLead: 4,
  /**
   * The number of best passages left out of the comparison: copies and neighbours of the answering passage must not hide how far it stands
   * out.
   */
  notCompared: 3,
  /** The minimum number of other passages; with fewer, the spread of their cosines says little. */
  enoughOthers: 10,
  /** The last compared rank; candidates further down are about other subjects. */
  lastCompared: 23,
  /** Even if an embedder sees no difference between texts, their cosines differ by more than this. */
  minSpread: 0.005,
} as const;
