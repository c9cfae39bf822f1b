import type { Block } from '../../parsed-document.js';
import { parseFailure } from '../../parse-failure.js';
import { hasStyle, isOpenDocument, readOdf, styleChain, type OdfFile } from './package.js';
import type { Parser } from '../../parser.js';
import { createSheetReader, sheetBlocks } from '../../table-blocks.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';

const CELLS: ReadonlySet<string> = new Set(['table:table-cell', 'table:covered-table-cell']);

type Cell = { paragraphs: string[]; value: string | undefined; columns: number; rows: number };

type State = {
  blocks: Block[];
  reader: ReturnType<typeof createSheetReader>;
  sheetName: string | undefined;
  row: number;
  rowsRepeated: number;
  column: number;
  cell: Cell | undefined;
  /** Values merged downwards, by column, with the last row they stand for. */
  merged: Map<number, { value: string; until: number }>;
};

/** ODS by its sheets, each a chapter; hidden sheets are left out, formulas stand with the value they had when saved. */
export const ods: Parser = {
  name: 'ods',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  label: 'ODS',
  extensions: ['.ods'],
  recognises: { archive: isOpenDocument('spreadsheet') },
  read: async ({ bytes }) => {
    const file = await readOdf(bytes);
    return { blocks: readSheets(file), pageCount: null, hasPictures: file.hasPictures };
  },
};

/** Remarks, and drawings that float above the cells. */
const SKIPPED: ReadonlySet<string> = new Set(['office:annotation', 'table:shapes', 'draw:frame']);

const readSheets = ({ content, styles }: OdfFile): Block[] => {
  const state: State = {
    blocks: [],
    reader: createSheetReader(),
    sheetName: undefined,
    row: 0,
    rowsRepeated: 1,
    column: 0,
    cell: undefined,
    merged: new Map(),
  };
  let skipping = 0;
  const isSkipped = (name: string, attributes: XmlAttributes): boolean => {
    if (name !== 'table:table') return SKIPPED.has(name);
    const chain = styleChain(styles, 'table', attributes['table:style-name']);
    return state.sheetName !== undefined || hasStyle(styles, chain, 'isHidden');
  };
  readXml(content, {
    open: (name, attributes) => {
      if (skipping > 0 || isSkipped(name, attributes)) skipping += 1;
      else if (name === 'table:table') startSheet(state, attributes['table:name'] ?? '');
      else if (state.sheetName !== undefined) openElement(state, name, attributes);
    },
    text: (text) => {
      if (skipping === 0) addText(state, text);
    },
    close: (name) => {
      if (skipping > 0) skipping -= 1;
      else closeElement(state, name);
    },
  });
  return state.blocks;
};

const startSheet = (state: State, name: string): void => {
  Object.assign(state, { sheetName: name, row: 0, merged: new Map() });
  state.reader = createSheetReader();
};

const MAX_ROWS = 1_048_576;

const openElement = (state: State, name: string, attributes: XmlAttributes): void => {
  if (name === 'table:table-row') {
    state.column = 0;
    state.rowsRepeated = count(attributes, 'table:number-rows-repeated');
    if (state.row > MAX_ROWS) throw parseFailure('document_too_complex');
  }
  if (CELLS.has(name)) openCell(state, attributes);
  if (name === 'text:p') state.cell?.paragraphs.push('');
  if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') addText(state, ' ');
};

const count = (attributes: XmlAttributes, name: string): number =>
  Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1);

const openCell = (state: State, attributes: XmlAttributes): void => {
  state.cell = {
    paragraphs: [],
    value: valueOf(attributes),
    columns: count(attributes, 'table:number-columns-repeated'),
    rows: count(attributes, 'table:number-rows-spanned'),
  };
};

/** A date by its value, because as shown it cannot be told from one of another country; all else as shown. */
const valueOf = (attributes: XmlAttributes): string | undefined =>
  attributes['office:value-type'] === 'date'
    ? attributes['office:date-value']?.replace('T', ' ').replace(/:00(?:\.0+)?$/, '')
    : undefined;

const addText = ({ cell }: State, text: string): void => {
  if (cell && cell.paragraphs.length > 0)
    cell.paragraphs.push((cell.paragraphs.pop() ?? '') + text);
};

const closeElement = (state: State, name: string): void => {
  if (CELLS.has(name) && state.cell) closeCell(state, state.cell);
  if (name === 'table:table-row') state.row += state.rowsRepeated;
  if (name !== 'table:table' || state.sheetName === undefined) return;
  const content = sheetBlocks(state.reader.sheet);
  if (content.length > 0) {
    state.blocks.push({ text: state.sheetName, kind: 'heading', level: 1 });
    for (const block of content) state.blocks.push(block);
  }
  state.sheetName = undefined;
};

const MAX_COLUMNS = 16_384;

/** More equal rows or cells than this in a row are a filler, not data. */
const MAX_REPEATED = 1_000;

const closeCell = (state: State, cell: Cell): void => {
  const { row, column, merged } = state;
  const above = merged.get(column);
  const own = (cell.value ?? cell.paragraphs.join(' ')).trim();
  const value = own === '' && above && above.until >= row ? above.value : own;
  if (cell.rows > 1 && own !== '') merged.set(column, { value: own, until: row + cell.rows - 1 });
  state.column += cell.columns;
  state.cell = undefined;
  if (value === '' || column >= MAX_COLUMNS) return;
  for (let across = 0; across < Math.min(cell.columns, MAX_REPEATED); across += 1) {
    for (let down = 0; down < Math.min(state.rowsRepeated, MAX_REPEATED); down += 1) {
      state.reader.set(row + down, column + across, value);
    }
  }
};
