import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { CliError } from '../failures.js';
import { toMessage } from './messages.js';
import type { Rules } from './rules.js';

export type WalkedFile = {
  /** Below the folder, in NFC and with `/`: what the server knows it by. */
  path: string;
  /** The path as the file system spells it. */
  location: string;
  size: number;
  modifiedMs: number;
  /** Another one where the file may have changed. */
  stamp: string;
};

/** A reason why a file cannot be known, or cannot be sent. */
export type Problem = { path: string; message: string };

export type Walk = { files: WalkedFile[]; problems: Problem[]; linksLeftAside: number };

const MAX_FILES = 500_000;
const MAX_PATH_BYTES = 2_000;

type Deps = { root: string; rules: Rules; signal: AbortSignal };

/**
 * The files of a folder. Nothing that is hidden or excluded, no link to a folder and none that leaves the folder, and nothing but
 * files: so there is an end, whatever links to what. What vanishes or cannot be read meanwhile is a problem and no absence.
 */
export const walk = async ({ root, rules, signal }: Deps): Promise<Walk> => {
  const found: Walk = { files: [], problems: [], linksLeftAside: 0 };
  const taken = new Set<string>();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    for (const entry of await list(root, folder, found.problems)) {
      const location = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isHidden(entry) || rules.isExcluded(location, { isFolder: entry.isDirectory() }))
        continue;
      if (entry.isDirectory()) folders.push(location);
      else await take({ root, location, entry, found, taken, rules });
    }
    if (found.files.length > MAX_FILES) {
      throw new CliError(`${root} has more than ${MAX_FILES} files: sync its folders one by one.`);
    }
  }
  return found;
};

const list = async (root: string, folder: string, problems: Problem[]): Promise<Dirent[]> => {
  try {
    return await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '') throw new CliError(`${root} cannot be read: ${toMessage(error)}.`);
    problems.push({ path: folder, message: `cannot be read: ${toMessage(error)}` });
    return [];
  }
};

const isHidden = ({ name }: Dirent): boolean => name.startsWith('.');

type Candidate = {
  root: string;
  location: string;
  entry: Dirent;
  found: Walk;
  taken: Set<string>;
  rules: Rules;
};

const take = async ({ root, location, entry, found, taken, rules }: Candidate): Promise<void> => {
  if (!entry.isFile() && !entry.isSymbolicLink()) return;
  if (!rules.isIncluded(location)) return;
  try {
    if (entry.isSymbolicLink() && !(await leadsToFileWithin({ root, location, rules }))) {
      found.linksLeftAside += 1;
      return;
    }
    const path = location.normalize('NFC');
    const message = taken.has(path)
      ? 'has the name of another file in another spelling'
      : problemOf(path);
    if (message !== null) {
      found.problems.push({ path, message });
      return;
    }
    taken.add(path);
    found.files.push({
      path,
      location,
      ...toStamp(await stat(join(root, location), { bigint: true })),
    });
  } catch (error) {
    found.problems.push({ path: location, message: `cannot be read: ${toMessage(error)}` });
  }
};

/** A link shows nothing that would not be sent in its own place. */
const leadsToFileWithin = async ({
  root,
  location,
  rules,
}: Pick<Candidate, 'root' | 'location' | 'rules'>): Promise<boolean> => {
  // A link into nowhere is left aside, too.
  const target = await realpath(join(root, location)).catch(() => null);
  if (target === null || !(await lstat(target)).isFile()) return false;
  const parts = relative(root, target).split(sep);
  if (isAbsolute(parts.join(sep)) || parts.some((part) => part.startsWith('.'))) return false;
  return !rules.isExcluded(parts.join('/'), { isFolder: false });
};

/** Names that a file may have here, and a path in a source may not. */
const problemOf = (path: string): string | null => {
  if (/[\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u.test(path))
    return 'has a name that is not a path elsewhere';
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? 'has too long a path' : null;
};

export const toStamp = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats) => ({
  size: Number(size),
  modifiedMs: Number(mtimeNs / 1_000_000n),
  stamp: [size, mtimeNs, ctimeNs, ino].join('-'),
});
