import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage } from './messages.js';
import { toStamp, type WalkedFile } from './walk.js';

export type HashFile = (path: string, signal: AbortSignal) => Promise<string>;

const PIECE_BYTES = 64 * 1024;

export const hashFile: HashFile = async (path, signal) => {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const handle = await open(path);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
};

export type Hashed = { file: WalkedFile; sha256: string };

type Deps = { root: string; hash: HashFile; signal: AbortSignal };

const TRIES = 3;

/** The hash of a file that stays as it is meanwhile; a reason where there is no such hash. */
export const hashSettled = async (
  { root, hash, signal }: Deps,
  walked: WalkedFile,
): Promise<Hashed | { problem: string }> => {
  const path = join(root, walked.location);
  const look = async () => ({ ...walked, ...toStamp(await stat(path, { bigint: true })) });
  try {
    let file = walked;
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const sha256 = await hash(path, signal);
      const now = await look();
      if (now.stamp === file.stamp) return { file, sha256 };
      file = now;
    }
    return { problem: CHANGING };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: `cannot be read: ${toMessage(error)}` };
  }
};

export const CHANGING = 'changes while it is read';
