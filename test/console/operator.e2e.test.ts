import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';

const CHROMIUM = findProgramOfTests('chromium', 'the operator is not tried in a browser.');
const FLOW_MS = 60_000;
const ROUTES = ['/tenants', '/tenants/stuck', '/tenants/health'];

const house = useConsole(CHROMIUM);
const openAsOperator = (path: string, locale = 'en-GB') =>
  house.open(path, { locale }, house.server.operatorKey);

describe("the operator's screens", () => {
  it('have their own addresses', async () => {
    for (const path of ROUTES) {
      expect([path, (await fetch(`${house.server.url}${path}`)).status]).toEqual([path, 200]);
    }
  });
});

if (CHROMIUM !== undefined) {
  describe('the operator in the console', () => {
    it(
      'creates, limits, suspends and resumes an organisation, and stays signed in after a reload',
      async () => {
        const { page, seen } = await openAsOperator('/');
        await page.getByRole('button', { name: 'New organisation' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Short name').fill('acme');
        await dialog.getByLabel('Name of the organisation').fill('Acme');
        await dialog.getByLabel('E-mail address').fill('not an address');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.locator('small.why').waitFor();
        await dialog.getByLabel('E-mail address').fill('ada@acme.example');
        await dialog.getByRole('button', { name: 'Save' }).click();
        const key = await page.getByLabel('Shown this once').inputValue();
        await page.getByRole('button', { name: 'Close' }).click();
        const askAsAdmin = async () =>
          (
            await fetch(`${house.server.url}/v1/me`, {
              headers: { Authorization: `Bearer ${key}` },
            })
          ).status;
        expect(await askAsAdmin()).toBe(200);

        await house.choose(page, 'acme', 'Limits');
        await page.getByText('0 used now.').first().waitFor();
        await page.locator('input[name="limits.documents"]').fill('12');
        await page.locator('input[name="limits.users"]').fill('');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('row', { name: 'acme' }).getByText('≤ 12').waitFor();

        await house.choose(page, 'acme', 'Suspend');
        await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
        await page.getByRole('row', { name: 'acme' }).getByText('suspended').waitFor();
        expect(await askAsAdmin()).toBe(403);
        await page.reload();
        await house.choose(page, 'acme', 'Resume');
        await page.getByRole('row', { name: 'acme' }).getByText('active').waitFor();
        expect(await askAsAdmin()).toBe(200);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'sees each part of the server, and which documents are stuck and why, by id only',
      async () => {
        const form = new FormData();
        form.append('file', new Blob(['%PDF-1.7 broken']), 'secret plans.pdf');
        const headers = { Authorization: `Bearer ${house.server.adminKey}` };
        const sent = await fetch(`${house.server.url}/v1/documents`, {
          method: 'POST',
          headers,
          body: form,
        });
        const { id } = z
          .object({ document: z.object({ id: z.string() }) })
          .parse(await sent.json()).document;

        const { page } = await openAsOperator('/tenants/health');
        await page.getByText('The server is ready.').waitFor();
        await page.getByRole('row', { name: 'database' }).getByText('works').waitFor();
        await page.getByRole('link', { name: 'Stuck documents' }).click();
        await page.getByRole('button', { name: 'Look again' }).waitFor();
        const row = page.getByRole('row', { name: id });
        for (let tries = 0; tries < 60 && (await row.count()) === 0; tries += 1) {
          await page.getByRole('button', { name: 'Look again' }).click();
          await row.waitFor({ timeout: 1000 }).catch(() => undefined);
        }

        await row.getByText('given up').waitFor();
        await row.getByText('The file is damaged.').waitFor();
        expect(await page.content()).not.toContain('secret plans');
      },
      FLOW_MS,
    );

    it(
      "sees no screen of an organisation, and no member sees the operator's",
      async () => {
        const { page } = await openAsOperator('/d');
        await page.getByText('This page belongs to an organisation.').waitFor();
        const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
        expect(await links.allTextContents()).toEqual(['Organisations']);

        const admin = await house.open('/tenants');
        await admin.page.getByText('belongs to whoever runs this server').waitFor();
        expect(await admin.page.getByRole('link', { name: 'Organisations' }).count()).toBe(0);
      },
      FLOW_MS,
    );

    it.each([
      ['light', 'en-GB'],
      ['dark', 'ar'],
    ] as const)(
      'passes axe in %s, in the language %s',
      async (colorScheme, locale) => {
        const { page } = await house.visit(house.server.url, { locale, colorScheme });
        await page.locator('.ways button').nth(1).click();
        await page.locator('input[name="key"]').fill(house.server.operatorKey);
        await page.locator('form button.primary').click();
        await page.locator('#main').waitFor();
        expect(await house.violationsAt(page, ROUTES)).toEqual([]);
      },
      FLOW_MS,
    );
  });
}
