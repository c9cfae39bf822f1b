import { readXml, type XmlAttributes } from '../../office-xml.js';
import { parseFailure } from '../../parse-failure.js';
import type { Block } from '../../parsed-document.js';
import { wordSet, type Parser } from '../../parser.js';
import { createSheetReader, sheetBlocks } from '../../table-blocks.js';
import { isCell, isHiddenStyle, isOpenDocument, readOdf, type OdfFile } from './package.js';

/** ODS by its sheets, each a chapter; hidden sheets are left out, formulas stand with the value they had when saved. */
export const ods: Parser = {
  name: 'ods',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  label: 'ODS',
  extensions: ['.ods'],
  recognises: { archive: isOpenDocument('spreadsheet') },
  read: async ({ bytes }) => {
    const file = await readOdf(bytes);
    const reader = new SheetsReader(file.styles);
    readXml(file.content, reader);
    return { blocks: reader.blocks, pageCount: null, hasPictures: file.hasPictures };
  },
};

/** Remarks, and drawings that float above the cells. */
const SKIPPED = wordSet('office:annotation table:shapes draw:frame');
const SPACES = wordSet('text:s text:tab text:line-break');

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** More equal rows or cells than this in a row are a filler, not data. */
const MAX_REPEATED = 1_000;

/** Ranges of columns, each of which every cell is compared with. */
const MAX_HIDDEN = 200;

const isHiddenPart = (attributes: XmlAttributes): boolean =>
  ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');

type Cell = { paragraphs: string[]; value: string | undefined; columns: number; rows: number };

class SheetsReader {
  readonly blocks: Block[] = [];
  private readonly styles: OdfFile['styles'];
  private skipping = 0;
  private sheetName: string | undefined;
  private cells = createSheetReader();
  private row = 0;
  private rowsRepeated = 1;
  private hiddenColumns: { from: number; to: number }[] = [];
  private columnsDefined = 0;
  private column = 0;
  private cell: Cell | undefined;
  /** Values merged downwards, by column, with the last row they stand for. */
  private merged = new Map<number, { value: string; until: number }>();

  constructor(styles: OdfFile['styles']) {
    this.styles = styles;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.skipping > 0 || this.isSkipped(name, attributes)) {
      this.skipping += 1;
    } else if (name === 'table:table') {
      this.sheetName = attributes['table:name'] ?? '';
      this.cells = createSheetReader();
      this.row = 0;
      this.merged = new Map();
      this.hiddenColumns = [];
      this.columnsDefined = 0;
    } else if (this.sheetName !== undefined) {
      this.openElement(name, attributes);
    }
  }

  text(text: string): void {
    const paragraphs = this.cell?.paragraphs ?? [];
    if (this.skipping > 0 || paragraphs.length === 0) return;
    paragraphs.push((paragraphs.pop() ?? '') + text);
  }

  close(name: string): void {
    if (this.skipping > 0) {
      this.skipping -= 1;
      return;
    }
    if (isCell(name) && this.cell) this.closeCell(this.cell);
    if (name === 'table:table-row') this.row += this.rowsRepeated;
    if (name !== 'table:table' || this.sheetName === undefined) return;
    const content = sheetBlocks(this.cells.sheet);
    if (content.length > 0) {
      this.blocks.push({ text: this.sheetName, kind: 'heading', level: 1 });
      for (const block of content) this.blocks.push(block);
    }
    this.sheetName = undefined;
  }

  private isSkipped(name: string, attributes: XmlAttributes): boolean {
    // A hidden row leaves no gap: it would part a table in two.
    if (name === 'table:table-row' && isHiddenPart(attributes)) return true;
    if (name !== 'table:table') return SKIPPED.has(name);
    const isHidden = isHiddenStyle(this.styles, 'table', attributes['table:style-name']);
    return this.sheetName !== undefined || isHidden;
  }

  private openElement(name: string, attributes: XmlAttributes): void {
    if (name === 'table:table-column') this.defineColumns(attributes);
    if (name === 'table:table-row') {
      this.column = 0;
      this.rowsRepeated = count(attributes, 'table:number-rows-repeated');
      if (this.row > MAX_ROWS) throw parseFailure('document_too_complex');
    }
    if (isCell(name)) {
      this.cell = {
        paragraphs: [],
        value: dateOf(attributes),
        columns: count(attributes, 'table:number-columns-repeated'),
        rows: count(attributes, 'table:number-rows-spanned'),
      };
    }
    if (name === 'text:p') this.cell?.paragraphs.push('');
    if (SPACES.has(name)) this.text(' ');
  }

  private defineColumns(attributes: XmlAttributes): void {
    const from = this.columnsDefined;
    this.columnsDefined += count(attributes, 'table:number-columns-repeated');
    const isBounded = this.hiddenColumns.length < MAX_HIDDEN;
    if (isHiddenPart(attributes) && isBounded) {
      this.hiddenColumns.push({ from, to: this.columnsDefined - 1 });
    }
  }

  /** The column among those that are shown; undefined for a hidden one. */
  private shownColumn(column: number): number | undefined {
    let shown = column;
    for (const { from, to } of this.hiddenColumns) {
      if (column >= from && column <= to) return undefined;
      if (to < column) shown -= to - from + 1;
    }
    return shown;
  }

  private closeCell({ paragraphs, value, columns, rows }: Cell): void {
    const { row, column, merged } = this;
    const above = merged.get(column);
    const own = (value ?? paragraphs.join(' ')).trim();
    const shown = own === '' && above && above.until >= row ? above.value : own;
    if (rows > 1 && own !== '') merged.set(column, { value: own, until: row + rows - 1 });
    this.column += columns;
    this.cell = undefined;
    if (shown === '' || column >= MAX_COLUMNS) return;
    for (let across = 0; across < Math.min(columns, MAX_REPEATED); across += 1) {
      for (let down = 0; down < Math.min(this.rowsRepeated, MAX_REPEATED); down += 1) {
        const at = this.shownColumn(column + across);
        if (at !== undefined) this.cells.set(row + down, at, shown);
      }
    }
  }
}

const count = (attributes: XmlAttributes, name: string): number =>
  Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1);

/** A date by its value, because as shown it cannot be told from one of another country; all else as shown. */
const dateOf = (attributes: XmlAttributes): string | undefined =>
  attributes['office:value-type'] === 'date'
    ? attributes['office:date-value']?.replace('T', ' ').replace(/:00(?:\.0+)?$/, '')
    : undefined;
