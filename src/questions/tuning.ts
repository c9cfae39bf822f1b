/** Numbers of understanding a question that were set by hand; bench/answers/rules.md has what answers are without the rule that each belongs to. */
export const TUNING = {
  /** Words up to which a question is simple, and from which it is complex. */
  maxSimpleWords: 12,
  minComplexWords: 40,
  /** Conjunctions and clause breaks from which it is not simple. */
  minModerateJoints: 2,
  /** More questions in one message are a questionnaire: it is searched as a whole. */
  maxParts: 3,
  /** A later part with fewer words of content and a pronoun says nothing without the others. */
  minWordsOfPart: 3,
  /** A shorter subject only points at something, and stands in many titles. */
  minSubjectLetters: 4,
  /** So few words of content only mean something after something else: "Mi a deadline?", "Since when?" */
  maxEllipticContent: 2,
  /** More words without a mark at their end are a sentence. */
  maxKeywords: 6,
  /** Words of another language, alone and to one of the question's, from which a rewriting is in that one. */
  minForeignWords: 2,
  foreignToOwn: 2,
  /** The common beginning, in letters and of the longer word, of two forms of one word. */
  minPrefix: 4,
  minPrefixShare: 0.6,
} as const;
