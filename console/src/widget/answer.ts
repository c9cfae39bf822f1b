import type { Answer, Citation } from './ask.js';
import type { Words } from './words.js';

type Child = Node | string;

/** An element with what it holds; text stays text, whatever it says. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

type Shown = Answer & { server: string; words: Words };

/** An answer with its markers as links to what they cite, and the sources below it. */
export const renderAnswer = ({ answer, notice, citations, server, words }: Shown): Child[] => {
  const linkOf = (citation: Citation, text: string): Child => {
    const href = addressOf(citation, server);
    const title = citation.quote ?? citation.title ?? '';
    if (href === null) return text;
    return element('a', { href, target: '_blank', rel: 'noopener', title }, text);
  };
  const items = citations.map((citation) =>
    element(
      'li',
      { value: String(citation.number) },
      linkOf(citation, citation.title ?? String(citation.number)),
      ...(citation.quote ? [element('small', {}, `“${citation.quote}”`)] : []),
    ),
  );
  const sources = [
    element('span', { class: 'label' }, words.sources),
    element('ol', { 'aria-label': words.sources }, ...items),
  ];
  return [
    ...(notice === null ? [] : [element('small', {}, notice)]),
    element('div', { class: 'text' }, ...toPieces(answer, citations, linkOf)),
    ...(items.length === 0 ? [] : sources),
  ];
};

const INLINE = /\*\*(.+?)\*\*|\[(\d{1,4})\]/gu;

const toPieces = (
  text: string,
  citations: readonly Citation[],
  linkOf: (citation: Citation, text: string) => Child,
): Child[] => {
  const pieces: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, strong, number] = match;
    const cited = citations.find((one) => one.number === Number(number));
    pieces.push(text.slice(end, match.index));
    if (strong !== undefined) pieces.push(element('strong', {}, strong));
    else pieces.push(cited ? linkOf(cited, whole) : whole);
    end = match.index + whole.length;
  }
  return [...pieces, text.slice(end)];
};

/** The cited passage on the console's page, or a page of the web; never another kind of address. */
const addressOf = (
  { documentId, charStart, charEnd, url }: Citation,
  server: string,
): string | null => {
  if (documentId !== undefined) {
    const place = charStart == null ? '' : `?start=${charStart}&end=${charEnd ?? charStart}`;
    return `${server}/d/${documentId}${place}`;
  }
  return url !== undefined && /^https?:\/\//u.test(url) ? url : null;
};
