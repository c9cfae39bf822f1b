export {
  type AnswerType,
  findAnswerTypes,
  findCounted,
  hasAnswerType,
  isCount,
} from './answer-types.js';
export { findCalculation } from './calculations.js';
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
export { acceptRewrite, needsRewriting } from './rewriting.js';
export { splitQuestion } from './split-question.js';
