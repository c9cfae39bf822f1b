import type { XmlAttributes } from '../../office-xml.js';
import { spreadMerged } from '../../merged-cells.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { COVERED_CELL } from './package.js';

/** A cell that covers others: the last row it reaches, and whether this is its first column. */
type Cover = { until: number; isFirst: boolean };

/** More equal rows or cells than this in a row only fill a page and are empty. */
const MAX_REPEATED = 1_000;
const MAX_CELLS = PARSER_LIMITS.characters / 3;

/** Collects the rows of a table in a text or on a slide; what the file writes once for several places is repeated in each of them. */
export class TableRows {
  private rows: { cells: (string | undefined)[]; page: number }[] = [];
  private isInHeader = false;
  /** How many rows at the top the file declares as column names. */
  headerRows = 0;
  private rowsRepeated = 1;
  private cell = { name: '', repeated: 1, columns: 1, rows: 1 };
  private covers = new Map<number, Cover>();
  private cells = 0;
  /** Places that the last cell covers to its right, for which the file had no element of their own yet. */
  private uncovered = 0;

  open(name: string, attributes: XmlAttributes, page: number): void {
    if (name === 'table:table-header-rows') this.isInHeader = true;
    if (name !== 'table:table-row') return;
    this.rows.push({ cells: [], page });
    this.rowsRepeated = count(attributes, 'table:number-rows-repeated');
  }

  openCell(name: string, attributes: XmlAttributes): void {
    this.cell = {
      name,
      repeated: count(attributes, 'table:number-columns-repeated'),
      columns: count(attributes, 'table:number-columns-spanned'),
      rows: count(attributes, 'table:number-rows-spanned'),
    };
  }

  closeCell(text: string): void {
    const at = this.rows.length - 1;
    const row = this.rows[at]?.cells;
    if (!row) return;
    const { name, repeated, columns, rows } = this.cell;
    if (name !== COVERED_CELL) this.fillCovered();
    this.take(repeated);
    for (let copy = 0; copy < repeated; copy += 1) {
      const column = row.length;
      const cover = this.covers.get(column);
      if (name === COVERED_CELL && cover && cover.until >= at) {
        row.push(cover.isFirst ? this.rows[at - 1]?.cells[column] : undefined);
        continue;
      }
      for (let across = 0; across < columns; across += 1) {
        this.covers.set(column + across, {
          until: at + rows - 1,
          isFirst: across === 0 && rows > 1,
        });
      }
      row.push(text);
    }
    this.uncovered = name === COVERED_CELL ? Math.max(0, this.uncovered - repeated) : columns - 1;
  }

  /** Some programs leave out the elements of the places that a cell covers. */
  private fillCovered(): void {
    const row = this.rows.at(-1)?.cells;
    this.take(this.uncovered);
    for (let at = 0; at < this.uncovered; at += 1) row?.push(undefined);
    this.uncovered = 0;
  }

  close(name: string): void {
    if (name === 'table:table-header-rows') this.isInHeader = false;
    const row = this.rows.at(-1);
    if (name !== 'table:table-row' || !row) return;
    this.fillCovered();
    this.take((this.rowsRepeated - 1) * row.cells.length);
    for (let copy = 1; copy < this.rowsRepeated; copy += 1) this.rows.push(row);
    if (this.isInHeader) this.headerRows = this.rows.length;
  }

  /** The rows with a cell for each column, and the page of each. */
  get table(): { rows: string[][]; pages: number[]; headerRows: number } {
    const pages = this.rows.map(({ page }) => page);
    const rows = spreadMerged(this.rows.map(({ cells }) => cells));
    return { rows, pages, headerRows: this.headerRows };
  }

  private take(cells: number): void {
    this.cells += cells;
    if (this.cells > MAX_CELLS) throw parseFailure('document_too_complex');
  }
}

const count = (attributes: XmlAttributes, name: string): number =>
  Math.min(MAX_REPEATED, Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1));
