import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose } from '../src/compose/index.js';
import { openServer } from '../src/compose/process.js';
import { stopServer } from '../src/platform/database/embedded/cluster.js';
import { createSilentLogger, type LoggedLine } from './fakes/silent-logger.js';
import { eventually } from './support/eventually.js';
import { entryOf } from './support/program.js';
import { freePort } from './support/redis-server.js';
import { toAnswer } from './support/serve-api.js';

const SERVER = entryOf('src/server');
const WORKER = entryOf('workers/ingestion-worker');

let dataDir: string;
let busy: Server;
let children: ChildProcess[];

beforeEach(async () => {
  children = [];
  dataDir = await mkdtemp(join(tmpdir(), 'kr-process-'));
  busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  busy.close();
  await stopServer(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true, force: true });
});

const start = (variables: Record<string, string>, entry = SERVER) => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', ...variables };
  const started = spawn(process.execPath, [entry], { env, stdio: 'pipe' });
  children.push(started);
  const output = { stdout: '', stderr: '' };
  started.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()));
  started.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()));
  return { process: started, output };
};

const untilSaid = async (
  { process: { stdout }, output }: ReturnType<typeof start>,
  said: string,
) => {
  while (!output.stdout.includes(said)) await once(stdout, 'data');
};

const isDatabaseRunning = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

describe('the server process', () => {
  it('says in one sentence that its port is in use, and leaves no database running', async () => {
    const { port } = busy.address() as AddressInfo;
    const server = start({ PORT: String(port) });

    const [code] = (await once(server.process, 'close')) as [number];

    expect(code).toBe(1);
    expect(server.output.stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use: set PORT .*\.\n$/);
    expect(isDatabaseRunning()).toBe(false);
  }, 60_000);

  it('reports on SIGUSR1 that it is not ready, still serves, and reverts that on the next SIGUSR1', async () => {
    const server = start({});
    while (!server.output.stdout.includes('Serving')) await once(server.process.stdout, 'data');
    const url = /"url":"([^"]+)"/.exec(server.output.stdout)?.[1] ?? '';
    const ask = async (path: string) => {
      const response = await fetch(`${url}${path}`);
      return [response.status, ((await response.json()) as { status?: string }).status];
    };
    const signal = async () => {
      const before = server.output.stdout.length;
      server.process.kill('SIGUSR1');
      while (!server.output.stdout.slice(before).includes('Drain switched')) {
        await once(server.process.stdout, 'data');
      }
    };

    await signal();
    const draining = [await ask('/readyz'), await ask('/healthz'), await ask('/v1/openapi.json')];
    await signal();
    const back = await ask('/readyz');

    expect(draining).toEqual([
      [503, 'draining'],
      [200, 'alive'],
      [200, undefined],
    ]);
    expect(back).toEqual([200, 'ready']);
    expect(server.output.stderr).not.toContain('Debugger');
  }, 60_000);

  it('writes debug lines from one SIGUSR2 to the next', async () => {
    const server = start({});
    while (!server.output.stdout.includes('Serving')) await once(server.process.stdout, 'data');
    const url = /"url":"([^"]+)"/.exec(server.output.stdout)?.[1] ?? '';
    const signal = async (level: string) => {
      server.process.kill('SIGUSR2');
      while (!server.output.stdout.includes(`"logLevel":"${level}"`)) {
        await once(server.process.stdout, 'data');
      }
    };

    await fetch(`${url}/healthz`);
    await signal('debug');
    await fetch(`${url}/healthz`);
    while (!server.output.stdout.includes('"level":"debug"')) {
      await once(server.process.stdout, 'data');
    }
    await signal('info');
    await fetch(`${url}/healthz`);
    server.process.kill('SIGTERM');
    await once(server.process, 'close');

    expect(server.output.stdout.match(/"level":"debug"/g)).toHaveLength(1);
  }, 60_000);

  it('exits cleanly on SIGTERM', async () => {
    const server = start({});
    while (!server.output.stdout.includes('Serving')) await once(server.process.stdout, 'data');

    server.process.kill('SIGTERM');
    const [code] = (await once(server.process, 'close')) as [number];

    expect(code).toBe(0);
    expect(isDatabaseRunning()).toBe(false);
    const lines = server.output.stdout.trimEnd().split('\n');
    const [making = {}, migrating = {}, , serving = {}, stopping = {}, stopped = {}] = lines.map(
      (line) => JSON.parse(line) as Record<string, unknown>,
    );
    expect(making).toMatchObject({ message: 'Creating the database, which takes a few seconds' });
    expect(migrating).toMatchObject({ message: 'Migrating the database' });
    expect(migrating['migrations']).toBeGreaterThan(20);
    expect(serving).toMatchObject({ message: 'Serving', database: 'embedded', jobs: 'postgresql' });
    expect(serving).toMatchObject({ model: 'none: answers are quoted', search: 'lexical' });
    expect(serving['docs']).toBe(`${String(serving['url'])}/docs`);
    expect(stopping).toMatchObject({ message: 'Stopping', signal: 'SIGTERM' });
    expect(stopping).toMatchObject({ requests: 0, jobs: 0 });
    expect(stopped).toMatchObject({ message: 'Stopped', signal: 'SIGTERM' });
    expect(stopped['durationMs']).toBeGreaterThan(0);
    expect(lines).toHaveLength(6);
  }, 60_000);

  it('is refused by name in the folder of another server, and starts once that was killed', async () => {
    const first = start({});
    await untilSaid(first, '"Serving"');

    const second = start({});
    const [code] = (await once(second.process, 'close')) as [number];

    expect(code).toBe(1);
    const { pid = 0 } = first.process;
    expect(second.output.stderr).toBe(
      `DATA_DIR: another server, process ${pid}, works on ${dataDir}: end that one first, or give this one a folder of its own.\n`,
    );
    expect(second.output.stdout).toBe('');
    first.process.kill('SIGKILL');
    await once(first.process, 'close');
    await untilSaid(start({}), '"Serving"');
  }, 120_000);

  it('can have workers next to it in its folder', async () => {
    await untilSaid(start({ INGESTION_WORKER: 'separate' }), '"Serving"');

    const worker = start({}, WORKER);
    await untilSaid(worker, '"Working"');

    expect(worker.output.stderr).toBe('');
  }, 120_000);
});

describe('a server that creates its database', () => {
  it('opens its port when it can answer everything, and creates and migrates the database once', async () => {
    const lines: LoggedLine[] = [];
    const port = await freePort();
    const config = parseConfig({ DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: '0' }, TOOLS);
    const server = await openServer(config, { compose, logger: createSilentLogger(lines) });
    const ask = async (path: string) =>
      toAnswer(await fetch(`http://127.0.0.1:${port}${path}`), 'GET');

    await expect(ask('/healthz')).rejects.toThrow('fetch failed');
    await server.begin(new AbortController().signal);
    // On a busy machine its first look at the database may take longer than a probe waits.
    await eventually(
      () => ask('/readyz'),
      ({ status }) => status === 200,
    );
    const late = await Promise.all(['/healthz', '/readyz', '/v1/me', '/docs'].map(ask));

    expect(late.map(({ status }) => status)).toEqual([200, 200, 401, 200]);
    await server.close();
    const again = await openServer(config, { compose, logger: createSilentLogger(lines) });
    await again.begin(new AbortController().signal);
    await again.close();
    const told = lines
      .map(({ message }) => message)
      .filter((line) => /^(?:Creat|Migrat)ing/.test(line));
    expect(told).toEqual([
      'Creating the database, which takes a few seconds',
      'Migrating the database',
    ]);
  }, 120_000);
});
