import { withoutPages, type Block } from '../../parsed-document.js';
import { addBlocks, type Parser } from '../../parser.js';
import { isOpenDocument, readOdf, type OdfFile } from './package.js';
import { createParagraphReader, type OdfParagraph } from './paragraphs.js';
import { tableBlock } from '../../table-blocks.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';

const COVERED = 'table:covered-table-cell';
const CELLS: ReadonlySet<string> = new Set(['table:table-cell', COVERED]);

type State = {
  blocks: Block[];
  notes: Block[];
  items: string[];
  listDepth: number;
  isItemStart: boolean;
  rows: string[][];
  rowPages: number[];
  cell: string[];
  /** How many rows the open cell stands for. */
  rowsSpanned: number;
  /** The last row that a value merged downwards stands for, by column. */
  merged: Map<number, number>;
  tableDepth: number;
  /** Where the open list begins. */
  page: number;
};

/** ODT by its styles; pages where the program that saved it noted their ends, or its author set all of them. */
export const odt: Parser = {
  name: 'odt',
  mimeType: 'application/vnd.oasis.opendocument.text',
  label: 'ODT',
  extensions: ['.odt'],
  recognises: { archive: isOpenDocument('text') },
  read: async ({ bytes }) => {
    const file = await readOdf(bytes);
    const { blocks, pages } = readBlocks(file);
    const { hasPictures } = file;
    const { statedPages = 0, marksPages } = file;
    // Without the program's own marks the pages between two set breaks are unknown, and a wrong page is worse than none.
    if (marksPages ? pages <= statedPages : pages === statedPages) {
      return { blocks, pageCount: statedPages, hasPictures };
    }
    return { blocks: withoutPages(blocks), pageCount: null, hasPictures };
  },
};

const readBlocks = (file: OdfFile): { blocks: Block[]; pages: number } => {
  const state: State = {
    blocks: [],
    notes: [],
    items: [],
    listDepth: 0,
    isItemStart: false,
    rows: [],
    rowPages: [],
    cell: [],
    rowsSpanned: 1,
    merged: new Map(),
    tableDepth: 0,
    page: 1,
  };
  const reader = createParagraphReader({
    file,
    onParagraph: (paragraph) => placeParagraph(state, paragraph),
  });
  readXml(file.content, {
    open: (name, attributes: XmlAttributes) => {
      reader.open(name, attributes);
      if (reader.isSkipping()) return;
      if (name === 'table:table' && state.tableDepth === 0) reader.startTable(attributes);
      openElement(state, { name, attributes, page: reader.page() });
    },
    text: reader.text,
    close: (name) => {
      const wasSkipping = reader.isSkipping();
      reader.close(name);
      if (!wasSkipping) closeElement(state, name);
    },
  });
  flushNotes(state);
  return { blocks: state.blocks, pages: reader.page() };
};

const placeParagraph = (state: State, paragraph: OdfParagraph): void => {
  const { text, page, pageStarts, level, isNote } = paragraph;
  if (text === '') return;
  if (isNote) {
    state.notes.push({ text, kind: 'paragraph', page });
    return;
  }
  if (state.tableDepth > 0) {
    state.cell.push(text);
    return;
  }
  if (level === undefined && state.listDepth > 0) {
    if (state.items.length === 0) state.page = page;
    const indent = '  '.repeat(Math.min(state.listDepth - 1, 5));
    state.items.push(`${indent}${state.isItemStart ? '- ' : '  '}${text}`);
    state.isItemStart = false;
    return;
  }
  flushList(state);
  addBlocks(state.blocks, [
    level === undefined
      ? { text, kind: 'paragraph', page, ...(pageStarts.length > 0 && { pageStarts }) }
      : { text, kind: 'heading', level, page },
  ]);
  flushNotes(state);
};

const flushList = (state: State): void => {
  const text = state.items.join('\n');
  if (text !== '') addBlocks(state.blocks, [{ text, kind: 'list', page: state.page }]);
  state.items = [];
};

/** Notes follow the paragraph, list or table that refers to them. */
const flushNotes = (state: State): void => {
  addBlocks(state.blocks, state.notes);
  state.notes = [];
};

type Element = { name: string; attributes: XmlAttributes; page: number };

const openElement = (state: State, { name, attributes, page }: Element): void => {
  if (name === 'text:list') state.listDepth += 1;
  if (name === 'text:list-item') state.isItemStart = true;
  if (name === 'table:table') {
    state.tableDepth += 1;
    if (state.tableDepth > 1) return;
    flushList(state);
    Object.assign(state, { rows: [], rowPages: [], cell: [], merged: new Map() });
  }
  if (state.tableDepth !== 1) return;
  if (name === 'table:table-row') {
    state.rows.push([]);
    state.rowPages.push(page);
  }
  if (!CELLS.has(name)) return;
  state.cell = [];
  state.rowsSpanned = Number(attributes['table:number-rows-spanned'] ?? 1) || 1;
};

const closeElement = (state: State, name: string): void => {
  if (name === 'text:list') {
    state.listDepth -= 1;
    if (state.listDepth === 0 && state.tableDepth === 0) {
      flushList(state);
      flushNotes(state);
    }
  }
  if (state.tableDepth === 1 && CELLS.has(name)) closeCell(state, name);
  if (name !== 'table:table') return;
  state.tableDepth -= 1;
  if (state.tableDepth > 0) return;
  addBlocks(state.blocks, tableBlock(state.rows, state.rowPages));
  flushNotes(state);
};

/** A cell merged downwards stands for each of its rows, which makes sense of every row by itself. */
const closeCell = (state: State, name: string): void => {
  const { rows, merged, rowsSpanned } = state;
  const at = rows.length - 1;
  const column = rows[at]?.length ?? 0;
  const isMerged = name === COVERED && (merged.get(column) ?? -1) >= at;
  if (name !== COVERED) merged.set(column, at + rowsSpanned - 1);
  rows[at]?.push(isMerged ? (rows[at - 1]?.[column] ?? '') : state.cell.join(' '));
};
