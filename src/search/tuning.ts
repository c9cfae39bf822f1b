/** Numbers of finding that were set by hand, with the document or the commit that has their measurement. */
export const TUNING = {
  /** The usual constant of reciprocal rank fusion: how little the very first ranks stand out. */
  rankConstant: 60,
  /** A shorter word is one letter from too many right ones: "head" and "heard". */
  minTyped: 5,
  /** Shorter stems, words that may be meant, words that only ask and parts of compounds are within one letter of too many others. */
  minMeant: 4,
  /** So many letters at its end tell a stemmer what to cut. */
  ending: 3,
  /** A sentence says little without those beside it. */
  windowLines: 3,
} as const;
