import { repositories, type Database } from '../../src/compose/repositories.js';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start-embedded-postgres.js';
import { migrateDatabase } from '../../src/platform/database/migrations.js';
import { createTestTenant, type TestTenant } from './tenant.js';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../prisma/migrations');
export const SCHEMA_FILE = join(import.meta.dirname, '../../prisma/schema.prisma');

type Urls = { url: string; migrationUrl: string };

export type TestDatabase = Urls & {
  database: Database;
  /** A fresh tenant with an admin, a member and the scopes of both and of its background work. */
  tenant(): Promise<TestTenant>;
  destroy(): Promise<void>;
};

/** A migrated database of this test file's own, on the run's embedded server or on the one DATABASE_URL names. */
export const createTestDatabase = async (
  options: { poolSize?: number } = {},
): Promise<TestDatabase> => {
  const urls = await createMigratedDatabase();
  const database = await createDatabase({
    repositories,
    ...urls,
    migrationsFolder: MIGRATIONS_FOLDER,
    poolSize: options.poolSize ?? 5,
    // Generous: the machine that runs the tests may be busy with others.
    connectTimeoutMs: 20_000,
  });
  return {
    ...urls,
    database,
    tenant: () => createTestTenant(database),
    destroy: async () => {
      await database.close();
      await dropDatabase(urls);
    },
  };
};

/** For an application that a test starts: it finds nothing left to migrate. */
export const createMigratedDatabase = async (): Promise<Urls> => createFrom(await ensureTemplate());

/** For tests of the migrations themselves, and of what an earlier version left: a database with nothing in it. */
export const createEmptyDatabase = (): Promise<Urls> => createFrom('template0');

const createFrom = async (template: string): Promise<Urls> => {
  const server = await testServer();
  const name = `kr_test_${randomBytes(6).toString('hex')}`;
  await asOwner(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return toDatabase(server, name);
};

export const dropDatabase = async (urls: Urls): Promise<void> => {
  const name = new URL(urls.url).pathname.slice(1);
  const server = toPowerful(await testServer());
  await asOwner(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
};

/** Queries as the owner or, where row security binds that one, as the superuser named by KR_TEST_SUPERUSER_URL. */
export const queryAsOwner = async <Row extends pg.QueryResultRow>(
  urls: Urls,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> =>
  asOwner(toPowerful(urls), async (client) => (await client.query<Row>(sql, values)).rows);

/** Runs SQL as the owner, to whom everything that it makes belongs. */
export const restoreAsOwner = async (urls: Urls, sql: string): Promise<void> => {
  await asOwner(urls, (client) => client.query(sql));
};

/** Runs SQL as the application's own role, which may end its own sessions. */
export const queryAsApplication = async (urls: Urls, sql: string): Promise<void> => {
  await asOwner({ ...urls, migrationUrl: urls.url }, (client) => client.query(sql));
};

/** Queries as the owner too, but inside one tenant: on a server of its own the owner is not a superuser, and row security binds it. */
export const queryInTenant = async <Row extends pg.QueryResultRow>(
  urls: Urls,
  tenantId: string,
  sql: string,
): Promise<Row[]> =>
  asOwner(urls, async (client) => {
    await client.query(`SELECT set_config('app.tenant_id', $1, false)`, [tenantId]);
    return (await client.query<Row>(sql)).rows;
  });

const asOwner = async <Result>(
  { migrationUrl }: Urls,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: migrationUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const toPowerful = (urls: Urls): Urls => {
  const superuser = process.env['KR_TEST_SUPERUSER_URL'];
  if (!superuser) return urls;
  const url = new URL(superuser);
  url.pathname = new URL(urls.migrationUrl).pathname;
  return { ...urls, migrationUrl: url.href };
};

const testServer = async (): Promise<Urls> => {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl } = process.env;
  if (url && migrationUrl) return { url, migrationUrl };
  return startEmbeddedPostgres({ dataDir: environment('KR_TEST_FOLDER'), durability: 'off' });
};

/** Migrated once per run, copied for every file. */
const ensureTemplate = async (): Promise<string> => {
  const server = await testServer();
  const template = environment('KR_TEST_TEMPLATE');
  await asOwner(server, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('${template}'))`);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (rowCount === 1) return;
    const draft = `${template}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
    await migrateDatabase({ ...toDatabase(server, draft), migrationsFolder: MIGRATIONS_FOLDER });
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  });
  return template;
};

const toDatabase = (server: Urls, name: string): Urls => {
  const withName = (text: string) => {
    const url = new URL(text);
    url.pathname = `/${name}`;
    return url.href;
  };
  return { url: withName(server.url), migrationUrl: withName(server.migrationUrl) };
};

const environment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by test/support/global-setup.js.`);
  return value;
};
