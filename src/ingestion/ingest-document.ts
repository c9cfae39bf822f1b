import type { DocumentRecord, DocumentVersionRecord, Progress } from '../documents/index.js';
import { formats } from '../parsing/index.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { chunkingOf, findKeptVectors, LANGUAGES_TTL_MS } from '../search/index.js';
import { mapInSlices } from '../shared/async.js';
import type { DocumentWarning } from '../shared/document-warnings.js';
import { AppError } from '../shared/errors.js';
import { chunkIdOf, DocumentId } from '../shared/ids.js';
import type { UsedAmounts } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import { createEmbeddingUsage, type EmbeddingUsage } from './embedding-usage.js';
import type { FillIndex, FreshChunk, IndexTarget } from './fill-index.js';
import type { DropReplaced } from './purge.js';
import type { OnRead, ParseWithPictures } from './read-pictures.js';
import { requireAccepted, toTurn, type TaskContext } from './run-task.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  parseVersion: ParseVersion;
  fillIndex: FillIndex;
  vectors: Pick<VectorStore, 'writerFor' | 'earlier'>;
  dropReplaced: DropReplaced;
  /** Canonical, as stored with the task; see toCanonicalFingerprint. */
  fingerprint: string;
  verifyAgainMs: number;
  metrics: Pick<Metrics, 'ingestStageFinished' | 'documentFinished' | 'documentWarned'>;
  logger: Logger;
  now: () => Date;
  clock: Clock;
};

/** Time in this process; `pause` rejects early when the signal aborts. */
export type Clock = {
  nowMs: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

type Subject = {
  document: DocumentRecord;
  version: DocumentVersionRecord;
  /** Another version is current until this one is ready. */
  isReplacement: boolean;
  /** Its version is current already: only the index must be checked or rebuilt. */
  isSettled: boolean;
};

type Run = { subject: Subject; usage: EmbeddingUsage; progress: ProgressWriter };

const READY = { status: 'ready', errorCode: null } as const;

/**
 * parse → chunk → embed → upsert → verify → ready. Work finished by an earlier run is found and not repeated; a ready document (verified
 * again, re-indexed, changed visibility) takes the same steps without leaving ready.
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
    const { document, version } = subject;
    const usage = createEmbeddingUsage({ database, logger }, scope, document.ownerId);
    const progress = createProgressWriter(async (reported) => {
      // A ready document stays ready while its index is checked; a waiting one is `processing` from here on.
      if (subject.isSettled) return;
      await database.withScope(scope, (tx) => tx.documents.saveProgress(version, reported, lease));
    });
    try {
      // Later writes are not overtaken by earlier progress reports.
      const run = { subject, usage, progress };
      const indexed = await index(deps, context, run).finally(() => progress.stop());
      const { readableSinceMs, chunkCount, save } = indexed;
      if (!subject.isSettled) await untilSearched(deps, context, { version, readableSinceMs });
      // Counted once, in the commit that makes the version ready.
      const made = subject.isSettled ? {} : { chunks: chunkCount };
      if (version.hasOthers) {
        // From this commit on, the version is current; the steps below remove what it replaced.
        await usage.chargeWith(async (tx) => {
          requireAccepted(await tx.documents.finish(version, READY, lease));
        }, made);
        await deps.dropReplaced(context, version);
      }
      await finish(deps, context, { subject, usage, save, made: version.hasOthers ? {} : made });
    } finally {
      await usage.close();
    }
    if (subject.isSettled) return;
    const latencyMs = deps.now().getTime() - version.createdAt.getTime();
    deps.metrics.documentFinished({ outcome: 'ready', errorCode: '', latencyMs });
  };

const load = (database: Deps['database'], { scope, task }: TaskContext): Promise<Subject | null> =>
  database.withScope(scope, async (tx) => {
    const id = DocumentId.parse(task.subjectId);
    const [document, version] = await Promise.all([
      tx.documents.find(id),
      tx.documents.version(id, task.version),
    ]);
    if (document === null || version === null) return null;
    const isReady = document.status === 'ready';
    const isAnswering = version.version === document.version;
    const isReplacement = isReady && !isAnswering;
    return { document, version, isReplacement, isSettled: isReady && isAnswering };
  });

/** `save`: what was newly read of a current version and is not saved yet; null if there is nothing. */
type Indexed = { readableSinceMs: number; chunkCount: number; save: Save | null };

/** Writes the index; returns when the version's languages could first be read, and its number of chunks. */
const index = async (deps: Deps, context: TaskContext, run: Run): Promise<Indexed> => {
  const { subject, progress, usage } = run;
  const { document, version, isReplacement } = subject;
  if (isReplacement) await showAnswering(deps, context, document);
  const { chunkCount, chunks, save } = await parseUnlessDone(deps, context, run);
  // Passages of a current version are found in the earlier index until those of this one are ready, and are replaced together with it.
  const isSavedLast = subject.isSettled && save !== null;
  const saved = isSavedLast ? Promise.resolve() : saveNow(deps, context, save);
  const readableSince = saved.then(() => deps.clock.nowMs());
  // Awaited at the end; until then a failure must not count as unhandled.
  readableSince.catch(() => undefined);
  const isNew = !version.isParsed;
  // For a replacement, chunks are read from the database, to find passages that the current version already has.
  const fresh = isReplacement ? null : chunks;
  try {
    if (!isNew || fresh === null || chunkCount === 0) await saved;
    if (chunkCount === 0) throw new AppError('document_empty', 'The file contains no text.');
    const target = {
      documentId: document.id,
      version: version.version,
      chunkCount,
      ownerId: document.ownerId,
      visibility: document.audience,
      mayResume: context.task.fingerprint !== deps.fingerprint,
      isNew,
      answering: isReplacement ? document.version : null,
      fresh,
      ...(await findKept(deps, context, { subject, isRecut: isSavedLast })),
      saved,
      usage,
    };
    await timed(deps, 'index', () =>
      deps.fillIndex(context, target, (stage, done) =>
        progress.report({ stage, done, total: chunkCount }),
      ),
    );
    return { readableSinceMs: await readableSince, chunkCount, save: isSavedLast ? save : null };
  } finally {
    // A failed run must not be settled while its text is still being saved.
    await saved.catch(() => undefined);
  }
};

/** Finds stored vectors that can be reused for the same texts. */
const findKept = async (
  { database, vectors, fingerprint }: Deps,
  { scope, task }: TaskContext,
  { subject: { version }, isRecut }: { subject: Subject; isRecut: boolean },
): Promise<Pick<IndexTarget, 'kept' | 'idsByContent'>> => {
  const indexedAs = indexedAsOf(task);
  const kept = indexedAs === null ? null : findKeptVectors(vectors, { indexedAs, fingerprint });
  const isFound = isRecut && kept !== null;
  const idsByContent = isFound
    ? await database.withScope(scope, (tx) => tx.chunks.idsByContent(version))
    : null;
  return { kept: kept?.writerFor(scope) ?? null, idsByContent };
};

/** The fingerprint of the index that contains the document; null if none does. */
const indexedAsOf = ({ fingerprint, fingerprintBefore }: TaskContext['task']): string | null =>
  fingerprint ?? fingerprintBefore;

/**
 * An upload may restrict who may read the document. Until the new vectors are ready, the existing ones have the old visibility, and reading
 * the new text may take long or never finish.
 */
const showAnswering = (
  { vectors }: Pick<Deps, 'vectors'>,
  context: TaskContext,
  { id: documentId, audience: visibility }: DocumentRecord,
): Promise<void> =>
  vectors.writerFor(context.scope).setVisibility({ documentId, visibility }, toTurn(context));

/** Replaces the stored text and passages by the new ones, in the caller's transaction. */
type Save = (tx: ScopedRepositories) => Promise<void>;

/** `chunks` and `save` are null if already stored. Indexing can prepare the chunks before they are saved. */
type Parsed = {
  chunkCount: number;
  chunks: FreshChunk[] | null;
  warnings: readonly DocumentWarning[];
  save: Save | null;
};

const saveNow = (
  { database }: Pick<Deps, 'database'>,
  { scope }: TaskContext,
  save: Save | null,
): Promise<void> => {
  if (save === null) return Promise.resolve();
  const saved = database.withScope(scope, save);
  // Awaited by the indexing code; until then a failure must not count as unhandled.
  saved.catch(() => undefined);
  return saved;
};

const parseUnlessDone = async (
  deps: Deps,
  context: TaskContext,
  { subject: { version, isSettled }, progress }: Run,
): Promise<Parsed> => {
  const indexedAs = isSettled ? indexedAsOf(context.task) : context.task.fingerprint;
  const isRechunked = indexedAs !== null && chunkingOf(indexedAs) !== chunkingOf(deps.fingerprint);
  if (version.isParsed && !isRechunked) {
    const { chunkCount } = version;
    progress.report({ stage: 'embed', done: 0, total: chunkCount });
    return { chunkCount, chunks: null, warnings: [], save: null };
  }
  progress.report({ stage: 'parse', done: 0, total: 1 });
  const onRead: OnRead = (read) => progress.report({ stage: 'ocr', ...read });
  const parsed = await timed(deps, 'parse', () => deps.parseVersion(context, version, onRead));
  for (const { code } of parsed.warnings) deps.metrics.documentWarned(code);
  progress.report({ stage: 'chunk', done: 0, total: parsed.chunkCount });
  return parsed;
};

/** Ready means searchable: the version is not made ready while some search may still be unaware of its languages. */
const untilSearched = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { scope, signal }: TaskContext,
  { version, readableSinceMs }: { version: DocumentVersionRecord; readableSinceMs: number },
): Promise<void> => {
  const isNew = await database.withScope(scope, (tx) => tx.documents.bringsLanguage(version));
  const waitMs = readableSinceMs + LANGUAGES_TTL_MS - clock.nowMs();
  if (isNew && waitMs > 0) await clock.pause(waitMs, signal);
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

/** Ready, done and paid are one commit; a document that was ready before is only marked done, and saved if it was read again. */
const finish = async (
  { fingerprint, verifyAgainMs }: Deps,
  { task, lease }: TaskContext,
  {
    subject,
    usage,
    save,
    made,
  }: Pick<Run, 'subject' | 'usage'> & Pick<Indexed, 'save'> & { made: UsedAmounts },
): Promise<void> => {
  const isVerified = subject.isSettled && task.fingerprint === fingerprint;
  const again = isVerified ? null : verifyAgainMs;
  await usage.chargeWith(async (tx) => {
    const isAnswering = subject.document.status === 'ready';
    await save?.(tx);
    const accepted = await Promise.all([
      isAnswering || tx.documents.finish(subject.version, READY, lease),
      tx.tasks.settle(lease, { state: 'done', fingerprint, verifyAgainMs: again }),
    ]);
    requireAccepted(accepted.every(Boolean));
  }, made);
};

type ParseDeps = {
  files: FileStore;
  parseWithPictures: ParseWithPictures;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
};

type ParseVersion = ReturnType<typeof createParseVersion>;

/** Reads the file in a child process. */
export const createParseVersion =
  ({ files, parseWithPictures, fingerprint }: ParseDeps) =>
  async (context: TaskContext, of: DocumentVersionRecord, onRead: OnRead): Promise<Parsed> => {
    const { scope, task, lease, signal } = context;
    const { documentId, version, filename } = of;
    const { tenantId } = scope;
    const { isSlow, isOnlyTenant } = task;
    const owner = { tenantId, isOnlyTenant };
    const parse = (path: string) =>
      parseWithPictures(context, { of, file: { path, filename, owner, isSlow }, onRead });
    const parsed = await files.for(scope).withLocalCopy(of.fileKey, parse, signal);
    const chunks = await mapInSlices(
      parsed.chunks,
      ({ headingPath: _headingPath, terms: _terms, ...chunk }) => {
        const id = chunkIdOf({ tenantId, documentId, version, index: chunk.index });
        return { ...chunk, id };
      },
      signal,
    );
    const { text, title, language, pageCount, format, warnings } = parsed;
    const mimeType = formats.mimeTypeOf(format);
    const chunkCount = chunks.length;
    const languages = new Set(chunks.map((chunk) => chunk.language));
    const otherLanguages = [...languages].filter((other) => other !== language);
    // Text and chunks are one commit: a version with a text has all its chunks, and is not parsed again.
    const save: Save = async (tx) => {
      const read = {
        text,
        title,
        mimeType,
        language,
        otherLanguages,
        pageCount,
        chunkCount,
        chunking: chunkingOf(fingerprint),
        warnings,
      };
      const replaced = tx.chunks.replace(of, chunks, lease);
      const accepted = await Promise.all([replaced, tx.documents.saveParsed(of, read, lease)]);
      requireAccepted(accepted.every(Boolean));
    };
    const fresh = chunks.map(({ id, content, language, contentHash }, position) => {
      const terms = parsed.chunks[position]?.terms ?? '';
      return { id, content, language, contentHash, terms };
    });
    return { chunkCount, chunks: fresh, warnings, save };
  };

type ProgressWriter = {
  report(progress: Progress): void;
  /** Nothing is written after it has resolved. */
  stop(): Promise<void>;
};

const INTERVAL_MS = 500;

/**
 * Writes at most twice a second, and nothing for work that finishes before the first write. Newer progress replaces waiting progress. A
 * failed write is dropped, because the lease is checked elsewhere.
 */
export const createProgressWriter = (
  write: (progress: Progress) => Promise<void>,
): ProgressWriter => {
  let waiting: Progress | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();

  const writeWaiting = async (): Promise<void> => {
    if (waiting === null) return;
    const progress = waiting;
    waiting = null;
    await write(progress).catch(() => undefined);
  };
  const takeTurn = (): void => {
    timer = undefined;
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
      clearTimeout(timer);
      waiting = null;
      await writing;
    },
  };
};
