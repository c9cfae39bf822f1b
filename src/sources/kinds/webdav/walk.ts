import { join } from 'node:path/posix';
import type { AskWeb } from '../../ask-web.js';
import { SourceFailed, type Listed, type ListedItem } from '../../kind.js';
import type { Finding } from '../../schema.js';
import { readMultistatus, type DavEntry } from './multistatus.js';

/** A folder, and the function that sends requests to its server. */
export type Place = { ask: AskWeb; root: URL };

const MAX_DEPTH = 64;
const MAX_FOLDERS = 100_000;
const PIECE = 200;
const MAX_LISTING_BYTES = 128 * 1024 * 1024;

const PROPERTIES = `<?xml version="1.0"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/><getlastmodified/></prop></propfind>`;

/** Lists a folder and its subfolders, one after another. Fails if one of them cannot be listed, because its files would look deleted. */
export async function* walk(place: Place, signal: AbortSignal): AsyncGenerator<Listed> {
  const waiting = [{ url: place.root, depth: 0 }];
  let folders = 1;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { url, depth } = next;
    const entries = await propfind(place, { url, depth: 1 }, signal);
    let [items, findings]: [ListedItem[], Finding[]] = [[], []];
    for (const entry of entries) {
      if (entry.isSame(url)) continue;
      const reason = entry.refusal(url);
      if (reason !== null) findings.push({ path: entry.shown, reason });
      else if (entry.isHidden) continue;
      else if (!entry.isFolder) items.push(...(entry.toItem(url) ?? []));
      else if (depth >= MAX_DEPTH) findings.push({ path: entry.shown, reason: 'too_deep' });
      else {
        folders += 1;
        if (folders > MAX_FOLDERS) {
          throw new SourceFailed('too_many_items', `A source has at most ${MAX_FOLDERS} folders.`);
        }
        waiting.push({ url: entry.url, depth: depth + 1 });
      }
      if (items.length + findings.length < PIECE) continue;
      yield { items, findings };
      [items, findings] = [[], []];
    }
    if (items.length + findings.length > 0) yield { items, findings };
  }
}

type Asked = { url: URL; depth: 0 | 1 };

/** The entries of a folder, including the folder itself. */
export const propfind = async (
  { ask, root }: Place,
  { url, depth }: Asked,
  signal: AbortSignal,
): Promise<Entry[]> => {
  const answer = await ask(
    {
      url: url.href,
      method: 'PROPFIND',
      headers: { Depth: String(depth), 'Content-Type': 'application/xml' },
      body: PROPERTIES,
      maxBytes: MAX_LISTING_BYTES,
    },
    signal,
  );
  if (answer.status !== 207) {
    answer.content.destroy();
    throw new SourceFailed('refused', 'This is not a folder of a WebDAV server.');
  }
  const entries = await readMultistatus(answer.content);
  return entries.map((entry) => toEntry(entry, { root, asked: url }));
};

type Entry = ReturnType<typeof toEntry>;

/** Checks an entry's address, because the server could send any address. */
const toEntry = (
  { href, isFolder, etag, modified, sizeBytes }: DavEntry,
  { root, asked }: From,
) => {
  const url = URL.canParse(href, asked.href) ? new URL(href, asked) : null;
  const name = url === null ? null : nameOf(url);
  const shown = (name === null ? href : join(pathBelow(root, asked), name)).slice(0, 500);
  return {
    url: url ?? asked,
    isFolder,
    shown,
    isHidden: name?.startsWith('.') === true,
    isSame: (folder: URL) => url !== null && withoutSlash(url) === withoutSlash(folder),
    /** Explains why the entry cannot belong to this folder; null if it can. */
    refusal: (folder: URL): string | null => {
      if (url?.origin !== root.origin || parentOf(url) !== folder.pathname) {
        return 'outside';
      }
      return name === null ? 'name_not_text' : null;
    },
    toItem: (folder: URL): ListedItem[] | null => {
      if (url === null || name === null || isFolder || parentOf(url) !== folder.pathname)
        return null;
      const path = join(pathBelow(root, folder), name);
      const revision = [etag, modified, sizeBytes].join(' ');
      const externalId = `./${url.pathname.slice(root.pathname.length)}`;
      return [{ externalId, path, revision, sizeBytes }];
    },
  };
};

type From = { root: URL; asked: URL };

const withoutSlash = ({ origin, pathname }: URL): string =>
  `${origin}${pathname.replace(/\/+$/u, '')}`;

const parentOf = ({ pathname }: URL): string =>
  pathname.replace(/\/+$/u, '').replace(/[^/]*$/u, '');

/** The decoded path of a folder below the root. */
const pathBelow = (root: URL, { pathname }: URL): string => {
  const rest = pathname.startsWith(root.pathname) ? pathname.slice(root.pathname.length) : '';
  return rest
    .split('/')
    .map((segment) => decode(segment) ?? segment)
    .join('/');
};

/** The decoded last segment of a path; null if it is not a valid file name. */
const nameOf = ({ pathname }: URL): string | null => {
  const name = decode(pathname.replace(/\/+$/u, '').split('/').at(-1) ?? '');
  return name === null || name === '' || /[/\0]/u.test(name) ? null : name;
};

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
