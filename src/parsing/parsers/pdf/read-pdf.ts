import type { DocumentWarning } from '../../../shared/document-warnings.js';
import { toReadings } from '../../ocr/readings.js';
import type { OcrRequest, PageToRead } from '../../ocr/schema.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import type { Parser } from '../../parser.js';
import type { Block } from '../../parsed-document.js';
import { layOutBlocks } from './blocks.js';
import {
  bodySize,
  findNotes,
  hasWrittenHyphens,
  joinNoteNumbers,
  keepCode,
  putNotesLast,
  usualLeading,
} from './body-text.js';
import { headingsFromOutline, headingsFromSizes } from './headings.js';
import type { Line } from './lines.js';
import { readOutline, readTitle } from './outline.js';
import { readPages, type ReadPages } from './pages.js';
import { withPdf, type OpenPdf } from './pdfium.js';
import { findPagesToRead } from './unread-pages.js';
import { keepWatermarksOnce } from './watermarks.js';
import { readXfaForm } from './xfa.js';
import { partRunningLines, withRunningTexts } from './running-lines.js';

export const read: Parser['read'] = ({ bytes, ocr }) =>
  withPdf(bytes, (pdf) =>
    ocr === undefined
      ? readDocument(pdf, undefined)
      : readDocument({ ...pdf, readings: toReadings(ocr.readings) }, ocr),
  );

const readDocument = (pdf: OpenPdf, ocr: OcrRequest | undefined) => {
  const pageCount = pdf.pdfium._FPDF_GetPageCount(pdf.document);
  if (pageCount > PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
  const form = readXfaForm(pdf);
  if (form !== null && form.length > 0) return readForm(pdf, { form, pageCount });
  const found = readPages(pdf, pageCount);
  const { toRead, failed, unread } = partUnread(found, ocr);
  const pages = { ...found, unread };
  if (toRead.length === 0) refuseWithoutText(pages, pageCount);
  const written = keepWatermarksOnce(pages);
  const body = bodySize(written.lines);
  const { lines: text, running } = partRunningLines(written.lines, pageCount);
  const lines = putNotesLast(joinNoteNumbers(keepCode(text), body), body);
  const outline = readOutline(pdf);
  const headings =
    outline.length > 1 ? headingsFromOutline(lines, outline) : headingsFromSizes(lines, body);
  const notes = findNotes(lines, body);
  const leading = usualLeading(lines);
  const areWritten = hasWrittenHyphens(lines);
  const blocks = withRunningTexts(layOutBlocks({ lines, headings, leading, notes, areWritten }), [
    ...written.running,
    ...running,
  ]);
  return {
    blocks,
    pageCount,
    toRead,
    title: readTitle(pdf),
    warnings: [
      ...warningsOf(pages),
      ...ocrWarnings(blocks, failed),
      ...attachmentWarnings(pdf),
      ...(form === null ? [] : [UNREAD_FORM]),
    ],
  };
};

type PartedPages = { toRead: PageToRead[]; failed: number[]; unread: number[] };

/** Of the pages that say nothing by themselves, those that an engine is still to read, those that it failed at, and the others. */
const partUnread = (
  { looks, unread, unknown }: ReadPages,
  ocr: OcrRequest | undefined,
): PartedPages => {
  if (ocr === undefined) return { toRead: [], failed: [], unread };
  const known = new Set(ocr.readings.map(({ page }) => page));
  const failed = ocr.readings.filter(({ text }) => text === null).map(({ page }) => page);
  const wanted = findPagesToRead(looks, { unknown, mode: ocr.mode });
  return {
    toRead: wanted.filter(({ page }) => !known.has(page)),
    failed,
    unread: unread.filter((page) => !known.has(page)),
  };
};

/** A form that no page shows: it replaces pages that ask for another program. */
const readForm = (pdf: OpenPdf, { form, pageCount }: { form: Block[]; pageCount: number }) => ({
  blocks: form,
  pageCount,
  title: readTitle(pdf),
  warnings: [FORM, ...attachmentWarnings(pdf)],
});

const FORM: DocumentWarning = {
  code: 'content_left_out',
  detail:
    'The file is a form that Adobe Reader builds (XFA); what its scripts change was not read.',
};
const UNREAD_FORM: DocumentWarning = {
  code: 'content_left_out',
  detail: 'The file is a form that Adobe Reader builds (XFA); print it to a PDF and upload that.',
};

/** Files within the file, as in a portfolio. */
const attachmentWarnings = ({ pdfium, document }: OpenPdf): DocumentWarning[] => {
  const count = pdfium._FPDFDoc_GetAttachmentCount(document);
  if (count <= 0) return [];
  const detail = `Files are attached within the PDF and were not read: ${count}. Upload them on their own.`;
  return [{ code: 'content_left_out', detail }];
};

/** Warnings about pages with only pictures, with characters that cannot be read, or with invisible text. */
const warningsOf = (found: ReadPages): DocumentWarning[] => {
  const { unread, unknown, unclear, withHidden, withStruck, withFiles } = found;
  const warnings: DocumentWarning[] = [
    {
      code: 'pages_unread',
      detail: 'Pages hold only pictures; run text recognition (OCR) on them.',
      pages: unread,
    },
    {
      code: 'characters_unreadable',
      detail: 'The file does not say which characters many of the printed signs are.',
      pages: unknown,
    },
    {
      code: 'columns_unclear',
      detail: 'Some names above a table may stand for one of its columns or another.',
      pages: unclear,
    },
    {
      code: 'content_left_out',
      detail: 'Text that nobody sees on the pages was left out.',
      pages: withHidden,
    },
    {
      code: 'content_left_out',
      detail: 'Text that is struck out on the pages was left out.',
      pages: withStruck,
    },
    {
      code: 'content_left_out',
      detail: 'Files are attached to the pages and were not read. Upload them on their own.',
      pages: withFiles,
    },
  ];
  return warnings.filter(({ pages = [] }) => pages.length > 0);
};

const ocrWarnings = (blocks: readonly Block[], failed: readonly number[]): DocumentWarning[] => {
  const tables = blocks.filter(({ kind, ocr }) => kind === 'table' && ocr === true);
  const warnings: DocumentWarning[] = [
    {
      code: 'pages_unread',
      detail: 'Text recognition (OCR) failed at the pictures of these pages.',
      pages: [...failed],
    },
    {
      code: 'table_from_picture',
      detail: 'Rows and columns of tables were found by the gaps between words in pictures.',
      pages: tables.flatMap(({ page = [], linePages = [] }) => [page, linePages].flat()),
    },
  ];
  return warnings.filter(({ pages = [] }) => pages.length > 0);
};

/** A scan whose only text is a stamp or a page number has fewer letters than this on a page. */
const MIN_LETTERS_PER_PAGE = 8;
/** If this many letters can be read, it is a document, however many other pages cannot be read. */
const MIN_LETTERS = 40;

const refuseWithoutText = (
  { lines, unread, hasPictures }: Pick<ReadPages, 'lines' | 'unread' | 'hasPictures'>,
  pageCount: number,
): void => {
  const isUnread = new Set(unread);
  const needed = MIN_LETTERS_PER_PAGE * pageCount;
  const read = lines.filter(({ page }) => !isUnread.has(page));
  // A page that is read may contain only figures; the digits on a scan are a stamp.
  if (hasSigns(read, { sign: /[\p{L}\p{N}]/gu, needed: Math.min(needed, MIN_LETTERS) })) return;
  if (hasSigns(lines, { sign: /\p{L}/gu, needed })) return;
  if (hasPictures) throw parseFailure('document_image_only');
  if (lines.length === 0) throw parseFailure('document_empty');
};

const hasSigns = (
  lines: readonly Line[],
  { sign, needed }: { sign: RegExp; needed: number },
): boolean => {
  let count = 0;
  return (
    needed <= 0 || lines.some(({ text }) => (count += text.match(sign)?.length ?? 0) >= needed)
  );
};
