import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toDiskError } from '../platform/files/disk.js';

export type SpooledPart = { start: number; sizeBytes: number; sha256: string };

export type Spool = Awaited<ReturnType<typeof openSpool>>;

type Options = {
  folder: string;
  /** Rejects if the disk is nearly full; called repeatedly during writing. */
  requireRoom: () => Promise<void>;
};

const ROOM_FOR_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** One unnamed file for temporary parts, so that nothing is left however the process ends. */
export const openSpool = async ({ folder, requireRoom }: Options) => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  let end = 0;
  return {
    /** Appends a part; one at a time. */
    append: async (content: AsyncIterable<Uint8Array>): Promise<SpooledPart> => {
      const hash = createHash('sha256');
      const start = end;
      let askAt = start;
      for await (const piece of content) {
        if (end >= askAt) {
          await requireRoom();
          askAt = end + ROOM_FOR_BYTES;
        }
        hash.update(piece);
        for (let written = 0; written < piece.byteLength;) {
          const { bytesWritten } = await file
            .write(piece, written, piece.byteLength - written, end)
            .catch((error: unknown) => {
              throw toDiskError(error);
            });
          written += bytesWritten;
          end += bytesWritten;
        }
      }
      return { start, sizeBytes: end - start, sha256: hash.digest('hex') };
    },
    read: ({ start, sizeBytes }: Pick<SpooledPart, 'start' | 'sizeBytes'>): Readable => {
      const pieces = async function* (): AsyncGenerator<Buffer> {
        for (let at = start; at < start + sizeBytes;) {
          const wanted = Math.min(PIECE_BYTES, start + sizeBytes - at);
          const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
          if (bytesRead === 0) throw new Error('A spooled part ended too early.');
          at += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
      };
      return Readable.from(pieces(), { objectMode: false });
    },
    close: (): Promise<void> => file.close(),
  };
};
