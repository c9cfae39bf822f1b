import { chunkIdOf, DocumentId, type ChunkId } from '../shared/ids.js';
import { formats, type AnalyzedDocument, type ParserPool } from '../parsing/index.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import { mapInSlices } from '../shared/async.js';
import type { FreshChunk } from './prepare-points.js';
import { requireAccepted, type TaskContext } from './run-task.js';
import type {
  DocumentVersionRecord,
  Progress,
  DocumentRecord,
  VersionId,
} from '../documents/index.js';
import { AppError } from '../shared/errors.js';
import { chunkingOf } from '../search/index.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { DropReplaced } from './purge.js';
import { createEmbeddingUsage, type EmbeddingUsage } from './embedding-usage.js';
import type { FillIndex } from './fill-index.js';
import type { TaskOutcome } from '../tasks/index.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  parseVersion: ParseVersion;
  fillIndex: FillIndex;
  dropReplaced: DropReplaced;
  /** As stored with the task; see toCanonicalFingerprint. */
  fingerprint: string;
  verifyAgainMs: number;
  metrics: Pick<Metrics, 'ingestStageFinished' | 'documentFinished'>;
  logger: Logger;
  now: () => Date;
};

type Subject = {
  document: DocumentRecord;
  version: DocumentVersionRecord;
  id: VersionId;
  /** Another version answers until this one is ready. */
  isReplacement: boolean;
};
type Run = { subject: Subject; usage: EmbeddingUsage };
type ReportingRun = Run & { progress: ProgressWriter };

type ParseDeps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  parsers: Pick<ParserPool, 'parse'>;
};

type NumberedChunk = Omit<AnalyzedDocument['chunks'][number], 'headingPath' | 'terms'> & {
  id: ChunkId;
};

/** What the index needs of the chunks can be worked on before they are saved. */
type ParsedVersion = { chunks: FreshChunk[]; saved: Promise<void> };

type ParseVersion = ReturnType<typeof createParseVersion>;

const INTERVAL_MS = 500;

type ProgressWriter = {
  report(progress: Progress): void;
  /** Nothing is written after it has resolved. */
  stop(): Promise<void>;
};

/**
 * parse → chunk → embed → upsert → verify → ready. What a run before this one finished is found and not done again; a ready
 * document (verified once more, re-indexed, its visibility changed) takes the same way without leaving ready.
 */
export const createIngestDocument =
  (deps: Deps) =>
  async (context: TaskContext): Promise<void> => {
    const { database, logger } = deps;
    const { scope, lease } = context;
    const subject = await load(database, context);
    if (subject === null) {
      await database.withScope(scope, (tx) => tx.tasks.remove(lease));
      return;
    }
    const usage = createEmbeddingUsage({ database, logger }, scope, subject.document.ownerId);
    const run = { subject, usage };
    try {
      await indexReporting(deps, context, run);
      if (subject.version.hasOthers) {
        await promote(deps, context, subject);
        await deps.dropReplaced(context, subject.id);
      }
      await finish(deps, context, run);
    } finally {
      await usage.close();
    }
    if (!isSettled(subject)) {
      const latencyMs = deps.now().getTime() - subject.version.createdAt.getTime();
      deps.metrics.documentFinished({ outcome: 'ready', errorCode: '', latencyMs });
    }
  };

const load = async (
  database: Deps['database'],
  { scope, task }: TaskContext,
): Promise<Subject | null> =>
  database.withScope(scope, async (tx) => {
    const id = DocumentId.parse(task.subjectId);
    const [document, version] = await Promise.all([
      tx.documents.find(id),
      tx.documents.version(id, task.version),
    ]);
    if (document === null || version === null) return null;
    const versionId = { documentId: id, version: version.version };
    const isReplacement = document.status === 'ready' && version.version !== document.version;
    return { document, version, id: versionId, isReplacement };
  });

/** What is written after it is not overtaken by what was reported before. */
const indexReporting = async (deps: Deps, context: TaskContext, run: Run): Promise<void> => {
  const progress = createProgress(deps, context, run.subject);
  try {
    await index(deps, context, { ...run, progress });
  } finally {
    await progress.stop();
  }
};

/** A ready document stays ready while its index is checked or built anew. */
const NO_PROGRESS: ProgressWriter = { report: () => undefined, stop: () => Promise.resolve() };

/** A document that was waiting is `processing` from the first progress that is written. */
const createProgress = (
  { database }: Deps,
  { scope, lease }: TaskContext,
  subject: Subject,
): ProgressWriter =>
  isSettled(subject)
    ? NO_PROGRESS
    : createProgressWriter(async (progress) => {
        await database.withScope(scope, (tx) =>
          tx.documents.saveProgress(subject.id, progress, lease),
        );
      });

/** Its version answers already: what is left is to check the index, or to build it anew. */
const isSettled = ({ document, isReplacement }: Subject): boolean =>
  document.status === 'ready' && !isReplacement;

const index = async (deps: Deps, context: TaskContext, run: ReportingRun): Promise<void> => {
  const { subject, progress, usage } = run;
  const { document, version, isReplacement } = subject;
  const { ownerId, visibility } = document;
  const { chunkCount, chunks, saved } = await parseUnlessDone(deps, context, run);
  const isNew = !version.isParsed;
  // Beside an answering version they are read, to find the passages that it holds already.
  const fresh = chunks === null || isReplacement ? null : { ownerId, visibility, chunks };
  try {
    if (!isNew || fresh === null || chunkCount === 0) await saved;
    if (chunkCount === 0) throw new AppError('document_empty', 'The file contains no text.');
    const target = {
      documentId: document.id,
      version: version.version,
      chunkCount,
      visibility,
      mayResume: context.task.fingerprint !== deps.fingerprint,
      isNew,
      answering: isReplacement ? document.version : null,
      fresh,
      saved,
      usage,
    };
    await timed(deps, 'index', () =>
      deps.fillIndex(context, target, (done) =>
        progress.report({ stage: 'upsert', done, total: chunkCount }),
      ),
    );
  } finally {
    // What failed is not settled while its text is still being saved.
    await saved.catch(() => undefined);
  }
};

type Parsed = { chunkCount: number; chunks: ParsedVersion['chunks'] | null; saved: Promise<void> };

const parseUnlessDone = async (
  deps: Deps,
  context: TaskContext,
  { subject: { version }, progress }: ReportingRun,
): Promise<Parsed> => {
  const indexedAs = context.task.fingerprint;
  const isRechunked = indexedAs !== null && chunkingOf(indexedAs) !== chunkingOf(deps.fingerprint);
  if (version.isParsed && !isRechunked) {
    progress.report({ stage: 'embed', done: 0, total: version.chunkCount });
    return { chunkCount: version.chunkCount, chunks: null, saved: Promise.resolve() };
  }
  progress.report({ stage: 'parse', done: 0, total: 1 });
  const { chunks, saved } = await timed(deps, 'parse', () => deps.parseVersion(context, version));
  progress.report({ stage: 'chunk', done: 0, total: chunks.length });
  return { chunkCount: chunks.length, chunks, saved };
};

const timed = async <Result>(
  { metrics }: Deps,
  stage: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const startedAtMs = performance.now();
  const result = await work();
  metrics.ingestStageFinished({ stage, durationMs: performance.now() - startedAtMs });
  return result;
};

/** From this commit on the version answers; what it replaced goes in the steps after it. */
const promote = async (
  { database }: Deps,
  { scope, lease }: TaskContext,
  { id }: Subject,
): Promise<void> => {
  const ready = { status: 'ready', errorCode: null } as const;
  await database.withScope(scope, async (tx) => {
    requireAccepted(await tx.documents.finish(id, ready, lease));
  });
};

/** Ready, done and paid are one commit; a document that was ready before is only done. */
const finish = async (
  { fingerprint, verifyAgainMs }: Deps,
  { task, lease }: TaskContext,
  { subject, usage }: Run,
): Promise<void> => {
  const isVerified = isSettled(subject) && task.fingerprint === fingerprint;
  const outcome: TaskOutcome = {
    state: 'done',
    fingerprint,
    verifyAgainMs: isVerified ? null : verifyAgainMs,
  };
  await usage.chargeWith(async (tx) => {
    const ready = { status: 'ready', errorCode: null } as const;
    const isAnswering = subject.document.status === 'ready';
    const accepted = await Promise.all([
      isAnswering || tx.documents.finish(subject.id, ready, lease),
      tx.tasks.settle(lease, outcome),
    ]);
    requireAccepted(accepted.every(Boolean));
  });
};

/** Reads the file in a child process and begins to save what it says. */
export const createParseVersion =
  ({ database, files, parsers }: ParseDeps) =>
  async (context: TaskContext, version: DocumentVersionRecord): Promise<ParsedVersion> => {
    const path = await files.for(context.scope).pathOf(version.fileKey);
    const parsed = await parsers.parse({
      path,
      filename: version.filename,
      signal: context.signal,
    });
    const chunks = await numberChunks(context, version, parsed);
    const saved = saveParsed(database, context, { version, parsed, chunks });
    // Awaited by who writes the index; until then a failure must not count as unhandled.
    saved.catch(() => undefined);
    const fresh = chunks.map(({ id, content, language }, position) => ({
      id,
      content,
      language,
      terms: parsed.chunks[position]?.terms ?? '',
    }));
    return { chunks: fresh, saved };
  };

const numberChunks = (
  { scope: { tenantId }, signal }: TaskContext,
  { documentId, version }: DocumentVersionRecord,
  { chunks }: AnalyzedDocument,
): Promise<NumberedChunk[]> =>
  mapInSlices(
    chunks,
    ({ headingPath: _headingPath, terms: _terms, ...chunk }) => ({
      ...chunk,
      id: chunkIdOf({ tenantId, documentId, version, index: chunk.index }),
    }),
    signal,
  );

type ToSave = {
  version: DocumentVersionRecord;
  parsed: AnalyzedDocument;
  chunks: readonly NumberedChunk[];
};

/** Text and chunks are one commit: a version with a text has all its chunks, and is not parsed again. */
const saveParsed = async (
  database: ParseDeps['database'],
  { scope, lease }: TaskContext,
  { version, parsed, chunks }: ToSave,
): Promise<void> => {
  const { documentId } = version;
  await database.withScope(scope, async (tx) => {
    const replaced = tx.chunks.replace(version, chunks, lease);
    const saved = tx.documents.saveParsed(
      { documentId, version: version.version },
      {
        text: parsed.text,
        mimeType: formats.mimeTypeOf(parsed.format),
        language: parsed.language,
        pageCount: parsed.pageCount,
        chunkCount: chunks.length,
      },
      lease,
    );
    requireAccepted((await Promise.all([replaced, saved])).every(Boolean));
  });
};

/**
 * Writes at most twice a second, and nothing of work that is done before its first turn. What waits gives way to what is newer. A
 * write that fails is dropped: whoever reports asks for the lease elsewhere.
 */
export const createProgressWriter = (
  write: (progress: Progress) => Promise<void>,
): ProgressWriter => {
  let waiting: Progress | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();

  const writeWaiting = async (): Promise<void> => {
    if (waiting === null) return;
    const progress = waiting;
    waiting = null;
    await write(progress).catch(() => undefined);
  };
  const takeTurn = (): void => {
    timer = null;
    writing = writing.then(writeWaiting);
  };
  return {
    report: (progress) => {
      if (isStopped) return;
      waiting = progress;
      timer ??= setTimeout(takeTurn, INTERVAL_MS);
    },
    stop: async () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      waiting = null;
      await writing;
    },
  };
};
