import { deflateSync } from 'node:zlib';

/** Lines of a page from top to bottom; headings are set larger. */
export type PdfLine = { text: string; isHeading: boolean };

const LEFT = 56;
const TOP = 780;
const BODY = { size: 11, leading: 14 };
const HEADING = { size: 18, leading: 28 };

const escapeText = (text: string): string => text.replace(/[\\()]/g, '\\$&');

const toContent = (lines: readonly PdfLine[]): Buffer => {
  const drawn = lines.map(({ text, isHeading }) => {
    const { size, leading } = isHeading ? HEADING : BODY;
    return `/F1 ${size} Tf 0 -${leading} Td (${escapeText(text)}) Tj`;
  });
  return deflateSync(Buffer.from(`BT ${LEFT} ${TOP} Td\n${drawn.join('\n')}\nET`, 'latin1'));
};

/** Makes the bytes of a picture beside the text, to which nothing refers. */
const toPicture = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream', 'latin1'),
  ]);

const toStream = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream', 'latin1'),
  ]);

const toObjects = (pages: readonly (readonly PdfLine[])[]): Buffer[] => {
  const firstPage = 4;
  const numbers = pages.map((_page, index) => firstPage + 2 * index);
  const texts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ].map((text) => Buffer.from(text, 'latin1'));
  const bodies = pages.flatMap((lines, index) => [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      'latin1',
    ),
    toStream(toContent(lines)),
  ]);
  return [...texts, ...bodies];
};

/** A PDF 1.4 file of text pages, with compressed contents and a cross-reference table. */
export const toPdf = (
  pages: readonly (readonly PdfLine[])[],
  pictures: readonly Buffer[] = [],
): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const append = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  const objects = [...toObjects(pages), ...pictures.map(toPicture)];
  objects.forEach((object, index) => {
    offsets.push(length);
    append(Buffer.from(`${index + 1} 0 obj\n`, 'latin1'));
    append(object);
    append(Buffer.from('\nendobj\n', 'latin1'));
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  append(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1'));
  return Buffer.concat(parts);
};
