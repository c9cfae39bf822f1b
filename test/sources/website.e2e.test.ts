import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Listed, OpenSource } from '../../src/sources/kind.js';
import { findKind } from '../../src/sources/kinds/index.js';
import { readRobots } from '../../src/sources/kinds/website/robots.js';
import { NO_REACH } from '../support/no-reach.js';
import { startWebServer } from '../support/web-server.js';

type Page = { status?: number; type?: string; location?: string; body?: string };

const { signal } = new AbortController();

let pages: Map<string, Page>;
let server: Awaited<ReturnType<typeof startWebServer>>;
beforeEach(async () => {
  pages = new Map();
  server = await startWebServer(({ url = '' }, response) => {
    const { status = 200, type = 'text/html', location, body } = pages.get(url) ?? { status: 404 };
    const headers = { 'Content-Type': type, ...(location !== undefined && { Location: location }) };
    response.writeHead(status, headers).end(body);
  });
});
afterEach(() => server.close());

const open = async (path: string, more: object = {}) => {
  const kind = await findKind('website');
  const given = { settings: { url: `${server.url}${path}`, ...more }, credentials: null };
  const web = { ...NO_REACH.web, origins: [server.url] };
  const opened = kind?.open(given, { ...NO_REACH, web });
  if (!opened) throw new Error('The settings were refused.');
  return opened;
};

const listAll = async (source: OpenSource): Promise<Listed> => {
  const pieces: Listed[] = [];
  for await (const piece of source.list(signal)) pieces.push(piece);
  return {
    items: pieces.flatMap(({ items }) => items),
    findings: pieces.flatMap(({ findings }) => findings),
  };
};

const pathsOf = async (path: string) =>
  (await listAll(await open(path))).items.map((item) => item.path).sort();

const linkTo = (...addresses: string[]): Page => ({
  body: addresses.map((address) => `<a href="${address}">x</a>`).join(''),
});

const sitemap = (...entries: [address: string, changed?: string][]): Page => {
  const urls = entries.map(
    ([address, changed]) =>
      `<url><loc>${address}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
  );
  return { type: 'application/xml', body: `<urlset>${urls.join('')}</urlset>` };
};

const askedPaths = () => server.requests.map(({ url }) => url);

describe('a website that is followed by its links', () => {
  it('is listed below its start folder, each page once, and each page can be read', async () => {
    pages.set('/docs/', linkTo('a', 'a#part', 'sub/b?x=1', '../blog/', 'plan.pdf', 'missing'));
    pages.set('/docs/a', linkTo('.', '/docs/sub/b?x=1'));
    pages.set('/docs/sub/b?x=1', { body: 'b' });
    pages.set('/docs/plan.pdf', { type: 'application/pdf', body: '%PDF' });
    pages.set('/blog/', { body: 'not ours' });
    const source = await open('/docs/');

    const { items, findings } = await listAll(source);

    expect(items.map(({ path }) => path).sort()).toEqual([
      'a.html',
      'index.html',
      'plan.pdf',
      'sub/b?x=1.html',
    ]);
    expect(findings).toEqual([]);
    const pdf = items.find(({ path }) => path === 'plan.pdf') ?? { externalId: '' };
    expect(await text(await source.read(pdf, signal))).toBe('%PDF');
    expect(await source.look?.(pdf, signal)).toEqual({ path: 'plan.pdf' });
    pages.delete('/docs/plan.pdf');
    expect(await source.look?.(pdf, signal)).toBeNull();
  });

  it('is asked for nothing that its robots.txt forbids, and no other host is asked', async () => {
    pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /secret\nDisallow: /*.bak$' });
    const elsewhere = [
      'http://169.254.169.254/latest',
      '//internal.example/',
      'file:///etc/passwd',
    ];
    pages.set('/', linkTo('/secret/a', '/old.bak', '/moved', '/open', ...elsewhere));
    pages.set('/open', { body: 'open' });
    pages.set('/moved', { status: 302, location: 'http://10.0.0.1/' });

    const { items, findings } = await listAll(await open('/'));

    expect(items.map(({ path }) => path)).toEqual(['index.html', 'open.html']);
    expect(findings.map(({ reason }) => reason)).toEqual(['robots', 'robots', 'leads_elsewhere']);
    expect(askedPaths()).toEqual(['/robots.txt', '/', '/moved', '/open']);
  });

  it('lists a page with a canonical address once, and no page that asks not to be indexed', async () => {
    pages.set('/', linkTo('/a?utm=1', '/hidden', '/foreign'));
    pages.set('/a?utm=1', { body: '<link rel="canonical" href="/a">' });
    pages.set('/a', { body: '<link rel="canonical" href="/a">' });
    pages.set('/hidden', { body: '<meta name="robots" content="noindex"><a href="/below">x</a>' });
    pages.set('/below', { body: 'below' });
    pages.set('/foreign', { body: '<link rel="canonical" href="https://elsewhere.example/">' });

    expect(await pathsOf('/')).toEqual(['a.html', 'below.html', 'index.html']);
  });

  it('fails if it has endlessly many pages', async () => {
    await server.close();
    server = await startWebServer(({ url = '' }, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(url === '/robots.txt' ? '' : `<a href="${url}x/">further</a>`);
    });

    const listing = listAll(await open('/', { maxPages: 50 }));

    await expect(listing).rejects.toMatchObject({ reason: 'too_many_items' });
    expect(server.requests.length).toBeLessThan(60);
  });

  it.each([
    { what: 'its first page is missing', path: '/', page: { status: 404 }, reason: 'cut_short' },
    {
      what: 'its first page leads to another site',
      path: '/',
      page: { status: 302, location: 'https://elsewhere.example/' },
      reason: 'cut_short',
    },
    { what: 'a page fails', path: '/a', page: { status: 503 }, reason: 'unreachable' },
    {
      what: 'its robots.txt fails',
      path: '/robots.txt',
      page: { status: 500 },
      reason: 'unreachable',
    },
    {
      what: 'it asks not to be read',
      path: '/robots.txt',
      page: { body: 'User-agent: *\nDisallow: /' },
      reason: 'refused',
    },
  ])(
    'fails as a whole if $what, so that nothing counts as gone',
    async ({ path, page, reason }) => {
      pages.set('/', linkTo('/a'));
      pages.set('/a', { body: 'a' });
      pages.set(path, page);

      await expect(listAll(await open('/'))).rejects.toMatchObject({ reason });
    },
  );
});

describe('a website that is listed by its sitemap', () => {
  it('is asked only for pages without a last-modified date', async () => {
    const time = '2026-11-30';
    pages.set('/map.xml', sitemap([`${server.url}/a`, time], ['/b'], ['http://10.0.0.1/c', time]));
    pages.set('/b', { body: 'b' });

    const { items } = await listAll(await open('/map.xml'));

    expect(items.map(({ path }) => path)).toEqual(['a.html', 'b.html']);
    expect(items[0]?.revision).toBe(time);
    expect(askedPaths()).toEqual(['/robots.txt', '/map.xml', '/b']);
  });

  it('may have several sitemaps, and fails if the first is cut off', async () => {
    const index = (body: string) => ({ type: 'text/xml', body });
    pages.set(
      '/map.xml',
      index('<sitemapindex><sitemap><loc>/m1.xml</loc></sitemap></sitemapindex>'),
    );
    pages.set('/m1.xml', sitemap(['/a', '1']));
    expect(await pathsOf('/map.xml')).toEqual(['a.html']);
    pages.set('/map.xml', index('<urlset><url><loc>/a</loc></url><url>'));

    await expect(pathsOf('/map.xml')).rejects.toMatchObject({ reason: 'cut_short' });
  });
});

describe('the rules of a robots.txt', () => {
  const mayAsk = (rules: string, path: string) =>
    readRobots(rules).mayAsk(new URL(path, 'https://site.example'));

  it('for this program take precedence over those for all, and the longest match decides', () => {
    const rules =
      'User-agent: *\nDisallow: /\n\nUser-agent: Knowledge-Router # us\nDisallow: /a\nAllow: /a/open';

    expect(['/', '/a/x', '/a/open/x'].map((path) => mayAsk(rules, path))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('take time proportional to their length, however many wildcards they contain', () => {
    const rules = `User-agent: *\nDisallow: /${'*a'.repeat(900)}$`;

    expect(mayAsk(rules, `/${'a'.repeat(5000)}b`)).toBe(true);
    expect(mayAsk(rules, `/${'a'.repeat(5000)}`)).toBe(false);
  });
});
