import { Parser } from 'htmlparser2';

/** What a page tells crawlers. */
export type Page = {
  links: readonly string[];
  canonical: string | null;
  isListed: boolean;
  isFollowed: boolean;
};

const MAX_LINKS = 20_000;
const MAX_ADDRESS = 2000;

export const readPage = (html: string): Page => {
  const links: string[] = [];
  const found: { base?: string; canonical?: string } = {};
  let robots = '';
  const parser = new Parser({
    onopentag: (name, { href, rel = '', content = '', name: meta = '' }) => {
      if (name === 'meta' && meta.toLowerCase() === 'robots') robots += ` ${content.toLowerCase()}`;
      if (href === undefined || href.length > MAX_ADDRESS) return;
      if (name === 'base') found.base ??= href;
      if (name === 'link' && rel.toLowerCase() === 'canonical') found.canonical ??= href;
      if (name === 'a' && links.length < MAX_LINKS) links.push(href);
    },
  });
  parser.end(html);
  const { base, canonical = null } = found;
  const isNone = /\bnone\b/u.test(robots);
  return {
    links: base === undefined ? links : links.map((link) => resolve(link, base)),
    canonical,
    isListed: !isNone && !/\bnoindex\b/u.test(robots),
    isFollowed: !isNone && !/\bnofollow\b/u.test(robots),
  };
};

const resolve = (link: string, base: string): string =>
  URL.canParse(link, base) ? new URL(link, base).href : link;

/** An entry of a sitemap: a page, with the time of its last change if given, or another sitemap. */
export type MapEntry = { address: string; changed: string | null; isMap: boolean };

const MAX_ENTRIES = 50_000;

/** The entries of a sitemap; null if the file is not a sitemap or is truncated. */
export const readSitemap = (xml: string): MapEntry[] | null => {
  const entries: MapEntry[] = [];
  const open: string[] = [];
  let [address, changed, text] = ['', '', ''];
  const end = { isWhole: false };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        open.push(name.slice(name.indexOf(':') + 1));
        text = '';
      },
      ontext: (more) => {
        if (text.length < MAX_ADDRESS) text += more;
      },
      onclosetag: (_name, isImplied) => {
        const name = open.pop();
        const parent = open.at(-1);
        if (name === 'loc' && (parent === 'url' || parent === 'sitemap')) address = text.trim();
        if (name === 'lastmod') changed = text.trim();
        if ((name === 'url' || name === 'sitemap') && entries.length <= MAX_ENTRIES) {
          const isMap = name === 'sitemap';
          entries.push({ address, changed: changed === '' ? null : changed, isMap });
          [address, changed] = ['', ''];
        }
        if (open.length === 0 && (name === 'urlset' || name === 'sitemapindex'))
          end.isWhole = !isImplied;
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return end.isWhole && entries.length <= MAX_ENTRIES ? entries : null;
};
