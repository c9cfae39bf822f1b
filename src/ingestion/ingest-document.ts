import type { DocumentRecord, DocumentVersionRecord, VersionId } from '../documents/index.js';
import { DocumentId } from '../shared/ids.js';
import { AppError } from '../shared/errors.js';
import { chunkingOf } from '../search/index.js';
import type { Database } from './database.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { DropReplaced } from './drop-replaced.js';
import { createEmbeddingBill, type EmbeddingBill } from './embedding-bill.js';
import type { FillIndex } from './fill-index.js';
import type { ParsedVersion, ParseVersion } from './parse-version.js';
import { createProgressWriter, type ProgressWriter } from './progress-writer.js';
import { requireAccepted, type TaskContext } from './task-lease.js';
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
type Run = { subject: Subject; bill: EmbeddingBill };
type ReportingRun = Run & { progress: ProgressWriter };

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
    const bill = createEmbeddingBill({ database, logger }, scope, subject.document.ownerId);
    const run = { subject, bill };
    try {
      await indexReporting(deps, context, run);
      if (subject.version.hasOthers) {
        await promote(deps, context, subject);
        await deps.dropReplaced(context, subject.id);
      }
      await finish(deps, context, run);
    } finally {
      await bill.close();
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
  const { subject, progress, bill } = run;
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
      bill,
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
  { subject, bill }: Run,
): Promise<void> => {
  const isVerified = isSettled(subject) && task.fingerprint === fingerprint;
  const outcome: TaskOutcome = {
    state: 'done',
    fingerprint,
    verifyAgainMs: isVerified ? null : verifyAgainMs,
  };
  await bill.payWith(async (tx) => {
    const ready = { status: 'ready', errorCode: null } as const;
    const isAnswering = subject.document.status === 'ready';
    const accepted = await Promise.all([
      isAnswering || tx.documents.finish(subject.id, ready, lease),
      tx.tasks.settle(lease, outcome),
    ]);
    requireAccepted(accepted.every(Boolean));
  });
};
