import { formatNumber } from '../../office/cell-format.js';
import { withoutEscapes } from '../../office/escapes.js';
import {
  createHiddenColumns,
  MAX_COLUMNS,
  type HiddenColumns,
} from '../../office/hidden-columns.js';
import { attribute, readLocalXml, type XmlAttributes } from '../../office-xml.js';
import { LinkText } from '../../link-target.js';
import { lowerText, raiseText } from '../../raised-text.js';
import { createSheetReader, type Sheet, type SheetReader } from '../../sheet-blocks.js';
import { fillMerged, type MergedArea } from '../../merged-areas.js';
import { createRichText } from './rich-text.js';
import type { Workbook } from './workbook.js';

type Place = { row: number; column: number };
type Cell = Place & { type: string; style: number; value: string; formula: string | undefined };

export type ReadSheet = {
  cells: Sheet;
  /** The printed headers and footers, in the notation of the format. */
  margins: string[];
  /** The number of cells that show a formula because no result was calculated. */
  uncalculated: number;
};

/** The visible cells of a sheet; hidden rows and columns are not read. `links` has the addresses of its links by id. */
export const readSheet = (
  xml: string,
  workbook: Workbook,
  links: ReadonlyMap<string, string>,
): ReadSheet => {
  const reader = new SheetXmlReader(workbook);
  readLocalXml(xml, reader);
  for (const { place, id } of reader.links) addTarget(reader.cells, place, links.get(id));
  fillMerged(reader.cells, reader.merges.flatMap(areaOf));
  const { cells, hidden, margins, uncalculated } = reader;
  return { cells: closeGaps(cells.sheet, hidden), margins, uncalculated };
};

type Hidden = { rows: number[]; columns: HiddenColumns };

/** Closes the gaps of hidden rows and columns: a blank one would split a table in two. */
const closeGaps = (sheet: Sheet, { rows, columns }: Hidden): Sheet => {
  const hidden = [...rows].sort((left, right) => left - right);
  const shown: Sheet = new Map();
  let above = 0;
  for (const row of [...sheet.keys()].sort((left, right) => left - right)) {
    while ((hidden[above] ?? Number.POSITIVE_INFINITY) < row) above += 1;
    const cells = [...(sheet.get(row) ?? [])];
    shown.set(row - above, new Map(cells.map(([at, text]) => [columns.shownPlace(at), text])));
  }
  return shown;
};

class SheetXmlReader {
  readonly cells = createSheetReader();
  readonly merges: string[] = [];
  readonly margins: string[] = [];
  readonly links: { place: Place; id: string }[] = [];
  uncalculated = 0;
  private readonly workbook: Workbook;
  private readonly inline: ReturnType<typeof createRichText>;
  readonly hidden: Hidden = { rows: [], columns: createHiddenColumns() };
  private isRowHidden = false;
  private cell: Cell | undefined;
  private next: Place = { row: -1, column: 0 };
  private part: 'value' | 'formula' | 'inline' | 'margin' | undefined;

  constructor(workbook: Workbook) {
    this.workbook = workbook;
    this.inline = createRichText(workbook.leftOut);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.part === 'inline') this.inline.open(name, attributes);
    else if (name === 'col' && isOn(attributes['hidden'])) this.hideColumns(attributes);
    else if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'v' && this.cell) this.part = 'value';
    else if (name === 'f' && this.cell) {
      this.cell.formula = '';
      this.part = 'formula';
    } else if (name === 'is' && this.cell) this.part = 'inline';
    else if (name === 'mergeCell') this.merges.push(attribute(attributes, 'ref') ?? '');
    else if (name === 'hyperlink') this.noteLink(attributes);
    else if (name === 'control') this.workbook.leftOut.add('formControl');
    else if (MARGINS.has(name)) {
      this.margins.push('');
      this.part = 'margin';
    }
  }

  text(text: string): void {
    const { part, cell } = this;
    if (part === 'inline') this.inline.text(text);
    else if (part === 'margin') this.margins.push((this.margins.pop() ?? '') + text);
    else if (part === 'value' && cell) cell.value += text;
    else if (part === 'formula' && cell) cell.formula = (cell.formula ?? '') + text;
  }

  close(name: string): void {
    if (this.part === 'inline') {
      if (name !== 'is') {
        this.inline.close(name);
        return;
      }
      if (this.cell) this.cell.value = this.inline.take();
    }
    if (name === 'v' || name === 'f' || name === 'is' || MARGINS.has(name)) this.part = undefined;
    if (name === 'c' && this.cell) this.closeCell(this.cell);
  }

  private noteLink(attributes: XmlAttributes): void {
    const [first = ''] = (attribute(attributes, 'ref') ?? '').split(':');
    const place = placeOf(first);
    const id = attribute(attributes, 'id');
    if (place && id !== undefined) this.links.push({ place, id });
  }

  private hideColumns(attributes: XmlAttributes): void {
    const from = Number(attributes['min'] ?? 0) - 1;
    const to = Number(attributes['max'] ?? 0) - 1;
    this.hidden.columns.hide(from, to);
  }

  private openRow(attributes: XmlAttributes): void {
    const { r: row } = attributes;
    this.next = { row: row ? Number(row) - 1 : this.next.row + 1, column: 0 };
    this.isRowHidden = isOn(attributes['hidden']);
    if (this.isRowHidden) this.hidden.rows.push(this.next.row);
  }

  private openCell({ r = '', t: type = 'n', s: style = '0' }: XmlAttributes): void {
    const place = placeOf(r) ?? this.next;
    this.next = { row: place.row, column: place.column + 1 };
    this.cell = { ...place, type, style: Number(style), value: '', formula: undefined };
  }

  private closeCell(cell: Cell): void {
    const { row, column } = cell;
    this.cell = undefined;
    const isHidden = this.isRowHidden || this.hidden.columns.has(column);
    // A formula whose result is an empty text has the type of a text.
    const isUncalculated = cell.value === '' && cell.formula !== undefined && cell.type !== 'str';
    const shown = isUncalculated ? `=${cell.formula ?? ''}` : this.shownValue(cell);
    if (isHidden && shown !== '') this.workbook.leftOut.add('hiddenCells');
    if (isHidden) return;
    if (isUncalculated) this.uncalculated += 1;
    this.cells.set(row, column, shown);
  }

  private shownValue(cell: Cell): string {
    const { styles, leftOut } = this.workbook;
    const text = valueOf(cell, this.workbook);
    const { isStruck = false, position } = styles[cell.style]?.font ?? {};
    if (isStruck && text !== '') leftOut.add('struckText');
    if (isStruck) return '';
    if (position === undefined || text === '') return text;
    return position === 'raised' ? raiseText(text) : lowerText(text);
  }
}

const MARGINS = new Set([
  'oddHeader',
  'evenHeader',
  'firstHeader',
  'oddFooter',
  'evenFooter',
  'firstFooter',
]);

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

const MAX_ROWS = 1_048_576;
const CODE_BEFORE_A = 64;

const placeOf = (reference: string): Place | undefined => {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  const column = Buffer.from(letters).reduce((sum, code) => sum * 26 + code - CODE_BEFORE_A, 0) - 1;
  const row = Number(digits) - 1;
  return column < MAX_COLUMNS && row >= 0 && row < MAX_ROWS ? { row, column } : undefined;
};

const valueOf = ({ type, style, value }: Cell, workbook: Workbook): string => {
  if (value === '') return '';
  if (type === 's') return workbook.strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type === 'str') return withoutEscapes(value);
  if (type !== 'n' || !Number.isFinite(number)) return value;
  const code = workbook.styles[style]?.format ?? 'General';
  return formatNumber(number, { code, is1904: workbook.is1904 });
};

const addTarget = (cells: SheetReader, { row, column }: Place, target = ''): void => {
  const text = cells.sheet.get(row)?.get(column) ?? '';
  const link = new LinkText(target);
  link.add(text);
  if (link.suffix !== '') cells.set(row, column, text + link.suffix);
};

const areaOf = (reference: string): MergedArea[] => {
  const [from, to] = reference.split(':').map(placeOf);
  return from && to ? [{ from, to }] : [];
};
