/** Values for retrieval that were set by hand, with the document or commit of their measurement. */
export const TUNING = {
  /** The usual constant of reciprocal rank fusion: it limits how much the first ranks stand out. */
  rankConstant: 60,
  /** A shorter word is one letter away from too many correct ones: "head" and "heard". */
  minTyped: 5,
  /** Shorter stems, intended words, function words and compound parts are within one letter of too many others. */
  minMeant: 4,
  /** A stemmer needs this many letters at the end to recognize an ending. */
  ending: 3,
  /** A sentence says little without its neighbours. */
  windowLines: 3,
} as const;
