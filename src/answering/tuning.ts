/**
 * Numbers of quoting that were set by hand: shares and factors of scores, unless a name has a unit. bench/answers/rules.md has what answers
 * are without the rule that each belongs to.
 */
export const TUNING = {
  /** Factors by distance from a line: the lines around it say what it is about, the next ones more than those further away. */
  near: [1, 0.65, 0.45, 0.3],
  /** Factor for the words of headings. */
  heading: 0.5,
  /** Factor for the names of its columns, which say what a row is about; other rows are about other things. */
  columns: 0.65,
  /** The part of a score that no passage loses by its relevance. */
  leastPrior: 0.3,
  /** For holding what is asked for: a number, a date. */
  answerTypeBonus: 0.18,
  /** For being what the embedder found to be nearest to the question: it is asked where words lead nowhere. */
  nearestBonus: 0.5,
  /** For announcing a list, where one is asked for. */
  listBonus: 0.25,
  /** For the line that opens a section whose heading has the question's words: it is the section's main statement. */
  leadBonus: 0.25,
  /** And more so where it is asked what that is. */
  definingLeadBonus: 0.6,
  /** For the line that says what an option, a setting or a function is, times the share of the question that its name makes up. */
  definitionBonus: 1.2,
  /** Factor for a line by itself that says nothing but what was asked: a name, an address. */
  onlyRepeats: 0.3,
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
   * The lowest coverage of a passage that was found for its meaning: other words do not make it worse, so it is as sure as if half of the
   * words were there.
   */
  coveredByMeaning: 0.5,
  /** A question for the owner, the head or the brother of somebody asks for a word that must be there: most passages have a name. */
  minOfPerson: 0.7,
  /** The share of the words that stand beside a value: the age of somebody else says nothing of the one who is asked for. */
  minBesideValue: 0.5,
  /** A number and what it counts stand at most this far apart. */
  maxWordsApart: 4,
  /** The most words that are looked for of what a question wants counted. */
  maxCountedWords: 3,
  /** Under one title half of the words may be others; under two the text has to be nearly the same. */
  sameTitle: 0.5,
  nearlyIdentical: 0.85,
  /** Fewer words may be the same in different texts. */
  minWordsOfVersions: 6,
  /** The smallest share of the words of a list's items that an answer has to have where a list or steps are asked for. */
  minShareOfList: 0.5,
  /**
   * The share of its relevance that an answer of closest passages may have as confidence. Of 86 such answers 27 held what was asked, and not
   * one says so: with this share, confidence is off by equally little whether they count as right or as wrong.
   */
  shareOfClosest: 0.4,
} as const;
