import { parseFailure } from './parse-failure.js';
import { builtInFormat } from './cell-format.js';
import { PARSER_LIMITS } from './parser.js';
import { attribute, localName, readXml } from './xml.js';

/** What the cells of every sheet refer to. */
export type Workbook = {
  strings: readonly string[];
  /** Format codes by cell style. */
  formats: readonly string[];
  is1904: boolean;
};

type SheetEntry = { name: string; relationship: string };

/** The sheets that are shown, in their order. */
export const readWorkbook = (xml: string): { sheets: SheetEntry[]; is1904: boolean } => {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  readXml(xml, {
    open: (name, attributes) => {
      const local = localName(name);
      if (local === 'workbookPr') {
        is1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '');
      }
      if (local !== 'sheet' || (attribute(attributes, 'state') ?? 'visible') !== 'visible') return;
      sheets.push({
        name: attribute(attributes, 'name') ?? '',
        relationship: attribute(attributes, 'id') ?? '',
      });
    },
  });
  return { sheets, is1904 };
};

/** The texts that cells share, without the reading aids of East Asian ones. */
export const readSharedStrings = (xml: string | undefined): string[] => {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let phonetic = 0;
  let characters = 0;
  readXml(xml ?? '', {
    open: (name) => {
      const local = localName(name);
      if (local === 'si') current = '';
      if (local === 'rPh') phonetic += 1;
      if (local === 't') isText = phonetic === 0;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      const local = localName(name);
      if (local === 't') isText = false;
      if (local === 'rPh') phonetic -= 1;
      if (local !== 'si') return;
      characters += current.length;
      if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
      strings.push(current);
    },
  });
  return strings;
};

/** The number format of each cell style. */
export const readStyles = (xml: string | undefined): string[] => {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let isInCellStyles = false;
  readXml(xml ?? '', {
    open: (name, attributes) => {
      const local = localName(name);
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      if (local === 'numFmt') codes.set(id, attribute(attributes, 'formatCode') ?? 'General');
      if (local === 'cellXfs') isInCellStyles = true;
      if (local === 'xf' && isInCellStyles) styles.push(id);
    },
    close: (name) => {
      if (localName(name) === 'cellXfs') isInCellStyles = false;
    },
  });
  return styles.map((id) => codes.get(id) ?? builtInFormat(id));
};
