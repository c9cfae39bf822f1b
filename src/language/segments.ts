import { splitSentences } from './sentences.js';
import { alternativesOf } from './word-lists.js';

/** A part of a passage: a sentence, or a line that only its shape tells from one. */
export type Segment = {
  text: string;
  /** Offsets in the content; `content.slice(start, end)` is the text. */
  start: number;
  end: number;
  kind: 'sentence' | 'item' | 'row' | 'code' | 'heading' | 'question';
  /** The number of the paragraph, list or table that it stands in, counted from 0: between two of them is a blank line. */
  block: number;
};

const ITEM = /^\s*(?:・\s*|(?:[-*+•‣▪◦·–—]|[([]?(?:\p{N}{1,3}|\p{L}|[ivxIVX]{1,5})[.)\]])\s+)\S/u;
const ROW = /\S \| |\S\t+\S/;
const CODE = /^(?: {4,}|\t)\S|^\s*[$#>%]\s+\S|[{};]\s*$/;

/** "Q: …" or "Question 3) …", as lists of frequent questions have it, and the "A: …" below. */
const ASKED = new RegExp(
  String.raw`^\s*(?:${alternativesOf(({ questionLabels }) => questionLabels)})\s?\p{N}{0,3}\s?[:.)：．]\s*\S`,
  'u',
);
const ANSWERED = new RegExp(
  String.raw`^\s*(?:${alternativesOf(({ answerLabels }) => answerLabels)})\s?\p{N}{0,3}\s?[:.)：．]`,
  'u',
);

const QUESTION_MARK = /[?？؟]["”»」)]*\s*$/u;

/** The segments of a passage of a document, in reading order; `headings` are the titles it stands under. */
export const toSegments = (content: string, headings: readonly string[]): Segment[] => {
  const segments: Segment[] = [];
  const titles = new Set(headings.map(normalise));
  const lines = content.split('\n');
  let block = 0;
  let start = 0;
  for (const [at, line] of lines.entries()) {
    const end = start + line.length;
    const last = segments.at(-1);
    const isAsked = isMarkedQuestion(lines, at);
    if (last?.block === block && (line.trim() === '' || isAsked)) block += 1;
    const isAnswer = last?.kind === 'question' && ANSWERED.test(line);
    const kind = kindOfLine(line, { titles, isAsked, isAnswer });
    if (line.trim() !== '') segments.push(...splitLine({ line, start, block, kind }));
    start = end + 1;
  }
  return segments;
};

/** "Q3: 120 units" is a quarter. */
const isMarkedQuestion = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (!ASKED.test(line)) return false;
  const next = lines.slice(at + 1, at + 3).find((other) => other.trim() !== '') ?? '';
  return QUESTION_MARK.test(line) || ANSWERED.test(next);
};

/** `kind`: null for sentences. */
type Line = { line: string; start: number; block: number; kind: Segment['kind'] | null };

const splitLine = ({ line, start, block, kind }: Line): Segment[] => {
  const whole = toSegment(line, start);
  if (kind !== null && kind !== 'item') return [{ ...whole, kind, block }];
  const sentences = splitSentences(line).map((sentence): Segment => {
    const { text } = sentence;
    return {
      ...{ text, start: start + sentence.start, end: start + sentence.end, block },
      kind: QUESTION_MARK.test(text) ? 'question' : 'sentence',
    };
  });
  // An item is known by its beginning; what follows in its line are sentences of it.
  return kind === 'item'
    ? sentences.map((sentence, at) => (at === 0 ? { ...sentence, kind: 'item' } : sentence))
    : sentences;
};

const toSegment = (line: string, start: number) => {
  const text = line.trim();
  const from = start + (line.length - line.trimStart().length);
  return { text, start: from, end: from + text.length };
};

type Known = { titles: ReadonlySet<string>; isAsked: boolean; isAnswer: boolean };

const kindOfLine = (line: string, { titles, isAsked, isAnswer }: Known): Segment['kind'] | null => {
  if (titles.has(normalise(line))) return 'heading';
  if (isAsked) return 'question';
  if (isAnswer) return null;
  if (ROW.test(line)) return 'row';
  if (ITEM.test(line)) return 'item';
  return CODE.test(line) ? 'code' : null;
};

const normalise = (title: string): string => title.replace(/\s+/gu, ' ').trim().toLowerCase();
