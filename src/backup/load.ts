import { createMemoryRepository } from '../memories/index.js';
import { openLoad, type Load } from '../platform/database/load.js';
import type { FileStore } from '../platform/files/file-store.js';
import { withoutStore } from '../search/index.js';
import { forEachAtOnce } from '../shared/async.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope } from '../shared/scope.js';
import { createTaskScheduler } from '../tasks/index.js';
import { BackupRefusal, type Archive } from './archive.js';
import { FILES_AT_ONCE, pathOfFile } from './dump.js';
import {
  documentsIn,
  UploadedFile,
  type ArchivedRows,
  type ArchivedTenant,
  type Manifest,
} from './manifest.js';
import { count, type Progress } from './progress.js';

type Parts = { archive: Archive; progress: Progress };

/** Refuses a damaged file by its name, before anything is changed. */
export const verifyArchive = async (
  { archive, progress }: Parts,
  { tables, tenants, secrets }: Manifest,
): Promise<void> => {
  progress.report('Checking the backup …');
  for (const file of [...tables, ...secrets]) await archive.verify(file);
  for (const tenant of tenants) {
    for (const file of [...tenant.tables, tenant.files]) await archive.verify(file);
    await eachFile({ archive, progress }, tenant, (file) =>
      archive.verify({ ...file, path: pathOfFile(tenant.id, file) }),
    );
  }
};

/** One transaction, which what fails in it undoes. */
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

/** Puts a tenant's files into the store, under the keys that its rows name. */
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
    const files = lines.map((line) => UploadedFile.parse(JSON.parse(line)));
    const copied = files.filter(({ key }) => !left.has(key));
    await forEachAtOnce(copied, FILES_AT_ONCE, async (file) => {
      progress.signal.throwIfAborted();
      await work(file);
    });
  }
};

type RowsOptions = {
  /** What stays of a removed tenant may be there already. */
  mayExist?: boolean;
  /** Changes a line before it is loaded. */
  change?: (table: string, line: string) => string;
};

/**
 * Adds a tenant's rows. Its vectors are built anew: what was ready stays so and answers say `reindexing` until it is done, memories
 * are pending. Work that was under way goes on.
 */
export const loadTenant = async (
  parts: Parts & { load: Load },
  { scope, tables }: { scope: SystemScope; tables: readonly ArchivedRows[] },
  options: RowsOptions = {},
): Promise<void> => {
  await loadRows(parts, { scope, tables }, options);
  await parts.load.inScope(scope, async (tx) => {
    await createTaskScheduler(tx, scope).restart(withoutStore);
    await createMemoryRepository(tx, scope).markUnindexed();
  });
};

/** In the order in which tables refer to each other. */
export const loadRows = async (
  { archive, progress, load }: Parts & { load: Load },
  { scope, tables }: { scope: SystemScope | null; tables: readonly ArchivedRows[] },
  { mayExist = false, change = (_table, line) => line }: RowsOptions = {},
): Promise<void> => {
  const archived = new Map(tables.map((rows) => [rows.table, rows]));
  for (const table of load.tables) {
    const rows = archived.get(table.name);
    if (rows === undefined) continue;
    archived.delete(table.name);
    let added = 0;
    for await (const lines of archive.readLines(rows.path)) {
      const changed = lines.map((line) => change(table.name, line));
      added += await load.insert(table, changed, scope);
      progress.add({ rows: lines.length });
    }
    if (added !== rows.rows && !mayExist) throw changedMeanwhile(rows.path);
  }
  const [unknown] = archived.keys();
  if (unknown !== undefined) {
    throw new BackupRefusal(`The backup holds table ${unknown}, which the database has not.`);
  }
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

const changedMeanwhile = (path: string): BackupRefusal =>
  new BackupRefusal(`${path} of the backup has changed since it was checked.`);
