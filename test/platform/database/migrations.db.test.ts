import { repositories } from '../../../src/compose/repositories.js';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '../../../src/platform/database/create-database.js';
import { migrateDatabase } from '../../../src/platform/database/migrations.js';
import {
  createEmptyDatabase,
  dropDatabase,
  MIGRATIONS_FOLDER,
  queryAsOwner,
} from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { startTcpProxy } from '../../support/tcp-proxy.js';

type Ledger = { migration_name: string; finished: boolean; logs: string | null; steps: number };

let urls: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: string;

beforeEach(async () => {
  urls = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kr-migrations-'));
  await addMigration('20260101000000_one', 'CREATE TABLE one (id int); CREATE TABLE two (id int);');
});

afterEach(async () => {
  await dropDatabase(urls);
  await rm(folder, { recursive: true });
});

const addMigration = async (name: string, sql: string) => {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
};

// The application role is made by our real migrations.
const ROLE = `DO $$ BEGIN CREATE ROLE knowledge_router_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;`;

const migrate = async () => {
  await addMigration('20250101000000_role', ROLE);
  return migrateDatabase({ ...urls, migrationsFolder: folder });
};

const readLedger = () =>
  queryAsOwner<Ledger>(
    urls,
    `SELECT migration_name, finished_at IS NOT NULL AS finished, logs, applied_steps_count AS steps
     FROM _prisma_migrations ORDER BY migration_name`,
  );

describe('the migration runner', () => {
  it('applies every migration once when four processes start together', async () => {
    const applied = await Promise.all([migrate(), migrate(), migrate(), migrate()]);

    expect(applied.flat().sort()).toEqual(['20250101000000_role', '20260101000000_one']);
    expect(await readLedger()).toMatchObject([
      { finished: true, steps: 1 },
      { migration_name: '20260101000000_one', finished: true, steps: 1 },
    ]);
  });

  it('applies only new migrations', async () => {
    await migrate();
    await addMigration('20260201000000_two', 'ALTER TABLE one ADD COLUMN name text;');

    expect(await migrate()).toEqual(['20260201000000_two']);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    await migrate();
    await addMigration('20260101000000_one', 'CREATE TABLE one (id bigint);');

    await expect(migrate()).rejects.toThrow('"20260101000000_one" was edited');
  });

  it('refuses a database that was migrated by a newer version', async () => {
    await migrate();
    await rm(join(folder, '20260101000000_one'), { recursive: true });

    await expect(migrate()).rejects.toThrow('which this version does not know');
  });

  it('rolls back a migration that fails, reports why, and retries it at the next start', async () => {
    await addMigration('20260201000000_bad', 'CREATE TABLE three (id int); SELECT 1/0;');

    await expect(migrate()).rejects.toThrow('"20260201000000_bad" failed: error: division by zero');
    const tables = await queryAsOwner(urls, `SELECT to_regclass('three') AS name`);
    expect(tables).toEqual([{ name: null }]);
    await addMigration('20260201000000_bad', 'CREATE TABLE three (id int);');
    expect(await migrate()).toEqual(['20260201000000_bad']);
  });

  it('refuses a migration that another runner has partly applied', async () => {
    await migrate();
    await addMigration('20260201000000_half', 'CREATE TABLE three (id int);');
    await queryAsOwner(
      urls,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count)
       VALUES ('1', 'x', '20260201000000_half', 1)`,
    );

    await expect(migrate()).rejects.toThrow('"20260201000000_half" was left half-way');
  });

  it('starts again after a lost connection interrupted a migration', async () => {
    await migrate();
    await addMigration(
      '20260201000000_two',
      'CREATE TABLE three (id int); ALTER TABLE one ADD COLUMN name text;',
    );
    const proxy = await startTcpProxy(urls.migrationUrl);
    const migrationUrl = proxy.through(urls.migrationUrl);
    const reader = new pg.Client({ connectionString: urls.migrationUrl });
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE one IN ACCESS SHARE MODE');
    const interrupted = migrateDatabase({ url: urls.url, migrationUrl, migrationsFolder: folder });
    interrupted.catch(() => undefined);
    await eventually(
      () =>
        queryAsOwner(
          urls,
          `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE d.datname = current_database() AND l.locktype = 'relation' AND NOT l.granted`,
        ),
      (waiting) => waiting.length === 1,
    );

    await proxy.down();
    await expect(interrupted).rejects.toMatchObject({ code: 'storage_unavailable' });
    await reader.end();

    expect(await migrate()).toEqual(['20260201000000_two']);
    expect((await readLedger()).at(-1)).toMatchObject({ finished: true, steps: 1, logs: null });
  });

  it('reports an unreachable server as storage_unavailable', async () => {
    const nowhere = 'postgresql://nobody:nothing@127.0.0.1:1/none';

    const start = migrateDatabase({
      url: nowhere,
      migrationUrl: nowhere.replace('nobody', 'owner'),
      migrationsFolder: folder,
    });

    await expect(start).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('reports a server that accepts connections but stays silent as storage_unavailable', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const url = `postgresql://nobody:nothing@127.0.0.1:${port}/none`;

    const start = migrateDatabase({
      url,
      migrationUrl: url.replace('nobody', 'owner'),
      migrationsFolder: folder,
      connectTimeoutMs: 100,
    });

    await expect(start).rejects.toMatchObject({ code: 'storage_unavailable' });
    silent.close();
  });
});

describe('createDatabase', () => {
  it('refuses to run as the role that owns the tables and names it', async () => {
    const owner = decodeURIComponent(new URL(urls.migrationUrl).username);

    const start = createDatabase({
      repositories,
      url: urls.migrationUrl,
      migrationUrl: urls.migrationUrl,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 2,
    });

    await expect(start).rejects.toThrow(`DATABASE_URL: role "${owner}"`);
  });
});
