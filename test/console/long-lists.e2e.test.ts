import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { askOn, openUserMenu } from '../support/console.js';
import { allIsLoaded, useConsole } from '../support/console-house.js';
import { eventually } from '../support/eventually.js';
import { findProgramOfTests } from '../support/installed.js';
import { SAMPLES } from '../support/samples.js';
import { textFaultsOf } from '../support/text-faults.js';

const CHROMIUM = findProgramOfTests('chromium', 'long lists are not looked at in a browser.');
const FLOW_MS = 60_000;
const QUESTION = 'How many days a week may office staff work from home?';
const Asked = z.object({ json: z.object({ sessionId: z.string() }) });

let session = '';
const house = useConsole(CHROMIUM, async (server) => {
  await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
  const ask = async (message: string, sessionId?: string) =>
    Asked.parse(await server.call('POST', '/v1/chat', { message, ...(sessionId && { sessionId }) }))
      .json.sessionId;
  await ask(`${QUESTION} Once more.`);
  session = await ask(QUESTION);
  for (let count = 0; count < 3; count += 1) await ask(`${QUESTION} Again ${count}.`, session);
});

const List = z.looseObject({ items: z.array(z.record(z.string(), z.unknown())) });

/** Lets the page believe that a list is as long as that of a large organisation. */
const lengthen = (page: Page, address: RegExp, own: (at: number) => Record<string, unknown>) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    const list = List.parse(await response.json());
    const length = list.items.length === 0 ? 0 : 60;
    const more = Array.from({ length }, (_, at) => ({
      ...list.items[at % list.items.length],
      ...own(at),
    }));
    await route.fulfill({
      response,
      json: { ...list, items: [...list.items, ...more], total: 500 },
    });
  });

const LONG = 'a name that nobody could shorten because all of the committee wanted to be in it';
const idOf = (at: number) => `01a00000-0000-7000-8000-${String(at).padStart(12, '0')}`;

const lengthenAll = async (page: Page): Promise<void> => {
  await lengthen(page, /v1\/sessions\?/u, (at) => ({ id: idOf(at), title: `${at}: ${LONG}` }));
  await lengthen(page, /v1\/documents\?/u, (at) => ({ id: idOf(at), title: `${at}: ${LONG}` }));
  await lengthen(page, /v1\/users\?/u, (at) => ({
    id: idOf(at),
    email: `somebody-with-quite-a-long-name-${at}@a-department-of-ours.example.org`,
  }));
};

const isAtEnd = (page: Page) =>
  page.evaluate(
    `(() => { const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      return scrollHeight > clientHeight && scrollHeight - clientHeight - scrollTop < 2; })()`,
  );
const atEnd = (page: Page) => eventually(() => isAtEnd(page), Boolean);

if (CHROMIUM !== undefined) {
  describe('a console with many conversations', () => {
    it.each([
      // The language is kept with the account: what follows is read in English.
      ['ar', 'dark', { width: 360, height: 740 }],
      ['en', 'light', { width: 1366, height: 650 }],
    ] as const)(
      'overlaps no text and cuts none off at its start, in %s, %s, at %p',
      async (language, colorScheme, viewport) => {
        const { page } = await house.open('/', { locale: 'en-GB', colorScheme, viewport });
        await lengthenAll(page);
        await page.reload();
        await page.getByText(LONG).first().waitFor({ state: 'attached' });
        if (viewport.width < 760) await page.getByRole('button', { name: 'Menu' }).click();
        await openUserMenu(page);
        await page.locator('nav select').selectOption(language);
        await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
        await page.keyboard.press('Escape');
        const side = await textFaultsOf(page);
        expect(side.faults).toEqual([]);

        for (const path of [`/c/${session}`, '/d', '/people', '/metrics', '/admin']) {
          await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)});
            dispatchEvent(new PopStateEvent('popstate'))`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await allIsLoaded(page);
          if (path.startsWith('/c/')) await atEnd(page);
          const { looked, faults } = await textFaultsOf(page);
          expect([path, faults]).toEqual([path, []]);
          expect(looked).toBeGreaterThan(5);
        }
      },
      FLOW_MS,
    );

    it(
      'opens a conversation at its end, follows new messages, and leads back from above',
      async () => {
        const viewport = { width: 1366, height: 650 };
        const { page } = await house.open(`/c/${session}`, { viewport });
        await page.getByRole('heading', { name: /Again 2/u, level: 2 }).waitFor();
        await atEnd(page);

        await askOn(page, 'How long is the notice period?');
        await page
          .locator('article')
          .last()
          .getByRole('button', { name: 'Helpful', exact: true })
          .waitFor();
        await atEnd(page);

        await page.mouse.move(700, 300);
        await page.mouse.wheel(0, -600);
        await page.getByRole('button', { name: 'Newest' }).click();
        await atEnd(page);
        expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0);
      },
      FLOW_MS,
    );
  });

  describe('a console whose server is unreachable', () => {
    it(
      'keeps a signed-in user where they were, and continues when it is back',
      async () => {
        const { page } = await house.open('/d');
        await page.route('**/v1/auth/refresh', (route) => route.fulfill({ status: 503 }));
        await page.reload();
        await page.getByText('The server cannot be reached').waitFor();
        await page.unroute('**/v1/auth/refresh');
        await page.getByRole('button', { name: 'Try again' }).click();

        await page.getByRole('link', { name: 'handbook' }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/d');
      },
      FLOW_MS,
    );

    it(
      'stays signed in after twenty reloads in quick succession',
      async () => {
        const { page } = await house.open('/files');
        for (let count = 0; count < 20; count += 1) {
          const renewed = page.waitForResponse('**/v1/auth/refresh');
          await page.goto(`${house.server.url}/files`, { waitUntil: 'commit' });
          expect((await renewed).status()).toBe(200);
        }

        await page.locator('#main').waitFor();
      },
      FLOW_MS,
    );
  });

  describe('a menu of the console', () => {
    it(
      'has the focus while it is open, and returns it',
      async () => {
        const { page } = await house.open('/d');
        const dots = page.locator('tbody summary').first();
        const focused = () => page.evaluate('document.activeElement.textContent');

        await dots.press('Enter');
        await eventually(focused, (text) => text === 'Download');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        expect(await focused()).toBe('Download');
        await page.keyboard.press('Escape');
        expect(await focused()).toBe('⋯');

        await page.locator('h1').click();
        await page.keyboard.press('j');
        await eventually(focused, (text) => text === 'Employee Handbook');
        await page.keyboard.press('/');
        expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Find by title');
        await page.keyboard.press('Control+k');
        await page
          .getByRole('combobox', { name: 'Screen, conversation or document' })
          .fill('audit');
        await page.getByText('Nothing has this name.').waitFor();
        await page.keyboard.press('Escape');

        await dots.press('Enter');
        await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await eventually(focused, (text) => text === '⋯');
      },
      FLOW_MS,
    );
  });
}
