import { cutUrl, findUrlFrom, findUrls, toComparableUrl } from './urls.js';
import { neutralizeHtml } from './neutralize-html.js';
import { neutralizeBrackets } from './neutralize-brackets.js';

export type LinkPolicy = {
  /** As made by `collectUrls`; everything else goes. */
  allowedUrls: ReadonlySet<string>;
  /** Stands in place of a removed link. */
  linkRemoved: string;
};

/** Every link that the texts contain, in the form `neutralizeLinks` compares. */
export const collectUrls = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) =>
      findUrls(text).flatMap(({ url }) => [toComparableUrl(url), toComparableUrl(cutUrl(url))]),
    ),
  );

const isAllowedUrl = (url: string, allowedUrls: ReadonlySet<string>): boolean =>
  /^(?:https?:\/\/|www\.)/i.test(url) && allowedUrls.has(toComparableUrl(url));

type Replaced = { text: string; /** Of what was written, in characters. */ length: number };

/** What stands in the text for one link; of one that only begins like an allowed one or in running text, only that beginning is taken. */
const replaceUrl = (
  written: string,
  url: string,
  { allowedUrls, linkRemoved }: LinkPolicy,
): Replaced => {
  if (isAllowedUrl(url, allowedUrls)) return { text: written, length: written.length };
  const cut = cutUrl(written);
  const text = isAllowedUrl(cut, allowedUrls) ? `${cut} ` : linkRemoved;
  return { text, length: cut.length };
};

const neutralizeBareUrls = (text: string, policy: LinkPolicy): string => {
  const pieces: string[] = [];
  let position = 0;
  for (;;) {
    const found = findUrlFrom(text, position);
    if (found === undefined) return [...pieces, text.slice(position)].join('');
    const { start, end, url } = found;
    const replaced = replaceUrl(text.slice(start, end), url, policy);
    pieces.push(text.slice(position, start), replaced.text);
    position = start + replaced.length;
  }
};

/** What is taken out may join its neighbours to a new link or tag; nobody but an attacker nests these deeper. */
const MAX_PASSES = 4;

const withoutSyntax = (text: string): string =>
  text.replaceAll('<', '‹').replaceAll('[', '(').replaceAll(']', ')');

/**
 * Takes the life out of everything a renderer would load or link: images always, links unless a cited source contains
 * them; inline, reference-style, autolinks, bare and in HTML. Linear in the text.
 */
export const neutralizeLinks = (text: string, policy: LinkPolicy): string => {
  const isAllowed = (url: string): boolean => isAllowedUrl(url, policy.allowedUrls);
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = neutralizeBareUrls(neutralizeBrackets(neutralizeHtml(current), isAllowed), policy);
    if (next === current) return current;
    current = next;
  }
  return withoutSyntax(current);
};
