/**
 * Numbers of citations that were set by hand; those that were fitted stand with their regression (`confidence.ts`), and limits of time
 * beside the code they protect.
 */
export const TUNING = {
  /** A shorter quotation is a word set off, such as the name of a button. */
  fewestQuotedWords: 3,
  /** A character of a script without blanks, in words. */
  wordOfUnspaced: 0.5,
  /** The sentences of a source that are shown for one claim. */
  mostSentences: 3,
  /** A negation so far from a run of words turns it; characters of a script without blanks are shorter (test/citations/rules/runs.test.ts). */
  nearWords: 2,
  nearUnspaced: 8,
} as const;
