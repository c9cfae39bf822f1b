export { Citation, StoredCitation } from './citation.js';
export type { CheckedCitation, CitableSource } from './cited-source.js';
export { extractFacts } from './extract-facts.js';
export { holdsFacts } from './holds-facts.js';
export { renderSourceList } from './render-citations.js';
export {
  type CitationOptions,
  type CitationStream,
  type CitedAnswer,
  citeAnswer,
  createCitationStream,
} from './stream-citations.js';
