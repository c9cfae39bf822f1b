import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stopServer } from '../src/platform/database/embedded/cluster.js';

const SERVER = join(import.meta.dirname, '../src/server.ts');

let dataDir: string;
let busy: Server;
let child: ChildProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kr-process-'));
  busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
});

afterEach(async () => {
  child.kill('SIGKILL');
  busy.close();
  await stopServer(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true, force: true });
});

const start = (variables: Record<string, string>) => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', ...variables };
  const started = spawn(process.execPath, ['--import', 'tsx', SERVER], { env, stdio: 'pipe' });
  child = started;
  const output = { stdout: '', stderr: '' };
  started.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()));
  started.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()));
  return { process: started, output };
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

  it('ends in order on SIGTERM', async () => {
    const server = start({});
    while (!server.output.stdout.includes('Serving')) await once(server.process.stdout, 'data');

    server.process.kill('SIGTERM');
    const [code] = (await once(server.process, 'close')) as [number];

    expect(code).toBe(0);
    expect(isDatabaseRunning()).toBe(false);
    const lines = server.output.stdout.trimEnd().split('\n');
    const [, serving = {}, stopping = {}, stopped = {}] = lines.map(
      (line) => JSON.parse(line) as Record<string, unknown>,
    );
    expect(serving).toMatchObject({ message: 'Serving', database: 'embedded', jobs: 'postgresql' });
    expect(serving).toMatchObject({ model: 'none: answers are quoted', search: 'lexical' });
    expect(serving['docs']).toBe(`${String(serving['url'])}/docs`);
    expect(stopping).toMatchObject({ message: 'Stopping', signal: 'SIGTERM' });
    expect(stopping).toMatchObject({ requests: 0, jobs: 0 });
    expect(stopped).toMatchObject({ message: 'Stopped', signal: 'SIGTERM' });
    expect(stopped['durationMs']).toBeGreaterThan(0);
    expect(lines).toHaveLength(4);
  }, 60_000);
});
