import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../../../src/platform/database/create-database.js';
import { migrateDatabase } from '../../../src/platform/database/migrations.js';
import { repositories } from '../../../src/compose/repositories.js';
import { MIGRATIONS_FOLDER } from '../../support/database.js';
import {
  findPostgresServers,
  startPostgresServer,
  type PostgresServer,
} from '../../support/postgres-server.js';
import { createTestTenant } from '../../support/tenant.js';

const servers = await findPostgresServers();
if (servers.length === 1) {
  process.stderr.write(
    'No PostgreSQL of Debian: migrations are tested on the one from npm alone.\n',
  );
}

const FIRST = '20261121120000_first_tables';
const TENANT = '00000000-0000-7000-8000-000000000001';
const DOCUMENT = '00000000-0000-7000-8000-000000000002';

describe.each(servers)(
  'migrations on PostgreSQL $version, by an owner who is no superuser',
  ({ binaries }) => {
    let server: PostgresServer;
    let urls: { url: string; migrationUrl: string };
    let folder: string;

    beforeAll(async () => {
      server = await startPostgresServer(binaries);
    });

    afterAll(() => server.close());

    beforeEach(async () => {
      urls = await server.createRoles();
      folder = await mkdtemp(join(tmpdir(), 'kr-migrations-'));
    });

    afterEach(async () => {
      await server.dropRoles();
      await rm(folder, { recursive: true });
    });

    const migrate = (migrationsFolder = MIGRATIONS_FOLDER) =>
      migrateDatabase({ ...urls, migrationsFolder });
    const asSuperuser = (sql: string) => server.query(sql, 'knowledge_router');

    /** A database as the first version left it, with a document in it. */
    const fillFirstVersion = async () => {
      await cp(join(MIGRATIONS_FOLDER, FIRST), join(folder, FIRST), { recursive: true });
      await migrate(folder);
      await asSuperuser(`
      INSERT INTO tenants (id, slug) VALUES ('${TENANT}', 'acme');
      INSERT INTO documents
        (tenant_id, id, owner_id, title, filename, mime_type, size_bytes, sha256, status, chunk_count, visibility)
        VALUES ('${TENANT}', '${DOCUMENT}', '${TENANT}', 'A', 'a.txt', 'text/plain', 7, 'abc', 'ready', 3, 'tenant');
      INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type)
        VALUES ('${TENANT}', '${DOCUMENT}', 1, 'key', 'a.txt', 'text/plain')`);
    };

    const addMigration = async (name: string, sql: string) => {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'migration.sql'), sql);
    };

    it('makes every table, with row security forced on all that tenants own', async () => {
      const applied = await migrate();

      expect(applied).toContain('20261122010000_receipts_and_usage');
      const unforced = await asSuperuser(
        `SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`,
      );
      expect(unforced).toEqual([]);
    });

    it('leaves a database that the application works with, and nothing to do for the next start', async () => {
      const options = { ...urls, repositories, migrationsFolder: MIGRATIONS_FOLDER, poolSize: 2 };
      const database = await createDatabase(options);

      const tenant = await createTestTenant(database);

      expect(tenant.admin.tenantId).toBe(tenant.member.tenantId);
      await database.close();
      expect(await migrate()).toEqual([]);
    });

    it('moves what a filled database holds', async () => {
      await fillFirstVersion();

      await migrate();

      expect(
        await asSuperuser('SELECT size_bytes, sha256, status, chunk_count FROM document_versions'),
      ).toEqual([{ size_bytes: 7, sha256: 'abc', status: 'ready', chunk_count: 3 }]);
    });

    it('holds a new foreign key against the rows of all tenants', async () => {
      await fillFirstVersion();
      const key = 'FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id)';
      await addMigration('20991231000000_owners', `ALTER TABLE documents ADD CONSTRAINT o ${key}`);

      await expect(migrate(folder)).rejects.toThrow('violates foreign key constraint "o"');
    });

    it('forces row security also on a table that a migration has renamed', async () => {
      await fillFirstVersion();
      await addMigration('20991231000000_renamed', 'ALTER TABLE documents RENAME TO papers');

      await migrate(folder);

      expect(
        await asSuperuser(
          `SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'papers'`,
        ),
      ).toEqual([{ forced: true }]);
    });

    it('goes on where an earlier version failed and refused every further start', async () => {
      await fillFirstVersion();
      await asSuperuser(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES
         ('1', 'x', '20261122010000_receipts_and_usage', 'error: unrecognized configuration parameter "app.tenant_id"')`,
      );

      expect(await migrate()).toContain('20261122010000_receipts_and_usage');
    });

    it('names what an owner lacks who may not create roles, and what helps', async () => {
      await server.query('ALTER ROLE kr_owner NOCREATEROLE');

      await expect(migrate()).rejects.toThrow(
        'DATABASE_MIGRATION_URL: role "kr_owner" cannot migrate the database: it may not create the role knowledge_router_app (ALTER ROLE "kr_owner" CREATEROLE; or',
      );

      const roles = 'knowledge_router_app, knowledge_router_queue, knowledge_router_operator';
      for (const role of roles.split(', ')) await server.query(`CREATE ROLE ${role} NOLOGIN`);
      await expect(migrate()).rejects.toThrow(
        'it may not grant the role knowledge_router_app (as a superuser GRANT knowledge_router_app TO "kr_app"); it may not grant the role knowledge_router_queue',
      );

      await server.query(`GRANT ${roles} TO kr_app`);
      expect(await migrate()).toContain(FIRST);
    });

    it('names the rights on schema and database that are missing, all at once', async () => {
      await asSuperuser(`
        ALTER DATABASE knowledge_router OWNER TO postgres;
        GRANT TEMPORARY ON DATABASE knowledge_router TO PUBLIC`);

      await expect(migrate()).rejects.toThrow(
        'it may not create tables (GRANT CREATE ON SCHEMA public TO "kr_owner"); it may not create schemas (ALTER DATABASE "knowledge_router" OWNER TO "kr_owner"; or GRANT CREATE ON DATABASE "knowledge_router" TO "kr_owner"); it may not take CREATE and TEMPORARY from "kr_app"',
      );
      expect(await asSuperuser(`SELECT to_regclass('_prisma_migrations') AS ledger`)).toEqual([
        { ledger: null },
      ]);
    });

    it('migrates a database of another owner who has given what it needs and taken what it must not give', async () => {
      await asSuperuser(`
        ALTER DATABASE knowledge_router OWNER TO postgres;
        GRANT CREATE ON DATABASE knowledge_router TO kr_owner; GRANT CREATE ON SCHEMA public TO kr_owner;
        REVOKE TEMPORARY ON DATABASE knowledge_router FROM PUBLIC`);

      expect(await migrate()).toContain(FIRST);
      expect(await migrate()).toEqual([]);
    });

    it('names a schema of the queue that belongs to somebody else', async () => {
      await asSuperuser('CREATE SCHEMA bullmq');

      await expect(migrate()).rejects.toThrow(
        'it does not own schema bullmq (ALTER SCHEMA bullmq OWNER TO "kr_owner")',
      );
    });

    it('takes CREATE on schema public where an upgraded server gives it to everybody', async () => {
      await asSuperuser('GRANT CREATE ON SCHEMA public TO PUBLIC');

      await migrate();

      expect(
        await asSuperuser(`SELECT has_schema_privilege('kr_app', 'public', 'CREATE') AS creates`),
      ).toEqual([{ creates: false }]);
    });

    it('names a table that belongs to somebody else', async () => {
      await migrate();
      await asSuperuser('ALTER TABLE sessions OWNER TO postgres');

      await expect(migrate()).rejects.toThrow(
        'it does not own table sessions (ALTER TABLE sessions OWNER TO "kr_owner")',
      );
    });

    it('names a login of DATABASE_URL that the server does not know', async () => {
      const url = urls.url.replace('kr_app', 'kr_typo');

      const start = migrateDatabase({ ...urls, url, migrationsFolder: MIGRATIONS_FOLDER });

      await expect(start).rejects.toThrow('DATABASE_URL: there is no role "kr_typo" on the server');
    });
  },
);
