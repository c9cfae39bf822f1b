import { messagesFor } from '../shared/i18n/index.js';
import type { CheckedCitation, CitableSource, Highlight } from './citation.js';
import type { CitationOptions } from './cite-answer.js';
import { collectUrls, neutralizeLinks } from './links.js';
import { parseMarkers, replaceMarkers } from './markers.js';
import { toInline } from './source-list.js';
import { toSpan } from './support.js';

/** A part of a source that is shown verbatim: `content.slice(start, end)`. */
export type QuotedPart = {
  source: CitableSource;
  start: number;
  end: number;
  /** Offsets within the part. */
  highlights?: readonly Highlight[];
  /** A table row shown with its column names. It has no quotation marks, because those names are elsewhere in the document. */
  pairs?: string | null;
  /** True for a statement about the document that is not in the document, so it has no quotation marks. */
  isValue?: boolean;
};

type CitedQuotes = {
  /** The text of each part as shown, with its marker. */
  texts: string[];
  citations: CheckedCitation[];
};

/**
 * Quotes parts of sources verbatim, each under its own number, in the given order. Such quotations are exact by construction, unless a
 * model contributed to the source. A link stays if the source contains it, because a part may start or end anywhere.
 */
export const citeQuotes = (
  parts: readonly QuotedPart[],
  { language, style = 'numbered' }: Pick<CitationOptions, 'language' | 'style'>,
): CitedQuotes => ({
  citations: parts.map((part, index) => toCitation(part, index)),
  texts: parts.map((part, index) => {
    const { name = { type: 'document' } } = part.source;
    const mark =
      style === 'numbered'
        ? `[${index + 1}]`
        : toInline({ ...name, verification: verificationOf(part.source) }, language);
    return `${write(part, language)} ${mark}`;
  }),
});

const toCitation = (
  { source, start, end, highlights = [] }: QuotedPart,
  index: number,
): CheckedCitation => ({
  number: index + 1,
  sourceIndex: index,
  sourceIndexes: [index],
  verification: verificationOf(source),
  quote: source.content.slice(start, end),
  ...toSpan(source, start, end),
  highlights: [...highlights],
});

/** Words of a model in a tool result do not become evidence by being quoted. */
const verificationOf = ({ content, basis }: CitableSource): CheckedCitation['verification'] => {
  if (basis === undefined || basis.content === content) return 'exact';
  return basis.content === '' ? 'unsupported' : 'unchecked';
};

/** Puts words of a source on one line, for use within an answer: without markers, code, and links that the source does not contain. */
export const quoteWithin = (
  { source, start, end }: Pick<QuotedPart, 'source' | 'start' | 'end'>,
  language: string,
): string => {
  const { linkRemoved, quote } = messagesFor(language);
  const allowedUrls = collectUrls([source.basis?.links ?? source.content]);
  const said = source.content.slice(start, end).replaceAll('`', '').replace(/\s+/gu, ' ').trim();
  const safe = neutralizeLinks(said, { allowedUrls, linkRemoved, isQuotation: true });
  return quote(withoutMarkers(safe));
};

const write = (
  { source, start, end, pairs = null, isValue = false }: QuotedPart,
  language: string,
): string => {
  const { linkRemoved, quote } = messagesFor(language);
  const said = pairs ?? source.content.slice(start, end).trim();
  const allowedUrls = collectUrls([source.basis?.links ?? source.content]);
  const safe = neutralizeLinks(isValue ? toOneLine(said) : tidy(said), {
    allowedUrls,
    linkRemoved,
    isQuotation: true,
  });
  const text = withoutMarkers(safe);
  return isValue || pairs !== null ? text : quote(text);
};

const MAX_VALUE_CHARS = 600;

const toOneLine = (value: string): string => {
  const line = value.replace(/\s+/gu, ' ');
  if (line.length <= MAX_VALUE_CHARS) return line;
  const cut = line.slice(0, MAX_VALUE_CHARS);
  const lastBlank = cut.lastIndexOf(' ');
  return lastBlank > MAX_VALUE_CHARS / 2 ? cut.slice(0, lastBlank) : cut;
};

/** Reduces several blank lines in a row to one. Indentation stays, because it may mark code. */
const tidy = (text: string): string =>
  text.replace(/(?<![^\S\n])[^\S\n]*\n(?:[^\S\n]*\n)+/gu, '\n\n');

/** Removes bracketed numbers from the document's text, which would look like our citation markers. */
const withoutMarkers = (text: string): string => {
  const markers = parseMarkers(text).map(({ start, end }) => {
    const written = text.slice(start, end).replace(/^\\?./u, '(').replace(/.$/u, ')');
    return { start, end, written };
  });
  return replaceMarkers(text, markers, { lead: '' });
};
