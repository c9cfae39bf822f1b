import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  createBackUp,
  createExportTenant,
  createImportTenant,
  createRestore,
} from '../../src/backup/index.js';
import type { Binaries } from '../../src/platform/database/embedded/binaries.js';
import { migrateDatabase, readMigrations } from '../../src/platform/database/migrations.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createFolderSecretFiles } from '../../src/platform/files/folder-secret-files.js';
import { TenantId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { MIGRATIONS_FOLDER } from './database.js';
import {
  fillEveryTable,
  fillBeforeRepair,
  fillCachedTokens,
  fillOthers,
  fillRemovedTenant,
  fillWorkspace,
  LATER_TABLES,
} from './every-table.js';
import { startPostgresServer, type PostgresServer } from './postgres-server.js';

const toTenant = (end: string): TenantId =>
  TenantId.parse(`00000000-0000-7000-8000-00000000${end}`);
export const [FIRST, SECOND, REMOVED] = [toTenant('0001'), toTenant('0002'), toTenant('0003')];

export type Installation = Awaited<ReturnType<typeof createInstallation>>;
type Urls = { url: string; migrationUrl: string };

/** Without processes: a database with the roles that ship, and a folder of files. */
const createInstallation = async (
  {
    server,
    urls,
    template = 'template1',
  }: { server: PostgresServer; urls: Urls; template?: string },
  name: string,
) => {
  await server.query(`CREATE DATABASE ${name} OWNER kr_owner TEMPLATE ${template}`);
  const withName = (given: string) => given.replace(/[^/]*$/, name);
  const [url, migrationUrl] = [withName(urls.url), withName(urls.migrationUrl)];
  const folder = await mkdtemp(join(tmpdir(), `kr-${name}-`));
  const files = createFolderFileStore({ root: join(folder, 'files') });
  /** Queries as a superuser, who sees every tenant's rows. */
  const query = (sql: string) => server.query(sql, name);
  /** But for those that PostgreSQL empties after a crash. */
  const namesOfTables = async ({ unlogged }: { unlogged?: boolean } = {}): Promise<string[]> => {
    const tables = await query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND relname <> '_prisma_migrations' ${unlogged === false ? "AND relpersistence <> 'u'" : ''} ORDER BY relname`,
    );
    return tables.map((table) => String(table['name']));
  };
  return {
    url,
    migrationUrl,
    migrate: (upTo?: Parameters<typeof migrateDatabase>[0]['upTo']) => {
      const options = { url, migrationUrl, migrationsFolder: MIGRATIONS_FOLDER };
      return migrateDatabase({ ...options, ...(upTo && { upTo }) });
    },
    files,
    secretFiles: createFolderSecretFiles({ root: folder }),
    query,
    namesOfTables,
    /** Every row of every table, as PostgreSQL writes it; those apart that a crash empties, and no backup keeps. */
    rows: async (): Promise<Record<string, string[]>> => {
      const entries = (await namesOfTables({ unlogged: false })).map(async (table) => {
        const found = await query(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
        return [table, found.map(({ row }) => String(row))] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    pathOfFile: (tenant: TenantId, key: string) => join(folder, 'files', tenant, key),
    readFile: async (tenant: TenantId, key: string) =>
      text(await files.for(makeSystemScope(tenant)).read(key)),
    destroy: async () => {
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const storeFile = async ({ files }: Installation, tenant: TenantId, content: string) => {
  const source = Readable.from([Buffer.from(content)]);
  const { key } = await files.for(makeSystemScope(tenant)).write(source, { maxBytes: 1000 });
  return { key, sha256: createHash('sha256').update(content).digest('hex') };
};

/** Those that an earlier state of the schema may lack. */
const fillOtherTables = async (source: Installation, own: { key: string; sha256: string }) => {
  const ofBoth = (fill: (tenant: TenantId) => string) => [FIRST, SECOND].map(fill).join(';');
  const fills: [table: string, statements: string][] = [
    ...LATER_TABLES.map(([table, fill]): [string, string] => [table, ofBoth(fill)]),
    ['removed_tenants', fillRemovedTenant(REMOVED)],
    ['workspace_files', fillWorkspace(FIRST, own)],
  ];
  const tables = await source.namesOfTables();
  for (const [table, statements] of fills) {
    if (tables.includes(table)) await source.query(statements);
  }
  const columns: [column: string, statements: string][] = [
    ['before_repair', ofBoth(fillBeforeRepair)],
    ['cached_tokens', ofBoth(fillCachedTokens)],
  ];
  for (const [column, statements] of columns) {
    const [found] = await source.query(
      `SELECT FROM information_schema.columns WHERE column_name = '${column}'`,
    );
    if (found !== undefined) await source.query(statements);
  }
  await source.query(fillOthers([FIRST, SECOND]));
};

export type Installations = Awaited<ReturnType<typeof openInstallations>>;

/** A server with the roles that ship; what is in the returned database is migrated. */
export const startShippedServer = async (binaries: Binaries) => {
  const server = await startPostgresServer(binaries);
  const urls = await server.createRoles();
  await migrateDatabase({ ...urls, migrationsFolder: MIGRATIONS_FOLDER });
  return { server, urls, close: server.close };
};

type ShippedServer = Awaited<ReturnType<typeof startShippedServer>>;

/** One to read from, which is migrated and empty or (`isNew`) has nothing in it, one to fill, and a folder between them. */
export const openInstallations = async (
  shipped: ShippedServer,
  { isNew = false, isOwnerSuperuser = false }: { isNew?: boolean; isOwnerSuperuser?: boolean } = {},
) => {
  const template = isNew ? 'template1' : 'knowledge_router';
  const source = await createInstallation({ ...shipped, template }, 'source');
  const made = await createInstallation(shipped, 'target');
  // As on the embedded default, where the tables are a superuser's.
  const asSuperuser = { migrationUrl: shipped.server.superUrlOf('target') };
  const target = { ...made, ...(isOwnerSuperuser && asSuperuser) };
  const folder = await mkdtemp(join(tmpdir(), 'kr-backup-'));
  const known = await readMigrations(MIGRATIONS_FOLDER);
  const lines: string[] = [];
  const partsOf = (installation: Installation) => ({
    ...installation,
    known,
    version: '1.2.3',
    report: (line: string) => void lines.push(line),
    signal: new AbortController().signal,
    now: () => new Date(),
    issueAdminKey: async (tenant: TenantId) => `key of ${tenant}`,
  });
  type Others = { files?: FileStore; signal?: AbortSignal; folder?: string };
  return {
    source,
    target,
    folder,
    known,
    lines,
    backUp: ({ folder: to = folder, ...others }: Others = {}) =>
      createBackUp({ ...partsOf(source), ...others })(to),
    restore: (others: Others = {}) => createRestore({ ...partsOf(target), ...others })(folder),
    exportTenant: (tenant: string) => createExportTenant(partsOf(source))(tenant, folder),
    importTenant: (slug: string | null = null, from = folder) =>
      createImportTenant(partsOf(target))(from, { slug }),
    /** Two tenants with rows in every table and a file each, one with a file in a workspace, and what is left of a third. */
    fill: async ({ upTo = known }: { upTo?: typeof known } = {}) => {
      await source.migrate(upTo);
      const first = await storeFile(source, FIRST, 'one!');
      const second = await storeFile(source, SECOND, 'two!');
      await source.query(fillEveryTable(FIRST, first));
      await source.query(fillEveryTable(SECOND, second));
      const own = await storeFile(source, FIRST, 'own!');
      await fillOtherTables(source, own);
      return { first, second, own };
    },
    close: async () => {
      await source.destroy();
      await target.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
