export { restoreWestern } from './decode-text.js';
export { isBinary } from './decode-text.js';
export { PARSE_FAILURES, isParseFailureCode } from './parse-failure.js';
export { type AnalyzedDocument, DocumentFormat } from './parsed-document.js';
export { type ParserPool, createParserPool } from './pool/parser-pool.js';
