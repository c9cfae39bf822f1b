import { splitSentences } from './sentences.js';

/** A part of a passage: a sentence, or a line that only its form distinguishes from one. */
export type Segment = {
  text: string;
  /** Offsets in the content; `content.slice(start, end)` is the text. */
  start: number;
  end: number;
  kind: 'sentence' | 'item' | 'row' | 'code' | 'heading' | 'question';
  /** The number of its paragraph, list or table, counted from 0; blank lines separate blocks. */
  block: number;
};

const ITEM = /^\s*(?:・\s*|(?:[-*+•‣▪◦·–—]|[([]?(?:\p{N}{1,3}|\p{L}|[ivxIVX]{1,5})[.)\]])\s+)\S/u;
const ROW = /\S \| |\S\t+\S/;
const CODE = /^(?: {4,}|\t)\S|^\s*[$#>%]\s+\S|[{};]\s*$/;

const QUESTION_MARK = /[?？؟]["”»」)]*\s*$/u;

/** The segments of a document's passage, in reading order; `headings` are the titles above it. */
export const toSegments = (content: string, headings: readonly string[]): Segment[] => {
  const segments: Segment[] = [];
  const titles = new Set(headings.map(normalise));
  let block = 0;
  let start = 0;
  for (const line of content.split('\n')) {
    const end = start + line.length;
    const last = segments.at(-1);
    if (last?.block === block && line.trim() === '') block += 1;
    const kind = kindOfLine(line, titles);
    if (line.trim() !== '') segments.push(...splitLine({ line, start, block, kind }));
    start = end + 1;
  }
  return segments;
};

/** `kind`: null for sentences. */
type Line = { line: string; start: number; block: number; kind: Segment['kind'] | null };

const splitLine = ({ line, start, block, kind }: Line): Segment[] => {
  const whole = toSegment(line, start);
  if (kind !== null && kind !== 'item') return [{ ...whole, kind, block }];
  const sentences = splitSentences(line).map((sentence): Segment => {
    const { text } = sentence;
    return {
      text,
      start: start + sentence.start,
      end: start + sentence.end,
      block,
      kind: QUESTION_MARK.test(text) ? 'question' : 'sentence',
    };
  });
  // An item is recognized by its beginning; the rest of its line consists of sentences.
  return kind === 'item'
    ? sentences.map((sentence, at) => (at === 0 ? { ...sentence, kind: 'item' } : sentence))
    : sentences;
};

const toSegment = (line: string, start: number) => {
  const text = line.trim();
  const from = start + (line.length - line.trimStart().length);
  return { text, start: from, end: from + text.length };
};

const kindOfLine = (line: string, titles: ReadonlySet<string>): Segment['kind'] | null => {
  if (titles.has(normalise(line))) return 'heading';
  if (ROW.test(line)) return 'row';
  if (ITEM.test(line)) return 'item';
  return CODE.test(line) ? 'code' : null;
};

const normalise = (title: string): string => title.replace(/\s+/gu, ' ').trim().toLowerCase();
