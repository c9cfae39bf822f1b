import { takeStemmerFailures } from '../../language/index.js';
import { toChunkTerms } from '../chunk-terms.js';
import type { AnalyzedChunk, DocumentChunk, ParsedDocument } from '../parsed-document.js';
import { CHUNKS_PER_MESSAGE, TEXT_PART_LENGTH, type ChildMessage } from './messages.js';

/** A document with its terms, as messages to the process that asked for it: as many parts as needed, and then `done`. */
export const toMessages = function* (document: ParsedDocument): Generator<ChildMessage> {
  const { text, chunks, ...described } = document;
  let textSent = 0;
  let chunksSent = 0;
  const nextPart = (): { text: string; chunks: AnalyzedChunk[] } => ({
    text: text.slice(textSent, (textSent += TEXT_PART_LENGTH)),
    chunks: chunks.slice(chunksSent, (chunksSent += CHUNKS_PER_MESSAGE)).map(withTerms),
  });
  while (
    text.length - textSent > TEXT_PART_LENGTH ||
    chunks.length - chunksSent > CHUNKS_PER_MESSAGE
  ) {
    yield { type: 'part', ...nextPart() };
  }
  const last = nextPart();
  yield { type: 'done', ...last, ...described, stemmerFailures: takeStemmerFailures() };
};

const withTerms = (chunk: DocumentChunk): AnalyzedChunk => ({
  ...chunk,
  terms: toChunkTerms(chunk).join(' '),
});
