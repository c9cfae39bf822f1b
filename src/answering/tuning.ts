/**
 * Values for quoting that were set by hand: shares and factors of scores, unless the name has a unit. bench/answers/rules.md shows the
 * results without each rule that uses one of these values.
 */
export const TUNING = {
  /**
   * The factor for words of headings, column names and the next line, which say what a line is about; with each step away, lines count
   * less.
   */
  beside: 0.65,
  /** The part of a line's score that low relevance cannot remove. */
  leastPrior: 0.3,
  /**
   * The bonus for containing a requested number or date, for announcing a requested list, and for opening a section whose heading has the
   * question's words.
   */
  bonus: 0.25,
  /**
   * The bonus for lines nearest to the question according to the embedder, which is asked if words find nothing, and for lines that open a
   * section about something whose meaning is asked for, because that is the main statement of the section.
   */
  mainBonus: 0.5,
  /** The maximum length of a paragraph, and of a list or table that answers as a whole. */
  maxChars: 600,
  maxListChars: 1_200,
  /** The maximum number of rows in an answer; the answer also says how many rows there are. */
  maxRows: 12,
  /** The maximum number of quotations per answer; the second is used if the first may be incomplete. */
  maxPassages: 2,
  /**
   * The maximum if several things are asked. A list may be spread over several places; in a comparison each side may have its own place,
   * and another place may cover both.
   */
  maxOfSeveral: 3,
  /** A further passage must have at least this share of the best passage's score. */
  minFurther: 0.25,
  /** The same minimum share if the best passage seems to answer the question. */
  minBesideAnswer: 0.6,
  /**
   * The minimum share of the question's words in a passage with the requested type of answer. If the type has no recognizable form, a
   * passage needs all of the words.
   */
  minCoverage: 0.6,
  /**
   * Half: the share of the question's words that must be next to a requested value, because someone else's age is no answer; the share that
   * is enough if a passage was found by meaning; the share of a list's items that an answer to a list question needs; and the share of
   * equal words in two versions with the same title.
   */
  half: 0.5,
  /** A question about an owner, a head or a brother needs that word in the passage, because most passages contain some name. */
  minOfPerson: 0.7,
  /** The maximum number of words between a number and what it counts. */
  maxWordsApart: 4,
  /** The minimum number of content words that a statement shares with a passage on the same topic. */
  fewestSharedWords: 3,
  /** The share of equal words in the texts of two versions that have different titles. */
  nearlyIdentical: 0.85,
  /**
   * The highest confidence of an answer of closest passages, as a share of its relevance. Of 86 such answers, 27 contained what was asked,
   * but none of them says so. With this share, the confidence is equally wrong whether they count as right or as wrong.
   */
  shareOfClosest: 0.4,
} as const;
