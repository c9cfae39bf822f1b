import { docxEntries, zipArchive, type ZipEntry } from './zip-archive.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Parts = {
  styles?: string;
  numbering?: string;
  /** Parts that the text refers to, by the ids of their relationships: `r7: { type: 'header', name: 'header1.xml', content }`. */
  related?: Readonly<Record<string, { type: string; name: string; content: string }>>;
  /** Parts that are there by their names alone. */
  others?: Readonly<Record<string, string>>;
};

/** A Word document with the given body, styles, lists and other parts, each without its root element. */
export const docxFile = (body: string, parts: Parts = {}): Buffer => {
  const { styles = '', numbering = '', related = {}, others = {} } = parts;
  const relationships = Object.entries(related)
    .map(
      ([id, { type, name }]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${name}"/>`,
    )
    .join('');
  const entries: ZipEntry[] = [
    ...docxEntries(body, '', relationships),
    { name: 'word/styles.xml', content: `<w:styles>${styles}</w:styles>` },
    { name: 'word/numbering.xml', content: `<w:numbering>${numbering}</w:numbering>` },
    ...Object.values(related).map(({ name, content }) => ({ name: `word/${name}`, content })),
    ...Object.entries(others).map(([name, content]) => ({ name, content })),
  ];
  return zipArchive(entries);
};

/** A run of text; `properties` are those of `w:rPr`. */
export const docxRun = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph of runs and other elements; `properties` are those of `w:pPr`. */
export const docxLine = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

/** A paragraph of a list. */
export const docxItem = (text: string, numId: number, level = 0): string =>
  docxLine(
    docxRun(text),
    `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`,
  );

/** The levels of a list: format, text, and further elements of each. */
export const docxLevels = (levels: readonly (readonly [string, string, string?])[]): string =>
  levels
    .map(
      ([format, text, more = '<w:start w:val="1"/>'], at) =>
        `<w:lvl w:ilvl="${at}">${more}<w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('');
