import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findBoxes } from '../../../src/parsing/page-pictures/find-boxes.js';
import { parseDocument } from '../../../src/parsing/parse-document.js';
import { readGlyphsSeen, withPage } from '../../../src/parsing/parsers/pdf/pages.js';
import { withPdf, type OpenPdf } from '../../../src/parsing/parsers/pdf/pdfium.js';
import type { ParsedDocument } from '../../../src/parsing/parsed-document.js';
import type { PageBox } from '../../../src/parsing/page-pictures/schema.js';
import { samplePath } from '../../support/parsing.js';

let bytes: Buffer;
let handbook: ParsedDocument;

beforeAll(async () => {
  bytes = await readFile(samplePath('employee-handbook.pdf'));
  handbook = await parseDocument({ bytes, filename: 'handbook.pdf', chunkTokens: 400 });
});

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The letters of a page whose middle lies in one of the boxes, by the places that PDFium tells. */
const lettersUnder = (pdf: OpenPdf, number: number, boxes: readonly PageBox[]): string =>
  withPage(pdf, number, (page) => {
    const width = pdf.pdfium._FPDF_GetPageWidthF(page);
    const height = pdf.pdfium._FPDF_GetPageHeightF(page);
    const { glyphs, box } = readGlyphsSeen(pdf, page, number);
    const under = glyphs.filter(({ x, right, y, size, run: { frame } }) => {
      const left = ((x + right) / 2 - frame.left - box.left) / width;
      const top = 1 - (y + size * 0.3 - frame.bottom - box.bottom) / height;
      return boxes.some(
        (one) =>
          left >= one.left &&
          left <= one.left + one.width &&
          top >= one.top &&
          top <= one.top + one.height,
      );
    });
    return lettersOf(under.map(({ text }) => text).join(''));
  });

/** Each sentence of each passage. */
const sentences = () =>
  handbook.chunks.flatMap(({ charStart, charEnd, pageStart, pageEnd }) =>
    [...handbook.text.slice(charStart, charEnd).matchAll(/[^.!?\n]{20,}[.!?]/gu)].map((match) => {
      const start = charStart + match.index;
      const before = handbook.text.slice(Math.max(0, start - 120), start);
      return { text: match[0], before, firstPage: pageStart ?? 1, lastPage: pageEnd ?? 1 };
    }),
  );

describe('the highlighted boxes of a sentence', () => {
  it('cover exactly its letters, for every sentence of a handbook', async () => {
    const wrong = await withPdf(bytes, (pdf) =>
      sentences().flatMap((span) => {
        const { match, boxes } = findBoxes(pdf, span);
        const pages = [...new Set(boxes.map(({ page }) => page))];
        const under = pages.map((page) =>
          lettersUnder(
            pdf,
            page,
            boxes.filter((box) => box.page === page),
          ),
        );
        const isRight = match === 'exact' && under.join('') === lettersOf(span.text);
        return isRight ? [] : [{ text: span.text, under }];
      }),
    );

    expect(sentences().length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('are whole lines if only some of its letters are on the page', async () => {
    const span = {
      text: 'Office staff may work from home up to three days a week, said the minister yesterday.',
      before: '',
      firstPage: 4,
      lastPage: 4,
    };

    const { match, boxes } = await withPdf(bytes, (pdf) => findBoxes(pdf, span));

    expect(match).toBe('lines');
    expect(boxes.length).toBeGreaterThan(0);
  });

  it('are empty if its letters are not on the page or the page is not in the file', async () => {
    const span = { text: 'Something quite unlike all this', before: '' };

    const found = await withPdf(bytes, (pdf) => [
      findBoxes(pdf, { ...span, firstPage: 4, lastPage: 4 }),
      findBoxes(pdf, { ...span, firstPage: 400, lastPage: 401 }),
    ]);

    expect(found).toEqual([
      { match: 'none', boxes: [] },
      { match: 'none', boxes: [] },
    ]);
  });
});
