import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { z } from 'zod';
import { wordsOf } from '../../console/src/widget/words.js';
import { MESSAGE_LANGUAGES } from '../../src/shared/i18n/index.js';
import { SAMPLES } from '../support/application.js';
import { BUILT, violationsOf } from '../support/console.js';
import { useConsole } from '../support/console-house.js';
import { findProgramOfTests } from '../support/installed.js';
import { freePort } from '../support/redis-server.js';

const CHROMIUM = findProgramOfTests('chromium', 'the widget is not tried in a browser.');
const EXAMPLE = fileURLToPath(new URL('../../examples/widget/server.ts', import.meta.url));
const FLOW_MS = 60_000;
const QUESTION = 'How many "days a week" may office staff work from home?';

const house = useConsole(CHROMIUM, async ({ upload }) => {
  await upload(join(SAMPLES, 'employee-handbook.pdf'));
});

let shop: { url: string; child: ChildProcess; keyId: string };

/** The example as its README starts it, with the key of an application. */
beforeAll(async () => {
  const fields = { name: 'shop', kind: 'service', permissions: ['chat', 'tokens'] };
  const { json } = await house.server.call('POST', '/v1/api-keys', fields);
  const made = z.object({ id: z.string(), apiKey: z.string() }).parse(json);
  const port = String(await freePort());
  const child = spawn(process.execPath, ['--import', 'tsx', EXAMPLE], {
    env: {
      ...process.env,
      KNOWLEDGE_ROUTER_URL: house.server.url,
      SERVICE_KEY: made.apiKey,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  shop = { url: `http://localhost:${port}/`, child, keyId: made.id };
}, FLOW_MS);
afterAll(async () => {
  shop.child.kill();
  await once(shop.child, 'exit');
});

describe('/widget.js', () => {
  it('is one script of at most 20 kB that pages of other origins may load', async () => {
    const response = await fetch(`${house.server.url}/widget.js`);

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/javascript');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect((await stat(join(BUILT, 'widget.js'))).size).toBeLessThanOrEqual(20_000);
    expect(await response.text()).toBe(await readFile(join(BUILT, 'widget.js'), 'utf8'));
  });

  it.each(MESSAGE_LANGUAGES)('has all of its words in %s', (code) => {
    const { language, words } = wordsOf([`${code}-XX`]);

    expect(language).toBe(code);
    expect(Object.values(words).filter((word) => word === '')).toEqual([]);
  });

  it("names the address of the licences of its libraries and the console's", async () => {
    const notice = await fetch(`${house.server.url}/licences.txt`);
    const text = await notice.text();
    const page = await (await fetch(house.server.url)).text();
    const script = /src="([^"]+)"/u.exec(page)?.[1] ?? '';

    expect(notice.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    for (const name of ['preact', 'uplot', 'eventsource-parser', 'micromark']) {
      expect(`\n${text}`).toContain(`\n${name}\n\n`);
    }
    for (const path of ['/widget.js', script]) {
      const code = await (await fetch(`${house.server.url}${path}`)).text();
      expect(code).toContain('/licences.txt');
    }
  });

  it('speaks English if it has none of the languages', () => {
    expect(wordsOf(['tlh', '']).language).toBe('en');
  });
});

if (CHROMIUM !== undefined) {
  describe('the widget on a page of another origin with a strict content security policy', () => {
    it(
      'answers with citations as links, by keyboard alone',
      async () => {
        const { page, seen } = await house.visit(shop.url);
        await page.getByRole('button', { name: 'Open the chat' }).waitFor();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');

        await page.keyboard.type(QUESTION);
        await page.keyboard.press('Enter');

        const sources = page.getByRole('list', { name: 'Sources' });
        await sources.waitFor({ timeout: FLOW_MS });
        expect(await page.getByRole('log').textContent()).toContain('three days a week');
        const link = page.getByRole('link', { name: '[1]' }).first();
        expect(await link.getAttribute('href')).toMatch(
          new RegExp(`^${house.server.url}/d/[0-9a-f-]{36}\\?start=\\d+&end=\\d+$`),
        );
        expect(await violationsOf(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.locator('button.launch:focus').waitFor();
        expect(seen.errors).toEqual([]);
      },
      2 * FLOW_MS,
    );

    it(
      'continues the conversation of its visitor and of nobody else',
      async () => {
        const { page } = await house.visit(shop.url);
        const sent: boolean[] = [];
        page.on('request', (request) => {
          if (!request.url().endsWith('/v1/chat')) return;
          sent.push(request.postData()?.includes('"sessionId"') === true);
        });
        await page.getByRole('button', { name: 'Open the chat' }).click();
        const ask = async (question: string, times: number) => {
          await page.getByLabel('Your question').fill(question);
          await page.keyboard.press('Enter');
          await page
            .locator('.answer:not([aria-busy])')
            .nth(times - 1)
            .waitFor();
        };

        await ask(QUESTION, 1);
        await ask('And who has to agree?', 2);

        expect(sent).toEqual([false, true]);
        const { json } = await house.server.call('GET', '/v1/sessions');
        expect(json).toMatchObject({ items: [] });
      },
      2 * FLOW_MS,
    );

    it(
      "follows the reader's colour scheme, and says when it cannot answer",
      async () => {
        const { page } = await house.visit(shop.url, { colorScheme: 'dark' });
        await page.getByRole('button', { name: 'Open the chat' }).click();
        const back: unknown = await page.evaluate(
          `getComputedStyle(document.querySelector('body > div').shadowRoot.querySelector('.panel')).backgroundColor`,
        );
        await house.server.call('DELETE', `/v1/api-keys/${shop.keyId}`);

        await page.getByLabel('Your question').fill(QUESTION);
        await page.getByRole('button', { name: 'Ask', exact: true }).click();

        await page.getByText('That did not work.').waitFor();
        expect(back).toBe('rgb(27, 29, 33)');
      },
      FLOW_MS,
    );
  });

  describe('the client package in a browser', () => {
    it(
      'uploads a file and reports its progress up to the last byte',
      async () => {
        const { page, context } = await house.visit(house.server.url);
        const network = await context.newCDPSession(page);
        const slow = {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: 50_000,
        };
        await network.send('Network.enable');
        await network.send('Network.emulateNetworkConditions', slow);
        await page.evaluate(await bundleScript());
        const file = await readFile(join(SAMPLES, 'it-security-policy.docx'), 'base64');

        const { url, adminKey } = house.server;
        const given = JSON.stringify({ file, url, apiKey: adminKey });
        const { told, id } = Uploaded.parse(await page.evaluate(`uploadHere(${given})`));

        const { size } = await stat(join(SAMPLES, 'it-security-policy.docx'));
        const sent = told.map(({ sentBytes }) => sentBytes);
        expect(told.map(({ totalBytes }) => totalBytes)).toEqual(told.map(() => size));
        expect(sent).toEqual([...sent].sort((one, other) => one - other));
        expect([sent[0]! < size, sent.at(-1)]).toEqual([true, size]);
        expect((await house.server.call('GET', `/v1/documents/${id}`)).status).toBe(200);
      },
      FLOW_MS,
    );
  });
}

const Uploaded = z.object({
  told: z.array(z.object({ sentBytes: z.number(), totalBytes: z.number() })),
  id: z.string(),
});

/** A page's own script: it uploads by the client and keeps what it is told. */
const SCRIPT = `
  import { createClient } from '@knowledge-router/client';

  globalThis.uploadHere = async ({ file, url, apiKey }) => {
    const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
    const told = [];
    const onProgress = (far) => told.push(far);
    const given = new File([bytes], 'policy.docx');
    const { document } = await createClient({ url, apiKey }).upload(given, {}, { onProgress });
    return { told, id: document.id };
  };`;

/** The script with the client as it is built for browsers. */
const bundleScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@knowledge-router/source'],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};
