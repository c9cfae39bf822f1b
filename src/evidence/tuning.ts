/**
 * Numbers of the rule that were set by hand, with the commit whose message has the measurement. Those that were fitted stand with their
 * regression (`WEIGHTS`, `baseline.ts`), the probabilities at which something is decided in `levels.ts`.
 */
export const TUNING = {
  // 16e47f8c: XQuAD in English kept .88 at refused .87 (area .948), in Vietnamese .87 and .86 (.938).
  /** Terms in a window, about two sentences: what answers a question stands close together. */
  windowTerms: 41,
  /** The share of its window that counts as neighbours where only one word of substance is asked; with all of it "the default" is elsewhere. */
  withoutNeighbours: 0.5,
  /** Terms between two words that still stand next to each other. */
  pairDistance: 3,
  /** Words that only ask or link, such as "how many", are rare in handbooks without being important. */
  mostOfFunctionWord: 0.5,
  /** In a small index nearly every word is in most texts or in none; frequencies count as among at least this many. */
  fullPopulation: 60,
  /** Words that share less are taken for different words. */
  minSimilarity: 0.5,
  /** The shortest word that resembles another; in scripts that write no short vowels, or a syllable in one sign, three letters say as much. */
  minLength: 4,
  minLengthOfDense: 3,
  // 065fed7d: the first window of a passage begins with its heading, or with the names of its columns, which say what all of it is about.
  shareOfOpening: 0.7,
  // 1b695185: in log-odds, what a conversation was about makes its passages likelier answers to what is asked next.
  inFocus: 2.5,
  // d5ab2e23: from how many standard deviations on an embedder that nobody calibrated puts a passage clearly ahead.
  clearLead: 4,
  /** Copies and neighbouring passages of what answers must not hide how far it stands out. */
  notCompared: 3,
  /** With fewer others the spread of their cosines says little. */
  enoughOthers: 10,
  /** Those further down are of other subjects. */
  lastCompared: 23,
  /** Cosines of one text for another differ by more than this even where an embedder sees no difference. */
  minSpread: 0.005,
} as const;
