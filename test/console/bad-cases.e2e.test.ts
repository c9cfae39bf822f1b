import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { askOn, signInWithKey } from '../support/console.js';
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
const Titles = z.object({ items: z.array(z.object({ title: z.string() })) });

const house = useConsole(CHROMIUM, async (server) => {
  await server.upload(join(SAMPLES, 'employee-handbook.pdf'));
});
const { open } = house;

describe('an address of nothing', () => {
  it('is answered by the API in its own form, not with the page', async () => {
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
  const isTooWide = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

  describe('asking', () => {
    it(
      'shows the answer once when the connection broke in the middle of it',
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
      'waits for an API that is restarted, and asks it once',
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
      'keeps a question that was asked when the session had ended',
      async () => {
        const { page, context } = await open('/');
        const other = await context.newPage();
        await other.goto(house.server.url);
        await other.getByRole('button', { name: 'Sign out' }).click();
        await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

        await askOn(page, QUESTION);
        await page.getByText('Your session has ended.').waitFor();
        await signInWithKey(page, house.server.adminKey);
        await page.getByRole('heading', { name: QUESTION }).waitFor();
        await page.getByRole('button', { name: 'Ask again' }).click();
        await page.getByLabel('Your question').press('Enter');

        await page.locator('button.cite').first().waitFor();
      },
      FLOW_MS,
    );

    it(
      'goes on in two tabs: both stay signed in, and each shows what the other asked',
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
        await other.getByText('25 working days').first().waitFor();
        await page.bringToFront();
        await page.evaluate("window.dispatchEvent(new Event('focus'))");

        await page.getByText('25 working days').first().waitFor();
        expect((await rolesOf(page)).length).toBe(4);
      },
      FLOW_MS,
    );

    it(
      'shows an answer of 100 kB whole, and draws it a few times while it comes',
      async () => {
        const { page } = await open('/', { viewport: { width: 360, height: 740 } });
        const words = Array.from({ length: 2000 }, (_, index) => `word${index} ${'x'.repeat(44)} `);
        const answer = {
          ...{ executionId: 'e', sessionId: 's', messageId: 'm', status: 'success' },
          ...{ responseType: 'answer', stopReason: 'answered', generatedBy: 'model', notice: null },
          ...{ answer: words.join(''), language: 'en', confidence: null, grounding: null },
          ...{ citations: [], corrections: [], toolCalls: [], proposedMemories: [], degraded: [] },
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

  describe('documents', () => {
    it(
      'keep their place on a narrow screen, whatever their names are',
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
            ...{ name, mimeType: 'text/plain', buffer: Buffer.from(`Text number ${index}.`) },
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
      'that are cancelled while they are sent on a slow line do not come to be',
      async () => {
        const { page, context } = await open('/d');
        const line = await context.newCDPSession(page);
        await line.send('Network.enable');
        await line.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 100_000 },
        });
        const buffer = Buffer.alloc(4_000_000, 'long text ');

        await page.setInputFiles('input[type=file][multiple]', [
          { name: 'slow.txt', mimeType: 'text/plain', buffer },
        ]);
        const row = page.locator('.uploads li', { hasText: 'slow.txt' });
        await row.getByText('sending').waitFor();
        await row.getByRole('button', { name: 'Cancel' }).click();
        await row.getByText('cancelled').waitFor();
        await line.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
        });
        await page.setInputFiles('input[type=file][multiple]', [
          { name: 'next.txt', mimeType: 'text/plain', buffer: Buffer.from('The next one.') },
        ]);

        await page.getByRole('link', { name: 'next' }).waitFor();
        const { json } = await house.server.call('GET', '/v1/documents?title=slow');
        expect(Titles.parse(json).items).toEqual([]);
      },
      FLOW_MS,
    );
  });
}
