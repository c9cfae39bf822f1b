/**
 * Numbers of quoting that were set by hand: shares and factors of scores, unless a name has a unit. bench/answers/rules.md has what answers
 * are without the rule that each belongs to.
 */
export const TUNING = {
  /**
   * Factor for the words of headings, of the names of columns and of the next line: they say what a line is about, lines further away less each
   * time.
   */
  beside: 0.65,
  /** The part of a score that no passage loses by its relevance. */
  leastPrior: 0.3,
  /**
   * For holding what is asked for, a number or a date; for announcing a list, where one is asked for; for opening a section whose heading
   * has the question's words.
   */
  bonus: 0.25,
  /**
   * For being what the embedder found to be nearest to the question: it is asked where words lead nowhere; for opening such a section where it
   * is asked what that is: it is the section's main statement.
   */
  mainBonus: 0.5,
  /** Room for a paragraph, and for a list or a table that answers as a whole. */
  maxChars: 600,
  maxListChars: 1_200,
  /** The most rows that an answer shows; it tells how many there are. */
  maxRows: 12,
  /** Quotations of an answer; a second one where the first may not be all that answers. */
  maxPassages: 2,
  /** A list may stand in several places; of what is compared each side may have one, and another may speak of both. */
  maxOfSeveral: 3,
  /** A further passage says at least this share of what the best one says. */
  minFurther: 0.25,
  /** The same beside one that answers, as far as a rule can tell. */
  minBesideAnswer: 0.6,
  /** With the expected answer type, the least share of the words; without one that shows, a passage needs all of them. */
  minCoverage: 0.6,
  /**
   * Half of the words: so many stand beside a value that is asked for, the age of somebody else says nothing; so many are as good as there where
   * a passage was found for its meaning; so many of its list's items an answer has that a list is asked of; and so many are the same in two
   * versions under one title.
   */
  half: 0.5,
  /** A question for the owner, the head or the brother of somebody asks for a word that must be there: most passages have a name. */
  minOfPerson: 0.7,
  /** A number and what it counts stand at most this far apart. */
  maxWordsApart: 4,
  /** So many words of substance does a statement share with a passage that speaks of the same. */
  fewestSharedWords: 3,
  /** Under two titles the text of two versions has to be nearly the same. */
  nearlyIdentical: 0.85,
  /**
   * The share of its relevance that an answer of closest passages may have as confidence. Of 86 such answers 27 held what was asked, and not
   * one says so: with this share, confidence is off by equally little whether they count as right or as wrong.
   */
  shareOfClosest: 0.4,
} as const;
