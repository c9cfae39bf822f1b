/**
 * Values for quoting that were set by hand: shares and factors of scores, unless a name has a unit. bench/answers/rules.md shows the
 * answers without the rule that each belongs to.
 */
export const TUNING = {
  /**
   * Factor for words of headings, column names and the next line, which say what a line is about; more distant lines count less at each
   * step.
   */
  beside: 0.65,
  /** The part of a score that low relevance cannot remove. */
  leastPrior: 0.3,
  /**
   * For containing a requested number or date; for announcing a list that is asked for; for opening a section whose heading has the
   * question's words.
   */
  bonus: 0.25,
  /**
   * For being nearest to the question according to the embedder, which is asked if words find nothing; and for opening a section about
   * something whose meaning is asked for, since that is the section's main statement.
   */
  mainBonus: 0.5,
  /** Maximum length of a paragraph, and of a list or table that answers as a whole. */
  maxChars: 600,
  maxListChars: 1_200,
  /** The maximum number of rows in an answer, which also says how many there are. */
  maxRows: 12,
  /** Quotations per answer; the second is for cases where the first may not answer completely. */
  maxPassages: 2,
  /** A list may be spread over several places; in a comparison each side may have one, and another place may cover both. */
  maxOfSeveral: 3,
  /** A further passage must say at least this share of what the best one says. */
  minFurther: 0.25,
  /** The same next to one that answers, as far as a rule can tell. */
  minBesideAnswer: 0.6,
  /** With the expected answer type, the minimum share of the words; without a recognizable one, a passage needs all of them. */
  minCoverage: 0.6,
  /**
   * Half of the words: required next to a requested value, because someone else's age says nothing; enough if a passage was found by
   * meaning; the share of its list's items that an answer to a list question has; and the share of equal words in two versions with the
   * same title.
   */
  half: 0.5,
  /** A question about someone's owner, head or brother needs that word in the passage, because most passages contain some name. */
  minOfPerson: 0.7,
  /** A number and what it counts are at most this many words apart. */
  maxWordsApart: 4,
  /** The number of content words that a statement shares with a passage on the same topic. */
  fewestSharedWords: 3,
  /** With different titles, the texts of two versions must be nearly the same. */
  nearlyIdentical: 0.85,
  /**
   * The share of its relevance that an answer of closest passages may have as confidence. Of 86 such answers 27 contained what was asked,
   * and none says so: with this share, confidence is equally wrong whether they count as right or as wrong.
   */
  shareOfClosest: 0.4,
} as const;
