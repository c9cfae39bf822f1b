import { createHiddenColumns, MAX_COLUMNS } from '../../office/hidden-columns.js';
import { leftOutWarnings, uncalculatedWarnings, type LeftOut } from '../../office/left-out.js';
import { marginBlock } from '../../office/margins.js';
import { RunText } from '../../office/run-text.js';
import { readXml, type XmlAttributes } from '../../office-xml.js';
import { parseFailure } from '../../parse-failure.js';
import { withoutPages, type Block } from '../../parsed-document.js';
import { wordSet, addBlocks, type Parser } from '../../parser.js';
import { LinkText } from '../../link-target.js';
import { fillMerged, type MergedArea } from '../../merged-areas.js';
import { createSheetReader, sheetBlocks } from '../../sheet-blocks.js';
import { readMargins } from './margins.js';
import { isCell, readOdf, type OdfFile } from './package.js';
import {
  isHiddenStyle,
  lookOf,
  shownLook,
  styleChain,
  type Look,
  type OdfStyles,
} from './styles.js';
import { readParagraphs, type OdfParagraph } from './paragraphs.js';

export const read: Parser['read'] = async ({ bytes }) => {
  const file = await readOdf(bytes);
  const reader = new SheetsReader(file, readSheetDrawings(file));
  readXml(file.content, reader);
  const { blocks, uncalculated } = reader;
  const printed = withoutPages(marginBlock(readMargins(file), blocks));
  return {
    blocks: [...printed, ...blocks],
    pageCount: null,
    hasPictures: file.hasPictures,
    warnings: [...leftOutWarnings(file.leftOut), ...uncalculatedWarnings(uncalculated)],
  };
};

/** Comments, and drawings that float above the cells. */
const SKIPPED = wordSet('office:annotation table:shapes draw:frame');
const SPACES = wordSet('text:s text:tab text:line-break');

const MAX_ROWS = 1_048_576;
/** More equal rows or cells than this in a row are filler, not data. */
const MAX_REPEATED = 1_000;

const isHiddenPart = (attributes: XmlAttributes): boolean =>
  ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');

type Cell = {
  paragraphs: RunText[];
  look: Look;
  /** Used in place of its text, or if it has none. */
  date: string | undefined;
  value: string | undefined;
  formula: string | undefined;
  columns: number;
  rows: number;
  columnsSpanned: number;
};

class SheetsReader {
  readonly blocks: Block[] = [];
  /** The number of cells that show a formula because no result was calculated. */
  uncalculated = 0;
  private readonly styles: OdfStyles;
  private readonly leftOut: Set<LeftOut>;
  private readonly drawings: ReadonlyMap<string, Block[]>;
  private skipping = 0;
  private isSkippedHidden = false;
  private sheetName: string | undefined;
  private cells = createSheetReader();
  private row = 0;
  private rowsRepeated = 1;
  private hiddenColumns = createHiddenColumns();
  private columnsDefined = 0;
  /** The style of the cells of each range of columns, and the range of the last cell. */
  private columnStyles: { to: number; style: string | undefined }[] = [];
  private range = 0;
  private rowStyle: string | undefined;
  private spans: Look[] = [];
  private link: LinkText | undefined;
  private column = 0;
  private cell: Cell | undefined;
  /** Values merged downwards, by column, with the last row they apply to. */
  private merged = new Map<number, { value: string; until: number }>();
  /** Cells that span several columns. */
  private areas: MergedArea[] = [];

  constructor({ styles, leftOut }: OdfFile, drawings: ReadonlyMap<string, Block[]>) {
    this.styles = styles;
    this.leftOut = leftOut;
    this.drawings = drawings;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.skipping > 0 || this.isSkipped(name, attributes)) {
      this.skipping += 1;
    } else if (name === 'table:table') {
      this.sheetName = attributes['table:name'] ?? '';
      this.cells = createSheetReader();
      this.row = 0;
      this.merged = new Map();
      this.areas = [];
      this.hiddenColumns = createHiddenColumns();
      this.columnsDefined = 0;
      this.columnStyles = [];
    } else if (this.sheetName !== undefined) {
      this.openElement(name, attributes);
    }
  }

  text(text: string): void {
    const isText = text.trim() !== '';
    if (this.skipping > 0) {
      if (isText && this.isSkippedHidden) this.leftOut.add('hiddenCells');
      return;
    }
    const paragraph = this.cell?.paragraphs.at(-1);
    if (!this.cell || !paragraph) return;
    const { isHidden, isStruck, position } = shownLook([this.cell.look, ...this.spans]);
    if (!isHidden && !isStruck) {
      paragraph.add(text, position);
      this.link?.add(text);
    } else if (isText) this.leftOut.add(isHidden ? 'hiddenText' : 'struckText');
  }

  close(name: string): void {
    if (this.skipping > 0) {
      this.skipping -= 1;
      return;
    }
    if (name === 'text:span') this.spans.pop();
    if (name === 'text:a') this.closeLink();
    if (isCell(name) && this.cell) this.closeCell(this.cell);
    if (name === 'table:table-row') this.row += this.rowsRepeated;
    if (name !== 'table:table' || this.sheetName === undefined) return;
    fillMerged(this.cells, this.areas);
    const content = [
      ...sheetBlocks(this.cells.sheet),
      ...(this.drawings.get(this.sheetName) ?? []),
    ];
    if (content.length > 0) {
      this.blocks.push({ text: this.sheetName, kind: 'heading', level: 1, opens: 'sheet' });
      for (const block of content) this.blocks.push(block);
    }
    this.sheetName = undefined;
  }

  private closeLink(): void {
    const { suffix = '' } = this.link ?? {};
    this.link = undefined;
    this.cell?.paragraphs.at(-1)?.add(suffix);
  }

  private isSkipped(name: string, attributes: XmlAttributes): boolean {
    // A hidden row leaves no gap, because that would split a table in two.
    const isHidden =
      (name === 'table:table-row' && isHiddenPart(attributes)) ||
      (name === 'table:table' &&
        isHiddenStyle(this.styles, 'table', attributes['table:style-name']));
    this.isSkippedHidden = isHidden;
    const isNested = name === 'table:table' && this.sheetName !== undefined;
    return isHidden || isNested || SKIPPED.has(name);
  }

  private openElement(name: string, attributes: XmlAttributes): void {
    if (name === 'table:table-column') this.defineColumns(attributes);
    if (name === 'table:table-row') {
      this.column = 0;
      this.range = 0;
      this.rowStyle = attributes['table:default-cell-style-name'];
      this.rowsRepeated = count(attributes, 'table:number-rows-repeated');
      if (this.row > MAX_ROWS) throw parseFailure('document_too_complex');
    }
    if (isCell(name)) this.cell = this.toCell(attributes);
    if (name === 'text:p') this.cell?.paragraphs.push(new RunText());
    if (name === 'text:span') {
      this.spans.push(lookOf(styleChain(this.styles, 'text', attributes['text:style-name'])));
    }
    if (name === 'text:a') this.link = new LinkText(attributes['xlink:href'] ?? '');
    if (SPACES.has(name)) this.text(' ');
  }

  private toCell(attributes: XmlAttributes): Cell {
    const style = attributes['table:style-name'] ?? this.rowStyle ?? this.columnStyle();
    return {
      paragraphs: [],
      look: lookOf(styleChain(this.styles, 'table-cell', style)),
      date: dateOf(attributes),
      value: valueOf(attributes),
      formula: attributes['table:formula'],
      columns: count(attributes, 'table:number-columns-repeated'),
      rows: count(attributes, 'table:number-rows-spanned'),
      columnsSpanned: count(attributes, 'table:number-columns-spanned'),
    };
  }

  private columnStyle(): string | undefined {
    const { columnStyles, column } = this;
    while ((columnStyles[this.range]?.to ?? Number.POSITIVE_INFINITY) < column) this.range += 1;
    return columnStyles[this.range]?.style;
  }

  private defineColumns(attributes: XmlAttributes): void {
    const from = this.columnsDefined;
    if (from >= MAX_COLUMNS) return;
    this.columnsDefined += count(attributes, 'table:number-columns-repeated');
    const to = this.columnsDefined - 1;
    this.columnStyles.push({ to, style: attributes['table:default-cell-style-name'] });
    if (isHiddenPart(attributes)) this.hiddenColumns.hide(from, to);
  }

  private closeCell(cell: Cell): void {
    const { columns, rows } = cell;
    const { row, column, merged } = this;
    const own = this.shownValue(cell);
    this.column += columns;
    this.cell = undefined;
    if (column >= MAX_COLUMNS) return;
    if (rows > 1 && own !== '') merged.set(column, { value: own, until: row + rows - 1 });
    if (own !== '' && cell.columnsSpanned > 1) this.noteArea(cell);
    for (let at = column; at < column + Math.min(columns, MAX_REPEATED); at += 1) {
      const above = merged.get(at);
      // One element may cover places below several cells.
      const shown = own === '' && above && above.until >= row ? above.value : own;
      if (shown !== '') this.setShown(at, shown);
    }
  }

  private setShown(column: number, shown: string): void {
    if (this.hiddenColumns.has(column)) {
      this.leftOut.add('hiddenCells');
      return;
    }
    const at = this.hiddenColumns.shownPlace(column);
    for (let down = 0; down < Math.min(this.rowsRepeated, MAX_REPEATED); down += 1) {
      this.cells.set(this.row + down, at, shown);
    }
  }

  /** The place of a cell as it is shown, if it begins in a visible column. */
  private noteArea({ columns, rows, columnsSpanned }: Cell): void {
    const { hiddenColumns, row } = this;
    const first = this.column - columns;
    const last = Math.min(MAX_COLUMNS, first + columnsSpanned) - 1;
    if (hiddenColumns.has(first)) return;
    const before = hiddenColumns.has(last) ? 1 : 0;
    const to = { row: row + rows - 1, column: hiddenColumns.shownPlace(last) - before };
    this.areas.push({ from: { row, column: hiddenColumns.shownPlace(first) }, to });
  }

  private shownValue({ paragraphs, look, date, value, formula }: Cell): string {
    const written = date ?? (paragraphs.length === 0 ? value : undefined);
    if (written !== undefined) {
      const isLeftOut = look.isStruck === true && written !== '';
      if (isLeftOut) this.leftOut.add('struckText');
      return isLeftOut ? '' : written.trim();
    }
    if (paragraphs.length > 0) {
      return paragraphs
        .map((paragraph) => paragraph.value)
        .join(' ')
        .trim();
    }
    if (formula === undefined) return '';
    if (!this.hiddenColumns.has(this.column)) this.uncalculated += 1;
    return toFormula(formula);
  }
}

/** A formula as programs show it: `of:=SUM([.B2:.B4])` becomes `=SUM(B2:B4)`. */
const toFormula = (formula: string): string =>
  formula
    .replace(/^\w{1,10}:(?==)/u, '')
    .replace(/\[([^\]]*)\]/gu, (_, place: string) => place.replace(/(^|:)\./gu, '$1'));

const count = (attributes: XmlAttributes, name: string): number =>
  Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1);

/**
 * A date is given by its value, because in its author's own format it could be mistaken for another country's; everything else as shown.
 */
const dateOf = (attributes: XmlAttributes): string | undefined =>
  attributes['office:value-type'] === 'date'
    ? attributes['office:date-value']?.replace('T', ' ').replace(/:00(?:\.0+)?$/, '')
    : undefined;

/** The value of a cell whose text is not written in the file. */
const valueOf = (attributes: XmlAttributes): string | undefined => {
  const value = attributes['office:value'];
  const flag = attributes['office:boolean-value'];
  if (flag !== undefined) return flag.toUpperCase();
  if (value === undefined)
    return attributes['office:string-value'] ?? attributes['office:time-value'];
  const isShare = attributes['office:value-type'] === 'percentage';
  if (isShare) return `${Number((Number(value) * 100).toPrecision(12))}%`;
  return `${value} ${attributes['office:currency'] ?? ''}`.trim();
};

/** The text boxes, charts, formulas, controls and picture texts above the cells, by the names of their sheets. */
const readSheetDrawings = (file: OdfFile): ReadonlyMap<string, Block[]> => {
  const reader = new DrawingReader();
  // A second pass, for the few files that have any.
  if (file.content.includes('<draw:')) readParagraphs(file, reader);
  return reader.sheets;
};

const DRAWINGS = wordSet(
  'table:shapes draw:frame draw:custom-shape draw:rect draw:ellipse draw:polygon draw:path draw:caption draw:g',
);

class DrawingReader {
  readonly sheets = new Map<string, Block[]>();
  private sheet: Block[] | undefined;
  private tables = 0;
  private depth = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (DRAWINGS.has(name)) this.depth += 1;
    if (name !== 'table:table') return;
    this.tables += 1;
    if (this.tables > 1) return;
    this.sheet = [];
    this.sheets.set(attributes['table:name'] ?? '', this.sheet);
  }

  close(name: string): void {
    if (DRAWINGS.has(name)) this.depth -= 1;
    if (name === 'table:table') this.tables -= 1;
  }

  paragraph({ text }: OdfParagraph): void {
    if (this.depth > 0 && text !== '') this.drawn([{ text, kind: 'paragraph' }]);
  }

  drawn(blocks: readonly Block[]): void {
    if (this.sheet) addBlocks(this.sheet, withoutPages(blocks));
  }
}
