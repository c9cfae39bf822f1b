import { openOcr } from '../../src/parsing/ocr/open-ocr.js';
import type { PageReading } from '../../src/parsing/ocr/schema.js';
import { lookAtPages } from '../../src/parsing/page-pictures/look-at-pages.js';
import { isAppError } from '../../src/shared/errors.js';
import { parseDocument } from '../../src/parsing/parse-document.js';

const MAX_PIXELS = 25_000_000;
const PAGE_LIMIT_MS = 60_000;

/** What the product reads in a PDF, scanned pages by OCR where its packages are installed; empty for a file that is refused. */
export const readPdf = async (bytes: Buffer): Promise<string> => {
  const input = { bytes, filename: 'file.pdf', chunkTokens: 400 };
  const ocr = openOcr({
    mode: null,
    languages: ['eng'],
    maxMemoryMb: 512,
    pageLimitMs: PAGE_LIMIT_MS,
  });
  try {
    if (ocr === null || !('engine' in ocr)) return (await parseDocument(input)).text;
    const { engine, mode } = ocr;
    const { text, toRead = [] } = await parseDocument({ ...input, ocr: { mode, readings: [] } });
    const readings: PageReading[] = [];
    for (const { page, areas, hasText } of toRead) {
      const drawn = await lookAtPages(bytes, { look: 'scan', page, maxPixels: MAX_PIXELS });
      if (drawn.type !== 'scan') continue;
      const read = await engine.read(drawn, { areas, signal: AbortSignal.timeout(PAGE_LIMIT_MS) });
      readings.push({ page, areas, hasText, text: read });
    }
    if (readings.length === 0) return text;
    return (await parseDocument({ ...input, ocr: { mode, readings } })).text;
  } catch (error) {
    if (isAppError(error)) return '';
    throw error;
  } finally {
    if (ocr !== null && 'engine' in ocr) await ocr.engine.close();
  }
};
