/** Values for retrieval that were set by hand, with the document or commit of their measurement. */
export const TUNING = {
  /** The usual constant of reciprocal rank fusion: it limits how much the first ranks stand out. */
  rankConstant: 60,
  /**
   * The minimum length of a typed word that may be corrected: a shorter one is one letter away from too many correct words, such as "head"
   * and "heard".
   */
  minTyped: 5,
  /**
   * The minimum length of stems, intended words, function words and compound parts: shorter ones are within one letter of too many others.
   */
  minMeant: 4,
  /** A stemmer needs this many letters at the end of a word to recognize an ending. */
  ending: 3,
  /** The number of lines in a window: a sentence says little without its neighbours. */
  windowLines: 3,
} as const;
