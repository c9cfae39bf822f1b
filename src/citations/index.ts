export {
  Citation,
  StoredCitation,
  type CheckedCitation,
  type CheckedClaim,
  type CitableSource,
} from './citation.js';
export {
  type CitationOptions,
  type CitedAnswer,
  citeAnswer,
  createCitationStream,
  groundingOf,
} from './cite-answer.js';
export { citeQuotes, type QuotedPart } from './cite-quotes.js';
export { confidenceOf, isSure } from './confidence.js';
export { extractFacts, holdsFacts } from './facts.js';
export { collectUrls, findUrls } from './links.js';
export { addressOf } from './page-address.js';
export {
  createStatementRules,
  type RuleContext,
  type StatementRules,
} from './rules/statement-rules.js';
export { bestQuote } from './support.js';
export { findJudgedWords, isAbout, mayCarry, sentencesAround } from './judged-words.js';
export {
  Verdict,
  VerdictReason,
  type JudgeFinding,
  type RuleFinding,
  type StatementText,
} from './statement.js';
export { renderSourceList, type RenderedCitation } from './source-list.js';
