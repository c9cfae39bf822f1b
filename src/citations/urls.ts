// What renderers turn into links by themselves, and what a browser would load: with a scheme, with www, or
// protocol-relative. Some do so in the middle of a word. Scanned from fixed first letters, each match ends at white space or `<`.
const URL_START =
  /https?:\/\/[^\s<]+|(?<![\p{L}\p{N}])(?:(?:https?|ftps?|wss?|file|blob):[/\\]{1,3}|www\.(?=[\p{L}\p{N}])|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[^\s<]+|(?<![\p{L}\p{N}:/])\/\/(?=[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])[^\s<]+/giu;
const URL_END = /[）。，、；：」』】》’”»"'`)\]}|*]/u;

export type FoundUrl = { start: number; end: number; url: string };

/** The links of a text with their places; `url` lacks trailing punctuation. */
export const findUrls = (text: string): FoundUrl[] => [...text.matchAll(URL_START)].map(toFound);

const toFound = ({ 0: written, index }: RegExpExecArray): FoundUrl => ({
  start: index,
  end: index + written.length,
  url: trimEnd(written),
});

const TRAILING = /[?!.,:;_~"'*`)\]}|（）。，、；：！？」』】》’”»]+$/u;
/** More than any sensible link; what is longer is never allowed. */
const MAX_URL_CHARS = 2_048;

const trimEnd = (text: string): string => {
  const kept = text.slice(0, MAX_URL_CHARS);
  const trimmed = kept.replace(TRAILING, '');
  // Wikipedia-style links end in a bracket of their own.
  const isBalanced = trimmed.includes('(') && kept.charAt(trimmed.length) === ')';
  return isBalanced ? `${trimmed})` : trimmed;
};

/** The first link at or behind a place. */
export const findUrlFrom = (text: string, position: number): FoundUrl | undefined => {
  const pattern = new RegExp(URL_START);
  pattern.lastIndex = position;
  const match = pattern.exec(text);
  return match === null ? undefined : toFound(match);
};

/** The part before the first bracket, quote or CJK punctuation: a link that stands in running text. */
export const cutUrl = (url: string): string => {
  const position = url.search(URL_END);
  return position === -1 ? url : url.slice(0, position);
};

/** One spelling per link, as far as a trailing slash goes. */
export const toComparableUrl = (url: string): string => url.replace(/\/$/, '');
