import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isAppError } from '../../../shared/errors.js';
import type { AskWeb } from '../../ask-web.js';
import { isWithin, type Listed } from '../../kind.js';

export type Shares = {
  /** Returns the same files, each with the people who may read it in Nextcloud. */
  withReaders(piece: Listed, signal: AbortSignal): Promise<Listed>;
};

const MAX_BYTES = 16 * 1024 * 1024;
const READ = 1;

/** Types of shares with a named person or group. A public link gives nobody access here. */
const [USER, GROUP, MAIL] = [0, 1, 4];

const Share = z.object({
  share_type: z.number(),
  path: z.string(),
  permissions: z.number(),
  share_with: z.string().nullish(),
  share_with_displayname_unique: z.string().nullish(),
});
type Share = z.infer<typeof Share>;

const Answer = z.object({ ocs: z.object({ data: z.array(Share).max(200_000) }) });

/**
 * Returns the address of Nextcloud's API and the path of the folder among the account's files; null if the address does not belong to a
 * Nextcloud server.
 */
export const sharesPlace = (url: string): { api: string; path: string } | null => {
  const { origin, pathname } = new URL(url);
  const found = /^(?<base>.*)\/remote\.php\/(?:dav\/files\/[^/]+|webdav)(?<path>\/.*)$/u.exec(
    pathname,
  );
  const { base, path } = found?.groups ?? {};
  if (base === undefined || path === undefined) return null;
  const api = `${origin}${base}/ocs/v2.php/apps/files_sharing/api/v1/shares`;
  const plain = path.split('/').map((segment) => decode(segment));
  return { api, path: plain.join('/').replace(/\/$/u, '') };
};

/**
 * Determines from a Nextcloud account's shares who may read its files, with one request per run. The shares of a folder apply to everything
 * in it. Files that others share with the account are opened to nobody, because the account cannot see who else reads them.
 */
export const openShares = (ask: AskWeb, root: URL): Shares => {
  const place = sharesPlace(root.href);
  let asked: ReturnType<typeof readShares> | undefined;
  return {
    withReaders: async ({ items, findings }, signal) => {
      const shares = place && (await (asked ??= readShares(ask, place.api, signal)));
      const readersOf = (path: string): readonly string[] | null =>
        shares === null ? null : toReaders(shares, `${place?.path ?? ''}/${path}`);
      return { items: items.map((item) => ({ ...item, readers: readersOf(item.path) })), findings };
    },
  };
};

/** A malformed escape sequence is kept as it is. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

type Read = { own: ReadonlyMap<string, readonly string[]>; foreign: readonly string[] };

const toReaders = ({ own, foreign }: Read, path: string): readonly string[] | null => {
  if (foreign.some((outer) => isWithin(outer, path))) return null;
  const readers: string[] = [];
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    readers.push(...(own.get(at) ?? []));
  }
  return readers;
};

/** Null if the account may not list its shares, or if the response is not a list of shares. */
const readShares = async (ask: AskWeb, api: string, signal: AbortSignal): Promise<Read | null> => {
  const read = async (query: string): Promise<Share[] | null> => {
    const headers = { 'OCS-APIRequest': 'true', Accept: 'application/json' };
    const url = `${api}?format=json&${query}`;
    try {
      const { content } = await ask({ url, headers, maxBytes: MAX_BYTES }, signal);
      const answer = Answer.safeParse(toJson(await buffer(content)));
      return answer.success ? answer.data.ocs.data : null;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return null;
    }
  };
  const [own, foreign] = [await read('reshares=true'), await read('shared_with_me=true')];
  if (own === null || foreign === null) return null;
  const readers = new Map<string, string[]>();
  for (const share of own) {
    const reader = (share.permissions & READ) === 0 ? null : toReader(share);
    if (reader !== null) readers.set(share.path, [...(readers.get(share.path) ?? []), reader]);
  }
  return { own: readers, foreign: foreign.map(({ path }) => path) };
};

const toJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
};

/** Nextcloud returns a person's email address if it may show it, and otherwise their id. */
const toReader = (share: Share): string | null => {
  const { share_type: type, share_with: id, share_with_displayname_unique: unique } = share;
  if (id === null || id === undefined || id === '') return null;
  if (type === GROUP) return `group:${id}`;
  if (type === MAIL) return `email:${id}`;
  if (type !== USER) return null;
  return unique?.includes('@') === true ? `email:${unique}` : `subject:${id}`;
};
