/**
 * Values for citations that were set by hand. Fitted values are next to their regression (`confidence.ts`), time limits next to the code
 * that they protect.
 */
export const TUNING = {
  /** The minimum length of a quotation in words: anything shorter may be the name of a button. */
  fewestQuotedWords: 3,
  /** How many words one character counts for in scripts without blanks. */
  wordOfUnspaced: 0.5,
  /** The maximum number of a source's sentences shown for one claim. */
  mostSentences: 3,
  /**
   * Within this distance, a negation applies to a run of words; the distance in characters is for scripts without blanks
   * (test/citations/rules/runs.test.ts).
   */
  nearWords: 2,
  nearUnspaced: 8,
} as const;
