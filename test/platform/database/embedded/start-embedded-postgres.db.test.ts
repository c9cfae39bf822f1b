import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../../src/platform/database/embedded/start-embedded-postgres.js';
import { stopServer } from '../../../../src/platform/database/embedded/cluster.js';

const CHILD = join(import.meta.dirname, '../../../support/hold-embedded-postgres.ts');

let root: string;
let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  // Nobody but the owner may enter: under root this is what a clone in /root looks like.
  root = await mkdtemp(join(tmpdir(), 'kr-embedded-'));
  await chmod(root, 0o700);
  dataDir = join(root, 'data');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stopServer(join(dataDir, 'postgres'));
  await rm(root, { recursive: true, force: true });
});

const start = () => startEmbeddedPostgres({ dataDir, durability: 'off' });

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Another process that starts or connects and says so; it ends when told. */
const startInChild = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
};

const readPid = async () =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

describe('startEmbeddedPostgres', () => {
  it('creates a server in a folder that only its owner can enter, and finds its data again', async () => {
    const first = await start();
    await query(first.migrationUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.close();

    const second = await start();

    expect(await query(second.migrationUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(second.url).toBe(first.url);
    await second.close();
  }, 60_000);

  it('keeps its passwords where only the owner can read them, and requires them', async () => {
    const server = await start();
    const file = await stat(join(dataDir, 'secrets/postgres.json'));
    const folder = await stat(join(dataDir, 'secrets'));
    const wrong = new URL(server.url);
    wrong.password = 'guess';

    expect(file.mode & 0o777).toBe(0o600);
    expect(folder.mode & 0o777).toBe(0o700);
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await server.close();
  }, 60_000);

  it('logs the application in as a role without powers', async () => {
    const server = await start();

    const roles = await query(
      server.url,
      'SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
    );

    const powers = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    };
    expect(roles).toEqual([{ rolname: 'kr_app', ...powers }]);
    await server.close();
  }, 60_000);

  it('connects to the server of another process and leaves it running when it ends', async () => {
    const child = await startInChild();
    const pid = await readPid();

    const second = await start();
    await second.close();

    expect(await readPid()).toBe(pid);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    child.stdin!.end();
    await once(child, 'exit');
    await expect(query(second.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ENOENT' });
  }, 60_000);

  it('keeps the server running until the last process that uses it ends', async () => {
    const child = await startInChild();
    const pid = await readPid();
    const second = await start();

    child.stdin!.end();
    await once(child, 'exit');

    expect(await readPid()).toBe(pid);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.close();
    await expect(query(second.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ENOENT' });
  }, 60_000);

  it('gives a process that starts while another shuts the server down a server that keeps running', async () => {
    let server = await start();
    for (let turn = 0; turn < 5; turn += 1) {
      const [, next] = await Promise.all([server.close(), start()]);
      server = next;

      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
    await server.close();
  }, 60_000);

  it('does not count a killed process as a user of the server', async () => {
    const server = await start();
    const child = await startInChild();
    child.kill('SIGKILL');
    await once(child, 'exit');

    await server.close();

    await expect(query(server.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ENOENT' });
  }, 60_000);

  it('takes over a server whose parent was killed, and stops it at its own end', async () => {
    const child = await startInChild();
    const pid = await readPid();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const second = await start();

    expect(await readPid()).toBe(pid);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.close();
    await expect(query(second.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ENOENT' });
  }, 60_000);

  it("recovers if server and parent were killed, even if another program now has the server's process id", async () => {
    const first = await start();
    await query(first.migrationUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await query(first.migrationUrl, 'CHECKPOINT');
    await first.close();
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}\n`);

    const second = await start();

    expect(await query(second.migrationUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.close();
  }, 60_000);

  it('ends up with one server when three processes start on an empty folder together', async () => {
    const servers = await Promise.all([startInChild(), startInChild(), start()]);

    const rows = await query(servers[2].url, 'SELECT 1 AS one');

    expect(rows).toEqual([{ one: 1 }]);
  }, 120_000);

  it('refuses a folder of another major version and names that version', async () => {
    await (await start()).close();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');

    await expect(start()).rejects.toThrow(
      /postgres was made by PostgreSQL 17, .* runs PostgreSQL 18/,
    );
  }, 60_000);
});
