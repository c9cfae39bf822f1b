import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  buildConsole,
  signInWithKey,
  startBrowser,
  startEmbedded,
  violationsOf,
  type Embedded,
  type TestBrowser,
} from '../support/console.js';
import { findProgramOfTests } from '../support/installed.js';

const CHROMIUM = findProgramOfTests('chromium', 'settings are not tried in a browser.');
const START_MS = 120_000;
const FLOW_MS = 60_000;
const ROUTES = ['/setup', '/settings', '/settings/assistants', '/settings/webhooks'];

let server: Embedded;
beforeAll(async () => {
  await buildConsole();
  server = await startEmbedded();
}, START_MS);
afterAll(() => server.close());

describe('the screens of settings', () => {
  it('have addresses of their own', async () => {
    for (const path of ROUTES) {
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    }
  });
});

if (CHROMIUM !== undefined) {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startBrowser(CHROMIUM);
  }, START_MS);
  afterAll(() => browser.close());

  const open = async (path: string) => {
    const visit = await browser.visit(`${server.url}${path}`);
    await signInWithKey(visit.page, server.adminKey);
    return visit;
  };
  const choose = async (page: Page, row: string, action: string) => {
    await page.getByRole('row', { name: row }).getByLabel('Actions').click();
    await page.getByRole('button', { name: action, exact: true }).click();
  };
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

  describe('the settings in the console', () => {
    it(
      'are changed together, and a value that the server refuses says so at its field',
      async () => {
        const { page, seen } = await open('/settings');
        await page.getByLabel('Name of the organisation').fill('Harbour Office');
        await page.getByRole('checkbox', { name: 'Members may upload documents' }).check();
        await page.getByRole('checkbox', { name: 'math_calc' }).uncheck();
        await page.getByLabel('Questions a day').fill('-5');
        await save(page);
        await page.locator('small.why').waitFor();
        await page.getByLabel('Questions a day').fill('500');
        await save(page);
        await page.getByText('Saved.').waitFor();

        const { json } = await server.call('GET', '/v1/tenant');
        expect(json).toMatchObject({
          name: 'Harbour Office',
          policy: {
            memberUploads: true,
            tools: { math_calc: false },
            quotas: { questionsPerDay: 500, documents: null },
          },
        });
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'hold assistants, whose default stays',
      async () => {
        const { page } = await open('/settings/assistants');
        await page.getByRole('button', { name: 'New assistant' }).click();
        await page.getByLabel('Title').fill('For guests');
        await page.getByLabel('Short name').fill('Guests');
        await save(page);
        await page.locator('small.why').waitFor();
        expect(await page.getByLabel('Title').inputValue()).toBe('For guests');
        await page.getByLabel('Short name').fill('guests');
        await save(page);
        await page.getByRole('row', { name: 'guests' }).waitFor();
        await choose(page, 'guests', 'Change');
        await page.getByLabel('How it is to answer').fill('Be brief.');
        await save(page);
        await page.getByRole('dialog').waitFor({ state: 'detached' });

        const { json } = await server.call('GET', '/v1/assistants');
        expect(json).toMatchObject({
          items: expect.arrayContaining([
            expect.objectContaining({ slug: 'guests', prompt: 'Be brief.' }),
          ]),
        });
        await page.getByRole('row', { name: 'default' }).getByLabel('Actions').click();
        expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
      },
      FLOW_MS,
    );

    it(
      'hold webhooks, whose secret is shown once',
      async () => {
        const { page } = await open('/settings/webhooks');
        await page.getByRole('button', { name: 'New webhook' }).click();
        await page.getByLabel('Address').fill('https://hooks.example.com/kr');
        await save(page);
        expect(await page.getByLabel('Shown this once').inputValue()).toMatch(/^whsec_/u);
        await page.getByRole('button', { name: 'Close' }).click();
        await choose(page, 'hooks.example.com', 'Switch off');
        const row = page.getByRole('row', { name: 'hooks.example.com' });
        await row.getByText('off', { exact: true }).waitFor();
        await choose(page, 'hooks.example.com', 'Delete');
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByText('No webhooks yet').waitFor();
      },
      FLOW_MS,
    );

    it(
      'begin with steps that are done once they are done',
      async () => {
        const { page } = await open('/setup');
        const step = page.getByRole('listitem').filter({ hasText: 'Colleagues' });
        await step.getByText('open', { exact: true }).waitFor();
        await server.call('POST', '/v1/users', { email: 'bea@default.example', role: 'member' });
        await page.reload();
        await step.getByText('done', { exact: true }).waitFor();
      },
      FLOW_MS,
    );
  });

  it.each(['light', 'dark'] as const)(
    'axe finds nothing on the screens of settings in %s',
    async (colorScheme) => {
      const { page } = await open('/settings');
      await page.emulateMedia({ colorScheme });
      for (const path of ROUTES) {
        await page.goto(`${server.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        expect([path, await violationsOf(page)]).toEqual([path, []]);
      }
    },
    FLOW_MS,
  );
}
