import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { locateBinaries } from '../../src/platform/database/embedded/binaries.js';
import { NOT_EXPORTED } from '../../src/backup/back-up.js';
import { fillEveryTable } from '../support/every-table.js';
import {
  FIRST,
  openInstallations,
  REMOVED,
  SECOND,
  startShippedServer,
  type Installations,
} from '../support/installations.js';
import { findPostgresServers } from '../support/postgres-server.js';

const servers = await findPostgresServers();

/** An import makes invitations of its own. */
const KEPT_BACK = NOT_EXPORTED.filter((table) => table !== 'invitations');

describe('an exported tenant', () => {
  let shipped: Awaited<ReturnType<typeof startShippedServer>>;
  let both: Installations;

  beforeAll(async () => {
    shipped = await startShippedServer(servers.at(-1)?.binaries ?? locateBinaries());
  });
  afterAll(() => shipped.close());
  beforeEach(async () => {
    both = await openInstallations(shipped);
  });
  afterEach(() => both.close());

  it('is imported into another installation with everything but its keys', async () => {
    const { first, own } = await both.fill();
    await both.target.migrate();
    const other = '00000000-0000-7000-8000-000000000009';
    await both.target.query(fillEveryTable(other, { key: 'key', sha256: 'abc' }));

    await both.exportTenant(FIRST);
    const key = await both.importTenant();

    expect(key).toBe(`key of ${FIRST}`);
    const [before, after] = [await both.source.rows(), await both.target.rows()];
    const of = (tenant: string, rows: readonly string[] = []) =>
      rows.filter((row) => row.includes(tenant));
    for (const table of Object.keys(before)) {
      if (['ingestion_tasks', 'memories', 'invitations', ...KEPT_BACK].includes(table)) continue;
      expect([table, of(FIRST, after[table])]).toEqual([table, of(FIRST, before[table])]);
    }
    expect(of(FIRST, after['memories'])).toHaveLength(1);
    expect(of(FIRST, after['ingestion_tasks'])).toHaveLength(2);
    for (const table of KEPT_BACK) expect([table, of(FIRST, after[table])]).toEqual([table, []]);
    expect(of(SECOND, Object.values(after).flat())).toEqual([]);
    expect(of(other, after['documents'])).toHaveLength(1);
    expect(await both.target.readFile(FIRST, first.key)).toBe('one!');
    expect(await both.target.readFile(FIRST, own.key)).toBe('own!');
    expect(of(FIRST, after['workspace_files'])).toHaveLength(1);
    expect(await readdir(join(both.folder, 'tenants'))).toEqual([FIRST]);
  });

  it('leaves the tasks of existing tenants unchanged', async () => {
    await both.fill();
    await both.target.migrate();
    await both.target.query(fillEveryTable(SECOND, { key: 'key', sha256: 'abc' }));
    const before = (await both.target.rows())['ingestion_tasks'] ?? [];

    await both.exportTenant('slug-0001');
    await both.importTenant();

    expect((await both.target.rows())['ingestion_tasks']).toEqual(expect.arrayContaining(before));
  });

  it('is refused if a tenant has its id, or its slug until another one is given', async () => {
    await both.fill();
    await both.target.migrate();
    await both.exportTenant(FIRST);
    await both.target.query(
      `INSERT INTO tenants (id, slug) VALUES ('00000000-0000-7000-8000-000000000009', 'slug-0001')`,
    );

    await expect(both.importTenant()).rejects.toThrow(
      'Another tenant has the slug "slug-0001": name another one with --slug. Nothing was changed.',
    );
    await expect(both.importTenant('No Slug')).rejects.toThrow('"No Slug" is not a slug');
    await both.importTenant('other');

    const slugs = await both.target.query(`SELECT slug FROM tenants WHERE id = '${FIRST}'`);
    expect(slugs).toEqual([{ slug: 'other' }]);
    await expect(both.importTenant('third')).rejects.toThrow(
      `Tenant ${FIRST} exists already, and a copy keeps its id: import it into another installation; or delete the tenant here (DELETE /v1/tenants/${FIRST}) and import once it is gone. Nothing was changed.`,
    );
  });

  it('can be restored after it was removed', async () => {
    await both.fill();
    await both.exportTenant(FIRST);
    await both.target.migrate();
    await both.target.query(fillEveryTable(FIRST, { key: 'key', sha256: 'abc' }));
    for (const table of ['documents', 'users', 'ingestion_tasks', 'tenant_settings']) {
      await both.target.query(`DELETE FROM ${table}`);
    }
    await both.target.query(`
      DELETE FROM tenants; INSERT INTO removed_tenants (tenant_id) VALUES ('${FIRST}')`);

    await both.importTenant();

    expect(await both.target.query('SELECT FROM audit_entries')).toHaveLength(1);
    expect(await both.target.query('SELECT FROM messages')).toHaveLength(2);
    expect(await both.target.query('SELECT FROM removed_tenants')).toEqual([]);
  });

  it('is not exported if its name is wrong, or if it is deleted or being deleted', async () => {
    await both.fill();
    await both.source.query(`UPDATE tenants SET status = 'deleting' WHERE id = '${SECOND}'`);

    await expect(both.exportTenant('nobody')).rejects.toThrow('There is no tenant "nobody".');
    await expect(both.exportTenant(REMOVED)).rejects.toThrow(`There is no tenant "${REMOVED}".`);
    await expect(both.exportTenant('slug-0002')).rejects.toThrow('is being deleted');
  });

  it('is not accepted as a backup of an installation, nor the other way round', async () => {
    await both.fill();
    await both.exportTenant(FIRST);

    await expect(both.restore()).rejects.toThrow('holds one tenant and no whole installation');

    for (const name of await readdir(both.folder)) {
      await rm(join(both.folder, name), { recursive: true });
    }
    await both.backUp();
    await expect(both.importTenant()).rejects.toThrow('holds a whole installation and not one');
  });

  it('of an earlier schema is refused, naming both schema versions', async () => {
    await both.close();
    both = await openInstallations(shipped, { isNew: true });
    await both.fill({ upTo: both.known.slice(0, 5) });
    await both.exportTenant(FIRST);

    await expect(both.importTenant()).rejects.toThrow(
      `The export is at migration "20261122040000_shared_files", the database at "${both.known.at(-1)?.name ?? ''}": export and import with the same version`,
    );
  });
});
