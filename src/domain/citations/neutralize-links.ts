import { cutUrl, findUrls, toComparableUrl } from './urls.js';
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

/** What stands in the text for one link; a link that only begins like an allowed one is cut off from what follows. */
const replaceUrl = (
  written: string,
  url: string,
  { allowedUrls, linkRemoved }: LinkPolicy,
): string => {
  if (isAllowedUrl(url, allowedUrls)) return written;
  const cut = cutUrl(written);
  const rest = written.slice(cut.length);
  return isAllowedUrl(cut, allowedUrls) ? `${cut} ${rest}` : `${linkRemoved}${rest}`;
};

const neutralizeBareUrls = (text: string, policy: LinkPolicy): string => {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, url } of findUrls(text)) {
    pieces.push(text.slice(position, start), replaceUrl(text.slice(start, end), url, policy));
    position = end;
  }
  return [...pieces, text.slice(position)].join('');
};

/**
 * Takes the life out of everything a renderer would load or link: images always, links unless a cited source contains
 * them; inline, reference-style, autolinks, bare and in HTML. Linear in the text.
 */
export const neutralizeLinks = (text: string, policy: LinkPolicy): string => {
  const isAllowed = (url: string): boolean => isAllowedUrl(url, policy.allowedUrls);
  return neutralizeBareUrls(neutralizeBrackets(neutralizeHtml(text), isAllowed), policy);
};
