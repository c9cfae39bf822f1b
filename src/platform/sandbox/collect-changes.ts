import type { IFileSystem } from 'just-bash';
import type { Outcome } from './messages.js';

type Before = { home: string; before: ReadonlyMap<string, Uint8Array> };
type Changes = Pick<Outcome, 'changed' | 'removed' | 'notes'>;

const MAX_ENTRIES = 2000;
const MAX_CHANGED = 100;
const MAX_CHANGED_BYTES = 20 * 1024 * 1024;

/** What differs below the home folder from what was there before: files alone, no link is followed. Too much of it, and nothing is kept. */
export const collectChanges = async (
  files: IFileSystem,
  { home, before }: Before,
): Promise<Changes> => {
  const found = await list(files, home);
  if (found === null) return keepNothing(`It left more than ${MAX_ENTRIES} files and folders`);
  const changed = new Map<string, Uint8Array>();
  for (const path of found.files) {
    const name = path.slice(home.length + 1);
    const bytes = await files.readFileBuffer(path);
    const earlier = before.get(name);
    // A copy, for a part of a larger buffer would be sent with all of it.
    if (!earlier || !isSame(bytes, earlier)) changed.set(name, Uint8Array.from(bytes));
  }
  const total = [...changed.values()].reduce((sum, { length }) => sum + length, 0);
  if (changed.size > MAX_CHANGED) return keepNothing(`It changed more than ${MAX_CHANGED} files`);
  if (total > MAX_CHANGED_BYTES) return keepNothing('It changed more than 20 MB of files');
  const remaining = new Set(found.files);
  return {
    changed,
    removed: [...before.keys()].filter((name) => !remaining.has(`${home}/${name}`)),
    notes: found.hasLinks ? ['Links were not kept.'] : [],
  };
};

const keepNothing = (reason: string): Changes => ({
  changed: new Map(),
  removed: [],
  notes: [`${reason}, so none was kept.`],
});

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && Buffer.compare(one, other) === 0;

type Found = { files: string[]; hasLinks: boolean };

/** Null when there is too much. */
const list = async (files: IFileSystem, home: string): Promise<Found | null> => {
  const found: Found = { files: [], hasLinks: false };
  const folders = [home];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of await files.readdir(folder)) {
      seen += 1;
      if (seen > MAX_ENTRIES) return null;
      const path = `${folder}/${name}`;
      const { isSymbolicLink, isDirectory, isFile } = await files.lstat(path);
      if (isSymbolicLink) found.hasLinks = true;
      else if (isDirectory) folders.push(path);
      else if (isFile) found.files.push(path);
    }
  }
  return found;
};
