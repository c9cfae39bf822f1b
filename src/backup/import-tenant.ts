import { z } from 'zod';
import type { Load } from '../platform/database/load.js';
import type { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import { createTenantRepository, TenantSlug } from '../tenancy/index.js';
import { BackupRefusal, openArchive, type Archive } from './archive.js';
import { loadFiles, loadTenant, summariseLoaded, verifyArchive, withLoad } from './load.js';
import { readManifest, type ArchivedTenant, type Manifest } from './manifest.js';
import { createProgress } from './progress.js';
import type { RestoreDeps } from './restore.js';
import { isSameState, newestOf } from './schema-state.js';

type ImportDeps = RestoreDeps & {
  /** Null for a tenant without an admin. */
  issueAdminKey: (tenant: TenantId) => Promise<string | null>;
};

/**
 * Adds an exported tenant to an installation that may be running, under its own id. Returns a first key of its oldest admin, for its
 * own stayed behind.
 */
export const createImportTenant =
  (deps: ImportDeps) =>
  async (
    folder: string,
    { slug = null }: { slug?: string | null } = {},
  ): Promise<string | null> => {
    if (slug !== null && !TenantSlug.safeParse(slug).success) {
      throw new BackupRefusal(
        `"${slug}" is no slug: letters a to z, digits and hyphens, at most 63.`,
      );
    }
    const archive = openArchive(folder);
    const manifest = await readManifest(archive, 'tenant');
    const [tenant] = manifest.tenants;
    if (tenant === undefined) throw new BackupRefusal(`${folder} holds no tenant.`);
    const progress = createProgress(deps);
    await verifyArchive({ archive, progress }, manifest);
    await deps.migrate();
    const wanted = { id: tenant.id, slug: slug ?? (await slugIn(archive, tenant)) };
    await withLoad(deps.migrationUrl, async (load) => {
      requireSameState(load, manifest);
      await admit(load, wanted);
    });
    await loadFiles({ archive, progress, files: deps.files }, tenant);
    await withLoad(deps.migrationUrl, async (load) => {
      const rows = { scope: makeSystemScope(tenant.id), tables: tenant.tables };
      const { isBack } = await admit(load, wanted);
      const options = { mayExist: isBack, change: withSlug(wanted.slug) };
      await loadTenant({ archive, progress, load }, rows, options);
      await toTenants(load).forgetRemoval(tenant.id);
    });
    summariseLoaded(progress, manifest);
    return deps.issueAdminKey(tenant.id);
  };

/** One tenant's rows cannot be moved on by migrations, which are the whole database's. */
const requireSameState = ({ applied }: Load, { migrations }: Manifest): void => {
  if (isSameState(applied, migrations)) return;
  throw new BackupRefusal(
    `The export is at migration "${newestOf(migrations)}", the database at "${newestOf(applied)}": export and import with the same version.`,
  );
};

/** Refuses a tenant that is there; `isBack` for one that was removed here and comes back. */
const admit = async (
  load: Load,
  { id, slug }: { id: TenantId; slug: string },
): Promise<{ isBack: boolean }> => {
  const tenants = toTenants(load);
  if ((await tenants.find(id)) !== null) {
    throw new BackupRefusal(`Tenant ${id} exists already. Nothing was changed.`);
  }
  if ((await tenants.findBySlug(slug)) !== null) {
    throw new BackupRefusal(
      `Another tenant has the slug "${slug}": name another one with --slug. Nothing was changed.`,
    );
  }
  return { isBack: (await tenants.listRemoved()).includes(id) };
};

const toTenants = ({ platform }: Load) =>
  createTenantRepository(platform, () =>
    Promise.reject(new Error('A load is in one transaction already.')),
  );

const TenantLine = z.looseObject({ slug: TenantSlug });

const slugIn = async (archive: Archive, { tables }: ArchivedTenant): Promise<string> => {
  const path = tables.find(({ table }) => table === 'tenants')?.path ?? '';
  for await (const [line = ''] of archive.readLines(path)) {
    return TenantLine.parse(JSON.parse(line)).slug;
  }
  throw new BackupRefusal(`${archive.folder} holds no tenant.`);
};

const withSlug =
  (slug: string) =>
  (table: string, line: string): string =>
    table === 'tenants' ? JSON.stringify({ ...TenantLine.parse(JSON.parse(line)), slug }) : line;
