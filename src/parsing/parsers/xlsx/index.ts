import {
  attribute,
  readLocalXml,
  readXmlPackage,
  relationshipsOf,
  requirePart,
  type XmlAttributes,
} from '../../office-xml.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { Block } from '../../parsed-document.js';
import type { Parser } from '../../parser.js';
import { createSheetReader, sheetBlocks, type SheetReader } from '../../table-blocks.js';
import { builtInFormat, formatNumber } from '../../office/cell-format.js';

const READ_PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;
const WORKBOOK = 'xl/workbook.xml';

/** What the cells of every sheet refer to. */
type Workbook = {
  strings: readonly string[];
  /** Format codes by cell style. */
  formats: readonly string[];
  is1904: boolean;
};

/** XLSX by its sheets, each a chapter; hidden sheets are left out, formulas stand with the value they had when saved. */
export const xlsx: Parser = {
  name: 'xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  label: 'XLSX',
  extensions: ['.xlsx'],
  recognises: { archive: ({ names }) => names.includes(WORKBOOK) },
  read: async ({ bytes }) => {
    const archive = await readXmlPackage(bytes, READ_PARTS);
    const { sheets, is1904 } = readWorkbook(requirePart(archive, WORKBOOK));
    const relationships = relationshipsOf(archive, WORKBOOK);
    const workbook: Workbook = {
      is1904,
      strings: readSharedStrings(archive.parts.get('xl/sharedStrings.xml') ?? ''),
      formats: readStyles(archive.parts.get('xl/styles.xml') ?? ''),
    };
    const blocks = sheets.flatMap(({ name, relationship }): Block[] => {
      const target = relationships.get(relationship);
      if (!target) throw parseFailure('document_corrupt');
      if (target.type !== 'worksheet') return [];
      const content = readSheet(requirePart(archive, target.target), workbook);
      return content.length === 0 ? [] : [{ text: name, kind: 'heading', level: 1 }, ...content];
    });
    return { blocks, pageCount: null, hasPictures: archive.hasPictures };
  },
};

/** The sheets that are shown, in their order. */
const readWorkbook = (xml: string) => {
  const sheets: { name: string; relationship: string }[] = [];
  let is1904 = false;
  readLocalXml(xml, {
    open: (name, attributes) => {
      const valueOf = (local: string): string => attribute(attributes, local) ?? '';
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(valueOf('date1904'));
      if (name !== 'sheet' || (attribute(attributes, 'state') ?? 'visible') !== 'visible') return;
      sheets.push({ name: valueOf('name'), relationship: valueOf('id') });
    },
  });
  return { sheets, is1904 };
};

/** The texts that cells share, without the reading aids of East Asian ones. */
const readSharedStrings = (xml: string): string[] => {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let phonetic = 0;
  let characters = 0;
  readLocalXml(xml, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') phonetic += 1;
      if (name === 't') isText = phonetic === 0;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name !== 'si') return;
      characters += current.length;
      if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
      strings.push(current);
    },
  });
  return strings;
};

/** The number format of each cell style. */
const readStyles = (xml: string): string[] => {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let isInCellStyles = false;
  readLocalXml(xml, {
    open: (name, attributes) => {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, attribute(attributes, 'formatCode') ?? 'General');
      if (name === 'cellXfs') isInCellStyles = true;
      if (name === 'xf' && isInCellStyles) styles.push(id);
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return styles.map((id) => codes.get(id) ?? builtInFormat(id));
};

type Place = { row: number; column: number };
type Cell = Place & { type: string; style: number; value: string };

const readSheet = (xml: string, workbook: Workbook): Block[] => {
  const reader = createSheetReader();
  const merges: string[] = [];
  let cell: Cell | undefined;
  let next: Place = { row: -1, column: 0 };
  let isValue = false;
  let phonetic = 0;
  const openCell = ({ r = '', t: type = 'n', s: style = '0' }: XmlAttributes): void => {
    const place = placeOf(r) ?? next;
    next = { row: place.row, column: place.column + 1 };
    cell = { ...place, type, style: Number(style), value: '' };
  };
  readLocalXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        next = { row: attributes['r'] ? Number(attributes['r']) - 1 : next.row + 1, column: 0 };
      }
      if (name === 'c') openCell(attributes);
      if (name === 'rPh') phonetic += 1;
      if (name === 'v' || name === 't') isValue = phonetic === 0;
      if (name === 'mergeCell') merges.push(attribute(attributes, 'ref') ?? '');
    },
    text: (text) => {
      if (cell && isValue) cell.value += text;
    },
    close: (name) => {
      if (name === 'rPh') phonetic -= 1;
      if (name === 'v' || name === 't') isValue = false;
      if (name !== 'c' || !cell) return;
      reader.set(cell.row, cell.column, shownValue(cell, workbook));
      cell = undefined;
    },
  });
  for (const reference of merges) fillMerged(reference, reader);
  return sheetBlocks(reader.sheet);
};

const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
const CODE_BEFORE_A = 64;

const placeOf = (reference: string): Place | undefined => {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  const column = Buffer.from(letters).reduce((sum, code) => sum * 26 + code - CODE_BEFORE_A, 0) - 1;
  const row = Number(digits) - 1;
  return column < MAX_COLUMNS && row >= 0 && row < MAX_ROWS ? { row, column } : undefined;
};

const shownValue = ({ type, style, value }: Cell, workbook: Workbook): string => {
  if (value === '' || type === 'e') return '';
  if (type === 's') return workbook.strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type !== 'n' || !Number.isFinite(number)) return value;
  const code = workbook.formats[style] ?? 'General';
  return formatNumber(number, { code, is1904: workbook.is1904 });
};

/** A cell merged downwards stands for each of its rows, which makes sense of every row by itself. */
const fillMerged = (reference: string, reader: SheetReader): void => {
  const [from, to] = reference.split(':').map(placeOf);
  const value = from && reader.sheet.get(from.row)?.get(from.column);
  if (!from || !to || value === undefined) return;
  for (let row = from.row + 1; row <= to.row; row += 1) {
    // Only rows that hold something else; a merged margin is no table.
    if (reader.sheet.has(row)) reader.set(row, from.column, value);
  }
};
