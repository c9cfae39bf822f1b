import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fieldOf } from '../fields.js';
import { writeWhole } from '../settings.js';
import type { WalkedFile } from './walk.js';

type Entry = {
  stamp: string;
  sha256: string;
  /** The code with which the server would not take these bytes. */
  refused?: string;
};

export type HashCache = Awaited<ReturnType<typeof openHashCache>>;

type Place = { folder: string; url: string; source: string; root: string };

/** Hashes of files that have not changed since; without it they are computed again, and nothing else is different. */
export const openHashCache = async ({ folder, url, source, root }: Place) => {
  const name = createHash('sha256')
    .update(JSON.stringify([url, source, root]))
    .digest('hex');
  const file = join(folder, `${name.slice(0, 32)}.jsonl`);
  const entries = await read(file);
  return {
    find: ({ path, stamp }: WalkedFile): Entry | undefined => {
      const entry = entries.get(path);
      return entry?.stamp === stamp ? entry : undefined;
    },
    /** A file that was written moments ago may be written again under the same stamp: its hash is not kept. */
    keep: (
      { path, stamp, modifiedMs }: WalkedFile,
      entry: Omit<Entry, 'stamp'>,
      nowMs: number,
    ): void => {
      if (nowMs - modifiedMs > UNSURE_MS) entries.set(path, { stamp, ...entry });
      else entries.delete(path);
    },
    /** Keeps those of these files. */
    save: async (files: readonly WalkedFile[]): Promise<void> => {
      const lines = function* () {
        for (const { path } of files) {
          const entry = entries.get(path);
          if (entry !== undefined) yield `${JSON.stringify([path, entry])}\n`;
        }
      };
      await writeWhole(file, lines(), { mode: 0o600, folderMode: 0o700 });
    },
  };
};

const UNSURE_MS = 2_000;

/** Reads the cache file; of a damaged one, what can be read. */
const read = async (file: string): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      const known = parse(line);
      if (known !== null) entries.set(...known);
    }
  } catch {
    // There is none yet, or none that can be read.
  }
  return entries;
};

const parse = (line: string): [string, Entry] | null => {
  try {
    const value: unknown = JSON.parse(line);
    const [path, entry] = [fieldOf(value, '0'), fieldOf(value, '1')];
    if (typeof path !== 'string') return null;
    const [stamp, sha256] = [fieldOf(entry, 'stamp'), fieldOf(entry, 'sha256')];
    const refused = fieldOf(entry, 'refused');
    if (typeof stamp !== 'string' || typeof sha256 !== 'string') return null;
    if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
    return [path, { stamp, sha256, ...(typeof refused === 'string' && { refused }) }];
  } catch {
    return null;
  }
};
