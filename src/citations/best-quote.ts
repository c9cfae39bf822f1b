import { splitSentences } from '../language/index.js';
import type { CitableSource, Quote } from './cited-source.js';
import { findSupport } from './find-support.js';
import { toClaimTerms } from './verify-citation.js';

type Quotable = Pick<CitableSource, 'content' | 'language' | 'span'>;

/** The sentence or sentences of the source that best support the claim, with their place in the document's text. */
export const bestQuote = (claim: string, source: Quotable): Quote => {
  const terms = toClaimTerms(claim, source.language);
  const [first] = splitSentences(source.content);
  const { start, end } = findSupport(terms, source.content, source.language) ??
    first ?? { start: 0, end: source.content.length };
  return { quote: source.content.slice(start, end), ...toSpan(source, start, end) };
};

// A chunk may open with a repeated table header, which the document's text does not have at that place.
const toSpan = (
  { content, span }: Quotable,
  start: number,
  end: number,
): Pick<Quote, 'charStart' | 'charEnd'> => {
  if (span === undefined) return { charStart: null, charEnd: null };
  const prepended = Math.max(0, content.length - (span.charEnd - span.charStart));
  const toAbsolute = (offset: number): number =>
    Math.min(span.charEnd, span.charStart + Math.max(0, offset - prepended));
  return { charStart: toAbsolute(start), charEnd: toAbsolute(end) };
};
