export { isGrounded, judgeModelAnswer } from './judge-model-answer.js';
export { type Certainty, type Quoted, quoteSources } from './quote-sources.js';
export {
  type Basis,
  type Source,
  type ToolEvidence,
  isFound,
  quotableEvidence,
  selectSources,
  toCitation,
} from './sources.js';
