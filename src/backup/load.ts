import { createMemoryRepository } from '../memories/index.js';
import { openLoad, type Load } from '../platform/database/load.js';
import { isFileKey } from '../platform/files/file-key.js';
import type { FileStore } from '../platform/files/file-store.js';
import { withoutStore } from '../search/index.js';
import { forEachAtOnce } from '../shared/async.js';
import type { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope } from '../shared/scope.js';
import { createTaskScheduler } from '../tasks/index.js';
import { BackupRefusal, type ArchiveReader } from './archive-reader.js';
import { readArchivedRows, type ArchivedRow } from './archived-rows.js';
import { FILES_AT_ONCE, pathOfFile } from './dump.js';
import {
  documentsIn,
  UploadedFile,
  type ArchivedRows,
  type ArchivedTenant,
  type Manifest,
} from './manifest.js';
import { count, type Progress } from './progress.js';

type Parts = { archive: ArchiveReader; progress: Progress };

/** Refuses damaged files, by name, and rows of other tenants, before anything is changed. */
export const verifyArchive = async (
  { archive, progress }: Parts,
  manifest: Manifest,
): Promise<void> => {
  const { tables, tenants, secrets } = manifest;
  progress.report('Checking the backup …');
  for (const file of [...tables, ...secrets]) await archive.verify(file);
  for (const tenant of tenants) {
    for (const file of [...tenant.tables, tenant.files]) await archive.verify(file);
    await eachFile({ archive, progress }, tenant, (file) =>
      archive.verify({ ...file, path: pathOfFile(tenant.id, file) }),
    );
  }
  for (const rows of tables) await readToEnd(readArchivedRows(archive, rows, ownerOf(manifest)));
  for (const { id, tables: own } of tenants) {
    for (const rows of own) await readToEnd(readArchivedRows(archive, rows, ownerOf(manifest, id)));
  }
};

const readToEnd = async (batches: AsyncIterator<unknown>): Promise<void> => {
  while ((await batches.next()).done !== true);
};

const ownerOf = ({ kind }: Pick<Manifest, 'kind'>, tenantId: TenantId | null = null) => ({
  tenantId,
  isForeign: kind === 'tenant',
});

/** One transaction, which any failure rolls back. */
export const withLoad = async (
  migrationUrl: string,
  work: (load: Load) => Promise<void>,
): Promise<void> => {
  const load = await openLoad(migrationUrl);
  try {
    await work(load);
    await load.commit();
  } finally {
    await load.close();
  }
};

/** Stores a tenant's files under the keys that its rows name. */
export const loadFiles = async (
  { archive, progress, files }: Parts & { files: FileStore },
  tenant: ArchivedTenant,
): Promise<void> => {
  const store = files.for(makeSystemScope(tenant.id));
  await eachFile({ archive, progress }, tenant, async (file) => {
    const source = archive.read(pathOfFile(tenant.id, file));
    const written = await store.write(source, { maxBytes: file.sizeBytes });
    if (written.sha256 !== file.sha256) throw changedMeanwhile(pathOfFile(tenant.id, file));
    await store.replace(file.key, written.key);
    progress.add({ files: 1, bytes: file.sizeBytes });
  });
};

const eachFile = async (
  { archive, progress }: Parts,
  tenant: ArchivedTenant,
  work: (file: UploadedFile) => Promise<void>,
): Promise<void> => {
  const left = new Set(tenant.unreadable.map(({ key }) => key));
  for await (const lines of archive.readLines(tenant.files.path)) {
    const copied = lines.map((line) => parseFile(tenant, line)).filter(({ key }) => !left.has(key));
    if (!copied.every(({ key }) => isFileKey(key))) throw noFile(tenant);
    await forEachAtOnce(copied, FILES_AT_ONCE, async (file) => {
      progress.signal.throwIfAborted();
      await work(file);
    });
  }
};

const parseFile = (tenant: ArchivedTenant, line: string): UploadedFile => {
  try {
    return UploadedFile.parse(JSON.parse(line));
  } catch {
    throw noFile(tenant);
  }
};

const noFile = ({ files }: ArchivedTenant): BackupRefusal =>
  new BackupRefusal(
    `${files.path} of the backup names what is not a file of ours. Nothing was changed.`,
  );

type RowsOptions = {
  /** Tables whose rows may already exist: those that stay after a tenant is removed. */
  mayExist?: readonly string[];
  /** Changes a row before it is loaded. */
  change?: (table: string, row: ArchivedRow) => ArchivedRow;
};

type Rows = Pick<Manifest, 'kind'> & {
  scope: SystemScope | null;
  tables: readonly ArchivedRows[];
};

/**
 * Adds a tenant's rows. Its vectors are rebuilt: ready documents stay ready and answers say `reindexing` until that is done, memories are
 * pending. Unfinished work continues.
 */
export const loadTenant = async (
  parts: Parts & { load: Load },
  rows: Rows & { scope: SystemScope },
  options: RowsOptions = {},
): Promise<void> => {
  const { scope } = rows;
  await loadRows(parts, rows, {
    ...options,
    change: (table, row) => beginAgain(table, options.change?.(table, row) ?? row),
  });
  await parts.load.inScope(scope, async (tx) => {
    await createTaskScheduler(tx, scope).restart(withoutStore);
    await createMemoryRepository(tx, scope).markUnindexed();
  });
};

/** Clears the errors of a task that has not failed for good, because it starts again. */
const beginAgain = (table: string, row: ArchivedRow): ArchivedRow =>
  table === 'ingestion_tasks' && row['state'] !== 'failed' ? withoutFailure(row) : row;

const withoutFailure = ({
  error_code: _code,
  failing_since: _since,
  ...task
}: ArchivedRow): ArchivedRow => task;

/** In the order of the references between tables. */
export const loadRows = async (
  { archive, progress, load }: Parts & { load: Load },
  { kind, scope, tables }: Rows,
  { mayExist = [], change = (_table, row) => row }: RowsOptions = {},
): Promise<void> => {
  requireTables(load, { tables, isOfTenant: scope !== null });
  const archived = new Map(tables.map((rows) => [rows.table, rows]));
  for (const table of load.tables) {
    const rows = archived.get(table.name);
    if (rows === undefined) continue;
    let added = 0;
    const batches = readArchivedRows(archive, rows, ownerOf({ kind }, scope?.tenantId ?? null));
    for await (const batch of batches) {
      const lines = batch.map((row) => JSON.stringify(change(table.name, row)));
      added += await load.insert(table, lines, scope);
      progress.add({ rows: lines.length });
    }
    if (added !== rows.rows && !mayExist.includes(table.name)) throw standsTwice(rows.path);
  }
};

const requireTables = (
  { tables: known }: Pick<Load, 'tables'>,
  { tables, isOfTenant }: { tables: readonly ArchivedRows[]; isOfTenant: boolean },
): void => {
  const names = known
    .filter(({ tenantColumn }) => (tenantColumn !== null) === isOfTenant)
    .map(({ name }) => name);
  const unknown = tables.find(({ table }) => !names.includes(table));
  if (unknown === undefined) return;
  throw new BackupRefusal(
    `The backup holds table ${unknown.table}, which the database has not. Nothing was changed.`,
  );
};

export const summariseLoaded = (
  { report, summary }: Progress,
  { tenants, startedAt, madeBy }: Manifest,
): void => {
  for (const { id, unreadable } of tenants) {
    for (const { key } of unreadable) report(`  file ${key} of tenant ${id} was not in the backup`);
  }
  const documents = count(documentsIn(tenants), 'document');
  report(`Loaded ${count(tenants.length, 'tenant')}, ${documents}, ${summary()}.`);
  report(
    `It is what version ${madeBy} held at ${startedAt}. Its index is built anew by the worker.`,
  );
};

const standsTwice = (path: string): BackupRefusal =>
  new BackupRefusal(
    `${path} of the backup holds a row that is there already, or twice. Nothing was changed.`,
  );

const changedMeanwhile = (path: string): BackupRefusal =>
  new BackupRefusal(`${path} of the backup has changed since it was checked.`);
