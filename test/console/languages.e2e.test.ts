import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { BUILT, openUserMenu, violationsOf } from '../support/console.js';
import { allIsLoaded, useConsole } from '../support/console-house.js';
import { SAMPLES } from '../support/samples.js';
import { findProgramOfTests } from '../support/installed.js';

const CHROMIUM = findProgramOfTests('chromium', 'languages of the console are not tried.');
const FLOW_MS = 120_000;

let documentId: string;
const house = useConsole(CHROMIUM, async (server) => {
  documentId = await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
});

/** Every address of the console, with ids of this server where there are any. */
const readRoutes = async (): Promise<string[]> => {
  const paths = z
    .array(z.string())
    .parse(JSON.parse(await readFile(join(BUILT, 'routes.json'), 'utf8')));
  return paths.map((path) =>
    path.replace(':document', documentId).replace(/:\w+/u, '00000000-0000-7000-8000-000000000000'),
  );
};

describe('the languages of the console', () => {
  it('are loaded separately when they are used, even English', async () => {
    const page = await readFile(join(BUILT, 'index.html'), 'utf8');

    const names = [...page.matchAll(/\/assets\/[^"]+\.js/gu)].map(([name]) => name);
    const scripts = await Promise.all(names.map((name) => readFile(join(BUILT, name), 'utf8')));

    const hold = (words: string) => scripts.filter((script) => script.includes(words)).length;
    expect([hold('Ask your documents'), hold('Stellen Sie eine Frage')]).toEqual([0, 0]);
    const parts = await readdir(join(BUILT, 'assets'));
    expect(parts.filter((name) => /^en-[^.]+\.js$/u.test(name))).toHaveLength(1);
  });
});

if (CHROMIUM !== undefined) {
  describe('the console', () => {
    it(
      'uses the language of the browser, or English if that is not available',
      async () => {
        const german = await house.visit(house.server.url, { locale: 'de-AT' });
        await german.page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
        const latin = await house.visit(house.server.url, { locale: 'la' });
        await latin.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

        const language = await german.page.locator('html').getAttribute('lang');
        expect(language).toBe('de');
      },
      FLOW_MS,
    );

    it(
      'switches to each of its fifteen languages without losing its place',
      async () => {
        const { page, seen } = await house.open('/', { locale: 'en-GB' });
        await openUserMenu(page);
        const select = page.locator('nav select');
        const codes = z
          .array(z.string())
          .parse(
            await page.evaluate(
              '[...document.querySelectorAll("nav option")].map(({ value }) => value)',
            ),
          );
        expect(codes).toHaveLength(15);

        for (const code of codes) {
          await select.selectOption(code);
          await page.locator(`html[lang="${code}"]`).waitFor({ state: 'attached' });
          const direction = await page.locator('html').getAttribute('dir');
          expect([code, direction]).toEqual([code, code === 'ar' ? 'rtl' : 'ltr']);
        }
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'passes axe and fits the screen on every route in Arabic',
      async () => {
        const { page, seen } = await house.open('/', { locale: 'en-GB' });
        await openUserMenu(page);
        await page.locator('nav select').selectOption('ar');
        await page.locator('html[dir="rtl"]').waitFor({ state: 'attached' });
        for (const path of await readRoutes()) {
          await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)});
            dispatchEvent(new PopStateEvent('popstate'))`);
          await page.locator('main').waitFor();
          await allIsLoaded(page);
          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect([path, overflow, await violationsOf(page)]).toEqual([path, 0, []]);
        }
        expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );
  });
}
