import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { askOn, openUserMenu, violationsOf } from '../support/console.js';
import { allIsLoaded, useConsole } from '../support/console-house.js';
import { eventually } from '../support/eventually.js';
import { findProgramOfTests } from '../support/installed.js';
import { placesOf, type Part } from '../support/places.js';
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
  for (let count = 0; count < 11; count += 1) await ask(`${QUESTION} Again ${count}.`, session);
});

const List = z.looseObject({ items: z.array(z.record(z.string(), z.unknown())) });

/** Lets the page believe that a list is as long as that of a large organisation. */
const lengthen = (
  page: Page,
  [address, longer]: [RegExp, number],
  own: (at: number) => Record<string, unknown>,
) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    const list = List.parse(await response.json());
    const length = list.items.length === 0 ? 0 : longer;
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
  await lengthen(page, [/v1\/sessions\?/u, 60], (at) => ({
    id: idOf(at),
    title: `${at}: ${LONG}`,
  }));
  await lengthen(page, [/v1\/documents\?/u, 60], (at) => ({
    id: idOf(at),
    title: `${at}: ${LONG}`,
  }));
  await lengthen(page, [/v1\/users\?/u, 200], (at) => ({
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

const BAR: Part = ['main > .bar', 'left', 'width'];
const CARD: Part = ['.wide > .card', 'left', 'width'];
/** Only measures that no font changes. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  '/c': [BAR, ['.read', 'left', 'width'], ['.ask form', 'left', 'width']],
  '/d': [BAR, ['.filters', 'left', 'width'], CARD, ['tbody tr', 'left', 'width']],
  '/people': [BAR, CARD, ['tbody tr', 'left', 'width']],
  '/admin': [BAR, ['main ul > li', 'left'], ['.side-by-side > .card', 'left', 'width']],
  '/search': [BAR, ['.search > form', 'left', 'width']],
};
const WIDE_BAR = 'main > .bar: left 240, width 1200';
const WIDE_CARD = '.wide > .card: left 264, width 1152';
const WIDE_ROW = 'tbody tr: left 264, width 1152';
const WIDE = {
  '/c': [WIDE_BAR, '.read: left 456, width 768', '.ask form: left 480, width 720'],
  '/d': [WIDE_BAR, '.filters: left 264, width 1152', WIDE_CARD, WIDE_ROW],
  '/people': [WIDE_BAR, WIDE_CARD, WIDE_ROW],
  '/admin': [WIDE_BAR, 'main ul > li: left 264', '.side-by-side > .card: left 264, width 372'],
  '/search': [WIDE_BAR, '.search > form: left 264, width 768'],
};
const NARROW_BAR = 'main > .bar: left 0, width 360';
const NARROW_CARD = '.wide > .card: left 16, width 328';
const NARROW_ROW = 'tbody tr: left 16, width 328';
const NARROW = {
  '/c': [NARROW_BAR, '.read: left 0, width 360', '.ask form: left 12, width 336'],
  '/d': [NARROW_BAR, '.filters: left 16, width 328', NARROW_CARD, NARROW_ROW],
  '/people': [NARROW_BAR, NARROW_CARD, NARROW_ROW],
  '/admin': [NARROW_BAR, 'main ul > li: left 16', '.side-by-side > .card: left 16, width 328'],
  '/search': [NARROW_BAR, '.search > form: left 16, width 328'],
};

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

    it.each([
      [1440, WIDE, 'tbody tr: height 36'],
      [360, NARROW, null],
    ] as const)(
      'has the parts of its screens where they belong, %d px wide',
      async (width, expected, row) => {
        const { page } = await house.open('/', { viewport: { width, height: 800 } });
        const found: Record<string, string[]> = {};
        for (const [path, parts] of Object.entries(PARTS)) {
          await page.goto(`${house.server.url}${path === '/c' ? `/c/${session}` : path}`);
          await page
            .locator(parts.at(-1)?.[0] ?? 'h1')
            .first()
            .waitFor();
          await allIsLoaded(page);
          found[path] = await placesOf(page, parts);
          if (path === '/d' && row !== null) {
            expect(await placesOf(page, [['tbody tr', 'height']])).toEqual([row]);
          }
        }

        expect(found).toEqual(expected);
      },
      FLOW_MS,
    );

    it(
      'opens a conversation at its end, follows new messages, and leads back from above',
      async () => {
        const viewport = { width: 1366, height: 650 };
        const { page } = await house.open(`/c/${session}`, { viewport });
        await page.getByRole('heading', { name: /Again 10/u, level: 2 }).waitFor();
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
        expect(await violationsOf(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await page.getByLabel('Find by title').fill('hand');
        await page.getByRole('button', { name: 'Save filter' }).press('Enter');
        await page.getByRole('dialog').getByLabel('Name').fill('Handbooks');
        expect(await violationsOf(page)).toEqual([]);
        await page.keyboard.press('Enter');
        await page.getByLabel('Saved filters').waitFor();
        await page.getByRole('button', { name: 'Delete filter' }).press('Enter');
        await page.getByRole('button', { name: 'Save filter' }).waitFor();

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
