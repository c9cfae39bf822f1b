export { withArchivedFiles } from './archive-files.js';
export { splitChapter } from './chapter.js';
export { toChunkTerms } from './chunk-terms.js';
export { isBinary, restoreWestern } from './decode-text.js';
export { openOcr } from './ocr/open-ocr.js';
export {
  parseReadings,
  type OcrEngine,
  type OcrMode,
  type PageReading,
  type PageToRead,
} from './ocr/schema.js';
export { isParseFailureCode, ParserTimeout, toParseFailureCode } from './parse-failure.js';
export { formats } from './formats.js';
export { FoundBoxes } from './page-pictures/schema.js';
export { createPagePool, type PagePool } from './pool/page-pool.js';
export { createParserPool, type ParserPool } from './pool/parser-pool.js';
