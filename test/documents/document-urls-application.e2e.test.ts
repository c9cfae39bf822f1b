import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createWebFetcher } from '../../src/platform/web/web-fetcher.js';
import { startApplication } from '../support/application.js';
import { startWebServer } from '../support/web-server.js';

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const PAGE = '<html><body><h1>Parking</h1><p>Bicycles park in the yard.</p></body></html>';

/** The two Cyrillic code pages share no letter: a page says one of them itself, its host the other. */
const inWindows1251 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[А-я]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
    'latin1',
  );
const RUSSIAN_PAGE = inWindows1251(
  '<html><head><meta charset="koi8-r"></head><body><p>Велосипеды стоят во дворе.</p></body></html>',
);

const web = createWebFetcher({
  userAgent: 'knowledge-router',
  isAllowedAddress: (address) => address === '127.0.0.1',
  isAllowedPort: () => true,
});

let site: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  site = await startWebServer(({ url }, response) => {
    if (url === '/russian.html') {
      response.setHeader('Content-Type', 'text/html; charset=windows-1251').end(RUSSIAN_PAGE);
    } else {
      response.end(PAGE);
    }
  });
});
afterAll(() => site.close());

describe('importing a web page by URL', () => {
  it('reads the page and answers questions from it', async () => {
    const application = await startApplication({ overrides: { webFetcher: web } });
    const { adminKey: key } = await application.tenant();

    const uploaded = await application.call('POST', '/v1/documents', {
      key,
      body: { url: `${site.url}/parking.html` },
    });
    const { document } = Uploaded.parse(uploaded.json);
    const settled = await application.settled(key, document.id);
    const found = await application.call('POST', '/v1/search', {
      key,
      body: { query: 'Where do bicycles park?' },
    });
    await application.close();

    expect(settled).toMatchObject({ status: 'ready', mimeType: 'text/html' });
    expect(found.text).toContain('Bicycles park in the yard.');
  });

  it('uses the character set from the HTTP header rather than the one in the page', async () => {
    const application = await startApplication({ overrides: { webFetcher: web } });
    const { adminKey: key } = await application.tenant();

    const uploaded = await application.call('POST', '/v1/documents', {
      key,
      body: { url: `${site.url}/russian.html` },
    });
    const { document } = Uploaded.parse(uploaded.json);
    await application.settled(key, document.id);
    const found = await application.call('POST', '/v1/search', {
      key,
      body: { query: 'Где стоят велосипеды?' },
    });
    await application.close();

    expect(found.text).toContain('Велосипеды стоят во дворе.');
  });

  it('fetches nothing if URL_INTAKE is off', async () => {
    const application = await startApplication({
      variables: { URL_INTAKE: 'off' },
      overrides: { webFetcher: web },
    });
    const { adminKey: key } = await application.tenant();
    const before = site.requests.length;

    const refused = await application.call('POST', '/v1/documents', {
      key,
      body: { url: site.url },
    });
    await application.close();

    expect(refused.json).toMatchObject({ status: 422, code: 'url_refused' });
    expect(site.requests).toHaveLength(before);
  });
});
