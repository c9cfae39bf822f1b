export {
  ANALYZER_VERSION,
  type QueryWord,
  addStemmerFailures,
  analyze,
  analyzeQueryWords,
  contentTerms,
  functionWordsOf,
  isNegation,
  isSymbol,
  takeStemmerFailures,
} from './analyzer.js';
export { type AskedFor, findAskedFor, findCounted, holdsAskedFor, isCount } from './asked-for.js';
export { findWrittenWeekdays, takeDates, toMonth, toWeekday, type WrittenDate } from './dates.js';
export { isProviso, limitsRest } from './conditions.js';
export {
  SUPPORTED_LANGUAGES,
  detectLanguage,
  detectPartLanguages,
  detectQuestionLanguage,
} from './detect-language.js';
export { findWordsBesideIntroduction } from './introductions.js';
export { countNegations, saysOpposite, splitClauses } from './negations.js';
export { writeDigits, writeHanDigits } from './numerals.js';
export { setOddNumbersApart, showOddNumbers, withoutFootnote } from './odd-numbers.js';
export { findOwnSentences } from './own-sentences.js';
export {
  QueryComplexity,
  QueryIntent,
  classifyComplexity,
  classifyIntent,
  isSmallTalk,
  kindOfSmallTalk,
} from './question-kind.js';
export { findRememberRequest, forbidsRemembering } from './remember-requests.js';
export { findRequest, type Request } from './requests.js';
export { acceptRewrite, needsRewriting } from './rewriting.js';
export { type Segment, toSegments } from './segments.js';
export { type Sentence, findSentenceEnd, hasSentenceMark, splitSentences } from './sentences.js';
export { splitQuestion } from './split-question.js';
export { approximateTokens, loadTokenizer } from './tokens.js';
export { findTurningWords } from './turning-words.js';
export { findRates, toUnit } from './units.js';
