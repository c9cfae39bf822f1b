import { addressOf, type Citation } from '../citations/index.js';
import type { ExecutionId } from '../shared/ids.js';

/** The parts of an answer that annotations are made from: its text with markers, and its sources. */
type Cited = {
  answer: string;
  citations: readonly Citation[];
  /** The structured answer, which contains no markers. */
  structured?: { text: string };
};

export type UrlCitation = {
  start_index: number;
  end_index: number;
  title: string;
  url: string;
};

/** A marker in the text with what it cites. */
export type Marked = { citation: Citation; start_index: number; end_index: number };

const MARKER = /\[(\d{1,4})\]/g;

/**
 * Each marker in the text above the list of sources, with its position in characters as Python counts them. In a structured answer each
 * citation applies to the whole.
 */
export const findMarked = ({ answer, citations, structured }: Cited): Marked[] => {
  if (structured) {
    const whole = { start_index: 0, end_index: Array.from(structured.text).length };
    return citations.map((citation) => ({ citation, ...whole }));
  }
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  const text = withoutList(answer, citations.length);
  return [...text.matchAll(MARKER)].flatMap((match) => {
    const citation = byNumber.get(Number(match[1]));
    if (citation === undefined) return [];
    const start = Array.from(text.slice(0, match.index)).length;
    return [{ citation, start_index: start, end_index: start + match[0].length }];
  });
};

/** Removes the list below an answer: an empty line, its label and a line for each citation. */
const withoutList = (answer: string, citations: number): string =>
  citations === 0
    ? answer
    : answer
        .split('\n')
        .slice(0, -(citations + 1))
        .join('\n');

/**
 * The address of the cited page. For a memory or a tool result, which have no page, that of the receipt: programs that show the n-th
 * annotation for `[n]` would name another source if one were left out.
 */
export const toUrlCitation = (
  { citation, ...place }: Marked,
  { base, executionId }: { base: string; executionId: ExecutionId },
): UrlCitation => ({
  ...place,
  title: citation.title ?? citation.type,
  url: addressOf(citation, base) ?? `${base}/e/${executionId}`,
});
