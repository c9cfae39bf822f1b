/**
 * Values for interpreting questions that were set by hand. bench/answers/rules.md shows the results without each rule that uses one of
 * them.
 */
export const TUNING = {
  /** From this many words on, a question is complex. */
  minComplexWords: 40,
  /** A message with more questions is a questionnaire, which is searched as a whole. */
  maxParts: 3,
  /**
   * With at most this many content words, a question depends on an earlier one ("Mi a deadline?", "Since when?"). The same applies to a
   * later part of a message that has a pronoun.
   */
  maxEllipticContent: 2,
  /** With more words, text without an end mark is a sentence, not a list of keywords. */
  maxKeywords: 6,
  /** The minimum length of the common prefix of two forms of a word, as a share of the longer one. */
  minPrefixShare: 0.6,
  /**
   * The maximum number of words in a phrase that names the requested type of answer. A longer one includes its subject: "what does the hall
   * cost".
   */
  maxWordsOfPhrase: 3,
} as const;
