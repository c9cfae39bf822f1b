import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose } from '../src/compose/index.js';
import { openServer, openWorker } from '../src/compose/process.js';
import { createSilentLogger, type LoggedLine } from './fakes/silent-logger.js';
import { createEmptyDatabase, dropDatabase, queryAsOwner } from './support/database.js';
import { eventually } from './support/eventually.js';
import { entryOf } from './support/program.js';
import { freePort } from './support/redis-server.js';
import { readAnswer, toAnswer } from './support/serve-api.js';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.js';

const ENTRIES = {
  server: entryOf('src/server'),
  worker: entryOf('workers/ingestion-worker'),
};
const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';

type Urls = { url: string; migrationUrl: string };

let database: Urls;
let proxy: TcpProxy;
let variables: Record<string, string>;
let apiUrl: string;
let metricsUrl: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  proxy = await startTcpProxy(database.url);
  await proxy.down();
  const [port, metricsPort] = [await freePort(), await freePort()];
  apiUrl = `http://127.0.0.1:${port}`;
  metricsUrl = `http://127.0.0.1:${metricsPort}`;
  variables = {
    DATABASE_URL: proxy.through(database.url),
    DATABASE_MIGRATION_URL: proxy.through(database.migrationUrl),
    DATABASE_POOL_SIZE: '2',
    BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'kr-away-')),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  };
});

afterEach(async () => {
  await proxy.close();
  await dropDatabase(database);
  await rm(variables['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const get = async (url: string, headers: Record<string, string> = {}) =>
  toAnswer(await fetch(url, { headers }), 'GET');

const attemptsIn = (lines: LoggedLine[]) =>
  lines.filter(({ message }) => message.startsWith('Waiting for PostgreSQL'));

describe('a server that starts without PostgreSQL', () => {
  it('is alive but not ready, and does not open the public port', async () => {
    const stop = new AbortController();
    const server = await openServer(parseConfig(variables, TOOLS), {
      compose,
      logger: createSilentLogger(),
    });
    const begun = server.begin(stop.signal);

    const alive = await readAnswer(await fetch(`${metricsUrl}/healthz`));
    const ready = await readAnswer(await fetch(`${metricsUrl}/readyz`));

    expect(alive.status).toBe(200);
    expect(ready).toMatchObject({
      status: 503,
      json: { status: 'not_ready', dependencies: { database: 'down' }, reindexing: null },
    });
    await expect(fetch(`${apiUrl}/healthz`)).rejects.toThrow('fetch failed');
    stop.abort();
    await begun;
    await server.close();
  });

  it('migrates and becomes ready by itself once PostgreSQL is there', async () => {
    const lines: LoggedLine[] = [];
    const server = await openServer(parseConfig(variables, TOOLS), {
      compose,
      logger: createSilentLogger(lines),
    });
    const begun = server.begin(new AbortController().signal);
    await eventually(
      () => attemptsIn(lines).length,
      (attempts) => attempts >= 2,
    );

    await proxy.up();
    await begun;

    await eventually(
      () => get(`${apiUrl}/readyz`),
      ({ status }) => status === 200,
    );
    expect(
      await get(`${apiUrl}/v1/tenants`, { Authorization: `Bearer ${OPERATOR_KEY}` }),
    ).toMatchObject({ status: 200, json: { items: [] } });
    await server.close();
  });

  it('exits cleanly on SIGTERM while it waits', async () => {
    const server = start('server');
    while (!server.output.stdout.includes('Waiting')) await once(server.process.stdout, 'data');

    server.process.kill('SIGTERM');
    const [code] = (await once(server.process, 'close')) as [number];

    expect(code).toBe(0);
    expect(server.output.stderr).toBe('');
  }, 60_000);
});

describe('a worker that starts without PostgreSQL', () => {
  it('keeps running, and takes jobs once PostgreSQL is there', async () => {
    const lines: LoggedLine[] = [];
    const worker = await openWorker(parseConfig(variables, TOOLS), {
      compose,
      logger: createSilentLogger(lines),
    });
    const begun = worker.begin(new AbortController().signal);
    await eventually(
      () => attemptsIn(lines).length,
      (attempts) => attempts >= 1,
    );
    const alive = await readAnswer(await fetch(`${metricsUrl}/healthz`));

    await proxy.up();
    await begun;

    expect(alive.status).toBe(200);
    expect(await readAnswer(await fetch(`${metricsUrl}/metrics`))).toMatchObject({ status: 200 });
    await worker.close();
  });
});

describe('a failure of PostgreSQL that waiting cannot fix', () => {
  const beginServer = async (changed: Record<string, string> = {}) => {
    const config = parseConfig({ ...variables, ...changed }, TOOLS);
    const server = await openServer(config, { compose, logger: createSilentLogger() });
    await server.begin(new AbortController().signal).finally(() => server.close());
  };

  beforeEach(() => proxy.up());

  it('ends the process with one sentence if the login is refused', async () => {
    const wrong = new URL(variables['DATABASE_MIGRATION_URL'] ?? '');
    wrong.password = 'wrong-password';

    const worker = start('worker', { DATABASE_MIGRATION_URL: wrong.href });
    const [code] = (await once(worker.process, 'close')) as [number];

    expect(code).toBe(1);
    expect(worker.output.stderr).toMatch(
      /^DATABASE_MIGRATION_URL: PostgreSQL refuses the login: password authentication failed .*\.\n$/,
    );
  }, 60_000);

  it('prevents the start if the role of DATABASE_URL has too many rights', async () => {
    const owner = { DATABASE_URL: variables['DATABASE_MIGRATION_URL'] ?? '' };

    const begun = beginServer(owner);

    await expect(begun).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      message: expect.stringMatching(/^DATABASE_URL: role .*row-level security would not hold/),
    });
  });

  it('prevents the start if the schema is newer than the code', async () => {
    await beginServer();
    await queryAsOwner(
      database,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('later', '', '29990101000000_later', now())`,
    );

    const begun = beginServer();

    await expect(begun).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      message: expect.stringContaining('"29990101000000_later", which this version does not know'),
    });
  });
});

const start = (role: keyof typeof ENTRIES, changed: Record<string, string> = {}) => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...variables, ...changed };
  const started = spawn(process.execPath, [ENTRIES[role]], { env });
  const output = { stdout: '', stderr: '' };
  started.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()));
  started.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()));
  return { process: started, output };
};
