import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../shared/errors.js';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** The content, unpacked piece by piece and counted unpacked: a small answer cannot become a large one. */
export async function* readBody(
  response: IncomingMessage,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  for await (const piece of decodeBody(response) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The content of the URL is larger than ${maxBytes} bytes.`);

const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

const decodeBody = (response: IncomingMessage): Readable => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const createDecoder = DECODERS.get(encoding);
  if (createDecoder === undefined) {
    throw new AppError('url_unreachable', 'The host packed its answer in a way nobody asked for.');
  }
  // Whoever reads the decoder meets the failure of either.
  return pipeline(response, createDecoder(), () => undefined);
};
