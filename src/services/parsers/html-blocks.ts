import { Parser } from 'htmlparser2';
import type { Block } from '../../domain/parsed-document.js';
import { parseFailure } from '../../domain/parse-failure.js';
import { PARSER_LIMITS } from './parser.js';

const tags = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const HIDDEN = tags(
  'script style nav noscript template svg math iframe object head button select textarea audio video canvas',
);
const BREAKING = tags(
  'p div section article main header footer aside blockquote ul ol dl dt dd li table thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 pre figure figcaption form fieldset address details summary hr body html',
);
const VOID = tags('br hr img input meta link area base col embed source track wbr');
const HEADING = /^h([1-6])$/;
const NOTE_SYMBOL = /\bsd(?:foot|end)notesym\b/;
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

type Options = { countPages: boolean };

type Collector = {
  blocks: Block[];
  /** Text since the last block boundary. */
  buffer: string;
  /** A flag, because looking at the growing buffer for every piece would take a time that grows with its square. */
  hasText: boolean;
  /** Page on which the buffer's first letter stands. */
  bufferPage: number;
  page: number;
  listDepth: number;
  items: string[];
  tableDepth: number;
  rows: string[][];
  containerPage: number;
  codeDepth: number;
};

const clean = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const createCollector = (): Collector => ({
  blocks: [],
  buffer: '',
  hasText: false,
  bufferPage: 1,
  page: 1,
  listDepth: 0,
  items: [],
  tableDepth: 0,
  rows: [],
  containerPage: 1,
  codeDepth: 0,
});

const pushBlock = (state: Collector, block: Omit<Block, 'page'>, page: number): void => {
  if (block.text.trim() === '') return;
  if (state.blocks.length >= PARSER_LIMITS.blocks) throw parseFailure('document_too_complex');
  state.blocks.push({ ...block, page });
};

/** Moves the text read so far to where it belongs: the table cell, the list item or a block of its own. */
const flush = (state: Collector, kind: 'paragraph' | 'code' | number = 'paragraph'): void => {
  const text = kind === 'code' ? state.buffer.replace(/^\n+/u, '').trimEnd() : clean(state.buffer);
  Object.assign(state, { buffer: '', hasText: false });
  if (text === '') return;
  const row = state.rows.at(-1);
  if (state.tableDepth > 0 && row) {
    const cell = row.pop() ?? '';
    row.push(cell === '' ? clean(text) : `${cell} ${clean(text)}`);
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
  pushBlock(state, { text, kind }, state.bufferPage);
};

const flushList = (state: Collector): void => {
  if (state.items.length > 0) {
    pushBlock(state, { text: state.items.join('\n'), kind: 'list' }, state.containerPage);
  }
  state.items = [];
};

const flushTable = (state: Collector): void => {
  const rows = state.rows.filter((row) => row.some((cell) => cell !== ''));
  state.rows = [];
  const text = rows.map((row) => row.join(' | ')).join('\n');
  // A table of one column is a layout, not a table.
  const kind = rows.some((row) => row.length > 1) ? 'table' : 'paragraph';
  pushBlock(state, { text: kind === 'table' ? text : clean(text), kind }, state.containerPage);
};

const openTag = (state: Collector, name: string, options: Options): void => {
  if (name === 'hr' && options.countPages) {
    state.page += 1;
    return;
  }
  if (name === 'br') state.buffer += state.codeDepth > 0 ? '\n' : ' ';
  if (!BREAKING.has(name)) return;
  flush(state, state.codeDepth > 0 ? 'code' : 'paragraph');
  if (HEADING.test(name) && state.tableDepth === 0) flushList(state);
  if (name === 'pre') state.codeDepth += 1;
  if (name === 'ul' || name === 'ol') state.listDepth += 1;
  if (name === 'table') {
    if (state.tableDepth === 0) {
      flushList(state);
      state.containerPage = state.page;
    }
    state.tableDepth += 1;
  }
  if (state.tableDepth === 1 && name === 'tr') state.rows.push([]);
  if (state.tableDepth === 1 && (name === 'td' || name === 'th')) {
    if (state.rows.length === 0) state.rows.push([]);
    state.rows.at(-1)?.push('');
  }
};

const closeTag = (state: Collector, name: string): void => {
  if (!BREAKING.has(name) || name === 'hr') return;
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) flush(state, Number(level));
  else flush(state, name === 'pre' ? 'code' : 'paragraph');
  if (name === 'pre') state.codeDepth = Math.max(0, state.codeDepth - 1);
  if (name === 'ul' || name === 'ol') {
    state.listDepth = Math.max(0, state.listDepth - 1);
    if (state.listDepth === 0 && state.tableDepth === 0) flushList(state);
  }
  if (name === 'table') {
    state.tableDepth = Math.max(0, state.tableDepth - 1);
    if (state.tableDepth === 0) flushTable(state);
  }
};

/** LibreOffice's number in front of a note, and anybody's link to one: glued to a word it would make another word. */
const isNoteMark = (name: string, attributes: Record<string, string>, parent?: string): boolean =>
  (name === 'a' && (parent === 'sup' || NOTE_SYMBOL.test(attributes['class'] ?? ''))) ||
  (name === 'sup' && parent === 'a');

const isHidden = (name: string, attributes: Record<string, string>): boolean =>
  HIDDEN.has(name) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  HIDDEN_STYLE.test(attributes['style'] ?? '');

const addText = (state: Collector, text: string): void => {
  if (!state.hasText && text.trim() !== '') {
    state.bufferPage = state.page;
    state.hasText = true;
  }
  state.buffer += text;
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
        if (depth < hiddenAt) openTag(state, name, options);
        return;
      }
      depth += 1;
      if (depth > PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
      const isUnread = isHidden(name, attributes) || isNoteMark(name, attributes, open.at(-1));
      if (depth < hiddenAt && isUnread) hiddenAt = depth;
      open.push(name);
      if (depth < hiddenAt) openTag(state, name, options);
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
