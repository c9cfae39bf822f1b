import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { locateBinaries, type Binaries } from '../../src/platform/database/embedded/binaries.js';
import { chooseLauncher, type Launcher } from '../../src/platform/database/embedded/launcher.js';
import { eventually } from './eventually.js';
import { freePort } from './redis-server.js';

const OWNER_PASSWORD = 'owner';
const APP_PASSWORD = 'app';
const DEBIAN = '/usr/lib/postgresql';

/** Finds the servers of this machine: the PostgreSQL that npm brought, and what Debian's packages have put beside it. */
export const findPostgresServers = async (): Promise<{ version: string; binaries: Binaries }[]> => {
  const versions = existsSync(DEBIAN) ? await readdir(DEBIAN) : [];
  const ofDebian = versions.map((version) => {
    const folder = join(DEBIAN, version, 'bin');
    const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
    return { version: `${version} of Debian`, binaries };
  });
  return [{ version: '18 from npm', binaries: locateBinaries() }, ...ofDebian].filter(
    ({ binaries }) => existsSync(binaries.initdb),
  );
};

/**
 * Starts what the reference deployment has: a PostgreSQL of this machine, Debian's where there is one, with the roles of
 * docker/create-roles.sh, whose owner is not a superuser.
 */
export const startShippedPostgres = async () => {
  const installed = (await findPostgresServers()).at(-1);
  if (installed === undefined) throw new Error('There is no PostgreSQL on this machine.');
  const server = await startPostgresServer(installed.binaries);
  return { ...server, ...(await server.createRoles()), version: installed.version };
};

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

/** A server of its own on a free port, with nothing in it but a superuser. */
export const startPostgresServer = async (binaries: Binaries) => {
  const root = await mkdtemp(join(tmpdir(), 'kr-postgres-'));
  const launcher = await chooseLauncher(binaries.postgres);
  const [folder, passwordFile] = [join(root, 'cluster'), join(root, 'password')];
  await writeFile(passwordFile, 'postgres');
  await Promise.all([launcher.own(root), launcher.own(passwordFile)]);
  await createCluster(launcher, { initdb: binaries.initdb, folder, passwordFile });
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
  };
  const server = launcher.start(
    [
      binaries.postgres,
      '-D',
      folder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  const urlOf = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const superUrl = urlOf('postgres', 'postgres', 'postgres');
  await untilUp(superUrl);
  const superUrlOf = (database: string) => urlOf('postgres', 'postgres', database);
  return {
    folder,
    superUrlOf,
    query: (sql: string, database = 'postgres') => query(superUrlOf(database), sql),
    /** Makes what docker/create-roles.sh makes: the database, its owner and the login of the application. */
    createRoles: async () => {
      for (const statement of await readCreateRoles()) await query(superUrl, statement);
      return {
        url: urlOf('kr_app', APP_PASSWORD, 'knowledge_router'),
        migrationUrl: urlOf('kr_owner', OWNER_PASSWORD, 'knowledge_router'),
      };
    },
    /** Undoes createRoles. */
    dropRoles: async () => {
      await query(superUrl, 'DROP DATABASE knowledge_router WITH (FORCE)');
      await query(
        superUrl,
        'DROP ROLE IF EXISTS kr_owner, kr_app, knowledge_router_app, knowledge_router_queue, knowledge_router_operator',
      );
    },
    close: async () => {
      server.kill('SIGQUIT');
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
};

const createCluster = async (
  launcher: Launcher,
  { initdb, folder, passwordFile }: { initdb: string; folder: string; passwordFile: string },
): Promise<void> => {
  const child = launcher.start(
    [
      initdb,
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${initdb} ended with ${code ?? 'a signal'}.`);
};

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** The statements of the script itself, so that it is tested where no psql is. */
const readCreateRoles = async (): Promise<string[]> => {
  const script = await readFile(join(import.meta.dirname, '../../docker/create-roles.sh'), 'utf8');
  const sql = /<<'SQL'\n([^]*?)\nSQL\n/.exec(script)?.[1] ?? '';
  return sql
    .replace(":'owner_password'", `'${OWNER_PASSWORD}'`)
    .replace(":'app_password'", `'${APP_PASSWORD}'`)
    .split(/;$/m)
    .filter((statement) => statement.trim() !== '');
};

const untilUp = (superUrl: string): Promise<boolean> =>
  eventually(
    () =>
      query(superUrl, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    (isUp) => isUp,
  );
