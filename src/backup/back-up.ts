import { Readable } from 'node:stream';
import type { AppliedMigration } from '../platform/database/migrations.js';
import { openSnapshot, type Snapshot } from '../platform/database/snapshot.js';
import { toDiskError } from '../platform/files/disk.js';
import type { SecretFiles } from '../platform/files/folder-secret-files.js';
import type { FileStore } from '../platform/files/file-store.js';
import { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import { eachItem } from '../shared/page.js';
import { createTenantRepository } from '../tenancy/index.js';
import { openArchive, type Archive } from './archive.js';
import { BackupRefusal } from './archive-reader.js';
import { copyFiles, dumpPlatform, dumpTenant, type Dump } from './dump.js';
import {
  documentsIn,
  pathOfSecret,
  SECRET_FILES,
  writeManifest,
  type ArchivedTenant,
  type Manifest,
} from './manifest.js';
import { count, createProgress, type Progress } from './progress.js';
import { requireKnown } from './schema-state.js';

export type MakeDeps = {
  /** Logs in as the owner. */
  migrationUrl: string;
  /** The migrations of this version. */
  known: readonly AppliedMigration[];
  files: FileStore;
  /** Null if the operator keeps the keys. */
  secretFiles: SecretFiles | null;
  version: string;
  report: (line: string) => void;
  signal: AbortSignal;
  now: () => Date;
};

/** `unreadable`: the number of files that could not be included, each of which was reported. */
export type Made = { unreadable: number };

/** Copies the installation as of one moment into a new folder, while it keeps running. A failure leaves nothing behind. */
export const createBackUp =
  (deps: MakeDeps) =>
  (folder: string): Promise<Made> =>
    make(deps, { folder, kind: 'installation', except: [], choose: allTenants });

/**
 * Credentials are left out: whoever imports the tenant gets a new first key, its users invitations. The copy must not notify the original's
 * servers either: webhooks contain secrets and are set up again. Sources refer to folders of the original machine, shared answers are shared
 * there, and golden questions name documents and users of the original and have an export of their own.
 */
export const NOT_EXPORTED: readonly string[] = [
  'api_keys',
  'user_passwords',
  'invitations',
  'sign_ins',
  'sign_in_attempts',
  'identity_providers',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_tasks',
  'shared_answers',
  'sources',
  'source_runs',
  'source_items',
  'source_tasks',
  'reader_sets',
  'source_group_members',
  'golden_questions',
  'golden_question_versions',
  'evaluation_runs',
  'evaluation_results',
  'evaluation_tasks',
  'holds',
];

/** Copies one tenant, named by id or slug, into a new folder. */
export const createExportTenant =
  (deps: MakeDeps) =>
  (tenant: string, folder: string): Promise<Made> =>
    make(deps, {
      folder,
      kind: 'tenant',
      except: NOT_EXPORTED,
      choose: async (snapshot) => [await findTenant(snapshot, tenant)],
    });

type Plan = {
  folder: string;
  kind: Manifest['kind'];
  except: readonly string[];
  choose: (snapshot: Snapshot) => Promise<TenantId[]>;
};

const make = async (deps: MakeDeps, plan: Plan): Promise<Made> => {
  const archive = openArchive(plan.folder);
  await archive.prepare();
  const progress = createProgress(deps);
  try {
    const snapshot = await openSnapshot(deps.migrationUrl);
    try {
      const { files } = deps;
      return await write(deps, plan, { snapshot, archive, files, progress });
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    // If it cannot be deleted, it is still not a backup.
    await archive.discard().catch(() => undefined);
    throw toDiskError(error) !== error
      ? new BackupRefusal(`There is no room left in ${plan.folder}.`, { cause: error })
      : error;
  }
};

const write = async (deps: MakeDeps, plan: Plan, dump: Dump): Promise<Made> => {
  const { snapshot, archive, progress } = dump;
  const { kind, except } = plan;
  const startedAt = deps.now().toISOString();
  const migrations = [...snapshot.applied];
  if (migrations.length === 0) {
    throw new BackupRefusal('There is nothing to back up: no version has been started here yet.');
  }
  requireKnown('The database', { applied: migrations, known: deps.known });
  const tables = kind === 'installation' ? await dumpPlatform(dump) : [];
  const tenants: ArchivedTenant[] = [];
  for (const id of await plan.choose(snapshot)) {
    tenants.push(await dumpTenant(dump, makeSystemScope(id), { except }));
  }
  await snapshot.endReading();
  announce(progress, tenants);
  for (const tenant of tenants) {
    tenant.unreadable = await copyFiles(dump, makeSystemScope(tenant.id), tenant);
  }
  await snapshot.requireHold();
  const secrets = kind === 'installation' ? await copySecrets(deps.secretFiles, archive) : [];
  const contents = { kind, madeBy: deps.version, startedAt, migrations, tables, tenants, secrets };
  await writeManifest(archive, contents);
  return summarise(progress, { folder: plan.folder, tenants });
};

const allTenants = async ({ platform, tables }: Snapshot): Promise<TenantId[]> => {
  const tenants = toTenants(platform);
  const ids: TenantId[] = [];
  for await (const { id } of eachItem((page) => tenants.list(page))) ids.push(id);
  // The database of an earlier version lacks this table.
  const knowsRemoved = tables.some(({ name }) => name === 'removed_tenants');
  return knowsRemoved ? [...ids, ...(await tenants.listRemoved())] : ids;
};

const findTenant = async ({ platform }: Snapshot, name: string): Promise<TenantId> => {
  const tenants = toTenants(platform);
  const id = TenantId.safeParse(name).data;
  const byId = id === undefined ? null : await tenants.find(id);
  const found = byId ?? (await tenants.findBySlug(name));
  if (found === null) throw new BackupRefusal(`There is no tenant "${name}".`);
  if (found.status === 'deleting') {
    throw new BackupRefusal(`Tenant "${name}" is being deleted: it cannot be exported any more.`);
  }
  return found.id;
};

/** Read-only: a snapshot does not support methods that need a tenant's own transaction. */
const toTenants = (platform: Snapshot['platform']) =>
  createTenantRepository(platform, () => Promise.reject(new Error('A snapshot changes nothing.')));

const announce = ({ report }: Progress, tenants: readonly ArchivedTenant[]): void => {
  const files = tenants.reduce((sum, tenant) => sum + tenant.files.count, 0);
  report(`Read the rows of ${count(tenants.length, 'tenant')}, copying ${count(files, 'file')} …`);
};

const copySecrets = async (
  secretFiles: SecretFiles | null,
  archive: Archive,
): Promise<Manifest['secrets']> => {
  const copied: Manifest['secrets'] = [];
  for (const name of secretFiles === null ? [] : SECRET_FILES) {
    const text = await secretFiles?.read(name);
    if (text === null || text === undefined) continue;
    copied.push({ name, ...(await archive.write(pathOfSecret(name), Readable.from([text]))) });
  }
  return copied;
};

const summarise = (
  { report, summary }: Progress,
  { folder, tenants }: { folder: string; tenants: readonly ArchivedTenant[] },
): Made => {
  const left = tenants.flatMap(({ id, unreadable }) =>
    unreadable.map(({ key, reason }) => `  file ${key} of tenant ${id} is ${reason}`),
  );
  for (const line of left) report(line);
  const documents = count(documentsIn(tenants), 'document');
  report(`Wrote ${count(tenants.length, 'tenant')}, ${documents}, ${summary()} to ${folder}.`);
  if (left.length > 0) {
    report(`Not in it, because the store does not hold them: ${count(left.length, 'file')}.`);
  }
  return { unreadable: left.length };
};
