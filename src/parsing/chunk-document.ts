import { createHash } from 'node:crypto';
import { loadTokenizer, splitSentences } from '../language/index.js';
import type { DocumentChunk, PlacedBlock } from './parsed-document.js';
import { createBlockFinder } from './block-places.js';
import { toChapter } from './chapter.js';
import { createCodeLabels } from './code-labels.js';
import { createRowLabels } from './row-labels.js';
import { cellsOf, createRowCutter, type RowCutter } from './wide-rows.js';

const { countTokens } = await loadTokenizer();

/** A blank line between two units adds at most one token to the next unit. */
const SEPARATOR_TOKENS = 1;
/** No token in prose is longer than this many characters; this keeps the counted pieces short. */
const MAX_CHARACTERS_PER_TOKEN = 12;

/** A chunk whose language is not known yet. */
type Passage = Omit<DocumentChunk, 'language'>;

type Document = { text: string; blocks: readonly PlacedBlock[] };

type Span = { start: number; end: number };

/** The text goes before the passage's own text, including the line break or the cells between them. */
type TableHeader = { text: string; end: number; tokens: number };

/** The smallest piece of a chunk: a sentence, a table row, a line of code, or a part of one that is too long. */
type Unit = Span & {
  tokens: number;
  pages: (number | undefined)[];
  isSentence: boolean;
  /** What is repeated if the row's table is split before this row. */
  header?: TableHeader;
  /** A part of a row that is wider than a passage. It has its own column names in front, so it is a passage of its own. */
  isApart?: true;
};

/** The blocks under one heading, the heading's own block (and bare parent headings) first. */
type Section = { headingPath: string[]; blocks: PlacedBlock[] };

/**
 * Splits by structure first, then by sentences: chunks never cross chapters, have at most `maxTokens` each, and overlap by whole sentences.
 * If a table is split, its header row and the labels of the current group are repeated; they come before the chunk's own span of the text.
 * The same is done for the lines of code that enclose a passage's first line. If a row is wider than a chunk, each part gets the names of
 * its own columns and the row's first cell.
 */
export const chunkDocument = (
  { text, blocks }: Document,
  { maxTokens }: { maxTokens: number },
): Passage[] => {
  const chunks: Passage[] = [];
  for (const { headingPath, blocks: own } of toSections(blocks)) {
    const chapter = toChapter(headingPath);
    const blocksIn = createBlockFinder(own);
    for (const pack of packUnits(unitsOf(own, maxTokens - SEPARATOR_TOKENS), maxTokens)) {
      const index = chunks.length;
      const passage = toPassage(text, pack);
      chunks.push({ index, ...passage, chapter, headingPath, blocks: blocksIn(passage) });
    }
  }
  return chunks;
};

/**
 * Splits a document at its headings and around boilerplate, which no passage spans. A heading without text of its own, followed by a deeper
 * heading, opens that heading's section.
 */
const toSections = (blocks: readonly PlacedBlock[]): Section[] => {
  const sections: Section[] = [];
  const path: { title: string; level: number }[] = [];
  let current: Section | undefined;
  let isBare = false;
  for (const block of blocks) {
    if (block.isBoilerplate) {
      current = undefined;
      continue;
    }
    if (block.kind !== 'heading') {
      if (!current) sections.push((current = { headingPath: titlesOf(path), blocks: [] }));
      current.blocks.push(block);
      isBare = false;
      continue;
    }
    const level = block.level ?? 1;
    const isDeeper = level > (path.at(-1)?.level ?? 0);
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= level) path.pop();
    path.push({ title: shorten(block.text), level });
    const headingPath = titlesOf(path);
    if (current && isBare && isDeeper) current = Object.assign(current, { headingPath });
    else sections.push((current = { headingPath, blocks: [] }));
    current.blocks.push(block);
    isBare = true;
  }
  return sections;
};

/** A title that repeats the one above it adds nothing. */
const titlesOf = (path: readonly { title: string }[]): string[] =>
  path.map(({ title }) => title).filter((title, at, all) => title !== all[at - 1]);

const MAX_HEADING_LENGTH = 200;

const shorten = (title: string): string => {
  const line = title.replace(/\n/gu, ' ');
  return line.length <= MAX_HEADING_LENGTH ? line : `${line.slice(0, MAX_HEADING_LENGTH - 1)}…`;
};

/** Fills chunks with units up to the limit. */
function* packUnits(units: Iterable<Unit>, maxTokens: number): Generator<Unit[]> {
  let pack: Unit[] = [];
  let tokens = 0;
  for (const unit of units) {
    const isFull = tokens + unit.tokens + SEPARATOR_TOKENS > maxTokens;
    if (pack.length > 0 && (isFull || unit.isApart === true || pack[0]?.isApart === true)) {
      yield pack;
      pack = overlapOf(pack, unit, maxTokens);
      tokens = pack.length > 0 ? sumTokens(pack) : headerTokens(unit);
    }
    pack.push(unit);
    tokens += unit.tokens + SEPARATOR_TOKENS;
  }
  if (pack.length > 0) yield pack;
}

const MAX_OVERLAP_SHARE = 0.15;

/** The last whole sentences of a chunk, up to 15 % of the limit, to repeat in the next; never all of it. */
const overlapOf = (units: readonly Unit[], next: Unit, maxTokens: number): Unit[] => {
  const overlap: Unit[] = [];
  if (!next.isSentence) return overlap;
  let tokens = 0;
  for (const unit of units.slice(1).reverse()) {
    tokens += unit.tokens + SEPARATOR_TOKENS;
    const isTooMuch =
      tokens > maxTokens * MAX_OVERLAP_SHARE || tokens + next.tokens + SEPARATOR_TOKENS > maxTokens;
    if (!unit.isSentence || isTooMuch) break;
    overlap.unshift(unit);
  }
  return overlap;
};

const sumTokens = (units: readonly Unit[]): number =>
  units.reduce((sum, unit) => sum + unit.tokens + SEPARATOR_TOKENS, headerTokens(units[0]));

/** The tokens needed to repeat the table's header before this unit; 0 at the table's own first row. */
const headerTokens = (unit: Unit | undefined): number =>
  unit?.header ? unit.header.tokens + SEPARATOR_TOKENS : 0;

/** Units are made one at a time, because a file can contain millions of them. */
function* unitsOf(blocks: readonly PlacedBlock[], maxTokens: number): Generator<Unit> {
  for (const block of blocks) yield* toUnits(block, maxTokens);
}

/** A block's units, with their places in the document's text. */
function* toUnits(block: PlacedBlock, maxTokens: number): Generator<Unit> {
  const { text, kind, charStart } = block;
  const isByLine = kind === 'table' || kind === 'code';
  const spans: Span[] = isByLine ? spansOfLines(text) : splitSentences(text);
  const table = kind === 'table' ? toTable(block, spans, maxTokens) : {};
  const code = kind === 'code' && { namesAbove: createNamesAbove(block, maxTokens) };
  const pageAt = createPageLookup(block, spans);
  for (const { start, end, tokens, header, isApart } of partsOf(
    block,
    { spans, ...table, ...code },
    maxTokens,
  )) {
    yield {
      start: charStart + start,
      end: charStart + end,
      tokens,
      pages: [pageAt(start), pageAt(end - 1)],
      isSentence: kind === 'paragraph' || kind === 'list',
      ...(header && { header }),
      ...(isApart && { isApart }),
    };
  }
}

type Part = Span & Pick<Unit, 'tokens' | 'header' | 'isApart'>;
type Lines = {
  spans: readonly Span[];
  header?: TableHeader;
  rows?: RowCutter;
  labels?: ReturnType<typeof createRowLabels>;
  isHeaderRepeated?: boolean;
  /** For code: the lines that enclose a line. */
  namesAbove?: (line: Span) => TableHeader | undefined;
};

/** The spans of a block; rows that are too long for a passage are cut between their cells. */
function* partsOf(block: PlacedBlock, lines: Lines, maxTokens: number): Generator<Part> {
  const { text, charStart } = block;
  const { spans, rows, labels, isHeaderRepeated = false } = lines;
  for (const [at, span] of spans.entries()) {
    // If each part of a row has the names in front, a passage that contains only the names would be found instead of the parts.
    if (at === 0 && isHeaderRepeated) continue;
    const above = lines.namesAbove?.(span);
    const isBelow =
      above !== undefined ||
      (lines.header !== undefined && charStart + span.start >= lines.header.end);
    const header =
      above ??
      (isBelow ? withLabels(lines.header, labels?.labelsOf(span), maxTokens) : lines.header);
    const parts = [...measure(text, [span], maxTokens - (header ? header.tokens + 2 : 0))];
    const isWide = at > 0 && (parts.length > 1 || header === undefined);
    const cut = isWide ? rows?.cut(span) : undefined;
    if (!cut) yield* parts.map((part) => ({ ...part, ...(isBelow && header && { header }) }));
    for (const part of cut ?? []) {
      const own = { text: part.names, end: charStart + part.start, tokens: part.tokens };
      for (const piece of measure(text, [part], maxTokens - part.tokens - 2)) {
        yield { ...piece, header: own, isApart: true };
      }
    }
  }
}

/** A header with the labels of its rows, if they leave enough room for rows. */
const withLabels = (
  header: TableHeader | undefined,
  labels: string | undefined,
  maxTokens: number,
): TableHeader | undefined => {
  if (!header || !labels) return header;
  const tokens = header.tokens + countTokens(labels) + 1;
  return tokens > maxTokens / 2 ? header : { ...header, text: header.text + labels, tokens };
};

/** Finds the lines of a code block that enclose a line, as a header to repeat if the block is split there. */
const createNamesAbove = ({ text, charStart }: PlacedBlock, maxTokens: number) => {
  const { labelsOf } = createCodeLabels(text);
  let last: { text: string; tokens: number } = { text: '', tokens: 0 };
  return ({ start, end }: Span): TableHeader | undefined => {
    const names = labelsOf({ start, end });
    if (names !== last.text) last = { text: names, tokens: countTokens(names) };
    const hasRoom = names !== '' && last.tokens <= maxTokens / 3;
    return hasRoom ? { ...last, end: charStart + start } : undefined;
  };
};

/** The header of a table, and the function that cuts its rows if the header and a row do not fit together. */
const toTable = (
  block: PlacedBlock,
  [first, ...below]: readonly Span[],
  maxTokens: number,
): Omit<Lines, 'spans'> => {
  if (!first || below.length === 0) return {};
  const header = headerOf(block, first, maxTokens);
  const names = cellsOf(block.text, first);
  if (names.length < 2) return header ? { header } : {};
  const rows = createRowCutter(block.text, names, maxTokens);
  const labels = createRowLabels(block.text, names.length);
  return header ? { header, rows, labels } : { rows, isHeaderRepeated: rows.repeatsAll(below) };
};

const spansOfLines = (text: string): Span[] =>
  [...text.matchAll(/[^\n]+/gu)]
    .filter(([line]) => line.trim() !== '')
    .map(({ 0: line, index }) => ({ start: index, end: index + line.length }));

const headerOf = (
  block: PlacedBlock,
  { start, end }: Span,
  maxTokens: number,
): TableHeader | undefined => {
  const text = block.text.slice(start, end);
  const tokens = text.length > maxTokens * MAX_CHARACTERS_PER_TOKEN ? maxTokens : countTokens(text);
  // A header that fills half a chunk would leave no room for rows.
  return tokens > maxTokens / 2
    ? undefined
    : { text: `${text}\n`, end: block.charStart + end, tokens };
};

/** The page of a place in a block, from the line it is in; places must be asked for in order. */
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

/** The spans with their tokens; a span that is longer than a chunk comes in parts. */
function* measure(
  text: string,
  spans: readonly Span[],
  maxTokens: number,
): Generator<Span & { tokens: number }> {
  const count = ({ start, end }: Span): number => countTokens(text.slice(start, end));
  for (const { start, end } of spans) {
    const isShort = end - start <= maxTokens * MAX_CHARACTERS_PER_TOKEN;
    const tokens = isShort ? count({ start, end }) : Infinity;
    if (tokens <= maxTokens) {
      yield { start, end, tokens };
    } else {
      for (const part of cutAtWords(text, { start, end }, maxTokens)) {
        yield { ...part, tokens: count(part) };
      }
    }
  }
}

/** Cuts an overlong sentence at words into parts of at most `maxTokens`. */
function* cutAtWords(text: string, span: Span, maxTokens: number): Generator<Span> {
  let part: Span | undefined;
  let tokens = 0;
  let end = span.start;
  for (const word of spansOfWords(text, span, maxTokens)) {
    const added = countTokens(text.slice(end, word.end));
    if (part && tokens + added <= maxTokens) {
      part.end = word.end;
      tokens += added;
    } else {
      if (part) yield part;
      part = { ...word };
      tokens = countTokens(text.slice(word.start, word.end));
    }
    end = word.end;
  }
  if (part) yield part;
}

const WORD = /\S+/gu;

/** The words of a span; a word longer than any real one comes in parts. */
function* spansOfWords(text: string, { start, end }: Span, maxTokens: number): Generator<Span> {
  for (const { 0: word, index } of text.slice(start, end).matchAll(WORD)) {
    yield* halve(text, { start: start + index, end: start + index + word.length }, maxTokens);
  }
}

const MAX_WORD_LENGTH = 128;
/** A token has at least one byte, and a UTF-16 unit has at most three. */
const MAX_TOKENS_PER_CHARACTER = 3;

/** Halves a span until it fits; never inside a surrogate pair. */
const halve = (text: string, { start, end }: Span, maxTokens: number): Span[] => {
  const length = end - start;
  const isShort =
    length * MAX_TOKENS_PER_CHARACTER <= maxTokens ||
    (length <= MAX_WORD_LENGTH && countTokens(text.slice(start, end)) <= maxTokens);
  if (isShort || length <= 2) return [{ start, end }];
  const half = Math.floor((start + end) / 2);
  const middle = /[\ud800-\udbff]/.test(text.charAt(half - 1)) ? half - 1 : half;
  return [
    ...halve(text, { start, end: middle }, maxTokens),
    ...halve(text, { start: middle, end }, maxTokens),
  ];
};

/** Joins the units of one chunk, with their pages and their place in the text. */
const toPassage = (text: string, units: readonly Unit[]) => {
  const [first] = units;
  const charStart = first?.start ?? 0;
  const charEnd = units.at(-1)?.end ?? 0;
  const own = text.slice(charStart, charEnd);
  const content = first?.header ? first.header.text + own : own;
  const pages = units.flatMap((unit) => unit.pages).filter((page) => page !== undefined);
  return {
    content,
    pageStart: pages.length > 0 ? Math.min(...pages) : null,
    pageEnd: pages.length > 0 ? Math.max(...pages) : null,
    charStart,
    charEnd,
    tokenCount: countTokens(content),
    contentHash: createHash('sha256').update(content).digest('hex'),
  };
};
