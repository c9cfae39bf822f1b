import { text } from 'node:stream/consumers';
import { openLoad, type Load } from '../platform/database/load.js';
import type { AppliedMigration } from '../platform/database/migrations.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { SecretFiles } from '../platform/files/folder-secret-files.js';
import { makeSystemScope } from '../shared/make-scope.js';
import { openArchive } from './archive.js';
import { BackupRefusal, type ArchiveReader } from './archive-reader.js';
import {
  loadFiles,
  loadRows,
  loadTenant,
  summariseLoaded,
  verifyArchive,
  withLoad,
} from './load.js';
import { readManifest, type Manifest } from './manifest.js';
import { createProgress } from './progress.js';
import { newestOf, requireKnown } from './schema-state.js';

export type RestoreDeps = {
  /** Logs in as the owner. */
  migrationUrl: string;
  /** The migrations of this version. */
  known: readonly AppliedMigration[];
  /** Applies missing migrations, or only those that an earlier version had. */
  migrate: (upTo?: readonly AppliedMigration[]) => Promise<unknown>;
  files: FileStore;
  /** Null if the operator keeps the keys. */
  secretFiles: SecretFiles | null;
  report: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Fills an empty installation from a backup. Rows are committed at the end, when their files are stored, so an interrupted restore can be
 * repeated; files are stored only after the database has accepted every row, so a refused one leaves nothing behind.
 */
export const createRestore =
  (deps: RestoreDeps) =>
  async (folder: string): Promise<void> => {
    const archive = openArchive(folder);
    const manifest = await readManifest(archive, 'installation');
    const { migrations: applied, tenants } = manifest;
    requireKnown('The backup', { applied, known: deps.known });
    const progress = createProgress(deps);
    await verifyArchive({ archive, progress }, manifest);
    await deps.migrate(await stateToReach(deps, applied));
    await withLoad(deps.migrationUrl, async (load) => {
      await requireEmpty(load);
      const rows = { kind: manifest.kind, scope: null, tables: manifest.tables };
      await loadRows({ archive, progress, load }, rows);
      for (const { id, tables } of tenants) {
        const own = { kind: manifest.kind, scope: makeSystemScope(id), tables };
        await loadTenant({ archive, progress, load }, own);
      }
      // By now the database has accepted all rows; they become visible only after the last file is stored.
      for (const tenant of tenants) {
        await loadFiles({ archive, progress, files: deps.files }, tenant);
      }
      await restoreSecrets(deps, { archive, manifest });
    });
    await deps.migrate();
    summariseLoaded(progress, manifest);
  };

/** Rows are loaded into the schema state that they were read from; later migrations then upgrade them. */
const stateToReach = async (
  { migrationUrl }: RestoreDeps,
  wanted: readonly AppliedMigration[],
): Promise<readonly AppliedMigration[]> => {
  const load = await openLoad(migrationUrl);
  try {
    if (load.applied.length > 0) await requireEmpty(load);
    if (load.applied.length <= wanted.length) return wanted;
    throw new BackupRefusal(
      `The database is at migration "${newestOf(load.applied)}", the backup at "${newestOf(wanted)}": restore it into a new database, which no server has been started on.`,
    );
  } finally {
    await load.close();
  }
};

const requireEmpty = async (load: Load): Promise<void> => {
  if (await load.isEmpty()) return;
  throw new BackupRefusal(
    'The database is not empty: restore into a new one. Nothing was changed.',
  );
};

const restoreSecrets = async (
  { secretFiles, report }: RestoreDeps,
  { archive, manifest }: { archive: ArchiveReader; manifest: Manifest },
): Promise<void> => {
  if (secretFiles === null && manifest.secrets.length > 0) {
    report('Its operator key is left out: here it is what BOOTSTRAP_OPERATOR_KEY says.');
  }
  for (const { name, path } of manifest.secrets) {
    await secretFiles?.write(name, await text(archive.read(path)));
  }
};
