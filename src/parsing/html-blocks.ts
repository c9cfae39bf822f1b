import { Parser } from 'htmlparser2';
import type { Block, PageStart } from './parsed-document.js';
import { parseFailure } from './parse-failure.js';
import { cleanPageStarts } from './page-starts.js';
import { isData, spanOf, toGrid, type TableCell } from './html-table.js';
import { PARSER_LIMITS } from './parser.js';

const HEADING = /^h([1-6])$/;

type Options = { countPages: boolean };

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

/** Reads HTML as a stream of tags, so that nesting costs nothing; `countPages` takes each `<hr>` as a page break. */
export const htmlToBlocks = (
  html: string,
  options: Options,
): { blocks: Block[]; pages: number } => {
  const state = createCollector();
  let depth = 0;
  const open: string[] = [];
  let hiddenAt = Number.POSITIVE_INFINITY;
  const parser = new Parser({
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
  return { blocks: state.blocks, pages: state.page };
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
  const text = kind === 'code' ? state.buffer.replace(/^\n+/u, '').trimEnd() : clean(state.buffer);
  const pageStarts = cleanPageStarts({ text: state.buffer, pageStarts: state.pageStarts }, clean);
  Object.assign(state, { buffer: '', hasText: false, pageStarts: [] });
  if (text === '') return;
  const cell = state.rows.at(-1)?.at(-1);
  if (state.dataDepth > 0 && cell) {
    cell.text += `${cell.text === '' ? '' : ' '}${clean(text)}`;
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

const clean = (text: string): string => text.replace(/\s+/gu, ' ').trim();

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

const pushCells = (state: Collector, rows: readonly TableCell[][]): void => {
  for (const { text } of rows.flat())
    pushBlock(state, { text, kind: 'paragraph' }, state.containerPage);
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
