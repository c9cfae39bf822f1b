import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CursorLost, SourceFailed, type Listed, type ListedItem } from '../../kind.js';
import type { Finding } from '../../schema.js';
import type { DriveApi } from './api.js';
import { Permission, PERMISSION_FIELDS, type createReadersOf } from './readers.js';

const File = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  parents: z.array(z.string()).default([]),
  size: z.coerce.number().default(0),
  md5Checksum: z.string().optional(),
  modifiedTime: z.string().default(''),
  trashed: z.boolean().default(false),
  permissions: z.array(Permission).optional(),
  permissionIds: z.array(z.string()).optional(),
});
type File = z.infer<typeof File>;

const FIELDS = `id,name,mimeType,parents,size,md5Checksum,modifiedTime,trashed,permissionIds,permissions(${PERMISSION_FIELDS})`;
const FOLDER = 'application/vnd.google-apps.folder';

/** The export formats for documents in Google's own formats. */
export const EXPORTS: Readonly<Record<string, { extension: string; mimeType: string }>> = {
  'application/vnd.google-apps.document': {
    extension: 'docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  'application/vnd.google-apps.spreadsheet': {
    extension: 'xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'application/vnd.google-apps.presentation': {
    extension: 'pptx',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
};

export type Drive = {
  api: DriveApi;
  /** The address of Drive, without a slash at its end. */
  url: string;
  /** The id of a shared drive; null for everything that the account's person sees. */
  driveId: string | null;
  readersOf: ReturnType<typeof createReadersOf>;
};

const MAX_DEPTH = 64;
const MAX_FOLDERS = 200_000;
const PAGE = '200';

/** Lists every file. The cursor is requested first, so that no change during the listing is lost. */
export async function* listFiles(drive: Drive, signal: AbortSignal): AsyncGenerator<Listed> {
  const cursor = await startOfChanges(drive, signal);
  const folders = await createFolders(drive, signal);
  for await (const found of pagesOf(drive, `mimeType = '${FOLDER}'`, signal)) folders.add(found);
  for await (const found of pagesOf(drive, `mimeType != '${FOLDER}'`, signal)) {
    const pathOf = (file: File) => Promise.resolve(folders.known(file));
    yield await toListed(drive, found, { pathOf, signal });
  }
  yield { items: [], findings: [], cursor };
}

const Changes = z.object({
  changes: z.array(
    z.object({
      changeType: z.string().default('file'),
      removed: z.boolean().default(false),
      fileId: z.string().optional(),
      file: File.optional(),
    }),
  ),
  nextPageToken: z.string().optional(),
  newStartPageToken: z.string().optional(),
});

/**
 * Lists the files that have changed. A changed folder or drive may have changed the rights and paths of everything in it, and Google does
 * not say whether something removed was a folder; in these cases everything is listed.
 */
export async function* listChanges(
  drive: Drive,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<Listed> {
  const { api, url } = drive;
  const folders = await createFolders(drive, signal);
  const pathOf = (file: File) => folders.find(file);
  let pageToken: string | undefined = since;
  while (pageToken !== undefined) {
    const fields = `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${FIELDS}))`;
    const query = { ...scopeOf(drive), pageToken, fields, pageSize: PAGE, includeRemoved: 'true' };
    const asked = { url: `${url}/changes`, query, accepts: [400, 404, 410] };
    const answer = await api.read(asked, signal);
    if (answer === null) throw new CursorLost('Google no longer knows this place in its changes.');
    const page = Changes.parse(answer);
    const files = page.changes.map(({ changeType, removed, file }) => {
      if (changeType === 'file' && !removed && file !== undefined && file.mimeType !== FOLDER) {
        return file;
      }
      throw new CursorLost('A folder or a drive has changed.');
    });
    const there = files.filter(({ trashed }) => !trashed);
    const listed = await toListed(drive, there, { pathOf, signal });
    const gone = files.filter(({ trashed }) => trashed).map(({ id }) => id);
    const cursor = page.newStartPageToken;
    yield cursor === undefined ? { ...listed, gone } : { ...listed, gone, cursor };
    pageToken = page.nextPageToken;
  }
}

/** Looks a file up as it is now. */
export const findFile = async ({ api, url }: Drive, id: string, signal: AbortSignal) => {
  const query = { fields: FIELDS, supportsAllDrives: 'true' };
  const address = `${url}/files/${encodeURIComponent(id)}`;
  return File.parse(await api.read({ url: address, query }, signal));
};

const scopeOf = ({ driveId }: Drive) =>
  driveId === null ? {} : { driveId, includeItemsFromAllDrives: 'true', supportsAllDrives: 'true' };

const startOfChanges = async (drive: Drive, signal: AbortSignal): Promise<string> => {
  const { driveId } = drive;
  const query = driveId === null ? {} : { driveId, supportsAllDrives: 'true' };
  const asked = { url: `${drive.url}/changes/startPageToken`, query };
  const answer = await drive.api.read(asked, signal);
  return z.object({ startPageToken: z.string() }).parse(answer).startPageToken;
};

const Page = z.object({
  files: z.array(File),
  nextPageToken: z.string().optional(),
  incompleteSearch: z.boolean().default(false),
});

async function* pagesOf(drive: Drive, which: string, signal: AbortSignal): AsyncGenerator<File[]> {
  const fields = `nextPageToken,incompleteSearch,files(${FIELDS})`;
  const corpora = drive.driveId === null ? 'user' : 'drive';
  const q = `${which} and trashed = false`;
  let pageToken: string | undefined;
  do {
    const query = { ...scopeOf(drive), corpora, q, fields, pageSize: PAGE, pageToken };
    const page = Page.parse(await drive.api.read({ url: `${drive.url}/files`, query }, signal));
    if (page.incompleteSearch) {
      throw new SourceFailed('cut_short', 'Google did not search everything.');
    }
    yield page.files;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

type Folder = Pick<File, 'name' | 'parents'>;

/** Finds the names of the folders above a file. Folders above the root, and folders that the account cannot see, have no name. */
const createFolders = async (drive: Drive, signal: AbortSignal) => {
  const rootId = drive.driveId ?? (await findFile(drive, 'root', signal)).id;
  const folders = new Map<string, Folder | null>([[rootId, null]]);
  const add = (found: readonly File[]): void => {
    for (const { id, name, parents } of found) folders.set(id, { name, parents });
    if (folders.size > MAX_FOLDERS) {
      throw new SourceFailed('too_many_items', `A source has at most ${MAX_FOLDERS} folders.`);
    }
  };
  const known = ({ parents }: Pick<File, 'parents'>): string[] => {
    const names: string[] = [];
    let [parent] = parents;
    while (parent !== undefined && names.length < MAX_DEPTH) {
      const folder = folders.get(parent);
      if (folder === null || folder === undefined) break;
      names.unshift(folder.name);
      [parent] = folder.parents;
    }
    return names;
  };
  const find = async (file: File): Promise<string[]> => {
    let [parent] = file.parents;
    for (let depth = 0; parent !== undefined && depth < MAX_DEPTH; depth += 1) {
      if (!folders.has(parent)) add([await findFile(drive, parent, signal)]);
      [parent] = folders.get(parent)?.parents ?? [];
    }
    return known(file);
  };
  return { add, known, find };
};

type Naming = { pathOf: (file: File) => Promise<string[]>; signal: AbortSignal };

const toListed = async (
  { readersOf }: Drive,
  files: readonly File[],
  { pathOf, signal }: Naming,
): Promise<Listed> => {
  const items: ListedItem[] = [];
  const findings: Finding[] = [];
  for (const file of files) {
    const { id, name, mimeType, md5Checksum, modifiedTime, size: sizeBytes } = file;
    const format = EXPORTS[mimeType];
    const filename = format === undefined ? name : `${name}.${format.extension}`;
    // A folder in Drive may contain two files with the same name; the id makes their paths different.
    const path = [...(await pathOf(file)), id, filename].map(toSegment).join('/');
    if (format === undefined && mimeType.startsWith('application/vnd.google-apps.')) {
      findings.push({ path, reason: 'not_a_file' });
      continue;
    }
    const version = `${md5Checksum ?? modifiedTime} ${path}`;
    const revision = createHash('sha256').update(version).digest('base64url');
    const readers = await readersOf(file, signal);
    items.push({ externalId: id, path, revision, sizeBytes, readers });
  }
  return { items, findings };
};

/** A name in Drive may contain slashes. */
const toSegment = (name: string): string => {
  const plain = name.replace(/[/\\\p{Cc}]/gu, '_');
  return /^\.*$/u.test(plain) ? `_${plain}` : plain;
};
