import type { Load } from '../platform/database/load.js';
import type { AppliedMigration } from '../platform/database/migrations.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope } from '../shared/scope.js';
import { createInvitationRepository } from '../sign-in/index.js';
import { createTenantRepository, TenantSlug } from '../tenancy/index.js';
import {
  BackupRefusal,
  createArchiveReader,
  damaged,
  notOrdinary,
  type ArchiveReader,
} from './archive-reader.js';
import { readArchivedRows, type ArchivedRow } from './archived-rows.js';
import { NOT_EXPORTED } from './back-up.js';
import { loadFiles, loadTenant, summariseLoaded, verifyArchive, withLoad } from './load.js';
import { readManifest, type ArchivedTenant, type Manifest } from './manifest.js';
import { createProgress } from './progress.js';
import type { RestoreDeps } from './restore.js';
import { isSameState, newestOf, requireKnown } from './schema-state.js';
import { stat } from 'node:fs/promises';
import { openArchive } from './archive.js';
import { promisify } from 'node:util';
import { open, type Entry, type Options, type ZipFile } from 'yauzl';

type ImportDeps = RestoreDeps & {
  /** Null for a tenant without an admin. */
  issueAdminKey: (tenant: TenantId) => Promise<string | null>;
};

/**
 * Adds an exported tenant to an installation that may be running, under its own id. Returns a new first key for its oldest admin, because
 * keys are not exported.
 */
export const createImportTenant =
  (deps: ImportDeps) =>
  async (
    /** The folder of `npm run export`, or the file of `GET /v1/tenant/export`. */
    path: string,
    { slug = null }: { slug?: string | null } = {},
  ): Promise<string | null> => {
    if (slug !== null && !TenantSlug.safeParse(slug).success) {
      throw new BackupRefusal(
        `"${slug}" is not a slug: letters a to z, digits and hyphens, at most 63.`,
      );
    }
    const imported = await withArchive(path, (archive) => importFrom(archive, slug, deps));
    deps.report(WITHOUT_CREDENTIALS);
    return deps.issueAdminKey(imported);
  };

const importFrom = async (
  archive: ArchiveReader,
  slug: string | null,
  deps: ImportDeps,
): Promise<TenantId> => {
  const manifest = await readManifest(archive, 'tenant');
  const tenant = tenantIn(archive, manifest);
  requireSameState(deps.known, manifest);
  const progress = createProgress(deps);
  await verifyArchive({ archive, progress }, manifest);
  await deps.migrate();
  const wanted = { id: tenant.id, slug: slug ?? (await slugIn(archive, tenant)) };
  const tables = tenant.tables.filter(({ table }) => table !== PASSWORDS);
  const scope = makeSystemScope(tenant.id);
  await withLoad(deps.migrationUrl, async (load) => {
    const mayExist = (await admit(load, wanted)) === 'back' ? LEFT_OF_REMOVED : [];
    const options = { mayExist, change: withSlug(wanted.slug) };
    await loadTenant({ archive, progress, load }, { kind: 'tenant', scope, tables }, options);
    await load.inScope(scope, async (tx) => {
      await requireOwnMemories(tx, scope);
      await createInvitationRepository(tx, scope).awaitAll();
    });
    await toTenants(load).forgetRemoval(tenant.id);
    // By now the database has accepted all rows; they become visible only after the last file is stored.
    await loadFiles({ archive, progress, files: deps.files }, tenant);
  });
  summariseLoaded(progress, manifest);
  return tenant.id;
};

/** Tables in exports of earlier versions; password hashes are left out, because they could be guessed offline. */
const PASSWORDS = 'user_passwords';

const WITHOUT_CREDENTIALS =
  'Keys, passwords and the limits that its operator had set stayed behind: each of its users needs an invitation (POST /v1/users/ID/invitation).';

/** Tables whose rows stay when a tenant is removed. */
const LEFT_OF_REMOVED = ['audit_entries', 'usage_daily', 'node_executions'];

const tenantIn = (
  { name }: Pick<ArchiveReader, 'name'>,
  { tenants, tables, secrets }: Manifest,
): ArchivedTenant => {
  const [tenant, ...others] = tenants;
  if (tenant === undefined) throw new BackupRefusal(`${name} holds no tenant.`);
  const kept = NOT_EXPORTED.filter((table) => table !== PASSWORDS);
  const odd = tenant.tables.find(({ table }) => kept.includes(table));
  if (odd === undefined && [...others, ...tables, ...secrets].length === 0) return tenant;
  const what = odd === undefined ? 'more than a tenant' : `rows of ${odd.table}`;
  throw new BackupRefusal(`${name} holds ${what}, as no export does. Nothing was changed.`);
};

/** A single tenant's rows cannot be migrated, because migrations apply to the whole database. */
const requireSameState = (known: readonly AppliedMigration[], { migrations }: Manifest): void => {
  requireKnown('The export', { applied: migrations, known });
  if (isSameState(known, migrations)) return;
  throw new BackupRefusal(
    `The export is at migration "${newestOf(migrations)}", the database at "${newestOf(known)}": export and import with the same version.`,
  );
};

/** Refuses an existing tenant; `back` is one that was removed here. */
const admit = async (
  load: Load,
  { id, slug }: { id: TenantId; slug: string },
): Promise<'new' | 'back'> => {
  const tenants = toTenants(load);
  if ((await tenants.find(id)) !== null) {
    throw new BackupRefusal(
      `Tenant ${id} exists already, and a copy keeps its id: import it into another installation; or delete the tenant here (DELETE /v1/tenants/${id}) and import once it is gone. Nothing was changed.`,
    );
  }
  if ((await tenants.findBySlug(slug)) !== null) {
    throw new BackupRefusal(
      `Another tenant has the slug "${slug}": name another one with --slug. Nothing was changed.`,
    );
  }
  return (await tenants.listRemoved()).includes(id) ? 'back' : 'new';
};

/** A load already runs in one transaction. */
const toTenants = (load: Load) =>
  createTenantRepository(load.platform, (_tenant, work) => load.asOwner(work));

const slugIn = async (archive: ArchiveReader, { id, tables }: ArchivedTenant): Promise<string> => {
  const rows = tables.find(({ table }) => table === 'tenants');
  const owner = { tenantId: id, isForeign: true };
  for await (const [row] of rows === undefined ? [] : readArchivedRows(archive, rows, owner)) {
    const slug = TenantSlug.safeParse(row?.['slug']);
    if (slug.success) return slug.data;
  }
  throw new BackupRefusal(`${archive.name} holds no tenant.`);
};

/** Limits set by the other installation's operator do not apply here: the tenant gets the defaults. */
const withSlug =
  (slug: string) =>
  (table: string, row: ArchivedRow): ArchivedRow =>
    table === 'tenants' ? { ...row, slug, limits: '{}' } : row;

/** Vectors of all tenants are stored under the ids of memories, so another tenant's would be overwritten. */
const requireOwnMemories = async (tx: Transaction, { tenantId }: SystemScope): Promise<void> => {
  const taken = await tx.$queryRaw<unknown[]>`
    SELECT FROM memories m
    JOIN ingestion_tasks t ON t.subject_kind = 'memory' AND t.subject_id = m.id AND t.tenant_id <> m.tenant_id
    WHERE m.tenant_id = ${tenantId}::uuid LIMIT 1`;
  if (taken.length === 0) return;
  throw new BackupRefusal('A memory of the export has the id of another. Nothing was changed.');
};

/** Reads a folder (a backup) or a file (an export over the API); it is closed however reading ends. */
const withArchive = async <Result>(
  path: string,
  read: (archive: ArchiveReader) => Promise<Result>,
): Promise<Result> => {
  const found = await stat(path).catch(() => null);
  const archive = found?.isFile() === true ? await openZip(path) : openArchive(path);
  try {
    return await read(archive);
  } finally {
    await archive.close();
  }
};

/** Parts are read directly from the file, without unpacking it. */
const openZip = async (path: string): Promise<ArchiveReader> => {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  const zip = await openFile(path, options).catch((error: unknown) => {
    throw damaged(`${path} is not a complete ZIP archive`, error);
  });
  try {
    const entries = await listEntries(path, zip);
    return createArchiveReader({
      name: path,
      open: (part) => openEntry(zip, entries.get(part), part),
      close: async () => zip.close(),
    });
  } catch (error) {
    zip.close();
    throw error;
  }
};

const openFile = promisify<string, Options, ZipFile>(open);

/** Each entry costs memory; a tenant has far fewer files. */
const MAX_ENTRIES = 2_000_000;

const listEntries = async (path: string, zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw damaged(`${path} holds too many files`);
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) reject(damaged(`${path} holds a file twice`));
      else if (!isOrdinary(entry)) reject(notOrdinary(path, JSON.stringify(entry.fileName)));
      else {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      }
    });
    zip.on('end', resolve);
    zip.on('error', (error: Error) =>
      reject(damaged(`${path} is not a complete ZIP archive`, error)),
    );
    zip.readEntry();
  });
  return entries;
};

const TYPE_OF_FILE = 0o170000;
const ORDINARY_FILE = 0o100000;

/** Directories are recognized by a trailing slash, regular files by their Unix mode; an entry without such a mode also counts. */
const isOrdinary = ({ externalFileAttributes, fileName }: Entry): boolean => {
  const type = (externalFileAttributes >>> 16) & TYPE_OF_FILE;
  return fileName.endsWith('/') || type === 0 || type === ORDINARY_FILE;
};

const openEntry = async (zip: ZipFile, entry: Entry | undefined, path: string) => {
  if (entry === undefined) {
    throw Object.assign(new Error(`There is no ${path}.`), { code: 'ENOENT' });
  }
  return {
    sizeBytes: entry.uncompressedSize,
    read: () =>
      zip.openReadStreamPromise(entry).catch((cause: unknown) => {
        throw new BackupRefusal(`${path} cannot be read. Nothing was changed.`, { cause });
      }),
    close: async () => undefined,
  };
};
