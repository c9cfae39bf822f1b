import type { OutlineEntry } from './headings.js';
import { readString, withKey, type OpenPdf } from './pdfium.js';

const MAX_OUTLINE_ENTRIES = 5_000;
const MAX_OUTLINE_LEVEL = 6;

/** The bookmarks in reading order; one that leads nowhere is left out, but its children are kept. */
export const readOutline = (pdf: OpenPdf): OutlineEntry[] => {
  const { pdfium, document } = pdf;
  const entries: OutlineEntry[] = [];
  // A file can lead a bookmark back to itself.
  const seen = new Set<number>();
  const visit = (parent: number, level: number): void => {
    let node = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (node !== 0 && !seen.has(node) && entries.length < MAX_OUTLINE_ENTRIES) {
      seen.add(node);
      const page = pageOf(pdf, node);
      const title = titleOf(pdf, node);
      if (page !== undefined && title !== '') {
        entries.push({ title, level: Math.min(level, MAX_OUTLINE_LEVEL), page });
      }
      if (level < MAX_DEPTH) visit(node, level + 1);
      node = pdfium._FPDFBookmark_GetNextSibling(document, node);
    }
  };
  visit(0, 1);
  return entries;
};

const MAX_DEPTH = 50;

const titleOf = ({ pdfium }: OpenPdf, bookmark: number): string => {
  const write = (address: number, length: number): number =>
    pdfium._FPDFBookmark_GetTitle(bookmark, address, length);
  return readString(pdfium, write)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
};

const pageOf = ({ pdfium, document }: OpenPdf, bookmark: number): number | undefined => {
  const action = pdfium._FPDFBookmark_GetAction(bookmark);
  const target =
    pdfium._FPDFBookmark_GetDest(document, bookmark) ||
    (action === 0 ? 0 : pdfium._FPDFAction_GetDest(document, action));
  const index = target === 0 ? -1 : pdfium._FPDFDest_GetDestPageIndex(document, target);
  return index < 0 ? undefined : index + 1;
};

/** The title that the file gives itself. */
export const readTitle = ({ pdfium, document }: OpenPdf): string =>
  withKey(pdfium, 'Title', (key) =>
    readString(pdfium, (address, length) =>
      pdfium._FPDF_GetMetaText(document, key, address, length),
    ),
  );
