/** Writes PDFs whose pages are laid out sign by sign, so that a test can put down words as a certain program does. */

/** A page as the operators that draw it. */
export type PdfPage = string | readonly string[];

type Layout = {
  /** In units of the page. */
  width?: number;
  height?: number;
  /** Entries of the catalog, of the resources of every page, and further objects, which are numbered from 20 on. */
  catalog?: string;
  resources?: string;
  objects?: readonly string[];
};

export const FIRST_OBJECT = 20;

const FONTS = {
  F: 'Helvetica',
  B: 'Helvetica-Bold',
  T: 'Times-Roman',
  C: 'Courier',
} as const;

export const pdfOf = (
  pages: readonly PdfPage[],
  { width = 595, height = 842, catalog = '', resources = '', objects = [] }: Layout = {},
): Buffer => {
  const fonts = Object.entries(FONTS).map(
    ([name, font]) =>
      `/${name}<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding/WinAnsiEncoding>>`,
  );
  const all = new Map<number, string>();
  objects.forEach((object, at) => all.set(FIRST_OBJECT + at, object));
  const first = FIRST_OBJECT + objects.length;
  const numbers = pages.map((_, at) => first + 2 * at);
  all.set(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  all.set(2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  pages.forEach((page, at) => {
    const number = first + 2 * at;
    const box = `/MediaBox[0 0 ${width} ${height}]`;
    all.set(
      number,
      `<</Type/Page/Parent 2 0 R${box}/Contents ${number + 1} 0 R/Resources<</Font<<${fonts.join('')}>>${resources}>>>>`,
    );
    all.set(number + 1, streamOf([page].flat().join('\n')));
  });
  const body = [...all].map(([number, object]) => `${number} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(
    `%PDF-1.7\n${body}trailer\n<</Size ${first + 2 * pages.length}/Root 1 0 R>>\nstartxref\n0\n%%EOF`,
    'latin1',
  );
};

export const streamOf = (content: string, entries = ''): string =>
  `<<${entries}/Length ${Buffer.byteLength(content, 'latin1')}>>stream\n${content}\nendstream`;

type Type = {
  font?: keyof typeof FONTS;
  size?: number;
  /** In degrees, against the clock. */
  angle?: number;
};

type Place = readonly [number, number];

/** One piece of text, as a program writes it in one go. */
export const textAt = (
  [x, y]: Place,
  text: string,
  { font = 'F', size = 10, angle = 0 }: Type = {},
): string => {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const matrix = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ');
  return `BT /${font} ${size} Tf ${matrix} Tm (${text.replace(/[()\\]/gu, '\\$&')}) Tj ET`;
};

/** Lines below each other. */
export const linesAt = (
  [x, y]: Place,
  lines: readonly string[],
  { leading = 12, ...type }: Type & { leading?: number } = {},
): string => lines.map((line, at) => textAt([x, y - leading * at], line, type)).join('\n');

/** A drawn line. */
export const ruleFrom = (from: Place, to: Place): string =>
  `0.5 w ${from.join(' ')} m ${to.join(' ')} l S`;
