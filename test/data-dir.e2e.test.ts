import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeToOthers } from '../src/platform/files/close-to-others.js';
import { stopServer } from '../src/platform/database/embedded/cluster.js';
import { createSilentLogger, type LoggedLine } from './fakes/silent-logger.js';
import { eventually } from './support/eventually.js';
import { entryOf } from './support/program.js';
import { toAnswer } from './support/serve-api.js';

let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kr-data-'));
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await stopServer(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true, force: true });
});

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8);

/** A server as an operator starts it whose shell lets everybody read what it writes. */
const startServer = async () => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' };
  const command = 'umask 0; exec "$0" "$1"';
  const started = spawn('sh', ['-c', command, process.execPath, entryOf('src/server')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  let said = '';
  while (!/"url":"[^"]+".*"message":"Serving"|"message":"Serving".*"url":"[^"]+"/.test(said)) {
    const [text] = (await once(started.stdout, 'data')) as [Buffer];
    said += text.toString();
  }
  return { url: /"url":"([^"]+)"/.exec(said)?.[1] ?? '', said };
};

const upload = async (url: string) => {
  const bootstrap = JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8')) as {
    adminKey: string;
  };
  const headers = { Authorization: `Bearer ${bootstrap.adminKey}` };
  const body = new FormData();
  body.set('file', new Blob(['Staff may work from home.']), 'a.txt');
  const { json } = await toAnswer(
    await fetch(`${url}/v1/documents`, { method: 'POST', headers, body }),
    'POST',
  );
  const { document } = json as { document: { id: string } };
  await eventually(
    async () => toAnswer(await fetch(`${url}/v1/documents/${document.id}`, { headers }), 'GET'),
    (answer) => (answer.json as { status: string }).status === 'ready',
    60_000,
  );
};

describe('DATA_DIR', () => {
  it('is closed by a server that finds it open, and all its contents are for its owner only', async () => {
    await chmod(dataDir, 0o755);
    const { url, said } = await startServer();
    await upload(url);

    const open: string[] = [];
    for (const name of ['', ...(await readdir(dataDir, { recursive: true }))]) {
      const facts = await lstat(join(dataDir, name)).catch(() => null);
      if (facts !== null && (facts.mode & 0o077) !== 0) open.push(name);
    }

    expect(open).toEqual([]);
    expect(said).toContain('DATA_DIR was open to others, and has been closed');
  }, 120_000);
});

describe('closing a data folder to others', () => {
  it('reports nothing if it is already closed, and creates a missing one', async () => {
    const lines: LoggedLine[] = [];

    await closeToOthers(join(dataDir, 'new'), createSilentLogger(lines));
    await closeToOthers(dataDir, createSilentLogger(lines));

    expect(await modeOf(join(dataDir, 'new'))).toBe('700');
    expect(lines).toEqual([]);
  });

  it('removes the rights of group and others, and reports which they were', async () => {
    const lines: LoggedLine[] = [];
    await mkdir(join(dataDir, 'kept'));
    await writeFile(join(dataDir, 'kept', 'file'), '');
    await chmod(dataDir, 0o2775);

    await closeToOthers(dataDir, createSilentLogger(lines));

    expect(await modeOf(dataDir)).toBe('700');
    expect(lines).toMatchObject([{ level: 'warn', fields: { mode: '075' } }]);
  });
});
