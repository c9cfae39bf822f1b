/** Numbers of understanding a question that were set by hand; bench/answers/rules.md has what answers are without the rule that each belongs to. */
export const TUNING = {
  /** Words from which a question is complex. */
  minComplexWords: 40,
  /** More questions in one message are a questionnaire: it is searched as a whole. */
  maxParts: 3,
  /**
   * So few words of content only mean something after something else: "Mi a deadline?", "Since when?"; and so does a later part of a message
   * with a pronoun.
   */
  maxEllipticContent: 2,
  /** More words without a mark at their end are a sentence. */
  maxKeywords: 6,
  /** The common beginning of two forms of one word: so much of the longer one. */
  minPrefixShare: 0.6,
  /** Words of a phrase that says which type of answer is wanted; a longer one has words of its subject: "what does the hall cost". */
  maxWordsOfPhrase: 3,
} as const;
