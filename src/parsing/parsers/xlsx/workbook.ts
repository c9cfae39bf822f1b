import type { LeftOut } from '../../office/left-out.js';
import { builtInFormat } from '../../office/cell-format.js';
import { attribute, readLocalXml } from '../../office-xml.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { createRichText, readFont, type Font } from './rich-text.js';

type CellStyle = { format: string; font: Font };

/** The data that the cells of every sheet refer to. */
export type Workbook = {
  strings: readonly string[];
  styles: readonly CellStyle[];
  is1904: boolean;
  leftOut: Set<LeftOut>;
};

type SheetPlace = { name: string; relationship: string };

/** The visible sheets, in order. */
export const readWorkbook = (xml: string) => {
  const sheets: SheetPlace[] = [];
  let is1904 = false;
  let hasHidden = false;
  readLocalXml(xml, {
    open: (name, attributes) => {
      const valueOf = (local: string): string => attribute(attributes, local) ?? '';
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(valueOf('date1904'));
      if (name !== 'sheet') return;
      const isShown = (attribute(attributes, 'state') ?? 'visible') === 'visible';
      if (isShown) sheets.push({ name: valueOf('name'), relationship: valueOf('id') });
      else hasHidden = true;
    },
  });
  return { sheets, is1904, hasHidden };
};

/** The texts that cells share. */
export const readSharedStrings = (xml: string, leftOut: Set<LeftOut>): string[] => {
  const strings: string[] = [];
  const reader = createRichText(leftOut);
  let characters = 0;
  readLocalXml(xml, {
    open: reader.open,
    text: reader.text,
    close: (name) => {
      reader.close(name);
      if (name !== 'si') return;
      const text = reader.take();
      characters += text.length;
      if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
      strings.push(text);
    },
  });
  return strings;
};

const PLAIN: Font = { isStruck: false };

/** The number format and the font of each cell style. */
export const readStyles = (xml: string): CellStyle[] => {
  const codes = new Map<number, string>();
  const fonts: Font[] = [];
  const styles: { format: number; font: number }[] = [];
  let section = '';
  readLocalXml(xml, {
    open: (name, attributes) => {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, attribute(attributes, 'formatCode') ?? 'General');
      if (SECTIONS.has(name)) section = name;
      if (section === 'fonts' && name === 'font') fonts.push({ ...PLAIN });
      const font = fonts.at(-1);
      if (section === 'fonts' && font) readFont(font, name, attributes);
      if (section === 'cellXfs' && name === 'xf') {
        styles.push({ format: id, font: Number(attribute(attributes, 'fontId') ?? 0) });
      }
    },
    close: (name) => {
      if (name === section) section = '';
    },
  });
  return styles.map(({ format, font }) => ({
    format: codes.get(format) ?? builtInFormat(format),
    font: fonts[font] ?? PLAIN,
  }));
};

const SECTIONS = new Set(['fonts', 'cellXfs']);
