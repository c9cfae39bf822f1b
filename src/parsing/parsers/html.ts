import { Parser as TagReader } from 'htmlparser2';
import { decodeText } from '../decode-text.js';
import { cleanPageStarts } from '../normalise-document.js';
import { parseFailure, PARSER_LIMITS } from '../parse-failure.js';
import { withoutPages, type Block, type PageStart } from '../parsed-document.js';
import { addBlocks, linesInItem, oneLine, wordSet, type Parser, type TextFile } from '../parser.js';

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
    const hasPictures = /<img[\s/>]/i.test(source);
    return { blocks, pageCount: null, hasPictures, title: readTitle(source) };
  },
};

/** Reads HTML as a stream of tags, so that nesting costs nothing; `countPages` takes each `<hr>` as a page break. */
export const htmlToBlocks = (
  source: string,
  { countPages = false } = {},
): { blocks: Block[]; pages: number } => {
  const reader = new HtmlReader(countPages);
  new TagReader(reader).end(source);
  reader.end();
  const { blocks, page } = reader;
  return { blocks: countPages ? blocks : withoutPages(blocks), pages: page };
};

/** How far into a file its head is looked for. */
const HEAD_LENGTH = 50_000;

/** The title of the page; that of a drawing in it is none. */
const readTitle = (source: string): string | undefined => {
  const titles: string[] = [];
  let isIn = false;
  const reader = new TagReader({
    onopentag: (name) => {
      isIn = name === 'title' && titles.length === 0;
      if (isIn) titles.push('');
    },
    ontext: (text) => {
      if (isIn) titles[0] = (titles[0] ?? '') + text;
    },
    onclosetag: () => {
      isIn = false;
    },
  });
  const end = source.search(/<(?:\/head|body)[\s>]/iu);
  reader.end(source.slice(0, Math.min(HEAD_LENGTH, end === -1 ? HEAD_LENGTH : end)));
  return titles[0];
};

const HTML_START =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,20}(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const XHTML_START = /^\s*<\?xml[^<>]{0,200}\?>\s*(?:<!doctype\s+html|<html[\s>])/i;
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|svg[\s>])/i;
const HTML_TAGS = /<\/(?:p|div|h[1-6]|li|ul|ol|table|td|span|section|article)>/gi;

/** A README begins with its logo in HTML as often as not. */
const MARKDOWN_NAMES: readonly string[] = ['.md', '.markdown'];
const MARKDOWN_LINE = /^ {0,3}(?:#{1,6} \S|```|~~~)/mu;

const isHtml = ({ sample, extension }: TextFile): boolean => {
  if (HTML_START.test(sample) || XHTML_START.test(sample)) return true;
  if (MARKDOWN_NAMES.includes(extension) && MARKDOWN_LINE.test(sample)) return false;
  // Other XML is no text to be read as it stands.
  if (XML_START.test(sample)) throw parseFailure('unsupported_format');
  const isNamedHtml = html.extensions.includes(extension);
  if (!sample.trimStart().startsWith('<') && !isNamedHtml) return false;
  const closingTags = sample.match(HTML_TAGS)?.length ?? 0;
  return closingTags >= (isNamedHtml ? 1 : 3);
};

type Attributes = Readonly<Record<string, string>>;

/** A cell, and how many columns and rows it covers. */
type TableCell = { text: string; columns: number; rows: number };

const HEADING = /^h([1-6])$/;

class HtmlReader {
  readonly blocks: Block[] = [];
  page = 1;
  private readonly countPages: boolean;
  /** The elements around this place. */
  private readonly open: string[] = [];
  /** How many elements are open where one begins that is not read. */
  private hiddenAt = Number.POSITIVE_INFINITY;
  /** Text since the last block boundary. */
  private buffer = '';
  /** A flag, because looking at the growing buffer for every piece would take a time that grows with its square. */
  private hasText = false;
  /** Page on which the buffer's first letter stands. */
  private bufferPage = 1;
  /** Where in the buffer further pages begin. */
  private pageStarts: PageStart[] = [];
  private codeDepth = 0;
  /** The lists around this place. */
  private readonly lists: List[] = [];
  /** The lines of the outermost one. */
  private items: string[] = [];
  private tableDepth = 0;
  /** The depth of the table whose rows are collected; 0 outside, and in a table that only lays out others. */
  private dataDepth = 0;
  private rows: TableCell[][] = [];
  /** Some row has several cells. */
  private isWide = false;
  /** The page on which the open list or table begins. */
  private containerPage = 1;

  constructor(countPages: boolean) {
    this.countPages = countPages;
  }

  onopentag(name: string, attributes: Attributes): void {
    if (!VOID.has(name)) {
      const isUnread = isHidden(name, attributes) || isNoteMark(name, attributes, this.open.at(-1));
      if (this.open.length >= PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
      this.open.push(name);
      if (isUnread) this.hiddenAt = Math.min(this.hiddenAt, this.open.length);
    }
    if (this.open.length < this.hiddenAt) this.openTag(name, attributes);
  }

  ontext(text: string): void {
    if (this.open.length >= this.hiddenAt) return;
    if (!this.hasText && text.trim() !== '') {
      this.bufferPage = this.page;
      this.hasText = true;
    }
    this.buffer += text;
  }

  onclosetag(name: string): void {
    if (VOID.has(name)) return;
    if (this.open.length < this.hiddenAt) this.closeTag(name);
    if (this.open.length === this.hiddenAt) this.hiddenAt = Number.POSITIVE_INFINITY;
    this.open.pop();
  }

  end(): void {
    this.flush('paragraph');
    this.flushList();
    this.flushTable();
  }

  private openTag(name: string, attributes: Attributes): void {
    if (name === 'hr' && this.countPages) {
      this.page += 1;
      if (this.hasText) this.pageStarts.push({ at: this.buffer.length, page: this.page });
      return;
    }
    if (name === 'br') this.buffer += this.codeDepth > 0 ? '\n' : ' ';
    if (!BREAKING.has(name)) return;
    this.flush(this.codeDepth > 0 ? 'code' : 'paragraph');
    if (HEADING.test(name)) {
      // A single column with headings is no table.
      if (this.dataDepth > 0 && !this.isWide) this.dissolveTable();
      if (this.dataDepth === 0) this.flushList();
    }
    if (name === 'pre') this.codeDepth += 1;
    if (name === 'ul' || name === 'ol') this.lists.push(toList(name, attributes));
    const list = this.lists.at(-1);
    if (name === 'li' && list) Object.assign(list, { number: list.number + 1, isItemStart: true });
    if (name === 'table') this.openTable();
    if (this.dataDepth === 0) return;
    if (name === 'tr') this.rows.push([]);
    if (name === 'td' || name === 'th') this.openCell(attributes);
  }

  private closeTag(name: string): void {
    if (!BREAKING.has(name) || name === 'hr') return;
    const level = HEADING.exec(name)?.[1];
    if (level === undefined) this.flush(name === 'pre' ? 'code' : 'paragraph');
    else this.flush('heading', Number(level));
    if (name === 'pre') this.codeDepth = Math.max(0, this.codeDepth - 1);
    if (name === 'ul' || name === 'ol') {
      this.lists.pop();
      if (this.lists.length === 0 && this.dataDepth === 0) this.flushList();
    }
    if (name === 'table') {
      if (this.dataDepth > 0) this.flushTable();
      this.tableDepth = Math.max(0, this.tableDepth - 1);
    }
  }

  /** Moves the text read so far to where it belongs: the table cell, the list item or a block of its own. */
  private flush(kind: 'paragraph' | 'code' | 'heading', level?: number): void {
    const { buffer, bufferPage: page } = this;
    const text = kind === 'code' ? buffer.replace(/^\n+/u, '').trimEnd() : oneLine(buffer);
    const pageStarts = cleanPageStarts({ text: buffer, pageStarts: this.pageStarts }, oneLine);
    Object.assign(this, { buffer: '', hasText: false, pageStarts: [] });
    if (text.trim() === '') return;
    const cell = this.rows.at(-1)?.at(-1);
    if (this.dataDepth > 0 && cell) {
      cell.text += `${cell.text === '' ? '' : ' '}${oneLine(text)}`;
    } else if (kind !== 'heading' && this.lists.length > 0) {
      if (this.items.length === 0) this.containerPage = page;
      this.addToItem(text, kind);
    } else {
      const isParted = kind === 'paragraph' && pageStarts.length > 0;
      const details = { ...(level !== undefined && { level }), ...(isParted && { pageStarts }) };
      addBlocks(this.blocks, [{ text, kind, page, ...details }]);
    }
  }

  private addToItem(text: string, kind: 'paragraph' | 'code'): void {
    const list = this.lists.at(-1);
    const depth = this.lists.length - 1;
    const isStart = list?.isItemStart === true;
    const marker = list?.isOrdered === true ? `${list.number}. ` : '- ';
    const [line = '', ...others] = text.split('\n');
    if (!isStart && kind === 'code') this.items.push(...linesInItem([line, ...others], depth));
    else {
      const own = `${'  '.repeat(depth)}${isStart ? marker : '  '}${line}`;
      this.items.push(own, ...linesInItem(others, depth));
    }
    if (list) list.isItemStart = false;
  }

  private flushList(): void {
    const text = this.items.join('\n');
    if (text !== '') addBlocks(this.blocks, [{ text, kind: 'list', page: this.containerPage }]);
    this.items = [];
  }

  private openTable(): void {
    if (this.dataDepth > 0) this.dissolveTable();
    this.flushList();
    this.tableDepth += 1;
    this.dataDepth = this.tableDepth;
    this.containerPage = this.page;
  }

  private openCell(attributes: Attributes): void {
    if (this.rows.length === 0) this.rows.push([]);
    const row = this.rows.at(-1);
    const rowspan = attributes['rowspan'];
    row?.push({
      text: '',
      columns: count(attributes['colspan'], MAX_COLUMNS),
      rows: rowspan === '0' ? MAX_ROWS : count(rowspan, MAX_ROWS),
    });
    if ((row?.length ?? 0) > 1) this.isWide = true;
  }

  private flushTable(): void {
    const { rows, containerPage: page } = this;
    Object.assign(this, { rows: [], isWide: false, dataDepth: 0 });
    if (!isData(rows)) {
      this.addCells(rows);
      return;
    }
    const lines = toGrid(rows).map((row) => row.join(' | '));
    addBlocks(this.blocks, [{ text: lines.join('\n'), kind: 'table', page }]);
  }

  /** Takes the open table for a layout: the row that is open becomes paragraphs, and what follows blocks of its own. */
  private dissolveTable(): void {
    const open = this.rows.pop() ?? [];
    this.flushTable();
    this.addCells([open]);
  }

  private addCells(rows: readonly TableCell[][]): void {
    for (const { text } of rows.flat()) {
      if (text === '') continue;
      addBlocks(this.blocks, [{ text, kind: 'paragraph', page: this.containerPage }]);
    }
  }
}

/** `number`: of the item that was begun last. */
type List = { isOrdered: boolean; number: number; isItemStart: boolean };

/** What stands in a list and in none of its items is taken for one. */
const toList = (name: string, { start }: Attributes): List => ({
  isOrdered: name === 'ol',
  number: (Number.parseInt(start ?? '', 10) || 1) - 1,
  isItemStart: true,
});

const MAX_COLUMNS = 1_000;
const MAX_ROWS = 65_534;

const count = (value: string | undefined, max: number): number =>
  Math.min(max, Math.max(1, Math.trunc(Number(value ?? 1)) || 1));

/** A cell of this length is a page's content, which somebody laid out as a table. */
const MAX_CELL_LENGTH = 1_500;

/** Whether rows are a table to be read by its columns, not a way to put paragraphs in their places. */
const isData = (rows: readonly (readonly TableCell[])[]): boolean =>
  rows.some((row) => row.length > 1) &&
  rows.every((row) => row.every(({ text }) => text.length <= MAX_CELL_LENGTH));

/** The rows of a table with every value in its column; a cell merged downwards stands for each of its rows. */
const toGrid = (rows: readonly (readonly TableCell[])[]): string[][] => {
  const hanging = new Map<number, Hanging>();
  let cells = 0;
  return rows
    .filter((row) => row.some(({ text }) => text !== ''))
    .map((row) => {
      const placed = placeRow(row, hanging);
      cells += placed.length;
      if (cells > PARSER_LIMITS.characters / 3) throw parseFailure('document_too_complex');
      return placed;
    });
};

/** What a cell above puts into the rows that it covers as well, and how many of them are left. */
type Hanging = { text: string; rows: number };

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

const HIDDEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*0(?![.\d]))/i;

const isHidden = (name: string, attributes: Attributes): boolean =>
  HIDDEN.has(name) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  attributes['role'] === 'navigation' ||
  NAVIGATION.test(attributes['class'] ?? '') ||
  HIDDEN_STYLE.test(attributes['style'] ?? '');

/** What documentation tools and content systems call what leads elsewhere. */
const NAVIGATION =
  /(?:^|\s)(?:navbar|navigation|nav-links|breadcrumbs?|sphinxsidebar|headerlink|anchor-link|toc|table-of-contents|skip-link|pagination|cookie-banner)(?=\s|$)/i;

const NOTE_SYMBOL = /\bsd(?:foot|end)notesym\b/;

/** LibreOffice's number in front of a note, and anybody's link to one: glued to a word it would make another word. */
const isNoteMark = (name: string, attributes: Attributes, parent?: string): boolean =>
  (name === 'a' && (parent === 'sup' || NOTE_SYMBOL.test(attributes['class'] ?? ''))) ||
  (name === 'sup' && parent === 'a');

const HIDDEN = wordSet(
  'script style nav noscript template svg math iframe object head button select textarea audio video canvas',
);
const BREAKING = wordSet(
  'p div section article main header footer aside blockquote ul ol dl dt dd li table thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 pre figure figcaption form fieldset address details summary hr body html',
);
const VOID = wordSet('br hr img input meta link area base col embed source track wbr');
