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
  /** A table row as shown, with its column names: without quotation marks, because those names come from elsewhere in the document. */
  pairs?: string | null;
  /** Said about the document rather than by it, so without quotation marks. */
  isValue?: boolean;
};

type CitedQuotes = {
  /** Each part as shown, with its marker. */
  texts: string[];
  citations: CheckedCitation[];
};

/**
 * Quotes parts of sources verbatim, each under its own number, in the given order. Quotations are exact by construction, unless a model
 * contributed to the source. Links stay if the source contains them, because a part may be cut anywhere.
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

/** A model's words in a tool result do not become evidence by being quoted. */
const verificationOf = ({ content, basis }: CitableSource): CheckedCitation['verification'] => {
  if (basis === undefined || basis.content === content) return 'exact';
  return basis.content === '' ? 'unsupported' : 'unchecked';
};

/** A source's words on one line, for use within an answer: without links that it does not contain, markers and code. */
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

/** Allows at most one blank line in a row; indentation stays, because it may mark code. */
const tidy = (text: string): string =>
  text.replace(/(?<![^\S\n])[^\S\n]*\n(?:[^\S\n]*\n)+/gu, '\n\n');

/** A bracketed number in the document would look like one of our markers. */
const withoutMarkers = (text: string): string => {
  const markers = parseMarkers(text).map(({ start, end }) => {
    const written = text.slice(start, end).replace(/^\\?./u, '(').replace(/.$/u, ')');
    return { start, end, written };
  });
  return replaceMarkers(text, markers, { lead: '' });
};
