import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createFakeApiDeps } from '../../fakes/api-deps.js';
import { startBrowser, violationsOf, type TestBrowser } from '../../support/console.js';
import { findProgramOfTests } from '../../support/installed.js';
import { serveApi } from '../../support/serve-api.js';

const CHROMIUM = findProgramOfTests('chromium', 'the page at /docs is not tried in a browser.');
const BROWSER_MS = 120_000;

if (CHROMIUM !== undefined) {
  const fake = createFakeApiDeps();
  const { apiKey } = fake.keys.issue({ role: 'admin' });
  let api: Awaited<ReturnType<typeof serveApi>>;
  let browser: TestBrowser;
  beforeAll(async () => {
    api = await serveApi(fake.deps);
    browser = await startBrowser(CHROMIUM);
  }, BROWSER_MS);
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const visit = (hash = '', options = {}) => browser.visit(`${api.url}/docs${hash}`, options);
  const operation = (page: Page, id: string) => page.locator(`details#${id}`);
  const answer = (page: Page, id: string) => operation(page, id).locator('.answer');

  describe('the page at /docs in a browser', () => {
    it(
      'can be searched and opened with the keyboard alone',
      async () => {
        const { page, seen } = await visit();

        await page.keyboard.press('/');
        await page.keyboard.type('memory DELETE');
        await page.getByText(/^[1-5] of \d+ operations$/).waitFor();
        const shown = await page.locator('nav li:visible a').allInnerTexts();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.locator('details[open] form').waitFor();

        expect(shown.length).toBeGreaterThan(0);
        for (const text of shown) expect(text).toMatch(/^DELETE\s+\/v1\/(?:memories|.*)/);
        expect(await page.locator('.group:visible').count()).toBeLessThan(6);
        expect(seen.errors).toEqual([]);
        expect(seen.requests.every((url) => url.startsWith(api.url) || url === 'data:,')).toBe(
          true,
        );
      },
      BROWSER_MS,
    );

    it(
      'sends a request with the key, its parameters and the edited body, and shows the response',
      async () => {
        const { page, seen } = await visit('#search');
        await page.getByLabel('API key').fill(apiKey);

        const search = operation(page, 'searchPassages');
        await page.goto(`${api.url}/docs#searchPassages`);
        await search.getByLabel('Body as application/json').fill('{"query":"remote work"}');
        await search.getByRole('button', { name: 'Send POST' }).click();
        await answer(page, 'searchPassages').getByText('200 OK').waitFor();
        await page.goto(`${api.url}/docs#getDocument`);
        const document = operation(page, 'getDocument');
        await document.getByLabel('id (path)').fill('0197e0b2-0000-7000-8000-000000000000');
        await document.getByRole('button', { name: 'Send GET' }).click();
        await answer(page, 'getDocument').getByText('404 Not Found').waitFor();

        expect(await answer(page, 'searchPassages').innerText()).toContain('"results"');
        expect(await answer(page, 'getDocument').innerText()).toContain('"code": "not_found"');
        expect(seen.errors).toEqual([]);
      },
      BROWSER_MS,
    );

    it(
      'streams if events are requested, and uploads files as a form',
      async () => {
        const { page } = await visit('#askQuestion');
        await page.getByLabel('API key').fill(apiKey);

        const chat = operation(page, 'askQuestion');
        await chat.getByLabel('Accept (header)').selectOption('text/event-stream');
        await chat.getByRole('button', { name: 'Send POST' }).click();
        await answer(page, 'askQuestion').getByText('event: answer').waitFor();
        await page.goto(`${api.url}/docs#uploadDocument`);
        const upload = operation(page, 'uploadDocument');
        const file = { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('Three.') };
        await upload.getByLabel('file (form)').setInputFiles(file);
        await upload.getByRole('button', { name: 'Send POST' }).click();

        await answer(page, 'uploadDocument').getByText('202 Accepted').waitFor();
      },
      BROWSER_MS,
    );

    it.each(['light', 'dark'] as const)(
      'passes axe in %s colours, also without its script',
      async (colorScheme) => {
        const { page } = await visit('#uploadDocument', { colorScheme });
        const plain = await visit('', { colorScheme, javaScriptEnabled: false });

        expect(await violationsOf(page)).toEqual([]);
        expect(await plain.page.locator('details.operation').count()).toBeGreaterThan(90);
        expect(await plain.page.locator('#search:visible, #access:visible').count()).toBe(0);
      },
      BROWSER_MS,
    );
  });
}
