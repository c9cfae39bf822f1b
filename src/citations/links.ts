import { isMarkerInside } from './markers.js';

type LinkPolicy = {
  /** Links that stay active, as created by `collectUrls`; all others are removed. */
  allowedUrls: ReadonlySet<string>;
  /** The text that replaces a removed link. */
  linkRemoved: string;
  /** True for a quotation, which shows the tags of links and images as written but inactive; otherwise only their words are kept. */
  isQuotation?: boolean;
};

/**
 * The maximum number of passes over a text. Removing something may join its neighbours into a new link or tag; only an attacker nests these
 * more deeply.
 */
const MAX_PASSES = 4;

/** No sensible link is this long; longer ones are never allowed. */
const MAX_URL_CHARS = 2_048;

// Text that renderers turn into links, or that a browser would load: with a scheme, with www, protocol-relative, or an email address with
// or without `mailto:` or `xmpp:`. Some renderers do so in the middle of a word. Matches start at fixed letters or cover a bounded run, and
// end at white space or `<`, or when longer than any allowed link.
const MAILBOX = String.raw`(?:(?:mailto|xmpp):)?[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,10}(?:[/?][^\s<]{0,${MAX_URL_CHARS}})?`;
const END = String.raw`[^\s<]{1,${MAX_URL_CHARS}}`;
const URL_START = new RegExp(
  String.raw`https?:\/\/${END}|(?<![\p{L}\p{N}])(?:(?:https?|ftps?|wss?|file|blob):[/\\]{1,3}|www\.(?=[\p{L}\p{N}])|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))${END}|(?<![\p{L}\p{N}:/])\/\/(?=[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])${END}|${MAILBOX}`,
  'giu',
);

/** Collects every link in the texts, in the form that `neutralizeLinks` compares. */
export const collectUrls = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) =>
      findUrls(text).flatMap((url) => [toComparableUrl(url), toComparableUrl(cutUrl(url))]),
    ),
  );

/** Returns the links of a text without trailing punctuation. */
export const findUrls = (text: string): string[] =>
  [...text.matchAll(URL_START)].map(([written]) => trimEnd(written));

const IS_MAILBOX = new RegExp(`^${MAILBOX}$`, 'iu');

/** Normalizes a link's trailing slash, and a mailbox's case and `mailto:`. */
const toComparableUrl = (url: string): string =>
  IS_MAILBOX.test(url) ? url.toLowerCase().replace(/^mailto:/, '') : url.replace(/\/$/, '');

const URL_ENDS = '）。，、；：」』】》’”»"\'`)\\]}|*';
const URL_END = new RegExp(`[${URL_ENDS}]`, 'u');
const REST_OF_URL = new RegExp(`[^\\s<${URL_ENDS}]*`, 'uy');

/** The part of a link in running text before the first bracket, quote or CJK punctuation. */
const cutUrl = (url: string): string => {
  const position = url.search(URL_END);
  return position === -1 ? url : url.slice(0, position);
};

/**
 * Disables everything that a renderer would load or link. Images are always disabled; links stay if a cited source contains them. Covers
 * inline and reference-style links, autolinks, bare links and HTML. Takes linear time.
 */
export const neutralizeLinks = (text: string, policy: LinkPolicy): string => {
  const isAllowed = (url: string): boolean => isAllowedUrl(url, policy.allowedUrls);
  let current = withPlainLinks(text);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = neutralizeBareUrls(
      neutralizeBrackets(neutralizeHtml(current, policy), isAllowed),
      policy,
    );
    if (next === current) return current;
    current = next;
  }
  return withoutSyntax(current);
};

const isAllowedUrl = (url: string, allowedUrls: ReadonlySet<string>): boolean =>
  (/^(?:https?:\/\/|www\.)/i.test(url) || IS_MAILBOX.test(url)) &&
  allowedUrls.has(toComparableUrl(url));

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|commat|period|colon|sol|lowbar|plus);/gi;
const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  commat: '@',
  period: '.',
  colon: ':',
  sol: '/',
  lowbar: '_',
  plus: '+',
};
/** Characters that a link may contain; character references to other characters, such as `<`, stay references. */
const IN_LINK = /^[\p{L}\p{N}@.:/_+-]$/u;

/**
 * Resolves escapes in links, because some renderers look for links after resolving character references and escapes. Text that is not a
 * link keeps its escapes.
 */
const withPlainLinks = (text: string): string =>
  text.replace(REFERENCE, readReference).replace(/\S+/gu, (run) => {
    if (!run.includes('\\')) return run;
    const plain = run.replace(/\\(?=[@.:/_+-])/g, '');
    return plain !== run && findUrls(plain).length > 0 ? plain : run;
  });

const readReference = (written: string): string => {
  const inside = written.slice(1, -1).toLowerCase();
  const code = inside.startsWith('#x') ? parseInt(inside.slice(2), 16) : Number(inside.slice(1));
  const isCode = inside.startsWith('#') && code > 0 && code <= 0x10ffff;
  const character = isCode ? String.fromCodePoint(code) : NAMED_REFERENCES[inside];
  return character !== undefined && IN_LINK.test(character) ? character : written;
};

const neutralizeBareUrls = (text: string, policy: LinkPolicy): string => {
  // A separate instance, because its `lastIndex` is used to continue.
  const pattern = new RegExp(URL_START);
  let result = '';
  let position = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { replaced, length } = replaceUrl(match[0], policy);
    result += text.slice(position, match.index) + replaced;
    const end = match.index + length;
    // The match may end before a very long link does; the rest of the link is removed, too.
    position =
      replaced === policy.linkRemoved && length >= MAX_URL_CHARS ? endOfUrl(text, end) : end;
    pattern.lastIndex = position;
  }
  return result + text.slice(position);
};

const endOfUrl = (text: string, position: number): number => {
  const rest = new RegExp(REST_OF_URL);
  rest.lastIndex = position;
  return position + (rest.exec(text)?.[0].length ?? 0);
};

const TRAILING = /[?!.,:;_~"'*`)\]}|（）。，、；：！？」』】》’”»]+$/u;
const trimEnd = (text: string): string => {
  const kept = text.slice(0, MAX_URL_CHARS);
  const trimmed = kept.replace(TRAILING, '');
  // In Wikipedia-style links, the closing bracket belongs to the link.
  const isBalanced = trimmed.includes('(') && kept.charAt(trimmed.length) === ')';
  return isBalanced ? `${trimmed})` : trimmed;
};

/**
 * Returns the replacement for a link. If only the beginning of the link is allowed, or if it is within running text, only that beginning is
 * used.
 */
const replaceUrl = (
  written: string,
  { allowedUrls, linkRemoved }: LinkPolicy,
): { replaced: string; length: number } => {
  if (isAllowedUrl(trimEnd(written), allowedUrls))
    return { replaced: written, length: written.length };
  const cut = cutUrl(written);
  const replaced = isAllowedUrl(cut, allowedUrls) ? `${cut} ` : linkRemoved;
  return { replaced, length: cut.length };
};

/** Markdown's links and images: `[text](target)`, `![alt](target)`, `[text][label]` and `[label]: target`. */

const MAX_TARGET_CHARS = 2_048;

type Open = { at: number; piece: number; isImage: boolean };

/** Keeps the words of links and drops targets that are not allowed; images keep their alternative text. Takes one pass. */
const neutralizeBrackets = (text: string, isAllowed: (url: string) => boolean): string => {
  const pieces: string[] = [];
  const opens: Open[] = [];
  let position = 0;

  const write = (end: number, piece: string, next: number): void => {
    pieces.push(text.slice(position, end), piece);
    position = next;
  };

  const close = (at: number): void => {
    const from = opens.pop();
    const target = from && readTarget(text, at + 1);
    if (target === undefined) {
      write(at, `]${needsGap(text, { from: from?.at, at }, isAllowed) ? ' ' : ''}`, at + 1);
    } else if (isAllowed(target.url) && !from?.isImage) {
      write(target.end, '', target.end);
    } else {
      const isMarker = isMarkerInside(text.slice((from?.at ?? 0) + 1, at));
      write(at, isMarker ? ']' : '', target.end);
      if (!isMarker && from) pieces[from.piece] = '';
    }
  };

  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') {
      // Without its exclamation mark, an image is at worst a link, which does not load by itself.
      const isImage = at > position && text.charAt(at - 1) === '!';
      write(isImage ? at - 1 : at, '[', at + 1);
      opens.push({ at, piece: pieces.length - 1, isImage });
    } else if (character === ']') {
      close(at);
      at = position - 1;
    }
  }
  return pieces.join('') + text.slice(position);
};

const ANGLE_TARGET = /^\s*<([^<>\n]*)>/;
const PLAIN_TARGET = /^\s*([^\s<>]+)/;

type Target = { url: string; end: number };

/** The target in the parentheses that open at `open`; undefined if they never close, because no renderer treats this as a link. */
const readTarget = (text: string, open: number): Target | undefined => {
  if (text.charAt(open) !== '(') return undefined;
  let depth = 0;
  const limit = Math.min(text.length, open + MAX_TARGET_CHARS);
  for (let at = open; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) {
      const inside = text.slice(open + 1, at);
      const url = (ANGLE_TARGET.exec(inside) ?? PLAIN_TARGET.exec(inside))?.[1] ?? '';
      return { url, end: at + 1 };
    }
  }
  return undefined;
};

/**
 * True if a blank has to follow a bracket that does not close a link. The blank separates the words from a target that is too long to be
 * read, and keeps `[label]: target` from defining a link if the target is not allowed.
 */
const needsGap = (
  text: string,
  { from, at }: { from: number | undefined; at: number },
  isAllowed: (url: string) => boolean,
): boolean => {
  const next = text.charAt(at + 1);
  if (next !== ':') return next === '(';
  // The label may have begun in the text before this.
  if (from === undefined) return true;
  const rest = text.slice(at + 2, at + 2 + MAX_TARGET_CHARS);
  const [, url = ''] = /^\s{0,20}<?([^\s<>]+)/.exec(rest) ?? [];
  return opensLine(text, from) && !isAllowed(url);
};

/** Text that may precede a link definition on its line: indentation, quotes, bullets. */
const MAX_PREFIX_CHARS = 200;
const LINE_PREFIX = /^[\s>*+\d.)-]*$/;

const opensLine = (text: string, position: number): boolean => {
  const before = text.slice(Math.max(0, position - MAX_PREFIX_CHARS), position);
  return LINE_PREFIX.test(before.slice(before.lastIndexOf('\n') + 1));
};

const TAG_START = /<(?=[a-z/!?])/gi;

const MAX_TAG_CHARS = 10_000;

/**
 * Disables tags that load or link something: images keep their alternative text, links keep their words, and other tags lose their angle
 * bracket.
 */
const neutralizeHtml = (text: string, policy: LinkPolicy): string => {
  let result = '';
  let position = 0;
  let nextClose = -1;
  for (const { index } of text.matchAll(TAG_START)) {
    if (index < position) continue;
    if (nextClose < index) {
      const found = text.indexOf('>', index);
      nextClose = found === -1 ? Infinity : found;
    }
    // A browser closes an unfinished tag at the end of the text, so it counts as a tag.
    const isClosed = nextClose - index <= MAX_TAG_CHARS;
    const end = isClosed ? nextClose + 1 : index + 1;
    result +=
      text.slice(position, index) + (isClosed ? replaceTag(text.slice(index, end), policy) : '‹');
    position = end;
  }
  return result + text.slice(position);
};

const TAG_NAME = /^<\/?([a-z][a-z0-9-]*)/i;
/** Autolinks: removes the angle brackets and treats the content as a bare link. */
const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>$/i;
const MAIL_AUTOLINK = /^<([^\s<>@/]{1,64}@[^\s<>@/]{1,255})>$/;
/** Tags that only format text, allowed only without attributes. */
const HARMLESS =
  /^<\/?(?:b|i|u|s|em|strong|code|pre|sub|sup|br|hr|p|ul|ol|li|kbd|mark|small|del|ins)\s*\/?>$/i;
const IMAGE_OR_LINK = /^(?:img|image|a)$/i;
const ALT_TEXT = /\balt\s{0,3}=\s{0,3}(?:"([^"]{0,500})"|'([^']{0,500})')/i;

const replaceTag = (tag: string, { isQuotation = false }: LinkPolicy): string => {
  if (HARMLESS.test(tag)) return tag;
  const [, address] = MAIL_AUTOLINK.exec(tag) ?? [];
  if (address !== undefined) return address;
  const [, target] = AUTOLINK.exec(tag) ?? [];
  // Another renderer might turn a bare link with an unknown scheme into an active one again.
  if (target !== undefined)
    return /^(?:https?|ftps?|mailto):/i.test(target) ? target : `‹${target}›`;
  const [, name = ''] = TAG_NAME.exec(tag) ?? [];
  if (isQuotation || !IMAGE_OR_LINK.test(name)) return `‹${tag.slice(1)}`;
  const [, double, single] = ALT_TEXT.exec(tag) ?? [];
  return (double ?? single ?? '').replaceAll('<', '‹');
};

const withoutSyntax = (text: string): string =>
  text.replaceAll('<', '‹').replaceAll('[', '(').replaceAll(']', ')');
