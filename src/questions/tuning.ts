/**
 * Values for interpreting a question that were set by hand; bench/answers/rules.md shows the answers without the rule that each belongs to.
 */
export const TUNING = {
  /** From this many words on, a question is complex. */
  minComplexWords: 40,
  /** More questions in one message are a questionnaire, which is searched as a whole. */
  maxParts: 3,
  /**
   * With at most this many content words, a question depends on an earlier one ("Mi a deadline?", "Since when?"), as does a later part of a
   * message with a pronoun.
   */
  maxEllipticContent: 2,
  /** More words without an end mark are a sentence. */
  maxKeywords: 6,
  /** The minimum common prefix of two forms of a word, as a share of the longer one. */
  minPrefixShare: 0.6,
  /** Words of a phrase that names the wanted type of answer; a longer one includes its subject: "what does the hall cost". */
  maxWordsOfPhrase: 3,
} as const;
