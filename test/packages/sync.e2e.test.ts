import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@knowledge-router/client';
import { mountSmallDisk } from '../../chaos/small-disk.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { bundleCommandLine, runCommand } from '../support/command-line.js';
import { required } from '../support/installed.js';

const MANIFEST = 'POST /v1/documents/manifest';
const UPLOAD = 'POST /v1/documents';
const RENAME = 'PATCH /v1/documents/:id';
const DELETE = 'POST /v1/documents/bulk';
const COUNT = 500;

/** Stands between the command line and the server; its observer may end a run at any moment. */
type Moment = { name: string; nth: number; phase: 'asked' | 'answered' };

const mounted = await mountSmallDisk(join(await mkdtemp(join(tmpdir(), 'kr-full-')), 'disk'), 1);
const disk = required(mounted.isItsOwn ? mounted : undefined, {
  name: 'right to mount a disk',
  leftOut: 'the command line is not tried on a full one.',
});

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
      INGESTION_WORKER: 'separate',
      REQUESTS_PER_MINUTE_PER_KEY: '100000',
      REQUESTS_PER_MINUTE_PER_USER: '100000',
      REQUESTS_PER_MINUTE_PER_TENANT: '100000',
      REQUESTS_PER_MINUTE_PER_ADDRESS: '100000',
    },
  });
  proxy = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const name = `${String(request.method)} ${pathname.replace(/[0-9a-f-]{36}/, ':id')}`;
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
  await mounted.close();
  await rm(dirname(mounted.folder), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

type Given = { killAt?: Moment | undefined; options?: readonly string[] };

/** Runs a sync; it is killed without notice at the moment that is named. */
const sync = async (apiKey: string, root: string, { killAt, options = [] }: Given = {}) => {
  counts = {};
  const args = [program, 'sync', root, '--no-wait', '--json', ...options];
  const child = spawn(process.execPath, args, {
    // Cron gives it no input.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KNOWLEDGE_ROUTER_URL: url,
      KNOWLEDGE_ROUTER_API_KEY: apiKey,
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
  it('has uploaded each file once in the end, and then sends nothing', async () => {
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
    for (const moment of moments) killed.push(await sync(adminKey, root, { killAt: moment }));
    const resumed = await sync(adminKey, root);
    const again = await sync(adminKey, root);

    expect(killed.map(({ signal }) => signal)).toEqual(moments.map(() => 'SIGKILL'));
    expect(resumed.exitCode).toBe(0);
    expect(again.counts).toEqual({ [MANIFEST]: 2 });
    expect([...(await storedBy(adminKey)).keys()].sort()).toEqual([...paths].sort());
  }, 240_000);
});

/** The ids of the documents by the paths of their files. */
const storedBy = async (apiKey: string): Promise<Map<string | null, string>> => {
  const stored: [string | null, string][] = [];
  const client = createClient({ url: application.url, apiKey });
  for await (const { sourcePath, id } of client.documents.all()) stored.push([sourcePath, id]);
  expect(new Set(stored.map(([path]) => path)).size).toBe(stored.length);
  return new Map(stored);
};

describe('a sync that is killed while it renames and deletes', () => {
  it('keeps the documents of renamed files, loses no existing one, and has no deleted one', async () => {
    const { adminKey } = await application.tenant();
    const root = join(folder, 'changing');
    const options = ['--delete', '--max-delete', '1000'];
    const moments: Moment[] = [
      { name: RENAME, nth: 1, phase: 'asked' },
      { name: RENAME, nth: 1, phase: 'answered' },
      { name: RENAME, nth: 3, phase: 'answered' },
      { name: MANIFEST, nth: 2, phase: 'answered' },
      { name: DELETE, nth: 1, phase: 'asked' },
      { name: DELETE, nth: 1, phase: 'answered' },
    ];
    const pathsOf = (round: number, name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${round}/${name}-${index}.md`);
    for (const [round] of moments.entries()) {
      await mkdir(join(root, String(round)), { recursive: true });
      for (const path of [...pathsOf(round, 'old', 3), ...pathsOf(round, 'gone', 2)]) {
        await writeFile(join(root, path), `Text of ${path}.`);
      }
    }
    await writeFile(join(root, 'stays.md'), 'Stays.');
    await sync(adminKey, root);
    const before = await storedBy(adminKey);

    const killed = [];
    for (const [round, killAt] of moments.entries()) {
      for (const path of pathsOf(round, 'old', 3)) {
        await rename(join(root, path), join(root, path.replace('old', 'new')));
      }
      for (const path of pathsOf(round, 'gone', 2)) await rm(join(root, path));
      killed.push(await sync(adminKey, root, { killAt, options }));
    }
    const resumed = await sync(adminKey, root, { options });
    const again = await sync(adminKey, root, { options });

    const renamed = moments.flatMap((_, round) =>
      pathsOf(round, 'old', 3).map((path) => [path.replace('old', 'new'), before.get(path)]),
    );
    expect(killed.map(({ signal }) => signal)).toEqual(moments.map(() => 'SIGKILL'));
    expect([resumed.exitCode, again.exitCode]).toEqual([0, 0]);
    expect(again.counts[UPLOAD] ?? again.counts[RENAME] ?? again.counts[DELETE]).toBeUndefined();
    expect([...(await storedBy(adminKey))].sort()).toEqual(
      [...renamed, ['stays.md', before.get('stays.md')]].sort(),
    );
  }, 120_000);
});

if (disk !== undefined) {
  describe('the command line on a full disk', () => {
    const config = () => join(mounted.folder, 'knowledge-router/config.json');
    let adminKey: string;
    const variables = () => ({
      XDG_CONFIG_HOME: mounted.folder,
      XDG_CACHE_HOME: join(mounted.folder, 'cache'),
    });
    const signIn = (url: string) =>
      runCommand(['login', url], { variables: variables(), stdin: adminKey });

    beforeAll(async () => {
      ({ adminKey } = await application.tenant());
    });
    beforeEach(async () => {
      await mounted.free();
      await signIn(application.url);
      await mkdir(join(folder, 'files'), { recursive: true });
    });
    afterEach(async () => {
      await mounted.free();
      await rm(join(folder, 'files'), { recursive: true });
    });

    it('keeps the previous sign-in, says why the new one failed, and leaves no partial file', async () => {
      const before = await readFile(config(), 'utf8');
      await mounted.fill();

      const { exitCode, stdout, stderr } = await signIn(`${application.url}/`);

      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toBe(`knowledge-router: ${config()} cannot be written: the disk is full.\n`);
      expect(await readFile(config(), 'utf8')).toBe(before);
      expect(await readdir(dirname(config()))).toEqual(['config.json']);
    });

    it('syncs without saving its cache, and sends nothing twice', async () => {
      const file = join(folder, 'files/a.md');
      await writeFile(file, 'A text.');
      // What was written moments ago is not remembered anyway.
      await utimes(file, 1_700_000_000, 1_700_000_000);
      await mounted.fill();
      const args = ['sync', join(folder, 'files'), '--no-wait', '--json'];

      const first = await runCommand(args, { variables: variables() });
      const second = await runCommand(args, { variables: variables() });

      expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
      expect(JSON.parse(first.stdout)).toMatchObject({ uploaded: 1 });
      expect(JSON.parse(second.stdout)).toMatchObject({ uploaded: 0 });
      expect(first.stderr).toContain(
        'The list of read files could not be saved: the disk is full.',
      );
    });

    it('sends nothing from a folder that cannot store its source name', async () => {
      const root = join(mounted.folder, 'notes');
      await mkdir(join(root, '.knowledge-router'), { recursive: true });
      await writeFile(join(root, 'b.md'), 'Another text.');
      await mounted.fill();

      const { exitCode, stderr } = await runCommand(['sync', root, '--no-wait'], {
        variables: variables(),
      });

      const listed = await application.call('GET', '/v1/documents?title=b', { key: adminKey });
      expect(exitCode).toBe(1);
      expect(stderr).toContain('(the disk is full): name the source with --source.');
      expect(listed.text).not.toContain('b.md');
      expect(await readdir(join(root, '.knowledge-router'))).toEqual([]);
    });
  });
}
