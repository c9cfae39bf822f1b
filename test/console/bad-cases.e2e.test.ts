import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { askOn, openUserMenu, signInWithKey } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { eventually } from '../support/eventually.js';
import { findProgramOfTests } from '../support/installed.js';
import { SAMPLES } from '../support/samples.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const CHROMIUM = findProgramOfTests('chromium', 'bad cases are not tried in a browser.');
const QUESTION = 'How many days a week may office staff work from home?';
const ANSWER = 'up to three days a week';
const FLOW_MS = 90_000;

const Messages = z.object({ items: z.array(z.object({ role: z.string() })) });
const Many = z.object({ items: z.array(z.looseObject({})) });
const Titles = z.object({ items: z.array(z.object({ title: z.string() })) });

const house = useConsole(CHROMIUM, async (server) => {
  await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
});
const { open } = house;

describe('an unknown API address', () => {
  it('is answered by the API with an error, not with the console page', async () => {
    const answer = await fetch(`${house.server.url}/v1/documents/nothing/here`);

    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});

if (CHROMIUM !== undefined) {
  /** The roles of the stored messages of the conversation on the page. */
  const rolesOf = async (page: Page): Promise<string[]> => {
    await page.waitForURL('**/c/*');
    const session = new URL(page.url()).pathname.replace('/c/', '/v1/sessions/');
    const { json } = await house.server.call('GET', `${session}/messages`);
    return Messages.parse(json)
      .items.map(({ role }) => role)
      .sort();
  };
  /** One as the API has them, to be played many times. */
  const firstOf = async (path: string) => {
    const { json } = await house.server.call('GET', `${path}?limit=1`);
    return Many.parse(json).items[0];
  };
  /** Browsers draw no frame of a tab in the background, and wake its timers once a second. */
  const layInBackground = (page: Page) =>
    page.evaluate(`
      const later = setTimeout;
      requestAnimationFrame = () => 0;
      setTimeout = (run, ms = 0, ...given) => later(run, Math.max(ms, 1000), ...given);`);
  const isTooWide = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

  describe('asking a question in the console', () => {
    it(
      'shows the answer once if the connection broke in the middle of it',
      async () => {
        let isArmed = true;
        const proxy = await startTcpProxy(house.server.url, {
          join: (incoming, outgoing) => {
            incoming.pipe(outgoing);
            outgoing.on('data', (bytes: Buffer) => {
              const isBegun = bytes.includes('event: execution');
              if (isBegun && isArmed) {
                isArmed = false;
                incoming.end(bytes);
                outgoing.destroy();
              } else incoming.write(bytes);
            });
          },
        });
        const { page } = await house.visit(proxy.through(house.server.url));
        await signInWithKey(page, house.server.adminKey);

        await askOn(page, QUESTION);
        await page.locator('.answer', { hasText: ANSWER }).waitFor();
        await page.locator('button.cite').first().waitFor();

        expect(isArmed).toBe(false);
        expect(await rolesOf(page)).toEqual(['assistant', 'user']);
        const headings = page.getByRole('heading', { name: QUESTION, level: 2 });
        await eventually(
          () => headings.count(),
          (count) => count === 1,
        );
        await page.context().close();
        await proxy.close();
      },
      FLOW_MS,
    );

    it(
      'shows an answer that arrived while its tab was in the background',
      async () => {
        const { page } = await open('/');
        await layInBackground(page);

        await askOn(page, QUESTION);

        await page.locator('.answer', { hasText: ANSWER }).waitFor();
      },
      FLOW_MS,
    );

    it(
      'waits for an API that restarts, and asks it only once',
      async () => {
        const { page } = await open('/');
        await house.server.stop();

        await askOn(page, QUESTION);
        await page.getByText('The connection was lost.').waitFor();
        await house.server.startAgain();

        await page.locator('button.cite').first().waitFor();
        expect(await rolesOf(page)).toEqual(['assistant', 'user']);
      },
      FLOW_MS,
    );

    it(
      'keeps a question that was asked after the session had expired',
      async () => {
        const { page, context } = await open('/');
        const other = await context.newPage();
        await other.goto(house.server.url);
        await openUserMenu(other);
        await other.getByRole('button', { name: 'Sign out' }).click();
        await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

        await askOn(page, QUESTION);
        await page.getByText('Your session has ended.').waitFor();
        await signInWithKey(page, house.server.adminKey);
        await page.getByRole('heading', { name: QUESTION }).waitFor();
        await page.getByRole('button', { name: 'Ask again' }).click();

        await page.locator('button.cite').first().waitFor();
      },
      FLOW_MS,
    );

    it(
      "continues in two tabs: both stay signed in, and each shows the other's questions",
      async () => {
        const { page, context } = await open('/');
        await askOn(page, QUESTION);
        await page.locator('button.cite').first().waitFor();
        await page.waitForURL('**/c/*');
        const other = await context.newPage();
        await other.goto(page.url());
        await other.locator('button.cite').first().waitFor();
        await Promise.all([page.reload(), other.reload()]);
        await Promise.all([page, other].map((tab) => tab.locator('button.cite').first().waitFor()));

        await askOn(other, 'How many days of paid vacation does everybody have?');
        await eventually(
          () => rolesOf(other),
          (roles) => roles.length === 4,
        );
        await page.bringToFront();
        await page.evaluate("window.dispatchEvent(new Event('focus'))");

        await page.getByText('25 working days').first().waitFor();
        expect((await rolesOf(page)).length).toBe(4);
      },
      FLOW_MS,
    );

    it(
      'shows a whole answer of 100 kB and redraws it only a few times as it arrives',
      async () => {
        const { page } = await open('/', { viewport: { width: 360, height: 740 } });
        const words = Array.from({ length: 2000 }, (_, index) => `word${index} ${'x'.repeat(44)} `);
        const answer = {
          executionId: 'e',
          sessionId: 's',
          messageId: 'm',
          status: 'success',
          responseType: 'answer',
          stopReason: 'answered',
          generatedBy: 'model',
          notice: null,
          answer: words.join(''),
          language: 'en',
          confidence: null,
          grounding: null,
          citations: [],
          statements: [],
          corrections: [],
          toolCalls: [],
          proposedMemories: [],
          degraded: [],
        };
        const lines = [
          ...words.map((text) => `event: delta\ndata: ${JSON.stringify({ text })}\n\n`),
          `event: answer\ndata: ${JSON.stringify(answer)}\n\n`,
        ];
        await page.route('**/v1/chat', (route) =>
          route.fulfill({ contentType: 'text/event-stream', body: lines.join('') }),
        );
        await page.evaluate(`window.drawn = 0; new MutationObserver(() => { window.drawn += 1; })
          .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })`);

        await askOn(page, QUESTION);
        await page.locator('.answer', { hasText: 'word1999' }).waitFor();

        expect((await page.locator('.answer').textContent())?.length).toBeGreaterThan(100_000);
        expect(await page.evaluate('window.drawn')).toBeLessThan(100);
        expect(await isTooWide(page)).toBe(false);
      },
      FLOW_MS,
    );
  });

  describe('a browser that lacks a required feature', () => {
    it(
      'shows a single sentence',
      async () => {
        const { page, context } = await house.visit('about:blank');
        await context.addInitScript('delete HTMLDialogElement.prototype.showModal');
        await page.goto(house.server.url);

        await page.getByText('This browser is too old for this page').waitFor();
        expect(await page.locator('#app').textContent()).toMatch(/^[^.]+\.$/u);
      },
      FLOW_MS,
    );
  });

  describe('a conversation of 2,000 messages', () => {
    it(
      'loads from its end, twenty messages at a time',
      async () => {
        const { page } = await open('/');
        await askOn(page, QUESTION);
        await page.locator('button.cite').first().waitFor();
        await page.waitForURL('**/c/*');
        const asked: string[] = [];
        const path = new URL(page.url()).pathname.replace('/c/', '/v1/sessions/');
        const real = await firstOf(`${path}/messages`);
        await page.route('**/messages?*', async (route) => {
          const url = new URL(route.request().url());
          asked.push(url.search);
          const begin = Number(url.searchParams.get('cursor') ?? '0');
          const items = Array.from({ length: 20 }, (_, place) => ({
            ...real,
            id: `m${begin + place}`,
            executionId: `e${(begin + place) >> 1}`,
            role: place % 2 === 0 ? 'assistant' : 'user',
            citations: [],
            content: `Message ${begin + place} of 2,000`,
          }));
          await route.fulfill({ json: { items, nextCursor: String(begin + 20) } });
        });

        await page.reload();
        await page.getByText('Message 0 of 2,000').waitFor();
        await page.getByRole('button', { name: 'earlier' }).click();
        await page.getByText('Message 39 of 2,000').waitFor();

        expect(asked).toHaveLength(2);
        expect(asked.every((query) => query.includes('limit=20'))).toBe(true);
        expect(await page.locator('.stored').count()).toBe(20);
        const skipped = 'getComputedStyle(document.querySelector(".stored")).contentVisibility';
        expect(await page.evaluate(skipped)).toBe('auto');
      },
      FLOW_MS,
    );
  });

  describe('10,000 documents', () => {
    it(
      'are listed fifty at a time, one request a page',
      async () => {
        const { page } = await open('/');
        const asked: string[] = [];
        const real = await firstOf('/v1/documents');
        await page.route('**/v1/documents?*', async (route) => {
          const url = new URL(route.request().url());
          if (url.searchParams.has('total')) asked.push(url.search);
          const begin = Number(url.searchParams.get('cursor') ?? '0');
          const items = Array.from({ length: 50 }, (_, place) => ({
            ...real,
            id: `d${begin + place}`,
            title: `Document ${begin + place}`,
          }));
          await route.fulfill({ json: { items, nextCursor: String(begin + 50), total: 10_000 } });
        });

        await page.getByRole('link', { name: 'Documents', exact: true }).click();
        await page.getByText('10,000 documents').waitFor();
        await page.getByRole('link', { name: 'Document 49', exact: true }).waitFor();
        await page.getByRole('button', { name: 'Next page' }).click();
        await page.getByRole('link', { name: 'Document 99', exact: true }).waitFor();

        expect(await page.locator('tbody tr').count()).toBe(50);
        expect(asked).toHaveLength(2);
        expect(asked.every((query) => query.includes('limit=50'))).toBe(true);
      },
      FLOW_MS,
    );
  });

  describe('the documents screen', () => {
    it(
      'accepts dropped files as soon as it is shown, so that they never replace the page',
      async () => {
        const { page } = await open('/');
        await layInBackground(page);
        await page.getByRole('link', { name: 'Documents' }).click();
        await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();

        const isTaken = await page.evaluate(`!document.body.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }))`);

        expect(isTaken).toBe(true);
      },
      FLOW_MS,
    );

    it(
      'keeps its layout on a narrow screen, whatever the documents are called',
      async () => {
        const names = [
          `${'a'.repeat(251)}.txt`,
          '\u202Efdp.exe\u202C.txt',
          '<script>1</script>.txt',
        ];
        const { page, seen } = await open('/d', { viewport: { width: 360, height: 740 } });

        await page.setInputFiles(
          'input[type=file][multiple]',
          names.map((name, index) => ({
            name,
            mimeType: 'text/plain',
            buffer: Buffer.from(`Text number ${index}.`),
          })),
        );
        await page.getByText('<script>1</script>.txt').first().waitFor();
        const ended = page.locator('.uploads li', { hasText: /sent|already|refused|not/u });
        await eventually(
          () => ended.count(),
          (count) => count === names.length,
        );

        expect(await isTooWide(page)).toBe(false);
        await page.getByRole('link', { name: 'aaaa' }).click();
        await page.getByText('Text number 0.').waitFor();
        expect(await isTooWide(page)).toBe(false);
        expect(seen.errors).toEqual([]);
      },
      FLOW_MS,
    );

    it(
      'creates no document if a slow upload is cancelled',
      async () => {
        const { page, context } = await open('/d');
        const line = await context.newCDPSession(page);
        await line.send('Network.enable');
        await line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 5,
          downloadThroughput: -1,
          uploadThroughput: 100_000,
        });
        const folder = await mkdtemp(join(tmpdir(), 'kr-slow-'));
        await writeFile(join(folder, 'slow.txt'), Buffer.alloc(50_000_000, 'long text '));

        await page.setInputFiles('input[type=file][multiple]', join(folder, 'slow.txt'));
        const row = page.locator('.uploads li', { hasText: 'slow.txt' });
        await row.getByText('sending').waitFor();
        await row.getByRole('button', { name: 'Cancel' }).click();
        await row.getByText('cancelled').waitFor();
        await line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: -1,
        });
        await page.setInputFiles('input[type=file][multiple]', [
          { name: 'next.txt', mimeType: 'text/plain', buffer: Buffer.from('The next one.') },
        ]);

        await page.getByRole('link', { name: 'next' }).waitFor();
        await rm(folder, { recursive: true });
        const { json } = await house.server.call('GET', '/v1/documents?title=slow');
        expect(Titles.parse(json).items).toEqual([]);
      },
      FLOW_MS,
    );
  });
}
