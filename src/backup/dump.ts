import { createDocumentRepository, NO_EVENTS } from '../documents/index.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Snapshot } from '../platform/database/snapshot.js';
import { forEachAtOnce } from '../shared/async.js';
import { isAppError } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import type { SystemScope } from '../shared/scope.js';
import { createWorkspaceRepository, WORKSPACE_TABLE } from '../workspace/index.js';
import type { Archive } from './archive.js';
import {
  folderOf,
  pathOfFiles,
  pathOfRows,
  PLATFORM_FOLDER,
  UploadedFile,
  type ArchivedRows,
  type ArchivedTenant,
} from './manifest.js';
import type { Progress } from './progress.js';

export type Dump = {
  snapshot: Snapshot;
  archive: Archive;
  files: FileStore;
  progress: Progress;
};

/** Writes a tenant's data from the database: its rows, except those of some tables, and the list of its files. */
export const dumpTenant = async (
  dump: Dump,
  scope: SystemScope,
  { except }: { except: readonly string[] },
): Promise<ArchivedTenant> => {
  const { snapshot, archive } = dump;
  const folder = folderOf(scope.tenantId);
  const tables: ArchivedRows[] = [];
  for (const table of snapshot.tables) {
    if (table.tenantColumn === null || except.includes(table.name)) continue;
    const rows = await dumpRows(dump, { folder, table, scope });
    if (rows.rows === 0) await archive.remove(rows.path);
    else tables.push(rows);
  }
  let totalBytes = 0;
  const list = async function* (): AsyncGenerator<string[]> {
    for await (const page of listFiles(snapshot, scope)) {
      totalBytes += page.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      yield page.map((file) => JSON.stringify(file));
    }
  };
  const path = pathOfFiles(scope.tenantId);
  const { lines: count, ...written } = await archive.writeLines(path, list());
  const files = { ...written, count, totalBytes };
  return { id: scope.tenantId, tables, files, unreadable: [] };
};

/** Tables that belong to no tenant. */
export const dumpPlatform = async (dump: Dump): Promise<ArchivedRows[]> => {
  const tables = dump.snapshot.tables.filter(({ tenantColumn }) => tenantColumn === null);
  const dumped: ArchivedRows[] = [];
  for (const table of tables) {
    dumped.push(await dumpRows(dump, { folder: PLATFORM_FOLDER, table, scope: null }));
  }
  return dumped;
};

type Source = { folder: string; table: Snapshot['tables'][number]; scope: SystemScope | null };

const dumpRows = async (
  { snapshot, archive, progress }: Dump,
  { folder, table, scope }: Source,
): Promise<ArchivedRows> => {
  const counted = async function* (): AsyncGenerator<string[]> {
    for await (const lines of snapshot.rows(table, scope)) {
      progress.add({ rows: lines.length });
      yield lines;
    }
  };
  const path = pathOfRows(folder, table.name);
  const { lines: rows, ...written } = await archive.writeLines(path, counted());
  return { table: table.name, rows, ...written };
};

export const pathOfFile = (tenantId: TenantId, { key }: { key: string }): string =>
  `${folderOf(tenantId)}/files/${key}`;

const FILES_PER_PAGE = 1000;

async function* listFiles(snapshot: Snapshot, scope: SystemScope): AsyncGenerator<UploadedFile[]> {
  yield* pagesOf((page) =>
    snapshot.inScope(scope, (tx) =>
      createDocumentRepository(tx, scope, NO_EVENTS).storedFiles(page),
    ),
  );
  // The database being backed up may be in the state of an earlier version.
  if (!snapshot.tables.some(({ name }) => name === WORKSPACE_TABLE)) return;
  yield* pagesOf((page) =>
    snapshot.inScope(scope, (tx) => createWorkspaceRepository(tx, scope).storedFiles(page)),
  );
}

type FilePage = { after: string; limit: number };
type FoundFile = Omit<UploadedFile, 'key'> & { fileKey: string };

async function* pagesOf(
  list: (page: FilePage) => Promise<FoundFile[]>,
): AsyncGenerator<UploadedFile[]> {
  let after = '';
  for (;;) {
    const found = await list({ after, limit: FILES_PER_PAGE });
    const files = found.map(({ fileKey: key, ...file }) => ({ key, ...file }));
    if (files.length > 0) yield files;
    const last = files.at(-1);
    if (last === undefined || files.length < FILES_PER_PAGE) return;
    after = last.key;
  }
}

/** The store may be remote. */
export const FILES_AT_ONCE = 4;

/** Copies the files of a dumped tenant. Files that the store lacks, or that differ from their rows, are left out and reported. */
export const copyFiles = async (
  dump: Dump,
  scope: SystemScope,
  { files }: Pick<ArchivedTenant, 'files'>,
): Promise<ArchivedTenant['unreadable']> => {
  const unreadable: ArchivedTenant['unreadable'] = [];
  const copyAndNote = async (file: UploadedFile): Promise<void> => {
    const reason = await copyFile(dump, scope, file);
    if (reason === null) dump.progress.add({ files: 1, bytes: file.sizeBytes });
    else unreadable.push({ key: file.key, reason });
  };
  for await (const lines of dump.archive.readLines(files.path)) {
    const listed = lines.map((line) => UploadedFile.parse(JSON.parse(line)));
    await forEachAtOnce(listed, FILES_AT_ONCE, copyAndNote);
  }
  return unreadable;
};

const copyFile = async (
  { archive, files, progress }: Dump,
  scope: SystemScope,
  file: UploadedFile,
): Promise<'missing' | 'damaged' | null> => {
  progress.signal.throwIfAborted();
  const path = pathOfFile(scope.tenantId, file);
  try {
    const copied = await archive.write(path, await files.for(scope).read(file.key));
    if (copied.sha256 === file.sha256) return null;
    await archive.remove(path);
    return 'damaged';
  } catch (error) {
    if (!isAppError(error) || error.code !== 'file_missing') throw error;
    await archive.remove(path);
    return 'missing';
  }
};
