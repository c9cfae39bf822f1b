import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from './support/application.js';
import { eventually } from './support/eventually.js';
import { findPostgresServers, startPostgresServer } from './support/postgres-server.js';
import { freePort, hasRedisServer, startRedisServer } from './support/redis-server.js';
import { toAnswer } from './support/serve-api.js';

const SOURCES = join(import.meta.dirname, '..');
const OPERATOR_KEY = 'operator-key-of-the-shipped-wiring-test';
const QUESTION = 'How many days a week may office staff work from home?';

const postgresServers = await findPostgresServers();
// Debian's where there is one: it is the server that nobody of ours has set up.
const postgres = postgresServers.at(-1);
const jobs = hasRedisServer() ? 'Redis' : 'PostgreSQL';
if (jobs === 'PostgreSQL') {
  process.stderr.write(
    'No redis-server in PATH: the shipped wiring is tested with jobs in PostgreSQL.\n',
  );
}

type Service = { process: ChildProcess; url: string };

describe(`two APIs and a worker on PostgreSQL ${postgres?.version ?? ''} with the roles that ship, and jobs in ${jobs}`, () => {
  const closers: (() => Promise<unknown>)[] = [];
  let variables: Record<string, string>;
  let first: Service;
  let second: Service;
  let worker: Service;
  let key: string;

  const start = async (file: string): Promise<Service> => {
    const { PATH = '', HOME = '' } = process.env;
    const [port, metricsPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, ['--import', 'tsx', join(SOURCES, file)], {
      env: { PATH, HOME, ...variables, PORT: String(port), METRICS_PORT: String(metricsPort) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    closers.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const isWorker = file.startsWith('workers/');
    const service = { process: child, url: `http://127.0.0.1:${isWorker ? metricsPort : port}` };
    await eventually(
      () =>
        fetch(`${service.url}/${isWorker ? 'healthz' : 'readyz'}`).then(
          ({ ok }) => ok,
          () => false,
        ),
      (isUp) => isUp,
      60_000,
    );
    return service;
  };

  beforeAll(async () => {
    if (postgres === undefined) throw new Error('There is no PostgreSQL to test with.');
    const server = await startPostgresServer(postgres.binaries);
    closers.push(() => server.close());
    const urls = await server.createRoles();
    const dataDir = await mkdtemp(join(tmpdir(), 'kr-shipped-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    variables = {
      ...{ DATABASE_URL: urls.url, DATABASE_MIGRATION_URL: urls.migrationUrl, DATA_DIR: dataDir },
      ...{ BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY, INGESTION_WORKER: 'separate' },
    };
    if (jobs === 'Redis') {
      const redis = await startRedisServer();
      closers.push(() => redis.kill());
      variables['REDIS_URL'] = redis.url;
    }
    // All at once, as a deployment starts them: one of them migrates, the others wait for it.
    [first, second, worker] = await Promise.all([
      start('src/server.ts'),
      start('src/server.ts'),
      start('workers/ingestion-worker.ts'),
    ]);
    const body = { slug: 'acme', name: 'Acme', admin: { email: 'admin@acme.example' } };
    const created = await call(first, '/v1/tenants', { key: OPERATOR_KEY, body });
    key = (created.json as { apiKey: string }).apiKey;
  }, 120_000);

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const call = async (
    { url }: Service,
    path: string,
    { key, body }: { key: string; body?: unknown },
  ) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const post = { method: 'POST', body: JSON.stringify(body) };
    return toAnswer(await fetch(`${url}${path}`, { headers, ...(body !== undefined && post) }));
  };

  const uploadTo = async ({ url }: Service, name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', await openAsBlob(join(SAMPLES, name)), name);
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await toAnswer(
      await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form }),
    );
    expect(answer.status).toBe(202);
    return (answer.json as { document: { id: string } }).document.id;
  };

  const readyAt = (service: Service, id: string) =>
    eventually(
      () => call(service, `/v1/documents/${id}`, { key }),
      ({ json }) => (json as { status: string }).status === 'ready',
      60_000,
    );

  const ask = (service: Service, message: string) =>
    call(service, '/v1/chat', { key, body: { message } });

  it('answer at one API from what the other took and the worker read', async () => {
    const id = await uploadTo(first, 'employee-handbook.pdf');
    await readyAt(second, id);

    const answer = await ask(second, QUESTION);

    expect(answer.json).toMatchObject({ responseType: 'answer', citations: [{ pageStart: 4 }] });
  }, 90_000);

  it('go on when one API is killed', async () => {
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');

    const id = await uploadTo(second, 'utazasi-szabalyzat.md');
    await readyAt(second, id);

    expect((await ask(second, QUESTION)).json).toMatchObject({ responseType: 'answer' });
  }, 90_000);

  it('finish an upload whose worker was killed once another worker is there', async () => {
    worker.process.kill('SIGKILL');
    await once(worker.process, 'exit');
    const id = await uploadTo(second, 'it-security-policy.docx');

    worker = await start('workers/ingestion-worker.ts');

    await readyAt(second, id);
  }, 120_000);

  it('end in order on SIGTERM', async () => {
    const codes = [second, worker].map(async ({ process: child }) => {
      child.kill('SIGTERM');
      return (await once(child, 'exit')) as [number | null];
    });

    expect(await Promise.all(codes)).toEqual([
      [0, null],
      [0, null],
    ]);
  }, 60_000);
});
