/** Values for language that were set by hand. Lengths and sizes that only bound time or memory are next to the code they protect. */
export const TUNING = {
  /** A Japanese text is often mostly Han; this much kana distinguishes it from Chinese. */
  shareOfKana: 0.1,
  /** One Han character carries about as much as two letters of an alphabet. */
  lettersOfHan: 2,
  // The next seven are based on 153 short questions in 16 languages under seven settings of index and user
  // (`test/language/short-questions.test.ts`).
  /** Bonuses for a language that the user is known to speak, and for one of the index. */
  ofSpoken: 0.1,
  ofIndexed: 0.05,
  /** The minimum lead of a language, because the statistics of a few letters often differ by a tenth between two languages by chance. */
  leadOfExpected: 0.06,
  leadOfUnexpected: 0.2,
  /** In texts with more letters the best is far enough ahead; with fewer, a part of a document is at most a name or a term. */
  lettersOfLine: 20,
  /**
   * Fewer function words of an unexpected language are a coincidence, such as a name's "de la", and this many are proof; with fewer
   * function words a part of a document is not prose.
   */
  fewestWords: 4,
  enoughWords: 6,
  /** From this many letters on, franc does not get better. */
  lettersOfStatistics: 300,
  /** For a word with a letter unique to this language; one with a letter that it lacks counts fully against it. */
  ofOwnLetter: 0.5,
  // The next two are based on parts of documents with commands and names in them (`test/language/part-languages.test.ts`).
  /** Commands and names in Latin letters may outnumber the words of the language that explains them. */
  shareOfExpectedScript: 0.25,
  /** The minimum share of a language's function words among a part's words: with fewer, the part is not prose. */
  shareOfCommonWords: 0.15,
  // `test/language/recorded-output.test.ts`: shorter names of units, months and days are beginnings of other words.
  shortestInflected: 4,
  longestEnding: 5,
  /** Average characters per token, for prompt budgets: within a quarter of cl100k on prose. */
  asciiOfToken: 4,
  otherOfToken: 2,
  /** The minimum share of words that are syllables of the language in a question typed without diacritics; names and numbers are not. */
  mostUnmarked: 0.75,
} as const;
