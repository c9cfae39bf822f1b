import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { SAMPLES } from '../support/samples.js';
import { askOn, openUserMenu } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { eventually } from '../support/eventually.js';
import { findProgramOfTests } from '../support/installed.js';
import { addPerson } from '../support/people.js';
import { toAnswer } from '../support/serve-api.js';
import { readZipEntries } from '../support/zip-entries.js';

const CHROMIUM = findProgramOfTests('chromium', 'sharing and folders are not tried in a browser.');
const FLOW_MS = 60_000;
const QUESTION = 'How many days a week may office staff work from home?';

const house = useConsole(CHROMIUM, async (server) => {
  await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
});

let folder: string;
let dropped: { folder: string; file: string };
let mailbox: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kr-folder-')), 'harbour');
  await mkdir(join(folder, 'rules', '.git'), { recursive: true });
  await writeFile(join(folder, 'berths.txt'), 'Berth A1 costs 40 euros a night.');
  await writeFile(join(folder, 'rules', 'noise.txt'), 'Quiet hours begin at ten in the evening.');
  await writeFile(join(folder, 'rules', '.git', 'config'), 'not a document');
  await writeFile(join(folder, 'rules', 'broken.pdf'), '%PDF-1.7 broken');
  await writeFile(join(folder, 'rules', 'program.exe'), Buffer.from([77, 90, 0, 0, 255, 254, 0]));
  dropped = { folder: join(folder, '..', 'quay'), file: join(folder, '..', 'tides.txt') };
  await mkdir(join(dropped.folder, 'cranes', '.git'), { recursive: true });
  await writeFile(join(dropped.folder, 'cranes', 'loads.txt'), 'Crane B2 lifts nine tonnes.');
  await writeFile(join(dropped.folder, 'cranes', '.git', 'config'), 'not a document');
  await writeFile(join(dropped.folder, 'lamps.txt'), 'The lamps of the quay are lit at dusk.');
  await writeFile(dropped.file, 'High tide is at noon.');
  mailbox = join(folder, '..', 'Inbox.mbox');
  await writeFile(mailbox, ['Tank Una', 'Tank Duo'].map(mailAbout).join(''));
});
afterAll(() => rm(join(folder, '..'), { recursive: true }));

const mailAbout = (subject: string): string =>
  [
    'From - Tue Mar 03 10:00:00 2026',
    'From: a@x.example',
    'To: b@x.example',
    `Subject: ${subject}`,
    'Date: Tue, 3 Mar 2026 10:00:00 +0000',
    '',
    'Ten litres.',
    '',
    '',
  ].join('\n');

/** Asks as the holder of a key. */
const client: Parameters<typeof addPerson>[0] = {
  call: async (method, path, { key, body } = {}) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${house.server.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return toAnswer(answer, method);
  },
};

if (CHROMIUM !== undefined) {
  const Session = z.object({ items: z.array(z.object({ id: z.string() })) });

  describe('a folder in the console', () => {
    it(
      'is uploaded whole, with the reason for each refusal and a count of later failures',
      async () => {
        const { page, seen } = await house.open('/d');
        const navigation = page.getByRole('navigation', { name: 'Main' });

        await page.setInputFiles('input[type=file]:not([multiple])', folder);
        const row = page.locator('.uploads > li', { hasText: 'harbour' });
        await row.getByText(/3 uploaded, 0 already there, 1 refused|4 uploaded/u).waitFor();
        await page.getByRole('link', { name: 'noise' }).waitFor();
        await page.locator('table').getByText('The file is damaged.').waitFor();
        await row.getByText(', 0 still being read').waitFor();
        await row.getByText('The file is damaged.').waitFor();
        await page.evaluate("window.dispatchEvent(new Event('focus'))");

        await navigation.getByText(/\d to look at/u).waitFor({ state: 'attached' });
        const titles = await page.locator('tbody td:first-child a').allTextContents();
        expect(titles).not.toContain('config');
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'is uploaded when it is dropped, together with dropped files',
      async () => {
        const { page, context, seen } = await house.open('/d');
        await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
        const browser = await context.newCDPSession(page);
        const data = { items: [], files: [dropped.folder, dropped.file], dragOperationsMask: 1 };

        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await browser.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
        }

        const row = page.locator('.uploads > li', { hasText: 'quay' });
        await row.getByText('2 uploaded').waitFor();
        for (const name of ['loads', 'lamps', 'tides']) {
          await page.locator('tbody').getByRole('link', { name }).waitFor();
        }
        expect(await page.locator('tbody').getByRole('link', { name: 'config' }).count()).toBe(0);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );
  });

  describe('a mailbox in the console', () => {
    it(
      'becomes a document for each of its e-mails',
      async () => {
        const { page, seen } = await house.open('/d');

        await page.setInputFiles('input[type=file][multiple]', mailbox);

        const row = page.locator('.uploads > li', { hasText: 'Inbox.mbox' });
        await row.getByText('2 uploaded').waitFor();
        for (const name of ['Tank Una', 'Tank Duo']) {
          await page.locator('tbody').getByRole('link', { name }).waitFor();
        }
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );
  });

  describe('the list of documents in the console', () => {
    it(
      'shows owners and collections, and filters by one collection',
      async () => {
        const { json } = await house.server.call('GET', '/v1/documents?title=handbook');
        const [{ id }] = z
          .object({ items: z.tuple([z.object({ id: z.string() })]) })
          .parse(json).items;
        const made = await house.server.call('POST', '/v1/collections', { name: 'Staff' });
        const collection = z.object({ id: z.string() }).parse(made.json).id;
        const put = await house.server.call('PUT', `/v1/collections/${collection}/documents/${id}`);
        expect(put.status).toBeLessThan(300);

        const { page } = await house.open('/d');
        await page.getByLabel('Collections').selectOption('Staff');
        await eventually(
          () => page.locator('tbody tr').count(),
          (count) => count === 1,
        );

        const row = page.locator('tbody tr');
        expect(await row.locator('td.owner').textContent()).toBe('You');
        expect(await row.textContent()).toContain('Staff');
        await page.getByLabel('Owner', { exact: true }).selectOption('You');
        await page.waitForURL(/owner=mine/u);
        expect(await row.count()).toBe(1);
      },
      FLOW_MS,
    );
  });

  describe('a collection in the console', () => {
    it(
      'is created for a document and searched alone, and an administrator reads the feedback on the answer',
      async () => {
        const other = join(folder, '..', 'ebb.txt');
        await writeFile(other, 'Low water is at six in the evening.');
        await house.server.upload(other);
        const { page, seen } = await house.open('/d?title=handbook');
        await page.getByLabel('Select Employee Handbook').check();
        await page.getByRole('button', { name: 'Add to a collection' }).click();
        await page.getByRole('dialog').getByLabel('New collection').fill('Travel');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.locator('tbody').getByText('Travel').waitFor();

        await page.getByRole('link', { name: 'Ask', exact: true }).click();
        await page.getByLabel('Ask in').selectOption('Travel');
        await askOn(page, 'When is low water?');
        await page.getByRole('button', { name: 'Not helpful' }).waitFor();
        expect(await page.locator('article').textContent()).not.toContain('six in the evening');

        await page.getByRole('button', { name: 'Not helpful' }).click();
        await page.getByLabel('What was wrong or missing?').fill('Too long an answer.');
        await page.getByLabel('Let administrators read this').check();
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Thank you.').waitFor();
        await page.getByRole('link', { name: 'Administration' }).click();
        await page.getByRole('link', { name: 'Feedback', exact: true }).click();
        const said = page.getByRole('listitem').filter({ hasText: 'Too long an answer.' });
        await said.getByText('When is low water?').waitFor();
        await said.getByRole('button', { name: 'Resolve' }).click();
        await page.getByText('No open feedback').waitFor();
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );
  });

  describe('an answer in the console', () => {
    it(
      'is shared as a link that opens for a colleague who may read all of its sources',
      async () => {
        const { page, context } = await house.open('/');
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await askOn(page, QUESTION);
        await page.getByRole('button', { name: 'Share', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Share this answer' });
        await dialog.getByRole('button', { name: 'Share', exact: true }).click();
        await dialog.getByRole('button', { name: 'Copy link' }).click();
        await dialog.getByRole('button', { name: 'Copied' }).waitFor();
        const link = z.string().parse(await page.evaluate('navigator.clipboard.readText()'));
        const { apiKey } = await addPerson(client, house.server.adminKey);
        const { json } = await house.server.call('GET', '/v1/documents?title=handbook');
        const [handbook] = Session.parse(json).items;
        const show = (visibility: string) =>
          house.server.call('PATCH', `/v1/documents/${handbook?.id}`, { visibility });

        await show('private');
        const colleague = await house.open(new URL(link).pathname, {}, apiKey);
        await colleague.page.getByText('you may not read all of its sources').waitFor();
        const before = await colleague.page.content();
        await show('tenant');
        await colleague.page.reload();
        await colleague.page.getByText('up to three days').first().waitFor();

        expect(before).not.toContain('three days');
      },
      FLOW_MS,
    );
  });

  describe('the browser title of a console page', () => {
    it(
      'names the screen and its content in the language of the reader',
      async () => {
        const { page } = await house.open('/people/groups');
        const isTitled = (title: string) =>
          eventually(
            () => page.title(),
            (shown) => shown === title,
          );
        await isTitled('Groups – Knowledge Router');
        await page.getByRole('link', { name: 'Back to asking' }).waitFor();
        await openUserMenu(page);
        await page.locator('nav select').selectOption('de');
        await isTitled('Gruppen – Knowledge Router');
        await page.getByRole('link', { name: 'Zurück zum Fragen' }).click();
        await page.getByRole('link', { name: 'Dokumente' }).click();
        await isTitled('Dokumente – Knowledge Router');
        await page.getByRole('link', { name: 'handbook' }).click();
        await isTitled('Employee Handbook – Knowledge Router');
        await openUserMenu(page);
        const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
        await page.locator('nav select').selectOption('en');
        await kept;
      },
      FLOW_MS,
    );
  });

  describe("a user's own data", () => {
    it(
      'is downloaded as an archive from the account',
      async () => {
        const { page } = await house.open('/memories');
        await openUserMenu(page);
        await page.getByRole('link', { name: 'Account' }).click();
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download my data' }).click(),
        ]);

        const entries = await readZipEntries(await readFile(await saved.path()));
        const sessions = await house.server.call('GET', '/v1/sessions');
        const lines = String(entries.get('conversations.jsonl')).split('\n').filter(Boolean);
        expect(lines.length).toBe(Session.parse(sessions.json).items.length);
      },
      FLOW_MS,
    );
  });
}
