export { type AnswerType, analyzeQuestion, hasAnswerType, isCount } from './answer-types.js';
export { findCollectionQuestion, type CollectionQuestion } from './collection-questions.js';
export { findOwnSentences } from './own-sentences.js';
export { type Question, type QuestionPart, isRequest, understandQuestion } from './question.js';
export {
  asksForInvention,
  asksForWriting,
  isAboutAssistant,
  QueryComplexity,
  QueryIntent,
  isSmallTalk,
} from './question-kind.js';
export { acceptRewrite, needsRewriting } from './rewriting.js';
export { asksToRemember, findStatedFact, forbidsRemembering } from './stated-facts.js';
