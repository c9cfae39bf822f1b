/** Numbers of finding that were set by hand, with the document or the commit that has their measurement. */
export const TUNING = {
  /** The usual constant of reciprocal rank fusion: how little the very first ranks stand out. */
  rankConstant: 60,
  /** Enough hits are read for topK passages after equal texts, neighbours and rows that are no longer readable are gone. */
  readAhead: 3,
  minRead: 20,
  /** A corrected word that a passage has counts for less than one that was typed like this. */
  slip: 0.9,
  /** A question with more unknown words is about something else. */
  maxUnknownWords: 6,
  /** A shorter word is one letter from too many right ones: "head" and "heard". */
  minTyped: 5,
  /** Up to so many letters a word with another letter in it is as likely another word: "house" and "horse". */
  maxWordsAlike: 5,
  /** Shorter stems, words that may be meant, words that only ask and parts of compounds are within one letter of too many others. */
  minMeant: 4,
  /** So many letters at its end tell a stemmer what to cut. */
  ending: 3,
  /** With its letters in another order a shorter word is like one that asks or links: "teh". */
  minSwappedFunctionWord: 3,
  /** Without vowels longer ones are like some that asks or links: Arabic "تكوين" is not a slip of "تكون". */
  minDenseFunctionWord: 6,
  /** A sentence says little without those beside it. */
  windowLines: 3,
  /** So many passages are read by their lines: somebody waits for their vectors. */
  readByLines: 3,
} as const;
