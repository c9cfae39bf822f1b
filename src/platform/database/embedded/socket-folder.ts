import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Launcher } from './launcher.js';

/** The kernel cuts socket paths at 108 bytes (104 on macOS). */
const MAX_PATH_BYTES = 100;

/** Where the server's socket lies: beside the data, or, where that path is too long, in a folder of ours under the temporary one. */
export const ensureSocketFolder = async (dataDir: string, launcher: Launcher): Promise<string> => {
  const beside = join(dataDir, 'run');
  const isShort = Buffer.byteLength(join(beside, '.s.PGSQL.5432.lock')) < MAX_PATH_BYTES;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = isShort ? beside : join(tmpdir(), `kr-${digest}`);
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  if (isNew) await launcher.own(folder);
  else if (!isShort) await refuseForeignFolder(folder);
  return folder;
};

const refuseForeignFolder = async (folder: string): Promise<void> => {
  const facts = await lstat(folder);
  const isOurs = facts.isDirectory() && (facts.mode & 0o077) === 0;
  const userId = process.getuid?.();
  if (isOurs && (userId === 0 || facts.uid === userId)) return;
  throw new Error(`${folder} belongs to somebody else: choose a shorter DATA_DIR.`);
};
