import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createBullMqQueue } from '../../src/platform/queue/bullmq-queue.js';
import type { DocumentRecord, SourcePlace } from '../../src/documents/schema.js';
import { createLanceDbVectorStore } from '../../src/platform/vectors/lancedb/store.js';
import type { DocumentId } from '../../src/shared/ids.js';
import {
  hashFingerprint,
  toCanonicalFingerprint,
  type IndexFingerprint,
} from '../../src/search/index-fingerprint.js';
import { withEarlierIndexes } from '../../src/search/earlier-indexes.js';
import { createIndexState } from '../../src/search/index-state.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import type { JobQueue } from '../../src/platform/queue/job-queue.js';
import type { Embedder } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import { createChangeDocuments, type ChangeDocuments } from '../../src/documents/change.js';
import { createUploadDocument } from '../../src/documents/upload.js';
import {
  createIngestion,
  type Ingestion,
  type IngestionTiming,
} from '../../src/ingestion/index.js';
import type { Clock } from '../../src/ingestion/ingest-document.js';
import type { Ocr } from '../../src/ingestion/read-pictures.js';
import type { ParserPool } from '../../src/parsing/pool/parser-pool.js';
import { createLineParser } from '../fakes/line-parser.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import { eventually } from './eventually.js';
import type { TestTenant } from './tenant.js';

export const TEST_FINGERPRINT: IndexFingerprint = {
  store: 'lancedb',
  embeddingModel: null,
  dimensions: null,
  analyzerVersion: 1,
  chunkerVersion: 1,
  chunkTokens: 400,
};

/** Seconds in production are fractions of it here. */
const FAST: Partial<IngestionTiming> = {
  loopIntervalMs: 100,
  renameAfterMs: 3000,
  runningLeaseMs: 2000,
  retryBaseMs: 50,
  backoffBaseMs: 50,
  graceMs: 2000,
};

export type TestParts = {
  database: Database;
  files: FileStore;
  vectors: VectorStore;
  parsers: Pick<ParserPool, 'parse'>;
  queue: JobQueue;
};

type Options = {
  database: Database;
  databaseUrl: string;
  /** Shared by the processes of one test; made and removed here when absent. */
  folder?: string;
  queueName?: string;
  fingerprint?: IndexFingerprint;
  /** Parsed at once, and how many of them may be one tenant's: all, unless told. */
  slots?: number;
  perTenant?: number;
  embedder?: Embedder;
  /** Replaced versions of a document whose files stay. */
  keptVersions?: number;
  timing?: Partial<IngestionTiming>;
  clock?: Clock;
  /** Reads pages by their pictures. */
  ocr?: Ocr;
  /** Puts something in front of a part: a fault, a gate, a counter. */
  wrap?: (parts: TestParts) => Partial<TestParts>;
};

export type TestIngestion = TestParts & {
  ingestion: Ingestion;
  folder: string;
  queueName: string;
  lines: LoggedLine[];
  upload: (scope: UserScope, text: string, visibility?: string) => Promise<DocumentRecord>;
  /** Puts a text at a place of the uploader's. */
  uploadTo: (
    scope: UserScope,
    place: SourcePlace,
    sent: { text: string; visibility: string },
  ) => Promise<DocumentRecord>;
  replace: (scope: UserScope, id: DocumentId, text: string) => Promise<DocumentRecord>;
  restore: ChangeDocuments['restore'];
  reprocess: ChangeDocuments['reprocess'];
  remove: ChangeDocuments['delete'];
  update: ChangeDocuments['update'];
  /** Starts loop and worker. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

const openParts = (
  options: Options,
  { folder, queueName, lines }: { folder: string; queueName: string; lines: LoggedLine[] },
): TestParts => {
  const { database } = options;
  const index = options.fingerprint ?? TEST_FINGERPRINT;
  const fingerprint = toCanonicalFingerprint(index);
  const { tasks } = database.platform;
  const stored = createLanceDbVectorStore({
    directory: join(folder, 'vectors'),
    dimensions: options.embedder?.dimensions ?? null,
    fingerprint: hashFingerprint(index),
    withLock: (lock, work) => database.withLock(lock, work),
  });
  const parts: TestParts = {
    database,
    files: createFolderFileStore({ root: join(folder, 'files') }),
    vectors: withEarlierIndexes(stored, {
      database,
      fingerprint,
      logger: createSilentLogger(lines),
      // Asks anew each time.
      state: createIndexState({ tasks, fingerprint, nowMs: () => Infinity }),
    }),
    parsers: createLineParser(),
    queue: createBullMqQueue(
      { backend: 'postgres', url: options.databaseUrl },
      { logger: createSilentLogger(lines), queueName },
    ),
  };
  return { ...parts, ...options.wrap?.(parts) };
};

/** Creates the use cases of documents, which wake the loop up. */
const createDocumentUseCases = (parts: TestParts, wakeUp: () => void) => {
  const intake = { ...parts, maxUploadBytes: 1_000_000, wakeUp, now: () => new Date() };
  const uploadDocument = createUploadDocument(intake);
  const changeDocuments = createChangeDocuments(intake);
  const { replaceFile, restore, reprocess, update, delete: remove } = changeDocuments;
  return {
    upload: async (scope: UserScope, text: string, visibility = 'tenant') => {
      const source = Readable.from([Buffer.from(text)]);
      const upload = { source, filename: 'lines.txt', visibility, metadata: {} };
      return (await uploadDocument(scope, upload)).document;
    },
    uploadTo: async (
      scope: UserScope,
      place: SourcePlace,
      { text, visibility }: { text: string; visibility: string },
    ) => {
      const source = Readable.from([Buffer.from(text)]);
      const upload = { source, filename: 'lines.txt', visibility, place };
      return (await uploadDocument(scope, upload)).document;
    },
    replace: async (scope: UserScope, id: DocumentId, text: string) => {
      const source = Readable.from([Buffer.from(text)]);
      return (await replaceFile(scope, id, { source, filename: 'lines.txt' })).document;
    },
    restore,
    reprocess,
    remove,
    update,
  };
};

const toSlots = ({ slots = 2, perTenant = slots }: Options) => ({
  total: slots,
  perTenant,
  slow: 1,
});

/** The whole of ingestion on real parts: PostgreSQL, BullMQ on it, LanceDB and files in a temporary folder. */
export const createTestIngestion = async (options: Options): Promise<TestIngestion> => {
  const lines: LoggedLine[] = [];
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'kr-ingestion-')));
  const queueName = options.queueName ?? `test-${randomUUID()}`;
  const parts = openParts(options, { folder, queueName, lines });
  const ingestion = createIngestion({
    ...parts,
    embedder: options.embedder ?? null,
    fingerprint: toCanonicalFingerprint(options.fingerprint ?? TEST_FINGERPRINT),
    metrics: createSilentMetrics(),
    logger: createSilentLogger(lines),
    slots: toSlots(options),
    keptVersions: options.keptVersions ?? 3,
    timing: { ...FAST, ...options.timing },
    ...(options.clock && { clock: options.clock }),
    ocr: options.ocr ?? null,
  });
  const wakeUp = (): void => void ingestion.loop.refill();
  const closers: (() => Promise<unknown>)[] = [];
  return {
    ...parts,
    ingestion,
    folder,
    queueName,
    lines,
    ...createDocumentUseCases(parts, wakeUp),
    start: async () => {
      // Loads the native module: on a busy machine that takes longer than a lease here lives.
      await parts.vectors.check();
      const worker = await ingestion.startWorker();
      ingestion.loop.start();
      closers.push(
        () => ingestion.loop.stop(),
        () => worker.close(),
      );
    },
    close: async () => {
      for (const close of closers) await close();
      await parts.queue.close();
      await parts.vectors.close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};

export const findDocument = (
  database: Database,
  tenant: TestTenant,
  id: DocumentId,
): Promise<DocumentRecord | null> =>
  database.withScope(tenant.system, (tx) => tx.documents.find(id));

/** Waits for ready or failed. */
export const whenFinished = async (
  database: Database,
  tenant: TestTenant,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const found = await eventually(
    () => findDocument(database, tenant, id),
    (document) => document?.status === 'ready' || document?.status === 'failed',
    60_000,
  );
  if (found === null) throw new Error('The document is gone.');
  return found;
};

export const countVectors = (
  { vectors }: TestParts,
  tenant: TestTenant,
  documentId: DocumentId,
): Promise<{ rows: number; distinct: number }> =>
  vectors.writerFor(tenant.system).countChunks({ documentId, version: 1 });

/** So many lines of text, each its own chunk. */
export const toLines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_unused, index) => `${word} number ${index}`).join('\n');
