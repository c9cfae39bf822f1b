import { oneLine } from '../../parser.js';
import { addBlocks } from '../../parser.js';
import type { Block, PageStart } from '../../parsed-document.js';
import { laidOutTable } from '../../laid-out-table.js';
import { spreadMerged, type MergedRow } from '../../merged-cells.js';
import { cleanPageStarts } from '../../normalise-document.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { tableInCell } from '../../table-in-cell.js';
import { keepTabs } from '../../tabbed-paragraphs.js';
import type { ListMark } from './numbering.js';

export type StoryParagraph = {
  text: string;
  page: number;
  pageStarts: PageStart[];
  /** The level of a heading, counted from 1. */
  level: number | undefined;
  mark: ListMark | undefined;
  /** Below a list item, without a mark of its own. */
  isInList: boolean;
  isBoilerplate: boolean;
  /** The blocks anchored in it: text boxes, charts, texts of pictures. */
  anchored: readonly Block[];
  notes: readonly Block[];
};

type Cell = { text: string; columns: number; isMergedDown: boolean };
type Row = { cells: Cell[]; page: number; isDeleted: boolean; isHeader: boolean };
type OuterTable = { rows: Row[]; dataDepth: number };

/** A cell of this length is page content that was laid out as a table. */
const MAX_CELL_LENGTH = 1_500;
const MAX_COLUMNS = 1_000;

/** Puts together the blocks of one flow of text: the body, a note, a header, a text box. */
export class Story {
  readonly blocks: Block[] = [];
  private items: { depth: number; text: string }[] = [];
  private listPage = 1;
  private tableDepth = 0;
  /** The depth of the table whose rows are collected; 0 outside of tables, and in a table that only lays out others. */
  private dataDepth = 0;
  private rows: Row[] = [];
  /** The outer table, while a table in one of its cells is being read. */
  private outer: OuterTable | undefined;
  /** The blocks that follow the open list or table. */
  private due: Block[] = [];

  addParagraph(paragraph: StoryParagraph): void {
    const { text: written, level, mark, page, anchored, notes } = paragraph;
    const text = oneLine(written);
    const cell = this.dataDepth > 0 ? this.rows.at(-1)?.cells.at(-1) : undefined;
    // A single column with headings is not a table.
    if (cell && text !== '' && level !== undefined && !this.isWide()) this.dissolveTable();
    else if (cell) {
      this.addToCell(cell, oneLine(`${mark?.label ?? ''} ${text}`), anchored);
      this.due.push(...notes);
      return;
    }
    if (text === '') {
      if (anchored.length > 0) this.endList();
      addBlocks(this.blocks, [...anchored, ...notes]);
      return;
    }
    const isItem = level === undefined && !paragraph.isBoilerplate;
    if (isItem && (mark || (paragraph.isInList && this.items.length > 0))) {
      this.addItem(text, { mark, page });
      this.due.push(...anchored, ...notes);
      return;
    }
    this.endList();
    addBlocks(this.blocks, [toBlock(paragraph, keepTabs(`${mark?.label ?? ''} ${written}`))]);
    addBlocks(this.blocks, [...anchored, ...notes]);
  }

  openTable(): void {
    const { rows, dataDepth } = this;
    if (dataDepth > 0 && this.outer === undefined && mayHoldTable(rows)) {
      this.outer = { rows, dataDepth };
      this.rows = [];
    } else if (dataDepth > 0) this.dissolveTable();
    this.endList();
    this.tableDepth += 1;
    this.dataDepth = this.tableDepth;
  }

  openRow(page: number): void {
    if (this.dataDepth === this.tableDepth)
      this.rows.push({ cells: [], page, isDeleted: false, isHeader: false });
  }

  /** Notes that tracked changes mark the open row as deleted, or that it is repeated on each page as a header. */
  describeRow(description: Partial<Pick<Row, 'isDeleted' | 'isHeader'>>): void {
    const row = this.dataDepth === this.tableDepth ? this.rows.at(-1) : undefined;
    if (row) Object.assign(row, description);
  }

  /** Leaves out columns before a row's first cell. */
  skipColumns(columns: number): void {
    for (let column = 0; column < columns; column += 1) this.openCell();
  }

  openCell(): void {
    if (this.dataDepth !== this.tableDepth) return;
    const cells = this.rows.at(-1)?.cells;
    if (cells && cells.length < MAX_COLUMNS)
      cells.push({ text: '', columns: 1, isMergedDown: false });
  }

  describeCell(description: Partial<Cell>): void {
    const cell = this.dataDepth === this.tableDepth ? this.rows.at(-1)?.cells.at(-1) : undefined;
    if (cell) Object.assign(cell, description);
  }

  closeTable(): void {
    if (this.outer?.dataDepth === this.tableDepth - 1) this.closeInner(this.outer);
    else if (this.dataDepth > 0) this.flushTable();
    else this.endList();
    this.tableDepth = Math.max(0, this.tableDepth - 1);
  }

  end(): Block[] {
    // The text ends inside a nested table.
    if (this.outer !== undefined) this.closeTable();
    this.flushTable();
    this.endList();
    return this.blocks;
  }

  private addToCell(cell: Cell, text: string, anchored: readonly Block[]): void {
    const texts = [text];
    for (const block of anchored) {
      if (block.kind === 'table') this.due.push(block);
      else texts.push(block.text);
    }
    cell.text = [cell.text, ...texts].filter((part) => part !== '').join(' ');
  }

  private addItem(text: string, { mark, page }: Pick<StoryParagraph, 'mark' | 'page'>): void {
    if (this.items.length === 0) this.listPage = page;
    const depth = mark?.level ?? this.items.at(-1)?.depth ?? 0;
    const label = mark === undefined ? ' ' : mark.label || '-';
    this.items.push({ depth, text: `${label} ${text}` });
  }

  private endList(): void {
    const { items, listPage: page } = this;
    this.items = [];
    if (items.length > 0) {
      const least = items.reduce((depth, item) => Math.min(depth, item.depth), MAX_DEPTH);
      const lines = items.map(
        ({ depth, text }) => '  '.repeat(Math.min(MAX_DEPTH, depth - least)) + text,
      );
      addBlocks(this.blocks, [{ text: lines.join('\n'), kind: 'list', page }]);
    }
    if (this.dataDepth > 0) return;
    addBlocks(this.blocks, this.due);
    this.due = [];
  }

  private isWide(): boolean {
    return this.rows.some(({ cells }) => cells.length > 1);
  }

  private flushTable(): void {
    const rows = this.rows.filter(isKept);
    Object.assign(this, { rows: [], dataDepth: 0 });
    const isData =
      rows.some(({ cells }) => cells.length > 1) &&
      rows.every(({ cells }) => cells.every(({ text }) => text.length <= MAX_CELL_LENGTH));
    if (isData) {
      const pages = rows.map(({ page }) => page);
      const below = rows.findIndex(({ isHeader }) => !isHeader);
      const headerRows = below === -1 ? 1 : below;
      addBlocks(this.blocks, laidOutTable({ rows: toGrid(rows), pages, headerRows }));
    } else this.addCells(rows);
    addBlocks(this.blocks, this.due);
    this.due = [];
  }

  /** Ends a nested table: a small one becomes text of its cell, a long one splits the outer table. */
  private closeInner(outer: OuterTable): void {
    const rows = this.rows.filter(isKept);
    const text = tableInCell({ rows: toGrid(rows), isHead: rows[0]?.isHeader === true });
    const cell = outer.rows.at(-1)?.cells.at(-1);
    if (text === undefined || cell === undefined) {
      this.partFromOuter();
      this.flushTable();
      return;
    }
    Object.assign(this, outer, { outer: undefined });
    this.addToCell(cell, text, []);
  }

  /** Ends the outer table first, so that the nested one becomes a table of its own. */
  private partFromOuter(): void {
    const { outer, rows, dataDepth } = this;
    if (outer === undefined) return;
    Object.assign(this, outer, { outer: undefined });
    this.dissolveTable();
    Object.assign(this, { rows, dataDepth });
  }

  /** Treats the open table as a layout: the open row becomes paragraphs, and what follows becomes blocks of its own. */
  private dissolveTable(): void {
    this.partFromOuter();
    const open = this.rows.pop();
    this.flushTable();
    if (open && isKept(open)) this.addCells([open]);
  }

  private addCells(rows: readonly Row[]): void {
    for (const { cells, page } of rows) {
      for (const { text } of cells) {
        if (text !== '') addBlocks(this.blocks, [{ text, kind: 'paragraph', page }]);
      }
    }
  }
}

const MAX_DEPTH = 5;

const toBlock = (
  { text: written, level, page, pageStarts, isBoilerplate }: StoryParagraph,
  text: string,
): Block => {
  if (level !== undefined && !isBoilerplate) return { text, kind: 'heading', level, page };
  const starts = cleanPageStarts({ text: written, pageStarts }, keepTabs);
  // A number before the text moves all of it.
  const shift = text.length - keepTabs(written).length;
  return {
    text,
    kind: 'paragraph',
    page,
    ...(starts.length > 0 && { pageStarts: starts.map((it) => ({ ...it, at: it.at + shift })) }),
    ...(isBoilerplate && { isBoilerplate }),
  };
};

/** True if the rows so far look like a table with named columns, whose cells may contain a small table, not like the layout of a page. */
const mayHoldTable = (rows: readonly Row[]): boolean => {
  const [names, ...others] = rows;
  return (
    names !== undefined &&
    others.length > 0 &&
    names.cells.length > 1 &&
    names.cells.every(({ text }) => text !== '' && text.length <= MAX_NAME_LENGTH)
  );
};

/** Longer texts are not column names. */
const MAX_NAME_LENGTH = 60;

const isKept = ({ isDeleted }: Row): boolean => !isDeleted;

/** The rows of a table with every value in its column; a cell that spans several rows or columns is repeated in each of them. */
const toGrid = (rows: readonly Row[]): string[][] => {
  const grid: MergedRow[] = [];
  let cells = 0;
  for (const row of rows) {
    const placed: (string | undefined)[] = [];
    for (const { text, columns, isMergedDown } of row.cells) {
      const above = isMergedDown ? grid.at(-1)?.[placed.length] : undefined;
      placed.push(above ?? text);
      for (let across = 1; across < columns && placed.length < MAX_COLUMNS; across += 1)
        placed.push(undefined);
    }
    cells += placed.length;
    if (cells > PARSER_LIMITS.characters / 3) throw parseFailure('document_too_complex');
    grid.push(placed);
  }
  return spreadMerged(grid);
};
