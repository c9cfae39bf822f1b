import { afterAll, beforeAll } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  buildConsole,
  signInWithKey,
  startBrowser,
  startEmbedded,
  violationsOf,
  type Embedded,
  type TestBrowser,
} from './console.js';
import { eventually } from './eventually.js';

const START_MS = 120_000;

/** Starts one server with the console for a test file, and a browser where there is one; `fill` brings in what its tests need, `variables` sets it up. */
export const useConsole = (
  chromium: string | undefined,
  fill: (server: Embedded) => Promise<void> = () => Promise.resolve(),
  variables: () => Promise<Record<string, string>> = () => Promise.resolve({}),
) => {
  let server: Embedded | undefined;
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    await buildConsole();
    server = await startEmbedded(await variables());
    await fill(server);
    if (chromium !== undefined) browser = await startBrowser(chromium);
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  const theServer = () => started(server);
  const visit = (url: string, options?: BrowserContextOptions) =>
    started(browser).visit(url, options);
  return {
    get server() {
      return theServer();
    },
    /** Opens an address as somebody who is not signed in. */
    visit,
    /** Opens a path as the first administrator, or whoever else has a key. */
    open: async (path: string, options?: BrowserContextOptions, key = theServer().adminKey) => {
      const visited = await visit(`${theServer().url}${path}`, options);
      await signInWithKey(visited.page, key);
      return visited;
    },
    /** Chooses an action of a row behind its three dots. */
    choose: async (page: Page, row: string, action: string) => {
      await page.getByRole('row', { name: row }).getByLabel('Actions').click();
      await page.getByRole('button', { name: action, exact: true }).click();
    },
    /** Opens the paths one after the other where somebody is signed in, and lists what axe has against each. */
    violationsAt: async (page: Page, paths: readonly string[]): Promise<string[]> => {
      const found: string[] = [];
      for (const path of paths) {
        await page.goto(`${theServer().url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await allIsLoaded(page);
        found.push(...(await violationsOf(page)).map((violation) => `${path}: ${violation}`));
      }
      return found;
    },
  };
};

/** Several parts of a screen may be loading. */
export const allIsLoaded = (page: Page): Promise<number> =>
  eventually(
    () => page.locator('.loading').count(),
    (count) => count === 0,
  );

const started = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('It is started before the first test.');
  return part;
};
