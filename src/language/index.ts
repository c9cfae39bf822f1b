export {
  ANALYZER_VERSION,
  CONTENT_LANGUAGES,
  type QueryWord,
  addStemmerFailures,
  analyze,
  analyzeQueryWords,
  contentTerms,
  contentWords,
  countEmptyWords,
  functionWordsOf,
  isNegation,
  isSymbol,
  splitWords,
  takeStemmerFailures,
} from './analyzer.js';
export {
  findWrittenWeekdays,
  hasDate,
  takeDates,
  toMonth,
  toWeekday,
  type WrittenDate,
} from './dates.js';
export {
  SUPPORTED_LANGUAGES,
  detectLanguage,
  detectPartLanguages,
  detectQuestionLanguage,
  detectScript,
} from './detect-language.js';
export { countNegations, saysOpposite, splitClauses } from './negations.js';
export { writeDigits, writeHanDigits } from './numerals.js';
export { setOddNumbersApart, showOddNumbers, withoutFootnote } from './odd-numbers.js';
export { type Segment, toSegments } from './segments.js';
export { type Sentence, findSentenceEnd, hasSentenceMark, splitSentences } from './sentences.js';
export { approximateTokens, loadTokenizer } from './tokens.js';
export { findTurningWords } from './turning-words.js';
export { findRates, toUnit } from './units.js';
export {
  CONJUNCTIONS,
  CONTINUATIONS,
  INTERROGATIVES,
  REFERENCES,
  toWordSets,
} from './word-lists.js';
