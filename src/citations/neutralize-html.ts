const TAG_START = /<(?=[a-z/!?])/gi;

const MAX_TAG_CHARS = 10_000;

/** Tags that load or link anything lose their effect: images leave their alternative text, links their words, the rest its angle bracket. */
export const neutralizeHtml = (text: string): string => {
  const pieces: string[] = [];
  let position = 0;
  let nextClose = -1;
  for (const { index } of text.matchAll(TAG_START)) {
    if (index < position) continue;
    if (nextClose < index && nextClose !== Infinity) {
      const found = text.indexOf('>', index);
      nextClose = found === -1 ? Infinity : found;
    }
    const isClosed = nextClose - index <= MAX_TAG_CHARS;
    pieces.push(text.slice(position, index));
    // A browser closes an unfinished tag at the end of the text, so it counts as one.
    const tag = isClosed ? text.slice(index, nextClose + 1) : text.slice(index, index + 1);
    pieces.push(isClosed ? replaceTag(tag) : '‹');
    position = index + tag.length;
  }
  return [...pieces, text.slice(position)].join('');
};

const TAG_NAME = /^<\/?([a-z][a-z0-9-]*)/i;
/** Autolinks: the angle brackets go, and what is inside is judged as a bare link. */
const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>$/i;
const MAIL_AUTOLINK = /^<([^\s<>@/]{1,64}@[^\s<>@/]{1,255})>$/;
/** Tags that only format, and then only without attributes. */
const HARMLESS =
  /^<\/?(?:b|i|u|s|em|strong|code|pre|sub|sup|br|hr|p|ul|ol|li|kbd|mark|small|del|ins)\s*\/?>$/i;
const IMAGE_OR_LINK = /^(?:img|image|a)$/i;
const ALT_TEXT = /\balt\s{0,3}=\s{0,3}(?:"([^"]{0,500})"|'([^']{0,500})')/i;

const replaceTag = (tag: string): string => {
  if (HARMLESS.test(tag)) return tag;
  const [, address] = MAIL_AUTOLINK.exec(tag) ?? [];
  if (address !== undefined) return address;
  const [, target] = AUTOLINK.exec(tag) ?? [];
  // A scheme we do not know as a bare link would come alive again in another renderer.
  if (target !== undefined)
    return /^(?:https?|ftps?|mailto):/i.test(target) ? target : `‹${target}›`;
  const [, name = ''] = TAG_NAME.exec(tag) ?? [];
  if (!IMAGE_OR_LINK.test(name)) return `‹${tag.slice(1)}`;
  const [, double, single] = ALT_TEXT.exec(tag) ?? [];
  return (double ?? single ?? '').replaceAll('<', '‹');
};
