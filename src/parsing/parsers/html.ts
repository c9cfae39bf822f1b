import { oneLine, type Parser, type TextFile } from '../parser.js';
import { Parser as TagReader } from 'htmlparser2';
import { withoutPages, type Block, type PageStart } from '../parsed-document.js';
import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';
import { cleanPageStarts } from '../normalise-document.js';
import { decodeText } from '../decode-text.js';

const HEADING = /^h([1-6])$/;

type Options = { countPages?: boolean };

type Collector = {
  blocks: Block[];
  /** Text since the last block boundary. */
  buffer: string;
  /** A flag, because looking at the growing buffer for every piece would take a time that grows with its square. */
  hasText: boolean;
  /** Page on which the buffer's first letter stands. */
  bufferPage: number;
  /** Where in the buffer further pages begin. */
  pageStarts: PageStart[];
  page: number;
  listDepth: number;
  items: string[];
  tableDepth: number;
  /** The depth of the table whose rows are collected; 0 outside, and in a table that only lays out others. */
  dataDepth: number;
  rows: TableCell[][];
  /** Some row has several cells. */
  isWide: boolean;
  containerPage: number;
  codeDepth: number;
};

/** How many columns and rows a cell covers. */
type Span = { columns: number; rows: number };
type TableCell = Span & { text: string };

const MAX_COLUMNS = 1_000;

type Hanging = { text: string; rows: number };

/** HTML by its headings, paragraphs, lists and tables, without scripts, styles, navigation and hidden parts. */
export const html: Parser = {
  name: 'html',
  mimeType: 'text/html',
  label: 'HTML',
  extensions: ['.html', '.htm'],
  recognises: { text: (file) => isHtml(file) },
  read: async ({ bytes }) => {
    const source = decodeText(bytes);
    const { blocks } = htmlToBlocks(source);
    return { blocks, pageCount: null, hasPictures: /<img[\s/>]/i.test(source) };
  },
};

/** Reads HTML as a stream of tags, so that nesting costs nothing; `countPages` takes each `<hr>` as a page break. */
export const htmlToBlocks = (
  html: string,
  options: Options = {},
): { blocks: Block[]; pages: number } => {
  const state = createCollector();
  let depth = 0;
  const open: string[] = [];
  let hiddenAt = Number.POSITIVE_INFINITY;
  const parser = new TagReader({
    onopentag: (name, attributes) => {
      if (VOID.has(name)) {
        if (depth < hiddenAt) openTag(state, { name, attributes }, options);
        return;
      }
      depth += 1;
      if (depth > PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
      const isUnread = isHidden(name, attributes) || isNoteMark(name, attributes, open.at(-1));
      if (depth < hiddenAt && isUnread) hiddenAt = depth;
      open.push(name);
      if (depth < hiddenAt) openTag(state, { name, attributes }, options);
    },
    ontext: (text) => {
      if (depth < hiddenAt) addText(state, text);
    },
    onclosetag: (name) => {
      if (VOID.has(name)) return;
      if (depth < hiddenAt) closeTag(state, name);
      if (depth === hiddenAt) hiddenAt = Number.POSITIVE_INFINITY;
      depth -= 1;
      open.pop();
    },
  });
  parser.end(html);
  flush(state);
  flushList(state);
  if (state.rows.length > 0) flushTable(state);
  const blocks = options.countPages ? state.blocks : withoutPages(state.blocks);
  return { blocks, pages: state.page };
};

const HTML_START =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,20}(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const XHTML_START = /^\s*<\?xml[^<>]{0,200}\?>\s*(?:<!doctype\s+html|<html[\s>])/i;
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|svg[\s>])/i;
const HTML_TAGS = /<\/(?:p|div|h[1-6]|li|ul|ol|table|td|span|section|article)>/gi;

const isHtml = ({ sample, extension }: TextFile): boolean => {
  if (HTML_START.test(sample) || XHTML_START.test(sample)) return true;
  // Other XML is no text to be read as it stands.
  if (XML_START.test(sample)) throw parseFailure('unsupported_format');
  const isNamedHtml = html.extensions.includes(extension);
  if (!sample.trimStart().startsWith('<') && !isNamedHtml) return false;
  const closingTags = sample.match(HTML_TAGS)?.length ?? 0;
  return closingTags >= (isNamedHtml ? 1 : 3);
};

const createCollector = (): Collector => ({
  blocks: [],
  buffer: '',
  hasText: false,
  bufferPage: 1,
  pageStarts: [],
  page: 1,
  listDepth: 0,
  items: [],
  tableDepth: 0,
  dataDepth: 0,
  rows: [],
  isWide: false,
  containerPage: 1,
  codeDepth: 0,
});

type Tag = { name: string; attributes: Record<string, string> };

const openTag = (state: Collector, { name, attributes }: Tag, options: Options): void => {
  if (name === 'hr' && options.countPages) {
    state.page += 1;
    if (state.hasText) state.pageStarts.push({ at: state.buffer.length, page: state.page });
    return;
  }
  if (name === 'br') state.buffer += state.codeDepth > 0 ? '\n' : ' ';
  if (!BREAKING.has(name)) return;
  flush(state, state.codeDepth > 0 ? 'code' : 'paragraph');
  if (HEADING.test(name)) {
    // A single column with headings is no table.
    if (state.dataDepth > 0 && !state.isWide) dissolveTable(state);
    if (state.dataDepth === 0) flushList(state);
  }
  if (name === 'pre') state.codeDepth += 1;
  if (name === 'ul' || name === 'ol') state.listDepth += 1;
  if (name === 'table') openTable(state);
  if (state.dataDepth === 0) return;
  if (name === 'tr') state.rows.push([]);
  if (name === 'td' || name === 'th') openCell(state, attributes);
};

/** Moves the text read so far to where it belongs: the table cell, the list item or a block of its own. */
const flush = (state: Collector, kind: 'paragraph' | 'code' | number = 'paragraph'): void => {
  const text =
    kind === 'code' ? state.buffer.replace(/^\n+/u, '').trimEnd() : oneLine(state.buffer);
  const pageStarts = cleanPageStarts({ text: state.buffer, pageStarts: state.pageStarts }, oneLine);
  Object.assign(state, { buffer: '', hasText: false, pageStarts: [] });
  if (text === '') return;
  const cell = state.rows.at(-1)?.at(-1);
  if (state.dataDepth > 0 && cell) {
    cell.text += `${cell.text === '' ? '' : ' '}${oneLine(text)}`;
    return;
  }
  if (typeof kind === 'number') {
    pushBlock(state, { text, kind: 'heading', level: kind }, state.bufferPage);
    return;
  }
  if (kind === 'paragraph' && state.listDepth > 0) {
    if (state.items.length === 0) state.containerPage = state.bufferPage;
    state.items.push(`${'  '.repeat(state.listDepth - 1)}- ${text}`);
    return;
  }
  const isParted = kind === 'paragraph' && pageStarts.length > 0;
  pushBlock(state, { text, kind, ...(isParted && { pageStarts }) }, state.bufferPage);
};

const pushBlock = (state: Collector, block: Omit<Block, 'page'>, page: number): void => {
  if (block.text.trim() === '') return;
  if (state.blocks.length >= PARSER_LIMITS.blocks) throw parseFailure('document_too_complex');
  state.blocks.push({ ...block, page });
};

/** Takes the open table for a layout: the row that is open becomes paragraphs, and what follows blocks of its own. */
const dissolveTable = (state: Collector): void => {
  const open = state.rows.pop();
  flushTable(state);
  if (open) pushCells(state, [open]);
};

const flushTable = (state: Collector): void => {
  const { rows, containerPage } = state;
  Object.assign(state, { rows: [], isWide: false, dataDepth: 0 });
  if (!isData(rows)) {
    pushCells(state, rows);
    return;
  }
  const text = toGrid(rows)
    .map((row) => row.join(' | '))
    .join('\n');
  pushBlock(state, { text, kind: 'table' }, containerPage);
};

/** A cell of this length is a page's content, which somebody laid out as a table. */
const MAX_CELL_LENGTH = 1_500;

/** Whether rows are a table to be read by its columns, not a way to put paragraphs in their places. */
const isData = (rows: readonly (readonly TableCell[])[]): boolean =>
  rows.some((row) => row.length > 1) &&
  rows.every((row) => row.every(({ text }) => text.length <= MAX_CELL_LENGTH));

const pushCells = (state: Collector, rows: readonly TableCell[][]): void => {
  for (const { text } of rows.flat())
    pushBlock(state, { text, kind: 'paragraph' }, state.containerPage);
};

/** The rows of a table with every value in its column; a cell merged downwards stands for each of its rows. */
const toGrid = (rows: readonly (readonly TableCell[])[]): string[][] => {
  const hanging = new Map<number, Hanging>();
  const grid: string[][] = [];
  let cells = 0;
  for (const row of rows) {
    if (row.every(({ text }) => text === '')) continue;
    const placed = placeRow(row, hanging);
    cells += placed.length;
    if (cells > PARSER_LIMITS.characters / 3) throw parseFailure('document_too_complex');
    grid.push(placed);
  }
  return grid;
};

/** One row's cells in their columns; what hangs down from rows above stands in front of its own. */
const placeRow = (cells: readonly TableCell[], hanging: Map<number, Hanging>): string[] => {
  const row: string[] = [];
  const takeHanging = (): void => {
    for (let above = hanging.get(row.length); above; above = hanging.get(row.length)) {
      if (above.rows > 1) hanging.set(row.length, { ...above, rows: above.rows - 1 });
      else hanging.delete(row.length);
      row.push(above.text);
    }
  };
  for (const { text, columns, rows } of cells) {
    takeHanging();
    for (let across = 0; across < columns && row.length < MAX_COLUMNS; across += 1) {
      const shown = across === 0 ? text : '';
      if (rows > 1) hanging.set(row.length, { text: shown, rows: rows - 1 });
      row.push(shown);
    }
  }
  takeHanging();
  return row;
};

const flushList = (state: Collector): void => {
  if (state.items.length > 0) {
    pushBlock(state, { text: state.items.join('\n'), kind: 'list' }, state.containerPage);
  }
  state.items = [];
};

const openTable = (state: Collector): void => {
  if (state.dataDepth > 0) dissolveTable(state);
  flushList(state);
  state.tableDepth += 1;
  Object.assign(state, { dataDepth: state.tableDepth, containerPage: state.page });
};

const openCell = (state: Collector, attributes: Record<string, string>): void => {
  if (state.rows.length === 0) state.rows.push([]);
  const row = state.rows.at(-1);
  row?.push({ text: '', ...spanOf(attributes) });
  if ((row?.length ?? 0) > 1) state.isWide = true;
};

const MAX_ROWS = 65_534;

const spanOf = (attributes: Readonly<Record<string, string>>): Span => ({
  columns: count(attributes['colspan'], MAX_COLUMNS),
  rows: attributes['rowspan'] === '0' ? MAX_ROWS : count(attributes['rowspan'], MAX_ROWS),
});

const count = (value: string | undefined, max: number): number =>
  Math.min(max, Math.max(1, Math.trunc(Number(value ?? 1)) || 1));

const HIDDEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*0(?![.\d]))/i;

const isHidden = (name: string, attributes: Record<string, string>): boolean =>
  HIDDEN.has(name) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  HIDDEN_STYLE.test(attributes['style'] ?? '');

const NOTE_SYMBOL = /\bsd(?:foot|end)notesym\b/;

/** LibreOffice's number in front of a note, and anybody's link to one: glued to a word it would make another word. */
const isNoteMark = (name: string, attributes: Record<string, string>, parent?: string): boolean =>
  (name === 'a' && (parent === 'sup' || NOTE_SYMBOL.test(attributes['class'] ?? ''))) ||
  (name === 'sup' && parent === 'a');

const addText = (state: Collector, text: string): void => {
  if (!state.hasText && text.trim() !== '') {
    state.bufferPage = state.page;
    state.hasText = true;
  }
  state.buffer += text;
};

const closeTag = (state: Collector, name: string): void => {
  if (!BREAKING.has(name) || name === 'hr') return;
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) flush(state, Number(level));
  else flush(state, name === 'pre' ? 'code' : 'paragraph');
  if (name === 'pre') state.codeDepth = Math.max(0, state.codeDepth - 1);
  if (name === 'ul' || name === 'ol') {
    state.listDepth = Math.max(0, state.listDepth - 1);
    if (state.listDepth === 0 && state.dataDepth === 0) flushList(state);
  }
  if (name === 'table') {
    if (state.dataDepth > 0) flushTable(state);
    state.tableDepth = Math.max(0, state.tableDepth - 1);
  }
};

const tags = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const HIDDEN = tags(
  'script style nav noscript template svg math iframe object head button select textarea audio video canvas',
);
const BREAKING = tags(
  'p div section article main header footer aside blockquote ul ol dl dt dd li table thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 pre figure figcaption form fieldset address details summary hr body html',
);
const VOID = tags('br hr img input meta link area base col embed source track wbr');
