import type { Verification } from './citation.js';

/** How a source is called where it is cited by name. */
export type SourceName = {
  type: 'document' | 'memory' | 'tool';
  title?: string | undefined;
  pageStart?: number | null | undefined;
  pageEnd?: number | null | undefined;
};

/** What an answer may cite: source [1] is the first of the list. */
export type CitableSource = {
  /** Sources of one key are one citation: the document's id, a memory's, a tool call's. */
  key: string;
  content: string;
  /** ISO 639-1 of the content; decides stems, negations and units. */
  language: string;
  name?: SourceName;
  /** Where the content stands in the document's normalised text; absent for memories and tool results. */
  span?: { charStart: number; charEnd: number };
  /** Share of the question's terms the source covers, 0..1. */
  coverage?: number;
};

/** One sentence and one source it cites; a sentence with two markers makes two claims. */
export type Claim = { text: string; sourceIndex: number };

export type CheckedClaim = Claim & { verification: Exclude<Verification, 'stale'> };

export type Quote = { quote: string; charStart: number | null; charEnd: number | null };

export type CheckedCitation = Quote & {
  /** As in the answer's text, from 1 in order of appearance. */
  number: number;
  /** The best-supporting source among those merged under this number. */
  sourceIndex: number;
  /** All the sources merged under this number. */
  sourceIndexes: readonly number[];
  verification: CheckedClaim['verification'];
};
