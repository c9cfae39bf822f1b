import { groupByDocument } from '../ask/source-groups.js';
import type { Answer, Citation, Statement } from './ask.js';
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

/** An answer with its markers as links to what they cite, a mark on what no source carries, and below it each document with its passages. */
export const renderAnswer = ({
  answer,
  notice,
  citations,
  statements,
  server,
  words,
}: Shown): Child[] => {
  const linkOf = (citation: Citation, text: string): Child => {
    const href = addressOf(citation, server);
    const title = citation.quote ?? citation.title ?? '';
    if (href === null) return text;
    return element('a', { href, target: '_blank', rel: 'noopener', title }, text);
  };
  const toItem = (citation: Citation, ...children: readonly Child[]): HTMLElement =>
    element('li', { value: String(citation.number) }, ...children);
  const toQuote = ({ quote, number }: Citation): string => (quote ? `“${quote}”` : `[${number}]`);
  const items = groupByDocument(citations).map((group) => {
    const [first] = group;
    const title = first?.title ?? String(first?.number ?? '');
    const original = toOriginal(first, words);
    if (first === undefined || group.length > 1) {
      const passages = element(
        'ol',
        {},
        ...group.map((one) => toItem(one, linkOf(one, toQuote(one)))),
      );
      return element('li', { class: 'document' }, title, ...original, passages);
    }
    const quote = first.quote ? [element('small', {}, toQuote(first))] : [];
    return toItem(first, linkOf(first, title), ...quote, ...original);
  });
  const sources = [
    element('span', { class: 'label' }, words.sources),
    element('ol', { 'aria-label': words.sources }, ...items),
  ];
  return [
    ...(notice === null || answer.includes(notice) ? [] : [element('small', {}, notice)]),
    element(
      'div',
      { class: 'text' },
      ...toStretches({ answer, statements, words }, (text) => toPieces(text, citations, linkOf)),
    ),
    ...(items.length === 0 ? [] : sources),
  ];
};

/** Leads to the original of a document at its source, with the day on which it was read there. */
const toOriginal = (cited: Citation | undefined, { original }: Words): HTMLElement[] => {
  const { documentId, url, readAt } = cited ?? {};
  if (documentId === undefined || readAt === undefined || !isWebAddress(url)) return [];
  const link = element('a', { href: url, target: '_blank', rel: 'noopener' }, original);
  return [element('small', {}, link, ` (${new Date(readAt).toLocaleDateString()})`)];
};

const isWebAddress = (url: string | undefined): url is string =>
  url !== undefined && /^https?:\/\//u.test(url);

/** The answer with a mark on each statement that nobody checked, or that nothing says. */
const toStretches = (
  { answer, statements, words }: Pick<Shown, 'answer' | 'statements' | 'words'>,
  toShown: (text: string) => Child[],
): Child[] => {
  const pieces: Child[] = [];
  let at = 0;
  for (const { start, end, verdict } of statements) {
    if (!isMarked(verdict)) continue;
    const said = toShown(answer.slice(start, end));
    pieces.push(...toShown(answer.slice(at, start)));
    pieces.push(element('span', { class: verdict, title: words[verdict] }, ...said));
    at = end;
  }
  return [...pieces, ...toShown(answer.slice(at))];
};

const isMarked = (verdict: Statement['verdict']): verdict is 'unchecked' | 'unsupported' =>
  verdict === 'unchecked' || verdict === 'unsupported';

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
  return isWebAddress(url) ? url : null;
};
