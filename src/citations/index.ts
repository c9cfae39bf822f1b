export { Citation, StoredCitation, type CheckedCitation, type CitableSource } from './citation.js';
export { type CitationOptions, citeAnswer, createCitationStream } from './cite-answer.js';
export { citeQuotes, quoteWithin, type QuotedPart } from './cite-quotes.js';
export { confidenceOf, isSure } from './confidence.js';
export { saysNotFound } from './cut-statements.js';
export { extractFacts, holdsFacts } from './facts.js';
export { collectUrls, findUrls, neutralizeLinks } from './links.js';
export { addressOf } from './page-address.js';
export { createCodeReader, type Stretch } from './read-code.js';
export { createCarryCheck, type CarryCheck } from './rules/carry-check.js';
export { createStatementRules } from './rules/statement-rules.js';
export {
  idOf,
  settleAnswer,
  toStored,
  type CitedAnswer,
  type CitedText,
  type FoundStatement,
  type SettledStatement,
} from './settle-answer.js';
export {
  groundingOf,
  isCarried,
  Statement,
  StoredStatement,
  toStatement,
  type JudgeFinding,
  type RuleFinding,
  type StatementText,
} from './statement.js';
export { findJudgedWords, isAbout, sentencesAround } from './judged-words.js';
export { renderSourceList, type RenderedCitation } from './source-list.js';
export { readingOf, warningsAbout } from './passage-warnings.js';
