import type { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { isAppError } from '../../../shared/errors.js';
import { parseFailure, PARSER_LIMITS } from '../../parse-failure.js';
import { layOutBlocks } from './blocks.js';
import { headingsFromOutline, headingsFromSizes, type OutlineEntry } from './headings.js';
import {
  bodySize,
  dropRunningLines,
  joinNoteNumbers,
  joinWrappedCells,
  keepCode,
  toLines,
  usualLeading,
  findNotes,
  type Line,
  type TextItem,
} from './lines.js';
import { type Parser } from '../../parser.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type OutlineNode = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>[number];

/** PDF by its text layer: pages, chapters from the bookmarks or else from font sizes, tables from column gaps. */
export const pdf: Parser = {
  name: 'pdf',
  mimeType: 'application/pdf',
  label: 'PDF',
  extensions: ['.pdf'],
  recognises: { bytes: (bytes) => isPdf(bytes) },
  read: async ({ bytes }) => {
    const document = await open(bytes);
    try {
      const pageCount = document.numPages;
      if (pageCount > PARSER_LIMITS.pages) throw parseFailure('document_too_complex');
      const all = await readPages(document);
      refuseWithoutText(all, { bytes, pages: pageCount });
      const body = bodySize(all);
      const text = keepCode(dropRunningLines(all, pageCount));
      const lines = joinNoteNumbers(joinWrappedCells(text), body);
      const outline = await readOutline(document);
      const headings =
        outline.length > 1 ? headingsFromOutline(lines, outline) : headingsFromSizes(lines, body);
      const notes = findNotes(lines, body);
      const leading = usualLeading(lines);
      const title = await readTitle(document);
      return { blocks: layOutBlocks({ lines, headings, leading, notes }), pageCount, title };
    } finally {
      // Not waited for: it waits itself for a page that was given up.
      void document.destroy().catch(() => undefined);
    }
  },
};

const Info = z.object({ Title: z.string().optional() });

const readTitle = async (pdf: Pdf): Promise<string | undefined> => {
  const metadata = await pdf.getMetadata().catch(() => undefined);
  return Info.safeParse(metadata?.info).data?.Title;
};

const MARK = Buffer.from('%PDF-', 'latin1');
const MARK_WITHIN = 1024;

/** The mark may stand behind some leading bytes; then the end has to look like a PDF's too. */
const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, MARK.length).equals(MARK) ||
  (bytes.subarray(0, MARK_WITHIN).includes(MARK) &&
    bytes.subarray(-2 * MARK_WITHIN).includes('startxref'));

const open = async (bytes: Buffer): Promise<Pdf> => {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // pdf.js takes the array over, so it gets a copy of its own; scripts and fonts stay off.
    return await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      maxImageSize: 1,
      verbosity: 0,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw parseFailure(isLocked ? 'document_encrypted' : 'document_corrupt', error);
  }
};

const readPages = async (pdf: Pdf): Promise<Line[]> => {
  const lines: Line[] = [];
  let characters = 0;
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const height = page.getViewport({ scale: 1 }).height;
      for (const line of toLines(await readItems(page), { number, height })) {
        characters += line.text.length;
        lines.push(line);
      }
      if (characters > PARSER_LIMITS.characters) throw parseFailure('document_too_complex');
      page.cleanup();
    }
  } catch (error) {
    // A document with a page missing would answer wrongly without a sign of it.
    throw isAppError(error) ? error : parseFailure('document_corrupt', error);
  }
  return lines;
};

type Page = Awaited<ReturnType<Pdf['getPage']>>;
type TextContent = Awaited<ReturnType<Page['getTextContent']>>;

/** A page's text as it is read, so that one which unpacks to a book and more is given up early. */
const readItems = async (page: Page): Promise<TextItem[]> => {
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  const found: TextItem[] = [];
  let characters = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return found;
    for (const item of value.items) {
      if (!('str' in item)) continue;
      characters += item.str.length;
      const isFixed = value.styles[item.fontName]?.fontFamily === 'monospace';
      found.push({ ...item, isFixed });
    }
    // Not cancelled: pdf.js then fails behind our back, while a stream that nobody reads just stands still.
    if (characters > PARSER_LIMITS.pageCharacters) throw parseFailure('document_too_complex');
  }
};

/** A scan whose only text is a stamp or a page number has fewer letters than this on a page. */
const MIN_LETTERS_PER_PAGE = 8;

const refuseWithoutText = (
  lines: readonly Line[],
  input: { bytes: Buffer; pages: number },
): void => {
  const letters = lines.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);
  if (letters >= MIN_LETTERS_PER_PAGE * input.pages) return;
  if (hasImages(input.bytes)) throw parseFailure('document_image_only');
  if (lines.length === 0) throw parseFailure('document_empty');
};

/** Image dictionaries are never compressed, so they can be seen without decoding anything. */
const hasImages = (bytes: Buffer): boolean =>
  /\/Subtype\s*\/Image\b/.test(bytes.toString('latin1'));

const MAX_OUTLINE_ENTRIES = 5_000;
const MAX_OUTLINE_LEVEL = 6;

/** The bookmarks in reading order; one that leads nowhere is left out, with its children kept. */
const readOutline = async (pdf: Pdf): Promise<OutlineEntry[]> => {
  const entries: OutlineEntry[] = [];
  const visit = async (nodes: readonly OutlineNode[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= MAX_OUTLINE_ENTRIES) return;
      const page = await pageOf(pdf, node).catch(() => undefined);
      const title = node.title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
      if (page !== undefined && title !== '') entries.push({ title, level, page });
      await visit(node.items, Math.min(level + 1, MAX_OUTLINE_LEVEL));
    }
  };
  await visit((await pdf.getOutline().catch(() => null)) ?? [], 1);
  return entries;
};

const pageOf = async (pdf: Pdf, node: OutlineNode): Promise<number | undefined> => {
  const destination =
    typeof node.dest === 'string' ? await pdf.getDestination(node.dest) : node.dest;
  const target: unknown = destination?.[0];
  if (typeof target === 'number') return target + 1;
  return isReference(target) ? (await pdf.getPageIndex(target)) + 1 : undefined;
};

const isReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
