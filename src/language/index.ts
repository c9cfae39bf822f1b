export { addressesAssistant } from './addresses-assistant.js';
export {
  ANALYZER_VERSION,
  CONTENT_LANGUAGES,
  type QueryWord,
  analyze,
  analyzeQueryWords,
  contentTerms,
  contentWords,
  countEmptyWords,
  functionWordsOf,
  isNegation,
  JOINTS,
} from './analyzer.js';
export {
  findWrittenWeekdays,
  hasDate,
  replaceDates,
  takeDates,
  toMonth,
  toWeekday,
  type WrittenDate,
} from './dates.js';
export {
  detectLanguage,
  detectPartLanguages,
  detectQuestionLanguage,
  detectScript,
} from './detect-language.js';
export { countNegations, createOppositeCheck, splitClauses } from './negations.js';
export { writeDigits, writeHanDigits } from './numerals.js';
export { setOddNumbersApart, showOddNumbers, withoutFootnote } from './odd-numbers.js';
export { type Segment, toSegments } from './segments.js';
export { type Sentence, findSentenceEnd, hasSentenceMark, splitSentences } from './sentences.js';
export { findGrouped } from './grouped-numbers.js';
export { addStemmerFailures, takeStemmerFailures } from './stems.js';
export { approximateTokens, loadTokenizer } from './tokens.js';
export { findScopeWords } from './scope-words.js';
export { loadShortTexts, needsShortTexts } from './detect-language.js';
export { findRates, toUnit } from './units.js';
export { isSymbol, splitWords } from './words.js';
export { allWordsOf, alternativesOf, byLanguage, phrasesOf, wordSetsOf } from './word-lists.js';
export type { AnswerType, Bound, CollectionWords, Locale, Remembering } from './locale.js';
export { ALPHABETS } from './locales/alphabets.js';
export { SUPPORTED_LANGUAGES } from './supported-languages.js';
