import type { PlacedBlock } from './parsed-document.js';
import { splitSentences, countTokens } from '../language/index.js';

type TableHeader = { text: string; end: number; tokens: number };

/** The smallest piece a chunk is made of: a sentence, a table row, a line of code or a part of one that is too long. */
export type Unit = {
  start: number;
  end: number;
  tokens: number;
  page: number | undefined;
  lastPage: number | undefined;
  isSentence: boolean;
  /** The header of the row's table, to be repeated where the table is split. */
  header?: TableHeader;
};

type Span = { start: number; end: number };

/** No token is longer than this many characters in prose; keeps the pieces that are counted short. */
const MAX_CHARACTERS_PER_TOKEN = 12;

type Limit = { maxTokens: number };

/** A block's units with places in the document's text. */
export const toUnits = (block: PlacedBlock, limit: Limit): Unit[] => {
  const { text, kind, charStart } = block;
  const isTable = kind === 'table';
  const spans =
    isTable || kind === 'code'
      ? spansOfLines(text)
      : splitSentences(text).map(({ start, end }) => ({ start, end }));
  const header = isTable ? headerOf(block, spans, limit) : undefined;
  const room = { maxTokens: limit.maxTokens - (header ? header.tokens + 2 : 0) };
  const pageAt = createPageLookup(block, spans);
  return measure(text, spans, room).map(({ start, end, tokens }) => ({
    start: charStart + start,
    end: charStart + end,
    tokens,
    page: pageAt(start),
    lastPage: pageAt(end - 1),
    isSentence: kind === 'paragraph' || kind === 'list',
    ...(header && charStart + start >= header.end && { header }),
  }));
};

const spansOfLines = (text: string): Span[] => {
  const spans: Span[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') spans.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return spans;
};

const headerOf = (
  block: PlacedBlock,
  rows: readonly Span[],
  { maxTokens }: Limit,
): TableHeader | undefined => {
  const [first] = rows;
  if (!first || rows.length < 2) return undefined;
  const text = block.text.slice(first.start, first.end);
  const tokens = text.length > maxTokens * MAX_CHARACTERS_PER_TOKEN ? maxTokens : countTokens(text);
  // A header that fills half a chunk would leave no room for rows.
  return tokens > maxTokens / 2 ? undefined : { text, end: block.charStart + first.end, tokens };
};

/** The page of a place in a block by the line it stands in; places are asked for in their order. */
const createPageLookup = (
  { page, linePages, pageStarts = [] }: PlacedBlock,
  lines: readonly Span[],
) => {
  let line = 0;
  return (place: number): number | undefined => {
    if (linePages === undefined) return pageStarts.findLast(({ at }) => at <= place)?.page ?? page;
    while ((lines[line + 1]?.start ?? Number.POSITIVE_INFINITY) <= place) line += 1;
    return linePages[line] ?? page;
  };
};

const measure = (
  text: string,
  spans: readonly Span[],
  { maxTokens }: Limit,
): (Span & { tokens: number })[] =>
  spans.flatMap((span) => {
    if (span.end - span.start <= maxTokens * MAX_CHARACTERS_PER_TOKEN) {
      const tokens = countTokens(text.slice(span.start, span.end));
      if (tokens <= maxTokens) return [{ ...span, tokens }];
    }
    return cutAtWords(text, span, maxTokens).map((part) => ({
      ...part,
      tokens: countTokens(text.slice(part.start, part.end)),
    }));
  });

/** Cuts an overlong sentence at words into parts of at most `maxTokens`. */
const cutAtWords = (text: string, span: Span, maxTokens: number): Span[] => {
  const parts: Span[] = [];
  let tokens = 0;
  let end = span.start;
  for (const word of spansOfWords(text, span, maxTokens)) {
    const added = countTokens(text.slice(end, word.end));
    const last = parts.at(-1);
    if (last && tokens + added <= maxTokens) {
      last.end = word.end;
      tokens += added;
    } else {
      parts.push({ ...word });
      tokens = countTokens(text.slice(word.start, word.end));
    }
    end = word.end;
  }
  return parts;
};

const WORD = /\S+/gu;

/** The words of a span, in parts where one is longer than any real one. */
const spansOfWords = (text: string, { start, end }: Span, maxTokens: number): Span[] =>
  [...text.slice(start, end).matchAll(WORD)].flatMap(({ 0: word, index }) =>
    halve(text, { start: start + index, end: start + index + word.length }, maxTokens),
  );

const MAX_WORD_LENGTH = 128;

/** Halves a span until it fits; never inside a surrogate pair. */
const halve = (text: string, { start, end }: Span, maxTokens: number): Span[] => {
  const isShort =
    end - start <= MAX_WORD_LENGTH && countTokens(text.slice(start, end)) <= maxTokens;
  if (isShort || end - start <= 2) return [{ start, end }];
  const half = Math.floor((start + end) / 2);
  const middle = /[\ud800-\udbff]/.test(text.charAt(half - 1)) ? half - 1 : half;
  return [
    ...halve(text, { start, end: middle }, maxTokens),
    ...halve(text, { start: middle, end }, maxTokens),
  ];
};
