export { acceptRewrite } from './accept-rewrite.js';
export {
  ANALYZER_VERSION,
  type QueryWord,
  analyze,
  analyzeQuery,
  analyzeQueryWords,
} from './analyzer.js';
export { approximateTokens } from './approximate-tokens.js';
export { QueryComplexity, classifyComplexity } from './complexity.js';
export { contentTerms } from './content-terms.js';
export { countTokens } from './count-tokens.js';
export { QueryIntent, classifyIntent } from './intent.js';
export { SUPPORTED_LANGUAGES, detectLanguage } from './languages.js';
export { needsRewriting } from './needs-rewriting.js';
export { countNegations, isNegation } from './negations.js';
export { detectQuestionLanguage } from './question-language.js';
export { type Sentence, findSentenceEnd, hasSentenceMark, splitSentences } from './sentences.js';
export { isSmallTalk, kindOfSmallTalk } from './small-talk.js';
export { splitWords } from './split-words.js';
