import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { SAMPLES } from '../test/support/application.js';
import { askOn, signInWithKey, startBrowser, startEmbedded } from '../test/support/console.js';
import { eventually } from '../test/support/eventually.js';
import { findProgram } from '../test/support/installed.js';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
const QUESTION = 'How many days a week may office staff work from home?';

type Shot = { name: string; colorScheme: 'light' | 'dark'; show: (page: Page) => Promise<unknown> };

/** The pictures of README and docs, each of a screen that a person has gone to. */
const SHOTS: readonly Shot[] = [
  { name: 'ask', colorScheme: 'light', show: (page) => ask(page) },
  {
    name: 'documents',
    colorScheme: 'light',
    show: (page) => page.getByRole('link', { name: 'Documents', exact: true }).click(),
  },
  {
    name: 'receipt',
    colorScheme: 'light',
    show: async (page) => {
      await ask(page);
      await page.getByRole('link', { name: 'How this answer came about' }).click();
    },
  },
  {
    name: 'metrics',
    colorScheme: 'dark',
    show: async (page) => {
      await page.getByRole('link', { name: 'Administration' }).click();
      await page.getByRole('link', { name: 'Metrics' }).click();
    },
  },
];

const ask = async (page: Page): Promise<void> => {
  await askOn(page, QUESTION);
  await page.locator('button.cite').first().click();
  await page.locator('.page-picture img').first().waitFor();
};

const main = async (): Promise<void> => {
  const chromium = findProgram('chromium');
  if (chromium === undefined) throw new Error('Pictures are taken with Chromium: install it.');
  await mkdir(FOLDER, { recursive: true });
  const server = await startEmbedded();
  const browser = await startBrowser(chromium);
  try {
    for (const name of [
      'employee-handbook.pdf',
      'it-security-policy.docx',
      'utazasi-szabalyzat.md',
    ]) {
      await server.upload(join(SAMPLES, name));
    }
    for (const { name, colorScheme, show } of SHOTS) {
      const viewport = { width: 1280, height: 800 };
      const options = { viewport, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' } as const;
      const { page, context } = await browser.visit(server.url, options);
      await signInWithKey(page, server.adminKey);
      await show(page);
      await page.locator('h1').waitFor();
      await eventually(
        () => page.locator('.loading').count(),
        (count) => count === 0,
      );
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
      process.stdout.write(`docs/images/${name}.png\n`);
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
};

await main();
