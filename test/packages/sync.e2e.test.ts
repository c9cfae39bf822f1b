import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@knowledge-router/client';
import { startApplication, type TestApplication } from '../support/application.js';
import { bundleCommandLine } from '../support/command-line.js';

const MANIFEST = 'POST /v1/documents/manifest';
const UPLOAD = 'POST /v1/documents';
const COUNT = 500;

/** Stands between the command line and the server; its observer may end a run at any moment. */
type Moment = { name: string; nth: number; phase: 'asked' | 'answered' };

let application: TestApplication;
let folder: string;
let program: string;
let proxy: Server;
let url: string;
let onMoment: (moment: Moment) => void = () => undefined;
let counts: Record<string, number> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-resume-'));
  program = await bundleCommandLine(folder);
  // Nothing is read here, so that 500 uploads cost little.
  application = await startApplication({
    variables: {
      ...{ INGESTION_WORKER: 'separate', REQUESTS_PER_MINUTE_PER_KEY: '100000' },
      ...{ REQUESTS_PER_MINUTE_PER_USER: '100000', REQUESTS_PER_MINUTE_PER_TENANT: '100000' },
      REQUESTS_PER_MINUTE_PER_ADDRESS: '100000',
    },
  });
  proxy = createServer((request, response) => {
    const name = `${String(request.method)} ${new URL(request.url ?? '', 'http://x').pathname}`;
    counts[name] = (counts[name] ?? 0) + 1;
    const nth = counts[name];
    onMoment({ name, nth, phase: 'asked' });
    const target = sendRequest(
      new URL(request.url ?? '', application.url),
      { method: request.method, headers: request.headers },
      (answer) => {
        onMoment({ name, nth, phase: 'answered' });
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    target.on('error', () => response.destroy());
    response.on('close', () => target.destroy());
    request.pipe(target);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}, 120_000);
afterAll(async () => {
  await new Promise((resolve) => {
    proxy.close(resolve);
    proxy.closeAllConnections();
  });
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a sync; it is killed without notice at the moment that is named. */
const sync = async (apiKey: string, root: string, killAt?: Moment) => {
  counts = {};
  const child = spawn(process.execPath, [program, 'sync', root, '--no-wait', '--json'], {
    // Cron gives it no input.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ KNOWLEDGE_ROUTER_URL: url, KNOWLEDGE_ROUTER_API_KEY: apiKey },
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  });
  onMoment = (moment) => {
    const isIt = (['name', 'nth', 'phase'] as const).every((key) => moment[key] === killAt?.[key]);
    if (isIt) child.kill('SIGKILL');
  };
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  child.stdout.resume();
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('exit', (code, by) => resolve([code, by])),
  );
  return { exitCode, signal, counts, stderr };
};

const FORMS = [
  (index: number) => [`notes/${index % 20}/note ${index}.md`, `# Note ${index}\n\nText ${index}.`],
  (index: number) => [`tables/${index}.csv`, `name,value\nrow ${index},${index}\n`],
  (index: number) => [`pages/${index}.html`, `<h1>Page ${index}</h1><p>Text ${index}.</p>`],
  (index: number) => [`szöveg/${index} – ő.txt`, `Szöveg ${index}.`],
  // Copies of one file are documents of their own.
  (index: number) => [`copies/${index}/LICENSE`, 'Do what you like.'],
] as const;

describe('a sync of 500 files that is killed again and again', () => {
  it('has each file once in the end, and then sends nothing', async () => {
    const { adminKey } = await application.tenant();
    const root = join(folder, 'mixed');
    const paths = new Set<string>();
    for (let index = 0; index < COUNT; index++) {
      const [path = '', text = ''] = FORMS[index % FORMS.length]?.(index) ?? [];
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
      paths.add(path);
    }
    const moments: Moment[] = [
      { name: MANIFEST, nth: 1, phase: 'asked' },
      { name: MANIFEST, nth: 1, phase: 'answered' },
      { name: 'GET /v1/documents', nth: 1, phase: 'answered' },
      { name: UPLOAD, nth: 1, phase: 'asked' },
      { name: UPLOAD, nth: 2, phase: 'answered' },
      { name: UPLOAD, nth: 150, phase: 'answered' },
      { name: UPLOAD, nth: 200, phase: 'asked' },
    ];

    const killed = [];
    for (const moment of moments) killed.push(await sync(adminKey, root, moment));
    const resumed = await sync(adminKey, root);
    const again = await sync(adminKey, root);

    expect(killed.map(({ signal }) => signal)).toEqual(moments.map(() => 'SIGKILL'));
    expect(resumed.exitCode).toBe(0);
    expect(again.counts).toEqual({ [MANIFEST]: 2 });
    const client = createClient({ url: application.url, apiKey: adminKey });
    const stored: (string | null)[] = [];
    for await (const { sourcePath } of client.documents.all()) stored.push(sourcePath);
    expect(stored.sort()).toEqual([...paths].sort());
  }, 240_000);
});
