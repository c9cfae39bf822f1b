export { certaintyOf, type FinalAnswer, type Said, toFinalAnswer, toSaid } from './final-answer.js';
export { deniesWhatIsMissing } from './denial.js';
export { describeCollection } from './describe-collection.js';
export { isKept, restsOnOwnResults } from './is-kept.js';
export { correctStatements, leaveStatementsOut } from './rewrite-statements.js';
export { type Quoted, quoteSources } from './quote-sources.js';
export {
  type Basis,
  type Source,
  type ToolEvidence,
  quotableEvidence,
  selectSources,
  toCitation,
} from './sources.js';
export { findReplaced } from './versions.js';
