import { execFile } from 'node:child_process';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { z } from 'zod';
import { compose } from '../../src/compose/index.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { toConfigWithTools } from './config-with-tools.js';
import { eventually } from './eventually.js';
import { copyMadeDatabase } from './made-database.js';
import { freePort } from './redis-server.js';
import { toAnswer } from './serve-api.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folder into which `npm run build` puts what a browser loads. */
export const BUILT = join(ROOT, 'dist', 'console');

/** Once in a run, by the first test file that needs it: a server reads the files when it starts. */
export const buildConsole = async (): Promise<void> => {
  const folder = join(process.env['KR_TEST_FOLDER'] ?? tmpdir(), 'console-build');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    // The tests' own NODE_ENV would build what helps to develop along with it.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)('npm', ['run', '--silent', 'build:console'], { cwd: ROOT, env });
    await writeFile(join(folder, 'done'), '');
  }
  await eventually(() => existsSync(join(folder, 'done')), Boolean, BUILD_MS);
};

const BUILD_MS = 60_000;

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Settled = z.object({ status: z.string(), replacement: z.unknown() });
const Keys = z.object({
  adminKey: z.string(),
  operatorKey: z.string(),
  signInLink: z.string(),
});

/** The embedded default as a newcomer starts it: nothing but a data folder, and what a test has to set beside it. */
export const startEmbedded = async (own: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kr-console-'));
  const runFolder = process.env['KR_TEST_FOLDER'];
  if (runFolder !== undefined) await copyMadeDatabase(runFolder, dataDir);
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = async () => {
    const variables = { ...own, DATA_DIR: dataDir, PORT: new URL(url).port, METRICS_PORT: '0' };
    const config = await toConfigWithTools(variables);
    const started = await compose(config, { logger: createSilentLogger(), durability: 'off' });
    await started.serve();
    return started;
  };
  let application = await start();
  const keys = Keys.parse(JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8')));
  const call = async (method: string, path: string, body?: unknown) =>
    toAnswer(
      await fetch(`${url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${keys.adminKey}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      method,
    );
  const settled = (id: string) =>
    eventually(
      async () => Settled.parse((await call('GET', `/v1/documents/${id}`)).json),
      ({ status, replacement }) => status === 'ready' && replacement === null,
      60_000,
    );
  const send = async (method: string, path: string, file: { name: string; content: Blob }) => {
    const form = new FormData();
    form.append('file', file.content, file.name);
    const headers = { Authorization: `Bearer ${keys.adminKey}` };
    const sent = await fetch(`${url}${path}`, { method, headers, body: form });
    const { id } = Uploaded.parse(await sent.json()).document;
    await settled(id);
    return id;
  };
  return {
    // The name that the link has: cookies belong to a name.
    url: url.replace('127.0.0.1', 'localhost'),
    ...keys,
    call,
    /** Until it is ready. */
    settled,
    upload: async (path: string) =>
      send('POST', '/v1/documents', { name: basename(path), content: await openAsBlob(path) }),
    replace: (id: string, name: string, text: string) =>
      send('PUT', `/v1/documents/${id}/file`, { name, content: new Blob([text]) }),
    stop: () => application.close(),
    /** At the same address with the same data. */
    startAgain: async () => {
      application = await start();
    },
    close: async () => {
      await application.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

/** Debian's browser, in which each visitor has cookies of their own. */
export const startBrowser = async (executablePath: string) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    visit: async (url: string, options: BrowserContextOptions = {}) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const seen: Seen = { errors: [], requests: [] };
      page.on('pageerror', ({ message }) => seen.errors.push(message));
      page.on('console', (line) => {
        // The browser writes a line for each answer that is no success; those are the page's to show.
        const isAnswer = line.text().startsWith('Failed to load resource');
        if (line.type() === 'error' && !isAnswer) seen.errors.push(line.text());
      });
      page.on('request', (request) => seen.requests.push(request.url()));
      await page.goto(url);
      return { page, context, seen };
    },
    close: () => browser.close(),
  };
};

type Seen = { errors: string[]; requests: string[] };
export type TestBrowser = Awaited<ReturnType<typeof startBrowser>>;

/** Signs in where the page shows the ways in. */
export const signInWithKey = async (page: Page, key: string): Promise<void> => {
  await page.getByRole('button', { name: 'API key' }).click();
  await page.getByLabel('API key').last().fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('#main').waitFor();
};

/** Opens the menu of whoever is signed in. */
export const openUserMenu = (page: Page): Promise<void> => page.locator('#side summary').click();

export const askOn = async (page: Page, question: string): Promise<void> => {
  await page.getByLabel('Your question').fill(question);
  await page.keyboard.press('Enter');
};

/** Lists what axe has against a page, each with the elements that it means. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  const found: unknown = await page.evaluate(`${axe.source};
    axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' ')))`);
  return z.array(z.string()).parse(found);
};
