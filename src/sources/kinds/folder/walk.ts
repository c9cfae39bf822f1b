import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceFailed, type Listed, type ListedItem } from '../../kind.js';
import type { Finding } from '../../schema.js';

const MAX_DEPTH = 64;
const PIECE = 200;

type Place = { path: string; depth: number };

/**
 * Lists a folder whose path contains no link, one subfolder after another and in small pieces, whatever their size. A subfolder that cannot
 * be listed ends the walk, because its files would look deleted.
 */
export async function* walk(root: string, signal: AbortSignal): AsyncGenerator<Listed> {
  const waiting: Place[] = [{ path: '', depth: 0 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    let found: Dirent[] = [];
    for await (const entry of readFolder(root, place)) {
      signal.throwIfAborted();
      if (entry.name.startsWith('.')) continue;
      found.push(entry);
      if (found.length < PIECE) continue;
      yield await toListed(root, { place, found, waiting });
      found = [];
    }
    if (found.length > 0) yield await toListed(root, { place, found, waiting });
  }
}

async function* readFolder(root: string, { path }: Place): AsyncGenerator<Dirent> {
  const folder = join(root, path);
  try {
    const entries = await opendir(folder);
    // A link may have replaced the folder since it was listed.
    if ((await realpath(folder)) === folder) yield* entries;
    else await entries.close();
  } catch (cause) {
    const name = path === '' ? '/' : path;
    throw new SourceFailed('cut_short', `The folder ${name} cannot be listed.`, { cause });
  }
}

type Piece = { place: Place; found: readonly Dirent[]; waiting: Place[] };

const toListed = async (root: string, { place, found, waiting }: Piece): Promise<Listed> => {
  const items: ListedItem[] = [];
  const findings: Finding[] = [];
  for (const entry of found) {
    const path = join(place.path, entry.name);
    const reason = refusalOf(entry, place.depth);
    if (reason !== null) findings.push({ path, reason });
    else if (entry.isDirectory()) waiting.push({ path, depth: place.depth + 1 });
    else {
      const item = await toItem(root, path);
      if (item !== null) items.push(item);
      // The name is not valid UTF-8, so the file cannot be opened by this path.
      else if (path.includes('\ufffd')) findings.push({ path, reason: 'name_not_text' });
    }
  }
  return { items, findings };
};

const refusalOf = (entry: Dirent, depth: number): string | null => {
  if (entry.isSymbolicLink()) return 'symbolic_link';
  if (entry.isDirectory()) return depth < MAX_DEPTH ? null : 'too_deep';
  return entry.isFile() ? null : 'not_a_file';
};

/** Null if the file was deleted after it was listed. */
const toItem = async (root: string, path: string): Promise<ListedItem | null> => {
  const found = await lstat(join(root, path), { bigint: true }).catch(() => null);
  if (found?.isFile() !== true) return null;
  const { size, mtimeNs, ctimeNs, ino } = found;
  // If a clock was set back or a program preserves the modification time, one of the other values differs.
  const revision = [size, mtimeNs, ctimeNs, ino].join('-');
  return { externalId: path, path, revision, sizeBytes: Number(size) };
};
