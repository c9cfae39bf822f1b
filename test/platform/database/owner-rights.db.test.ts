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
  'migrations on PostgreSQL $version as an owner without superuser rights',
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

    it('create every table and force row security on all tenant tables', async () => {
      const applied = await migrate();

      expect(applied).toContain('20261122010000_receipts_and_usage');
      const unforced = await asSuperuser(
        `SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`,
      );
      expect(unforced).toEqual([]);
    });

    it('leave a database that the application works with and that needs nothing at the next start', async () => {
      const options = { ...urls, repositories, migrationsFolder: MIGRATIONS_FOLDER, poolSize: 2 };
      const database = await createDatabase(options);

      const tenant = await createTestTenant(database);

      expect(tenant.admin.tenantId).toBe(tenant.member.tenantId);
      await database.close();
      expect(await migrate()).toEqual([]);
    });

    it('migrate the data of a filled database', async () => {
      await fillFirstVersion();

      await migrate();

      expect(
        await asSuperuser('SELECT size_bytes, sha256, status, chunk_count FROM document_versions'),
      ).toEqual([{ size_bytes: 7, sha256: 'abc', status: 'ready', chunk_count: 3 }]);
    });

    it('check a new foreign key against the rows of all tenants', async () => {
      await fillFirstVersion();
      const key = 'FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id)';
      await addMigration('20991231000000_owners', `ALTER TABLE documents ADD CONSTRAINT o ${key}`);

      await expect(migrate(folder)).rejects.toThrow('violates foreign key constraint "o"');
    });

    it('force row security also on a table that a migration has renamed', async () => {
      await fillFirstVersion();
      await addMigration('20991231000000_renamed', 'ALTER TABLE documents RENAME TO papers');

      await migrate(folder);

      expect(
        await asSuperuser(
          `SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'papers'`,
        ),
      ).toEqual([{ forced: true }]);
    });

    it('continue after an earlier version failed and refused every further start', async () => {
      await fillFirstVersion();
      await asSuperuser(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES
         ('1', 'x', '20261122010000_receipts_and_usage', 'error: unrecognized configuration parameter "app.tenant_id"')`,
      );

      expect(await migrate()).toContain('20261122010000_receipts_and_usage');
    });

    it('report which right an owner lacks to create roles, and how to grant it', async () => {
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

    it('report all missing rights on schema and database at once', async () => {
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

    it('migrate a database of another owner who has granted the required rights and revoked the forbidden ones', async () => {
      await asSuperuser(`
        ALTER DATABASE knowledge_router OWNER TO postgres;
        GRANT CREATE ON DATABASE knowledge_router TO kr_owner; GRANT CREATE ON SCHEMA public TO kr_owner;
        REVOKE TEMPORARY ON DATABASE knowledge_router FROM PUBLIC`);

      expect(await migrate()).toContain(FIRST);
      expect(await migrate()).toEqual([]);
    });

    it('report a queue schema that belongs to somebody else by name', async () => {
      await asSuperuser('CREATE SCHEMA bullmq');

      await expect(migrate()).rejects.toThrow(
        'it does not own schema bullmq (ALTER SCHEMA bullmq OWNER TO "kr_owner")',
      );
    });

    it('revoke CREATE on schema public if an upgraded server grants it to everybody', async () => {
      await asSuperuser('GRANT CREATE ON SCHEMA public TO PUBLIC');

      await migrate();

      expect(
        await asSuperuser(`SELECT has_schema_privilege('kr_app', 'public', 'CREATE') AS creates`),
      ).toEqual([{ creates: false }]);
    });

    it('report a table that belongs to somebody else by name', async () => {
      await migrate();
      await asSuperuser('ALTER TABLE sessions OWNER TO postgres');

      await expect(migrate()).rejects.toThrow(
        'it does not own table sessions (ALTER TABLE sessions OWNER TO "kr_owner")',
      );
    });

    it('report a login in DATABASE_URL that the server does not know by name', async () => {
      const url = urls.url.replace('kr_app', 'kr_typo');

      const start = migrateDatabase({ ...urls, url, migrationsFolder: MIGRATIONS_FOLDER });

      await expect(start).rejects.toThrow('DATABASE_URL: there is no role "kr_typo" on the server');
    });
  },
);
