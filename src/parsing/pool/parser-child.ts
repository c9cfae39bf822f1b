import { once } from 'node:events';
import { takeStemmerFailures } from '../../language/index.js';
import { endWithParent } from '../../platform/isolated/end-with-parent.js';
import { toChunkTerms } from '../chunk-terms.js';
import { lookAtPages } from '../page-pictures/look-at-pages.js';
import { toParseFailureCode } from '../parse-failure.js';
import type { AnalyzedChunk, DocumentChunk, ParsedDocument } from '../parsed-document.js';
import {
  CHUNKS_PER_MESSAGE,
  TEXT_PART_LENGTH,
  type ChildMessage,
  type ChildRequest,
} from './messages.js';
import { parseDocument } from '../parse-document.js';

const send = (message: ChildMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

const withTerms = (chunk: DocumentChunk): AnalyzedChunk => ({
  ...chunk,
  terms: toChunkTerms(chunk).join(' '),
});

const sendDocument = async (document: ParsedDocument): Promise<void> => {
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
    await send({ type: 'part', ...nextPart() });
  }
  const last = nextPart();
  const stemmerFailures = takeStemmerFailures();
  await send({ type: 'done', ...last, ...described, stemmerFailures });
};

/** Reads the announced number of bytes; the stream stays open for the next file. */
const readBytes = async (size: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(size);
  for (let filled = 0; filled < size;) {
    const piece = process.stdin.read() as Buffer | null;
    if (piece === null) await once(process.stdin, 'readable');
    else filled += piece.copy(bytes, filled);
  }
  return bytes;
};

const handle = async (request: ChildRequest): Promise<void> => {
  try {
    const bytes = await readBytes(request.size);
    if (request.kind === 'look') await send(await lookAtPages(bytes, request));
    else await sendDocument(await parseDocument({ ...request, bytes }));
  } catch (error) {
    await send({ type: 'failed', code: toParseFailureCode(error) ?? 'parser_crashed' });
  }
};

// Entry of a parser child: takes one request at a time from the pool and leaves when the pool is gone.
endWithParent();
process.on('message', (request: ChildRequest) => {
  void handle(request).catch(() => process.exit(1));
});
await send({ type: 'ready' });
