import type { DocumentRecord, IngestionStage } from '../../domain/document.js';
import { DocumentId } from '../../domain/ids.js';
import { AppError } from '../../domain/errors.js';
import { chunkingOf } from '../../domain/index-fingerprint.js';
import type { DocumentVersionRecord, VersionId } from '../../ports/database/documents.js';
import type { Database } from '../../ports/database/index.js';
import type { TaskOutcome } from '../../ports/database/platform.js';
import type { Metrics } from '../../ports/telemetry.js';
import type { DropReplaced } from './drop-replaced.js';
import type { FillIndex } from './fill-index.js';
import type { ParseVersion } from './parse-version.js';
import type { FreshChunk } from './prepare-points.js';
import { createProgressWriter } from './progress-writer.js';
import { requireAccepted, type TaskContext } from './task-lease.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  parseVersion: ParseVersion;
  fillIndex: FillIndex;
  dropReplaced: DropReplaced;
  /** As stored with the task; see toCanonicalFingerprint. */
  fingerprint: string;
  verifyAgainMs: number;
  metrics: Pick<Metrics, 'ingestStageFinished' | 'documentFinished'>;
  now: () => Date;
};

type Subject = {
  document: DocumentRecord;
  version: DocumentVersionRecord;
  id: VersionId;
  /** Another version answers until this one is ready. */
  isReplacement: boolean;
};
type Report = (stage: IngestionStage, counted: { done: number; total: number }) => Promise<void>;

/** A document that was waiting is `processing` from here on, in the transaction that reads it. */
const load = async (
  database: Deps['database'],
  { scope, task, lease }: TaskContext,
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
    if (document.status === 'queued' || isReplacement) {
      const progress = { stage: 'parse', done: 0, total: 1 } as const;
      requireAccepted(await tx.documents.saveProgress(versionId, progress, lease));
    }
    return { document, version, id: versionId, isReplacement };
  });

/** Its version answers already: what is left is to check the index, or to build it anew. */
const isSettled = ({ document, isReplacement }: Subject): boolean =>
  document.status === 'ready' && !isReplacement;

const createReport = (deps: Deps, context: TaskContext, subject: Subject): Report => {
  // A ready document stays ready while its index is checked or built anew.
  if (isSettled(subject)) return () => Promise.resolve();
  const write = createProgressWriter(async (progress) => {
    const saved = await deps.database.withScope(context.scope, (tx) =>
      tx.documents.saveProgress(subject.id, progress, context.lease),
    );
    requireAccepted(saved);
  });
  return (stage, { done, total }) => write({ stage, done, total });
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

const parseUnlessDone = async (
  deps: Deps,
  context: TaskContext,
  { subject, report }: { subject: Subject; report: Report },
): Promise<{ chunkCount: number; chunks: FreshChunk[] | null }> => {
  const { version } = subject;
  const indexedAs = context.task.fingerprint;
  const isRechunked = indexedAs !== null && chunkingOf(indexedAs) !== chunkingOf(deps.fingerprint);
  if (version.isParsed && !isRechunked) {
    return { chunkCount: version.chunkCount, chunks: null };
  }
  const chunks = await timed(deps, 'parse', () =>
    deps.parseVersion(context, version, (total) => report('chunk', { done: 0, total })),
  );
  return { chunkCount: chunks.length, chunks };
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

/** Ready and done are one commit; a document that was ready before is only done. */
const finish = async (
  { database, fingerprint, verifyAgainMs }: Deps,
  { scope, task, lease }: TaskContext,
  subject: Subject,
): Promise<void> => {
  const isVerified = isSettled(subject) && task.fingerprint === fingerprint;
  const outcome: TaskOutcome = {
    state: 'done',
    fingerprint,
    verifyAgainMs: isVerified ? null : verifyAgainMs,
  };
  await database.withScope(scope, async (tx) => {
    const ready = { status: 'ready', errorCode: null } as const;
    const isAnswering = subject.document.status === 'ready';
    const accepted = await Promise.all([
      isAnswering || tx.documents.finish(subject.id, ready, lease),
      tx.tasks.settle(lease, outcome),
    ]);
    requireAccepted(accepted.every(Boolean));
  });
};

/**
 * parse → chunk → embed → upsert → verify → ready. What a run before this one finished is found and not done again; a ready
 * document (verified once more, re-indexed, its visibility changed) takes the same way without leaving ready.
 */
export const createIngestDocument =
  (deps: Deps) =>
  async (context: TaskContext): Promise<void> => {
    const subject = await load(deps.database, context);
    if (subject === null) {
      await deps.database.withScope(context.scope, (tx) => tx.tasks.remove(context.lease));
      return;
    }
    const { document } = subject;
    const { ownerId, visibility } = document;
    const report = createReport(deps, context, subject);
    const isParsed = subject.version.isParsed;
    const { chunkCount, chunks } = await parseUnlessDone(deps, context, { subject, report });
    if (chunkCount === 0) throw new AppError('document_empty', 'The file contains no text.');
    const target = {
      documentId: document.id,
      version: subject.version.version,
      chunkCount,
      visibility,
      mayResume: context.task.fingerprint !== deps.fingerprint,
      isNew: !isParsed,
      answering: subject.isReplacement ? document.version : null,
      // Beside an answering version they are read, to find the passages that it holds already.
      fresh: chunks === null || subject.isReplacement ? null : { ownerId, visibility, chunks },
    };
    await timed(deps, 'index', () =>
      deps.fillIndex(context, target, (done) => report('upsert', { done, total: chunkCount })),
    );
    if (subject.version.hasOthers) {
      await promote(deps, context, subject);
      await deps.dropReplaced(context, subject.id);
    }
    await finish(deps, context, subject);
    if (!isSettled(subject)) {
      const latencyMs = deps.now().getTime() - subject.version.createdAt.getTime();
      deps.metrics.documentFinished({ outcome: 'ready', errorCode: '', latencyMs });
    }
  };
