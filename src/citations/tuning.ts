/**
 * Values for citations that were set by hand; fitted ones are next to their regression (`confidence.ts`), and time limits next to the code
 * they protect.
 */
export const TUNING = {
  /** A shorter quotation is a word set off, such as the name of a button. */
  fewestQuotedWords: 3,
  /** How many words a character counts for in scripts without blanks. */
  wordOfUnspaced: 0.5,
  /** The maximum number of a source's sentences shown for one claim. */
  mostSentences: 3,
  /**
   * A negation within this distance applies to a run of words; the distance in characters is for scripts without blanks
   * (test/citations/rules/runs.test.ts).
   */
  nearWords: 2,
  nearUnspaced: 8,
} as const;
