import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { z } from 'zod';
import { loadOperatorTools, parseConfig } from '../../config/index.js';
import { compose } from '../../src/compose.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { eventually } from './eventually.js';
import { toAnswer } from './serve-api.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where `npm run build` puts what a browser loads. */
export const BUILT = join(ROOT, 'dist', 'console');

export const buildConsole = async (): Promise<void> => {
  await promisify(execFile)('npm', ['run', '--silent', 'build:console'], { cwd: ROOT });
};

const Uploaded = z.object({ document: z.object({ id: z.string(), status: z.string() }) });
const Keys = z.object({ adminKey: z.string(), signInLink: z.string() });

/** The embedded default as a newcomer starts it: nothing but a data folder. */
export const startEmbedded = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kr-console-'));
  const variables = { DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' };
  const config = parseConfig(variables, await loadOperatorTools(variables));
  const application = await compose(config, { logger: createSilentLogger(), durability: 'off' });
  const { url } = await application.serve();
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
    );
  const upload = async (path: string): Promise<void> => {
    const form = new FormData();
    form.append('file', await openAsBlob(path), basename(path));
    const headers = { Authorization: `Bearer ${keys.adminKey}` };
    const sent = await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form });
    const { document } = Uploaded.parse(await sent.json());
    await eventually(
      async () =>
        Uploaded.shape.document.parse((await call('GET', `/v1/documents/${document.id}`)).json),
      ({ status }) => status === 'ready',
      60_000,
    );
  };
  return {
    // The name that the link has: cookies belong to a name.
    url: url.replace('127.0.0.1', 'localhost'),
    ...keys,
    call,
    /** Until it is ready. */
    upload,
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

/** What axe has against a page, each with the elements that it means. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  const found: unknown = await page.evaluate(`${axe.source};
    axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' ')))`);
  return z.array(z.string()).parse(found);
};
