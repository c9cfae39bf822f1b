import { codePoint } from 'dingbat-to-unicode';

/** The name of a symbol font as the tables have it; undefined for a font of letters. */
export const symbolFontOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : FONTS.get(name.trim().toLowerCase());

const FONTS: ReadonlyMap<string, string> = new Map([
  ['symbol', 'Symbol'],
  ['standard symbols l', 'Symbol'],
  ['wingdings', 'Wingdings'],
  ['wingdings 2', 'Wingdings 2'],
  ['wingdings 3', 'Wingdings 3'],
  ['webdings', 'Webdings'],
]);

/** Programs store the characters of such a font as bytes, or from this place in Unicode's private area. */
const PRIVATE_START = 0xf000;

/** Text in a symbol font, as the characters that it shows. */
export const symbolText = (text: string, font: string): string =>
  Array.from(text)
    .map((character) => symbolOf(character.codePointAt(0) ?? 0, font) ?? character)
    .join('');

const symbolOf = (code: number, font: string): string | undefined => {
  const byte = code >= PRIVATE_START && code <= PRIVATE_START + 0xff ? code - PRIVATE_START : code;
  if (byte > 0xff) return undefined;
  const sign = codePoint(font, byte)?.string;
  return sign === undefined ? undefined : (BOXES.get(sign) ?? sign);
};

/** Box characters that few fonts have, with common ones that replace them. */
const BOXES: ReadonlyMap<string, string> = new Map([
  ['🗹', '☑'],
  ['🗷', '☒'],
  ['🗵', '☒'],
  ['🗸', '✓'],
  ['🗶', '✗'],
  ['🞎', '☐'],
  ['🞏', '☐'],
]);
