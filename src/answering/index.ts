export {
  certaintyOf,
  type FinalAnswer,
  type Said,
  toFinalAnswer,
  toSaid,
  withQuotes,
} from './final-answer.js';
export { describeCollection } from './describe-collection.js';
export { isGrounded, judgeModelAnswer } from './judge-model-answer.js';
export { type Quoted, quoteSources } from './quote-sources.js';
export {
  type Basis,
  type Source,
  type ToolEvidence,
  quotableEvidence,
  selectSources,
  toCitation,
} from './sources.js';
