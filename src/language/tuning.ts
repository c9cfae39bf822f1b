/** Numbers of language that were set by hand. Lengths and sizes that only bound time or memory stand beside the code they protect. */
export const TUNING = {
  /** A Japanese text is often mostly Han; so much kana is enough to tell it from Chinese. */
  shareOfKana: 0.1,
  /** One Han character carries about as much as two letters of an alphabet. */
  lettersOfHan: 2,
  // The next seven: 153 short questions in 16 languages under seven settings of index and user (`test/language/short-questions.test.ts`).
  /** For the language that whoever asks is known to speak, and for one of the index. */
  ofSpoken: 0.1,
  ofIndexed: 0.05,
  /** The least lead of a language, for the statistics of a few letters are a tenth apart between two languages as often as not. */
  leadOfExpected: 0.06,
  leadOfUnexpected: 0.2,
  /** In texts with more letters the best is far enough ahead; in fewer a part of a document has a name or a term at most. */
  lettersOfLine: 20,
  /**
   * Small words of a language that nothing leads to expect are an accident in fewer words, such as a name's "de la", and a proof in enough; with
   * fewer small words a part of a document is not prose.
   */
  fewestWords: 4,
  enoughWords: 6,
  /** From so many letters on franc is as good as it gets. */
  lettersOfStatistics: 300,
  /** For a word with a letter that only this language has; one with a letter that it lacks counts whole against it. */
  ofOwnLetter: 0.5,
  // The next two: parts of documents with commands and names in them (`test/language/part-languages.test.ts`).
  /** Commands and names in Latin letters may well outnumber the words of the language that explains them. */
  shareOfExpectedScript: 0.25,
  /** The smallest share of small words of a language among a part's words: with fewer the part is not prose. */
  shareOfCommonWords: 0.15,
  // `test/language/recorded-output.test.ts`: shorter names of units, months and days are beginnings of other words.
  shortestInflected: 4,
  longestEnding: 5,
  /** Characters of a token, on average, for budgets of prompts: within a quarter of cl100k on prose. */
  asciiOfToken: 4,
  otherOfToken: 2,
  /** The share of the words of a question typed without marks that are syllables of the language, for names and numbers are not. */
  mostUnmarked: 0.75,
} as const;
