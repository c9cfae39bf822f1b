import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import { createDatabase } from '../../../src/platform/database/create-database.js';
import { migrateDatabase } from '../../../src/platform/database/migrations.js';
import {
  APPLICATION_SESSION,
  OPERATOR_ROLE,
  QUEUE_SESSION,
} from '../../../src/platform/database/sessions.js';
import { createBullMqQueue } from '../../../src/platform/queue/bullmq-queue.js';
import { repositories } from '../../../src/compose/repositories.js';
import { newId, TenantId } from '../../../src/shared/ids.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { MIGRATIONS_FOLDER } from '../../support/database.js';
import {
  findPostgresServers,
  startPostgresServer,
  type PostgresServer,
} from '../../support/postgres-server.js';

const servers = await findPostgresServers();

/** Those of the statements that PostgreSQL does not refuse for want of a right. */
const findAllowed = async (client: pg.Client, statements: readonly string[]) => {
  const allowed: string[] = [];
  for (const statement of statements) {
    const code = await client.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
    );
    if (code !== '42501') allowed.push(`${statement}: ${code ?? 'an error without a code'}`);
  }
  return allowed;
};

const ATTEMPTS = [
  'CREATE SCHEMA mine',
  'CREATE TABLE public.mine (id int)',
  'CREATE TABLE bullmq.mine (id int)',
  'CREATE TEMP TABLE mine (id int)',
  'CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql RETURN 1',
  'CREATE FUNCTION bullmq.mine() RETURNS int LANGUAGE sql RETURN 1',
  'DROP TABLE bullmq.job CASCADE',
  'ALTER TABLE public.users NO FORCE ROW LEVEL SECURITY',
  "INSERT INTO bullmq.migration VALUES (99, 'mine', 99)",
];

describe.each(servers)('the application on PostgreSQL $version', ({ binaries }) => {
  let server: PostgresServer;
  let urls: { url: string; migrationUrl: string };

  beforeAll(async () => {
    server = await startPostgresServer(binaries);
  });

  afterAll(() => server.close());

  beforeEach(async () => {
    urls = await server.createRoles();
  });

  afterEach(() => server.dropRoles());

  const migrate = () => migrateDatabase({ ...urls, migrationsFolder: MIGRATIONS_FOLDER });
  const asSuperuser = (sql: string) => server.query(sql, 'knowledge_router');
  const asApplication = async <Result>(
    options: string,
    work: (client: pg.Client) => Promise<Result>,
  ): Promise<Result> => {
    const client = new pg.Client({ connectionString: urls.url, options });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const openApplication = () =>
    createDatabase({
      ...urls,
      repositories,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 2,
      migrationUrl: null,
    });
  const addJob = async () => {
    const queue = createBullMqQueue(
      { backend: 'postgres', url: urls.url },
      { logger: createSilentLogger() },
    );
    const subject = { taskId: randomUUID(), subjectKind: 'document', subjectId: randomUUID() };
    const payload = { schema: 1, tenantId: randomUUID(), version: 1, ...subject };
    try {
      await queue.add([{ id: 'one', payload: payload as never }]);
      return await queue.waitingIds();
    } finally {
      await queue.close();
    }
  };

  it.each([
    ['as its login', ''],
    ['as the application', APPLICATION_SESSION],
    ['as the queue', QUEUE_SESSION],
  ])('cannot create or change a schema, table or function, %s', async (_name, session) => {
    await migrate();

    const allowed = await asApplication(session, (client) => findAllowed(client, ATTEMPTS));

    expect(allowed).toEqual([]);
  });

  it.each([
    ['application', APPLICATION_SESSION],
    ['queue', QUEUE_SESSION],
  ])(
    'cannot add, change or delete a tenant as the %s, its limits included',
    async (_name, session) => {
      await migrate();
      const columns = await asSuperuser(
        `SELECT format('UPDATE public.%s SET %s = %2$s', table_name, column_name) AS change
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name IN ('tenants', 'removed_tenants')`,
      );
      const changes = columns.map(({ change }) => String(change));
      const attempts = ['tenants', 'removed_tenants'].flatMap((table) => [
        `INSERT INTO public.${table} SELECT * FROM public.${table}`,
        `SELECT FROM public.${table} FOR UPDATE`,
        `DELETE FROM public.${table}`,
        `TRUNCATE public.${table} CASCADE`,
      ]);

      const allowed = await asApplication(session, (client) =>
        findAllowed(client, [...changes, ...attempts]),
      );

      expect(changes).toContain('UPDATE public.tenants SET limits = limits');
      expect(allowed).toEqual([]);
    },
  );

  it('can as the operator reach tenants and what prevents their removal, and nothing else', async () => {
    await migrate();

    const rights = await asSuperuser(
      `SELECT c.relname || ': ' || string_agg(p, ' ' ORDER BY n) AS right
       FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) WITH ORDINALITY AS wanted (p, n)
       WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace)
         AND CASE p WHEN 'DELETE' THEN has_table_privilege('${OPERATOR_ROLE}', c.oid, p)
             ELSE has_any_column_privilege('${OPERATOR_ROLE}', c.oid, p) END
       GROUP BY c.relname ORDER BY c.relname`,
    );

    expect(rights.map(({ right }) => right)).toEqual([
      'documents: SELECT',
      'ingestion_tasks: SELECT',
      'removed_tenants: SELECT INSERT DELETE',
      'tenants: SELECT INSERT UPDATE DELETE',
      'users: SELECT',
    ]);
  });

  it('can add, limit, suspend and remove a tenant as the operator', async () => {
    await migrate();
    const application = await openApplication();
    const { tenants } = application.platform;
    const id = newId(TenantId);

    const created = await tenants.create({ id, slug: 'acme' });
    const limited = await tenants.setLimits(id, { users: 3 });
    const suspended = await tenants.setStatus(id, 'suspended');
    await tenants.setStatus(id, 'deleting');
    const isRemoved = await tenants.remove(id);

    expect([created.slug, limited.limits.users, suspended.status, isRemoved]).toEqual([
      'acme',
      3,
      'suspended',
      true,
    ]);
    expect(await tenants.listRemoved()).toEqual([id]);
    await application.close();
  });

  it('owns nothing in the database', async () => {
    await migrate();
    await addJob();

    const owned = await asSuperuser(
      `SELECT c.oid::regclass::text FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
       WHERE r.rolname LIKE 'kr_app' OR r.rolname LIKE 'knowledge_router%'`,
    );

    expect(owned).toEqual([]);
  });

  it('can reach in each of its roles only the tables of that role', async () => {
    await migrate();
    const refusal = { code: '42501' };

    await asApplication(APPLICATION_SESSION, async (client) => {
      await expect(client.query('SELECT FROM bullmq.job')).rejects.toMatchObject(refusal);
      await expect(client.query('SELECT FROM tenants')).resolves.toMatchObject({ rowCount: 0 });
    });
    await asApplication(QUEUE_SESSION, async (client) => {
      await expect(client.query('SELECT FROM public.tenants')).rejects.toMatchObject(refusal);
      await expect(client.query('SELECT FROM bullmq.job')).resolves.toMatchObject({ rowCount: 0 });
    });
  });

  it('finds names only in our own schema, whatever the search path of its role', async () => {
    await migrate();
    await asSuperuser('CREATE SCHEMA kr_app; CREATE TABLE kr_app.tenants (id int)');
    await asSuperuser(
      'GRANT ALL ON SCHEMA kr_app TO kr_app; ALTER ROLE kr_app SET search_path = kr_app',
    );

    const path = await asApplication(APPLICATION_SESSION, async (client) => {
      const { rows } = await client.query<{ ours: boolean }>(
        `SELECT 'tenants'::regclass = 'public.tenants'::regclass AS ours`,
      );
      return rows;
    });

    expect(path).toEqual([{ ours: true }]);
  });

  it("gets a working queue after restoring a dump that lacks the queue's schema", async () => {
    await migrate();
    await asSuperuser('DROP SCHEMA bullmq CASCADE');

    await expect(openApplication()).rejects.toThrow(
      'The database lacks the tables of the job queue: run "npm run migrate"',
    );
    expect(await migrate()).toEqual([]);

    expect(await addJob()).toEqual(['one']);
    await (await openApplication()).close();
  });

  it('gives up the queue tables that an earlier version let it own, and its rights to them', async () => {
    await migrate();
    await asSuperuser(`
      DROP SCHEMA bullmq CASCADE; CREATE SCHEMA bullmq AUTHORIZATION kr_owner;
      GRANT USAGE, CREATE ON SCHEMA bullmq TO knowledge_router_app;
      GRANT CREATE ON DATABASE knowledge_router TO knowledge_router_app;
      GRANT TEMPORARY ON DATABASE knowledge_router TO PUBLIC`);
    await asApplication('', (client) => runMigrations(client));

    await migrate();

    expect(await addJob()).toEqual(['one']);
    const owners = await asSuperuser(
      `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'bullmq'`,
    );
    expect(owners).toEqual([{ tableowner: 'kr_owner' }]);
    expect(
      await asSuperuser(
        `SELECT has_database_privilege('kr_app', 'knowledge_router', 'CREATE, TEMPORARY') AS makes`,
      ),
    ).toEqual([{ makes: false }]);
  });

  it('keeps its queued jobs when the database is migrated again', async () => {
    await migrate();
    await addJob();

    await migrate();

    expect(await asSuperuser('SELECT id FROM bullmq.job')).toEqual([{ id: 'one' }]);
  });
});
