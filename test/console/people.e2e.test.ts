import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openUserMenu, violationsOf } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';

const CHROMIUM = findProgramOfTests('chromium', 'people and memories are not tried in a browser.');
const FLOW_MS = 60_000;
const Invited = z.object({ invitation: z.object({ token: z.string() }) });
const ROUTES = [
  '/people',
  '/people/groups',
  '/people/keys',
  '/people/sign-in',
  '/memories',
  '/files',
  '/account',
];

const house = useConsole(CHROMIUM);
const { open, choose } = house;

describe('the screens for people and personal data', () => {
  it('have their own addresses', async () => {
    for (const path of ROUTES) {
      expect([path, (await fetch(`${house.server.url}${path}`)).status]).toEqual([path, 200]);
    }
  });
});

if (CHROMIUM !== undefined) {
  const shownOnce = async (page: Page): Promise<string> => {
    const secret = await page.getByLabel('Shown this once').inputValue();
    await page.getByRole('button', { name: 'Close' }).click();
    return secret;
  };
  const acceptBy = async (link: string, password: string) => {
    const visit = await house.visit(link);
    await visit.page.getByLabel('New password').fill(password);
    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visit.page.getByRole('link', { name: 'Ask', exact: true }).waitFor();
    return visit.page;
  };

  describe('an administrator in the console', () => {
    it(
      'invites a colleague into a group, who signs in by the link and is not an administrator',
      async () => {
        const { page, seen } = await open('/people/groups');
        await page.getByRole('button', { name: 'New group' }).click();
        await page.getByLabel('Name').fill('not a name');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('dialog').locator('small.why').waitFor();
        // Said at the field alone.
        expect(await page.getByRole('dialog').locator('.why').count()).toBe(1);
        await page.getByLabel('Name').fill('legal');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('cell', { name: 'legal' }).waitFor();

        await page.getByRole('link', { name: 'Users' }).click();
        await page.getByRole('button', { name: 'Invite', exact: true }).click();
        await page.getByLabel('E-mail address').fill('not an address');
        await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
        await page.getByRole('dialog').locator('small.why').waitFor();
        await page.getByLabel('E-mail address').fill('bea@default.example');
        await page.getByRole('checkbox', { name: 'legal' }).check();
        await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
        await page.getByText('which you need to sign in later: default').waitFor();
        const link = await shownOnce(page);
        await page.getByRole('row', { name: 'bea@default.example' }).getByText('invited').waitFor();

        expect(link).toContain('&organisation=default');
        const bea = await acceptBy(link, 'harbour lights in winter');
        expect(await bea.getByRole('link', { name: 'Administration' }).count()).toBe(0);
        await bea.goto(`${house.server.url}/people`);
        await bea.getByText('Not for you').waitFor();
        await page.reload();
        const row = page.getByRole('row', { name: 'bea@default.example' });
        await row.getByText('active').waitFor();
        expect(await row.textContent()).toContain('legal');

        await page.getByRole('button', { name: 'Import from CSV' }).press('Enter');
        await page.getByLabel('CSV file').setInputFiles({
          name: 'people.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('cem@default.example,member,legal\nnobody\nbea@default.example\n'),
        });
        await page.getByText('This is not an e-mail address.').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('button', { name: 'Invite people: 2' }).press('Enter');
        await page.getByText('Invited: 1. Not invited: 1.').waitFor();
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('row', { name: 'cem@default.example' }).getByText('legal').waitFor();

        await page.getByRole('link', { name: 'Groups' }).click();
        await choose(page, 'legal', 'Members');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Add a member').fill('admin');
        await dialog.getByRole('button', { name: 'Add', exact: true }).click();
        await dialog.getByText('Nobody else has such an address.').waitFor();
        await dialog
          .getByRole('listitem')
          .filter({ hasText: 'admin@localhost' })
          .getByRole('button', { name: 'Take out' })
          .click();
        await dialog.getByRole('button', { name: 'Add', exact: true }).waitFor();
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'sends a link to a user who forgot their password, suspends and deletes users',
      async () => {
        const { page } = await open('/people');
        await choose(page, 'bea@default.example', 'Link to a new password');
        const bea = await acceptBy(await shownOnce(page), 'another evening by the sea');
        await bea.getByText('bea@default.example').waitFor();
        await openUserMenu(bea);
        await bea.getByRole('button', { name: 'Sign out' }).click();
        await bea.getByRole('button', { name: 'Password', exact: true }).click();
        // The console writes the organisation's name with a capital.
        await bea.getByLabel('Organisation').fill('Default');
        await bea.getByLabel('E-mail address').fill('bea@default.example');
        await bea.getByLabel('Password', { exact: true }).fill('another evening by the sea');
        await bea.getByRole('button', { name: 'Sign in', exact: true }).click();
        await bea.getByText('bea@default.example').waitFor();

        await choose(page, 'bea@default.example', 'Change');
        await page.getByLabel('State').selectOption('suspended');
        await page.getByRole('button', { name: 'Save' }).click();
        await page
          .getByRole('row', { name: 'bea@default.example' })
          .getByText('suspended')
          .waitFor();
        await choose(page, 'bea@default.example', 'Delete');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Delete' }).waitFor();
        const overflow = await page.evaluate(
          "(box => box.scrollWidth - box.clientWidth)(document.querySelector('dialog[open]'))",
        );
        expect(overflow).toBe(0);
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('row', { name: 'bea@default.example' }).waitFor({ state: 'detached' });
      },
      FLOW_MS,
    );

    it(
      'may give a document to a group they are not in, and is warned if they would lose access to it',
      async () => {
        const text = { title: 'Berths', text: 'A berth costs 40 a night.' };
        await house.server.call('POST', '/v1/documents', text);
        const { page } = await open('/d');
        await choose(page, 'Berths', 'Who may read it');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('combobox').selectOption('Group legal');
        expect(await dialog.locator('.note').count()).toBe(0);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('row', { name: 'Berths' }).getByText('Group legal').waitFor();

        const { json } = await house.server.call('POST', '/v1/users', {
          email: 'cleo@default.example',
          role: 'admin',
        });
        const { invitation } = Invited.parse(json);
        const cleo = await acceptBy(
          `${house.server.url}/#invitation=${invitation.token}&organisation=default`,
          'a lighthouse in the fog',
        );
        await house.server.call('POST', '/v1/documents', { ...text, title: 'Moorings' });
        await cleo.goto(`${house.server.url}/d`);
        await choose(cleo, 'Moorings', 'Who may read it');
        await cleo.getByRole('dialog').getByRole('combobox').selectOption('Group legal');
        await cleo.getByRole('dialog').getByText('you will no longer be able to read it').waitFor();
        await cleo.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        // What is closed already offers what is left of one's rights alone.
        await cleo.getByRole('row', { name: 'Berths' }).getByLabel('Actions').click();
        const choices = cleo.getByRole('row', { name: 'Berths' }).locator('.choices button');
        expect(await choices.allTextContents()).toEqual(['Delete']);
      },
      FLOW_MS,
    );

    it(
      'creates a key that is shown once and works until it is revoked',
      async () => {
        const { page } = await open('/people/keys');
        const addresses = page.getByRole('region', { name: 'Connect a program' });
        for (const path of ['/v1', '/openai/v1', '/mcp', '/mcp/default']) {
          await addresses.getByText(`${house.server.url}${path}`, { exact: true }).waitFor();
        }
        expect(await addresses.getByRole('link').getAttribute('href')).toBe('/docs');
        await page.getByRole('button', { name: 'New key' }).click();
        await page.getByLabel('Name').fill('intranet');
        await page.getByRole('button', { name: 'Save' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(`${house.server.url}/openai/v1`).waitFor();
        const key = await shownOnce(page);
        const ask = () =>
          fetch(`${house.server.url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
        expect((await ask()).status).toBe(200);
        expect(await page.content()).not.toContain(key);

        await choose(page, 'intranet', 'Revoke');
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
        await page.getByRole('row', { name: 'intranet' }).getByText('revoked').waitFor();
        expect((await ask()).status).toBe(401);
      },
      FLOW_MS,
    );
  });

  describe("a user's own account in the console", () => {
    it(
      'is given a password, which works after signing out everywhere',
      async () => {
        const { page, seen } = await open('/setup');
        await page
          .getByRole('listitem')
          .filter({ hasText: 'Set a password' })
          .getByText('open')
          .waitFor();
        await openUserMenu(page);
        await page.getByRole('link', { name: 'Account' }).click();
        await page.getByLabel('New password').fill('short');
        await page.getByRole('button', { name: 'Set a password' }).click();
        await page.locator('small.why').waitFor();
        await page.getByLabel('New password').fill('a long walk along the pier');
        await page.getByRole('button', { name: 'Set a password' }).click();
        await page.getByLabel('Current password').waitFor();

        await page.getByRole('button', { name: 'Sign out everywhere' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
        await page.getByLabel('Organisation').fill('default');
        await page.getByLabel('E-mail address').fill('admin@localhost.localdomain');
        await page.getByLabel('Password', { exact: true }).fill('a long walk along the pier');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );
  });

  describe("a user's personal data in the console", () => {
    it(
      'includes memories that can be added, changed and forgotten',
      async () => {
        const { page } = await open('/memories');
        await page.getByRole('button', { name: 'Add' }).click();
        await page.getByLabel('Remember that').fill('I work in the harbour office.');
        await page.getByRole('button', { name: 'Save' }).click();
        const line = page.getByRole('listitem').filter({ hasText: 'harbour office' });
        await line.getByLabel('Actions').click();
        await page.getByRole('button', { name: 'Change', exact: true }).click();
        await page.getByLabel('Remember that').fill('I work in the northern harbour office.');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('northern harbour office').waitFor();

        await line.getByLabel('Actions').click();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
        await page.getByText('Nothing is remembered about you.').waitFor();
      },
      FLOW_MS,
    );

    it(
      'includes files that can be downloaded and deleted',
      async () => {
        const headers = { Authorization: `Bearer ${house.server.adminKey}` };
        await fetch(`${house.server.url}/v1/files/berths%20%26%20fees.csv`, {
          method: 'PUT',
          headers,
          body: 'berth,fee\nA1,40\n',
        });
        const { page } = await open('/files');
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          choose(page, 'berths & fees.csv', 'Download'),
        ]);
        expect(saved.suggestedFilename()).toBe('berths & fees.csv');
        await choose(page, 'berths & fees.csv', 'Delete');
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByText('No files yet').waitFor();
      },
      FLOW_MS,
    );
  });

  it.each(['light', 'dark'] as const)(
    'the screens for people and personal data pass axe in %s',
    async (colorScheme) => {
      const { page } = await open('/people');
      await page.emulateMedia({ colorScheme });
      expect(await house.violationsAt(page, ROUTES)).toEqual([]);
    },
    FLOW_MS,
  );
}
