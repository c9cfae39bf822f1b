import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toStoredKey } from '../src/platform/limits/limit-store.js';
import { startQdrantDouble } from './fakes/qdrant-double/server.js';
import { entryOf } from './support/program.js';
import { SAMPLES } from './support/samples.js';
import { eventually } from './support/eventually.js';
import { findPostgresServers, startShippedPostgres } from './support/postgres-server.js';
import { freePort, hasRedisServer, startRedisServer } from './support/redis-server.js';
import { hasS3Server, HOW_TO_GET_S3, startS3Server } from './support/s3-server.js';
import { recordRedis, type RedisRecord } from './support/record-redis.js';
import { readAnswer, toAnswer } from './support/serve-api.js';

const OPERATOR_KEY = 'operator-key-of-the-shipped-wiring-test';
/** Three processes start at once, from sources, and one of them migrates. */
const START_MS = 120_000;
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

// Vectors in LanceDB and files in a folder are shared by a disk; in Qdrant and S3 by nobody's disk of ours.
const disk = hasS3Server() ? 'no disk' : 'a disk';
if (disk === 'a disk') {
  process.stderr.write(`No versitygw: the shipped wiring shares a folder. ${HOW_TO_GET_S3}\n`);
}

type Service = { process: ChildProcess; url: string; metricsUrl: string };

describe(`two APIs and a worker on PostgreSQL ${postgres?.version ?? ''} with the roles that ship, jobs in ${jobs}, sharing ${disk}`, () => {
  const closers: (() => Promise<unknown>)[] = [];
  let variables: Record<string, string>;
  let folder: string;
  let first: Service;
  let second: Service;
  let worker: Service;
  let key: string;
  let tenantId: string;
  let userId: string;
  let keyId: string;
  let recorded: RedisRecord | undefined;

  const start = async (name: string): Promise<Service> => {
    const { PATH = '', HOME = '' } = process.env;
    const [port, metricsPort] = [await freePort(), await freePort()];
    const dataDir = disk === 'no disk' ? join(folder, String(port)) : folder;
    const child = spawn(process.execPath, [entryOf(name)], {
      env: {
        PATH,
        HOME,
        ...variables,
        DATA_DIR: dataDir,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    closers.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const isWorker = name.startsWith('workers/');
    const metricsUrl = `http://127.0.0.1:${metricsPort}`;
    const url = isWorker ? metricsUrl : `http://127.0.0.1:${port}`;
    const service = { process: child, url, metricsUrl };
    await eventually(
      () =>
        fetch(`${service.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      (isUp) => isUp,
      START_MS,
    );
    return service;
  };

  beforeAll(async () => {
    const server = await startShippedPostgres();
    closers.push(() => server.close());
    folder = await mkdtemp(join(tmpdir(), 'kr-shipped-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    variables = {
      DATABASE_URL: server.url,
      DATABASE_MIGRATION_URL: server.migrationUrl,
      BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
      INGESTION_WORKER: 'separate',
    };
    if (jobs === 'Redis') {
      const redis = await startRedisServer();
      closers.push(() => redis.kill());
      recorded = await recordRedis(redis.url);
      closers.push(recorded.close);
      variables['REDIS_URL'] = redis.url;
    }
    if (disk === 'no disk') {
      const s3 = await startS3Server();
      closers.push(() => s3.close());
      const qdrant = await startQdrantDouble({});
      closers.push(() => qdrant.close());
      variables = { ...variables, ...s3.variables, QDRANT_URL: qdrant.url };
    }
    // All at once, as a deployment starts them: one of them migrates, the others wait for it.
    [first, second, worker] = await Promise.all([
      start('src/server'),
      start('src/server'),
      start('workers/ingestion-worker'),
    ]);
    const body = { slug: 'acme', name: 'Acme', admin: { email: 'admin@acme.example' } };
    const created = await call(first, '/v1/tenants', { key: OPERATOR_KEY, body });
    const made = created.json as { apiKey: string; tenant: { id: string }; admin: { id: string } };
    key = made.apiKey;
    [tenantId, userId] = [made.tenant.id, made.admin.id];
    const { json } = await call(first, '/v1/api-keys', { key });
    keyId = (json as { items: [{ id: string }] }).items[0].id;
  }, 2 * START_MS);

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
    const response = await fetch(`${url}${path}`, { headers, ...(body !== undefined && post) });
    return toAnswer(response, body === undefined ? 'GET' : 'POST');
  };

  const uploadTo = async ({ url }: Service, name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', await openAsBlob(join(SAMPLES, name)), name);
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await toAnswer(
      await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form }),
      'POST',
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

  it('answer at one API from a document that the other accepted and the worker read', async () => {
    const id = await uploadTo(first, 'employee-handbook.pdf');
    await readyAt(second, id);

    const answer = await ask(second, QUESTION);

    expect(answer.json).toMatchObject({ responseType: 'answer', citations: [{ pageStart: 4 }] });
  }, 90_000);

  it('serve at one API the file that was uploaded to the other', async () => {
    const id = await uploadTo(first, 'product-warranty-zh.txt');

    const response = await fetch(`${second.url}/v1/documents/${id}/file`, {
      headers: { Authorization: `Bearer ${key}` },
    });

    const uploaded = await readFile(join(SAMPLES, 'product-warranty-zh.txt'));
    expect(Buffer.from(await response.arrayBuffer()).equals(uploaded)).toBe(true);
  });

  const showsDocuments = async ({ metricsUrl }: Service): Promise<boolean> =>
    /^kr_documents\{/m.test(await (await fetch(`${metricsUrl}/metrics`)).text());

  const findExporters = async (services: readonly Service[]): Promise<Service[]> => {
    const shown = [];
    for (const service of services) if (await showsDocuments(service)) shown.push(service);
    return shown;
  };

  it('export the metrics that all share from one process, and from another when that dies', async () => {
    const [exporter, ...others] = await findExporters([first, second, worker]);
    const again = await findExporters([second, worker, first]);

    expect(exporter?.metricsUrl).toBe(first.metricsUrl);
    expect([others, again]).toEqual([[], [exporter]]);
  });

  it('report the dependencies of the worker', async () => {
    const answer = await readAnswer(await fetch(`${worker.metricsUrl}/readyz`));

    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'ready',
      dependencies: { database: 'up', vectors: 'up', jobs: 'up', files: 'up' },
    });
  });

  it('continue when one API is killed', async () => {
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');

    const id = await uploadTo(second, 'utazasi-szabalyzat.md');
    await readyAt(second, id);

    expect((await ask(second, QUESTION)).json).toMatchObject({ responseType: 'answer' });
    expect(await findExporters([second, worker])).toEqual([second]);
  }, 90_000);

  it('finish an upload whose worker was killed once another worker is there', async () => {
    worker.process.kill('SIGKILL');
    await once(worker.process, 'exit');
    const id = await uploadTo(second, 'it-security-policy.docx');

    worker = await start('workers/ingestion-worker');

    await readyAt(second, id);
  }, 120_000);

  it('exit cleanly on SIGTERM', async () => {
    const codes = [second, worker].map(async ({ process: child }) => {
      child.kill('SIGTERM');
      return (await once(child, 'exit')) as [number | null];
    });

    expect(await Promise.all(codes)).toEqual([
      [0, null],
      [0, null],
    ]);
  }, 60_000);

  if (jobs === 'Redis') {
    it('have written only keys of the queue and of named limits to Redis', () => {
      const written = [...(recorded?.keys ?? [])];
      const owners = [
        'operator',
        'address/127.0.0.1',
        tenantId,
        `${tenantId}/user/${userId}`,
        `${tenantId}/key/${keyId}`,
      ];
      const slots = ['chats', 'uploads', 'downloads'].flatMap((kind) => [
        `${kind}/${tenantId}`,
        `${kind}/${tenantId}/${userId}`,
      ]);
      const named = new Set([
        ...owners.map((owner) => `kr:limits:requests:${toStoredKey(`requests/${owner}`)}`),
        ...slots.map((slot) => `kr:limits:slots:${toStoredKey(slot)}`),
      ]);

      const unknown = written.filter((one) => !QUEUE_KEY.test(one) && !named.has(one));

      expect(unknown).toEqual([]);
      expect(written.filter((one) => named.has(one)).length).toBeGreaterThan(4);
      expect(written.some((one) => QUEUE_KEY.test(one))).toBe(true);
    });

    it('have sent Redis no command that scans all keys', () => {
      const commands = [...(recorded?.commands ?? [])];

      expect(commands).toEqual(expect.arrayContaining(['evalsha', 'hset']));
      expect(commands.filter((command) => OVER_ALL_KEYS.test(command))).toEqual([]);
    });
  }
});

/** A task's id is made of UUIDs and numbers; the rest are names of BullMQ's own. */
const QUEUE_KEY = /^bull:(?:ingestion|webhooks):(?:[a-z-]+|[\da-f-]{36}[\w.:-]*)$/;
const OVER_ALL_KEYS = /^(?:keys|scan|randomkey|dbsize|flush\w+|swapdb|sort)$/;
