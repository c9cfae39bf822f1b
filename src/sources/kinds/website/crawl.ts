import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isAppError } from '../../../shared/errors.js';
import type { AskWeb } from '../../ask-web.js';
import { SourceFailed, type Listed, type ListedItem } from '../../kind.js';
import type { Finding } from '../../schema.js';
import { readPage, readSitemap } from './page.js';
import { readRobots, type Robots } from './robots.js';

/** The part of a website below the folder of the start page. */
export type Site = { ask: AskWeb; start: URL; maxPages: number };

const MAX_PAGE_BYTES = 20 * 1024 * 1024;
const MAX_ROBOTS_BYTES = 1024 * 1024;

type Waiting = { url: URL; changed: string | null };

/** Lists a site from its sitemap or by following links. Fails if a page cannot be requested, because that page would look deleted. */
export async function* crawl(site: Site, signal: AbortSignal): AsyncGenerator<Listed> {
  const robots = await askForRobots(site, signal);
  const seen = new Set([site.start.href]);
  const waiting: Waiting[] = [{ url: site.start, changed: null }];
  const follow = (address: string, from: URL, changed: string | null = null): void => {
    const url = toPageOf(site, address, from);
    if (url === null || seen.has(url.href)) return;
    seen.add(url.href);
    if (seen.size > site.maxPages + 1) throw tooMany(site);
    waiting.push({ url, changed });
  };
  // The loop also reaches addresses that are added while it runs.
  for (const { url, changed } of waiting) {
    signal.throwIfAborted();
    if (!robots.mayAsk(url)) {
      if (url === site.start) throw new SourceFailed('refused', 'The site asks not to be read.');
      yield { items: [], findings: [toFinding(url, 'robots')] };
    } else if (changed !== null) {
      yield { items: [toItem(site, url, { revision: changed })], findings: [] };
    } else {
      yield await visit({ site, url, follow }, signal);
    }
  }
}

type Follow = (address: string, from: URL, changed?: string | null) => void;
type Visit = { site: Site; url: URL; follow: Follow };

const tooMany = ({ maxPages }: Site): SourceFailed =>
  new SourceFailed('too_many_items', `The site has more than ${maxPages} pages.`);

const askForRobots = async ({ ask, start }: Site, signal: AbortSignal): Promise<Robots> => {
  try {
    const url = new URL('/robots.txt', start).href;
    const answer = await ask({ url, maxBytes: MAX_ROBOTS_BYTES }, signal);
    const text = (await buffer(answer.content)).toString('utf8');
    return readRobots(answer.status === 200 ? text : '');
  } catch (error) {
    // A site without a robots.txt allows everything.
    if (isAppError(error) && error.code === 'not_found') return readRobots('');
    throw error;
  }
};

/** Reads the links of a page. A page that redirects, has another canonical address or says noindex is not an item. */
const visit = async ({ site, url, follow }: Visit, signal: AbortSignal): Promise<Listed> => {
  const answer = await site.ask({ url: url.href, maxBytes: MAX_PAGE_BYTES }, signal).catch(toGone);
  if (answer === null) {
    if (url === site.start) throw broken('The first page is not there, or may not be read.');
    return NOTHING;
  }
  const { status, headers, content } = answer;
  if (status !== 200) {
    content.destroy();
    const { location } = headers;
    const target = location === undefined ? null : toPageOf(site, location, url);
    if (target !== null) {
      follow(target.href, url);
      return NOTHING;
    }
    if (url === site.start) throw broken('The first page leads to another site.');
    return { items: [], findings: [toFinding(url, 'leads_elsewhere')] };
  }
  const type = headers['content-type'] ?? '';
  const version = headers.etag ?? headers['last-modified'];
  if (version !== undefined && !/html|xml/u.test(type)) {
    // Files other than HTML contain no links, so the listing does not read them.
    content.destroy();
    const sizeBytes = Number(headers['content-length'] ?? 0);
    return { items: [toItem(site, url, { revision: version, sizeBytes })], findings: [] };
  }
  const bytes = await buffer(content).catch(toTooLarge);
  if (bytes === null) return { items: [toItem(site, url, TOO_LARGE)], findings: [] };
  const revision = createHash('sha256').update(bytes).digest('base64url');
  const item = toItem(site, url, { revision, sizeBytes: bytes.length });
  if (/\bxml\b/u.test(type) && !type.includes('xhtml')) {
    const entries = readSitemap(bytes.toString('utf8'));
    if (entries === null && url === site.start) {
      throw broken('The sitemap cannot be read to its end.');
    }
    for (const { address, changed, isMap } of entries ?? []) {
      follow(address, url, isMap ? null : changed);
    }
    return entries === null ? { items: [item], findings: [] } : NOTHING;
  }
  if (!type.includes('html')) return { items: [item], findings: [] };
  return visitPage({ site, url, follow }, bytes.toString('utf8'), item);
};

const visitPage = ({ site, url, follow }: Visit, html: string, item: ListedItem): Listed => {
  const page = readPage(html);
  if (page.isFollowed) for (const link of page.links) follow(link, url);
  if (!page.isListed) return NOTHING;
  if (page.canonical === null) return { items: [item], findings: [] };
  const canonical = toPageOf(site, page.canonical, url);
  if (canonical?.href === url.href) return { items: [item], findings: [] };
  if (canonical !== null) follow(canonical.href, url);
  return { items: [], findings: canonical === null ? [toFinding(url, 'leads_elsewhere')] : [] };
};

const NOTHING: Listed = { items: [], findings: [] };
const TOO_LARGE = { revision: 'too large', sizeBytes: Number.MAX_SAFE_INTEGER };

const broken = (message: string): SourceFailed => new SourceFailed('cut_short', message);

/** Ignores links to missing or forbidden pages; any other failure ends the listing. */
const toGone = (error: unknown): null => {
  if (isAppError(error) && (error.code === 'not_found' || error.code === 'forbidden')) return null;
  throw error;
};

const toTooLarge = (error: unknown): null => {
  if (isAppError(error) && error.code === 'payload_too_large') return null;
  throw error;
};

/** Converts an address to that of a page in this part of the site; null for any other address. */
const toPageOf = ({ start }: Site, address: string, from: URL): URL | null => {
  if (!URL.canParse(address, from.href)) return null;
  const url = new URL(address, from);
  url.hash = '';
  const isOfSite = url.origin === start.origin && url.pathname.startsWith(folderOf(start));
  return isOfSite && url.username === '' && url.password === '' ? url : null;
};

const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

const toItem = (
  site: Site,
  url: URL,
  { revision, sizeBytes = 0 }: { revision: string; sizeBytes?: number },
): ListedItem => {
  const externalId = `${url.pathname}${url.search}`;
  return { externalId, path: toPath(site.start, url), revision, sizeBytes };
};

const HAS_FORMAT = /\.(?!php|aspx?|jsp)[A-Za-z0-9]{1,5}$/u;

/** Derives the document's path from the address. A name without an extension gets the extension of a page. */
export const toPath = (start: URL, { pathname, search }: URL): string => {
  const below = decode(pathname.slice(folderOf(start).length));
  const named = below === '' || below.endsWith('/') ? `${below}index` : below;
  const whole = `${named}${decode(search).replaceAll('/', '_')}`;
  return search === '' && HAS_FORMAT.test(named) ? whole : `${whole}.html`;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const toFinding = (url: URL, reason: string): Finding => ({ path: url.href.slice(0, 500), reason });
