import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AppError } from '../../shared/errors.js';
import type { StoredFile } from './file-store.js';

/** The bytes of a source on their way into a store; fails with `payload_too_large` over `maxBytes`. */
export const receive = (source: Readable, { maxBytes }: { maxBytes: number }) => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const bytes = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => {
      sizeBytes += piece.byteLength;
      if (sizeBytes > maxBytes) {
        done(new AppError('payload_too_large', `The file is larger than ${maxBytes} bytes.`));
        return;
      }
      hash.update(piece);
      done(null, piece);
    },
  });
  // The reader of the bytes receives the error.
  pipeline(source, bytes, () => undefined);
  return {
    bytes,
    /** Call once, after the last byte. */
    digest: (): Omit<StoredFile, 'key'> => ({ sha256: hash.digest('hex'), sizeBytes }),
  };
};
