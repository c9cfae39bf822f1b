import type { DocumentVersionRecord } from '../documents/index.js';
import {
  parseReadings,
  toParseFailureCode,
  type OcrEngine,
  type OcrMode,
  type PageReading,
  type PageToRead,
  type ParserPool,
} from '../parsing/index.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import {
  MAX_DETAIL_LENGTH,
  MAX_PAGES_NAMED,
  MAX_WARNINGS,
  type DocumentWarning,
} from '../shared/document-warnings.js';
import { createFairTurns, type TurnOwner } from '../shared/fair-turns.js';
import type { Database } from './database.js';
import { requireAccepted, type TaskContext } from './run-task.js';

/** The engine, and its limits for one document. */
export type Ocr = {
  engine: OcrEngine;
  draw: ParserPool['draw'];
  mode: OcrMode;
  maxPages: number;
  /** For one picture; a larger page is drawn smaller. */
  maxPixels: number;
};

/** Pictures are not read, because the packages for it are not installed: the command that installs them. */
export type OcrMissing = { install: string };

type Deps = {
  database: Pick<Database, 'withScope'>;
  parsers: Pick<ParserPool, 'parse'>;
  metrics: Pick<Metrics, 'pageRead'>;
  ocr: Ocr | OcrMissing | null;
};

type FileOfTask = { path: string; filename: string; owner: TurnOwner; isSlow: boolean };
type Subject = { of: DocumentVersionRecord; file: FileOfTask; onRead: OnRead };
export type OnRead = (read: { done: number; total: number }) => void;
type Parsed = Awaited<ReturnType<ParserPool['parse']>>;

export type ParseWithPictures = ReturnType<typeof createParseWithPictures>;

/**
 * Reads a file, and the pictures of the pages that have no usable text. Each page is a step of its own, stored when it has been read, so
 * that a worker that takes over continues with the next page, and tenants take turns with the engine. A page that fails becomes a warning.
 */
export const createParseWithPictures = (deps: Deps) => {
  const { parsers, ocr } = deps;
  const readPage = createReadPage(deps);
  return async (context: TaskContext, subject: Subject): Promise<Parsed> => {
    const { signal } = context;
    const { of, file, onRead } = subject;
    if (ocr === null) return parsers.parse({ ...file, signal });
    if ('install' in ocr) return withAdvice(await parsers.parse({ ...file, signal }), ocr);
    const { mode, maxPages, engine } = ocr;
    const parse = (readings: readonly PageReading[]): Promise<Parsed> =>
      parsers.parse({ ...file, signal, ocr: { mode, readings } });
    const readings = await readKnown(deps, context, { of, readBy: engine.name });
    const first = await parse(readings);
    const toRead = (first.toRead ?? []).slice(0, Math.max(0, maxPages - readings.length));
    if (toRead.length === 0) return withUnread(first, maxPages);
    const total = readings.length + toRead.length;
    for (const page of toRead) {
      onRead({ done: readings.length, total });
      readings.push(await readPage(context, { of, file, ocr, page }));
    }
    onRead({ done: total, total });
    return withUnread(await parse(readings), maxPages);
  };
};

const readKnown = (
  { database }: Pick<Deps, 'database'>,
  { scope }: TaskContext,
  { of, readBy }: { of: DocumentVersionRecord; readBy: string },
): Promise<PageReading[]> =>
  database.withScope(scope, async (tx) => parseReadings(await tx.readings.ofVersion(of, readBy)));

type PageOfTask = Pick<Subject, 'of' | 'file'> & { ocr: Ocr; page: PageToRead };

const createReadPage = ({ database, metrics }: Pick<Deps, 'database' | 'metrics'>) => {
  const turns = createFairTurns({ atOnce: 1 });
  return async (
    { scope, lease, signal }: TaskContext,
    { of, file: { path, owner }, ocr, page: toRead }: PageOfTask,
  ): Promise<PageReading> => {
    const { engine, draw, maxPixels } = ocr;
    const { page, areas } = toRead;
    const startedAtMs = performance.now();
    const text = await turns
      .run(owner, signal, async () => {
        const picture = await draw({ path, owner, page, maxPixels, signal });
        return engine.read(picture, { areas, signal });
      })
      .catch((error: unknown) => {
        // The picture is at fault; for any other reason the page is read when the task is retried.
        if (toParseFailureCode(error) === undefined) throw error;
        return null;
      });
    const reading: PageReading = { ...toRead, text };
    const outcome = text === null ? 'failed' : text.lines.length === 0 ? 'empty' : 'read';
    metrics.pageRead({ outcome, durationMs: performance.now() - startedAtMs });
    const isSaved = await database.withScope(scope, (tx) =>
      tx.readings.save(of, { reading, readBy: engine.name }, lease),
    );
    requireAccepted(isSaved);
    return reading;
  };
};

/** Adds how to make pages readable that contain only pictures. */
const withAdvice = (parsed: Parsed, { install }: OcrMissing): Parsed => ({
  ...parsed,
  warnings: parsed.warnings.map((warning) => {
    if (warning.code !== 'pages_unread') return warning;
    const detail = `Pages hold only pictures. They are read once text recognition (OCR) is installed on the server: ${install}`;
    return { ...warning, detail: detail.slice(0, MAX_DETAIL_LENGTH) };
  }),
});

/** Names the pages that were not read because there are too many. */
const withUnread = (parsed: Parsed, maxPages: number): Parsed => {
  const pages = (parsed.toRead ?? []).map(({ page }) => page);
  if (pages.length === 0) return parsed;
  const warning: DocumentWarning = {
    code: 'pages_unread',
    detail: `Text recognition (OCR) reads ${maxPages} pages of a document; these hold pictures that it did not read.`,
    pages: pages.slice(0, MAX_PAGES_NAMED),
  };
  return { ...parsed, warnings: [...parsed.warnings, warning].slice(0, MAX_WARNINGS) };
};
