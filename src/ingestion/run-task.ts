import { IngestionJob } from '../platform/queue/job-queue.js';
import { withLogFields, withoutLogFields } from '../platform/telemetry/log-context.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { chunkingOf } from '../search/index.js';
import { linkSignals } from '../shared/async.js';
import { AppError, isAppError, type ErrorCode } from '../shared/errors.js';
import { DocumentId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope } from '../shared/scope.js';
import {
  MAX_LOST_LEASES,
  type ClaimedTask,
  type Lease,
  type TaskRepository,
} from '../tasks/index.js';
import { codeOf, decideAfterFailure, type Backoff } from './after-failure.js';
import type { Database } from './database.js';
import { createWorkUnderWay, type UnderWay } from './work-under-way.js';

type Work = (context: TaskContext) => Promise<void>;

export type JobWork = { ingestDocument: Work; ingestMemory: Work; purgeSubject: Work };

type Deps = {
  tasks: Pick<TaskRepository, 'claim' | 'renew' | 'settle' | 'findHeld'>;
  database: Pick<Database, 'withScope'>;
  work: JobWork;
  backoff: Backoff;
  leaseMs: number;
  /** The maximum number of jobs that a tenant may have in progress while others have any. */
  share: number;
  /** The wait before retrying a failure that is not an outage. */
  retryBaseMs: number;
  /**
   * Called when another task may be taken. Awaited, so that the queue has the next job when it learns that this one is done. Not called if
   * the claim failed: the task is still due, and would be queued again as fast as claims fail.
   */
  onSettled: () => Promise<void>;
  /** Canonical, as stored with the task; see toCanonicalFingerprint. */
  fingerprint: string;
  metrics: Pick<Metrics, 'documentFinished'>;
  logger: Logger;
  now: () => Date;
};

/** Another worker, or a newer task for the same subject, has taken over: stop silently. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export type TaskContext = {
  scope: SystemScope;
  task: ClaimedTask;
  lease: Lease;
  /** Aborts when the lease is lost or the process shuts down. */
  signal: AbortSignal;
  /** Checks with PostgreSQL and renews; throws `LeaseLostError`. Called before every write of vectors, which carry no epoch. */
  requireLease(): Promise<void>;
};

/** Lets a vector write wait for its turn: it stops waiting when the lease is lost, and checks the lease again before writing. */
export const toTurn = (context: TaskContext) => ({
  signal: context.signal,
  confirm: () => context.requireLease(),
});

/**
 * One delivery of a job: claim, work, settle. A job is only a hint; delivered twice, late or for a deleted subject, it finds nothing to
 * claim. Never throws: if PostgreSQL cannot be told the outcome, the loop notices when the lease expires.
 */
export const createHandleJob = (deps: Deps) => {
  const workUnderWay = createWorkUnderWay(deps);
  return async (payload: unknown, signal: AbortSignal): Promise<void> => {
    const parsed = parseJob(payload);
    if (parsed === null) {
      deps.logger.warn({}, 'Dropped a job of another schema');
      return;
    }
    if (signal.aborted) return;
    await workUnderWay.run(parsed.scope.tenantId, (underWay) =>
      claimAndWork(deps, { ...parsed, underWay }, signal),
    );
  };
};

type Parsed = { scope: SystemScope; job: IngestionJob };

const claimAndWork = async (
  deps: Deps,
  { scope, job: { taskId }, underWay }: Parsed & { underWay: UnderWay },
  signal: AbortSignal,
): Promise<void> => {
  const { tasks, leaseMs, logger, onSettled } = deps;
  let task;
  try {
    task = await tasks.claim({ taskId, tenantId: scope.tenantId, leaseMs });
  } catch (error) {
    const message = 'Task could not be claimed, left to the next look of the loop';
    logger.warn({ taskId, err: error }, message);
    return;
  }
  if (task !== null) await workOn(deps, { scope, task, underWay }, signal);
  await onSettled();
};

type Claimed = Pick<TaskContext, 'scope' | 'task'> & { underWay: UnderWay };

/** The outcome of a job, as logged. */
type JobEnd = {
  outcome:
    | 'done'
    | 'failed'
    | 'will_be_retried'
    | 'moved_to_slow'
    | 'handed_back'
    | 'taken_over'
    | 'left_to_lease';
  errorCode?: ErrorCode;
  retryInMs?: number;
};

const workOn = (deps: Deps, claimed: Claimed, signal: AbortSignal): Promise<void> =>
  withoutLogFields(() =>
    withLogFields({ taskId: claimed.task.id }, async () => {
      const startedAt = performance.now();
      const end = await withLease({ ...deps, signal }, claimed, (context) =>
        workAndSettle(deps, context, signal),
      ).catch((error: unknown): JobEnd => ({ outcome: 'left_to_lease', errorCode: codeOf(error) }));
      logEnd(deps.logger, claimed.task, { ...end, durationMs: performance.now() - startedAt });
    }),
  );

const workAndSettle = async (
  deps: Deps,
  context: TaskContext,
  signal: AbortSignal,
): Promise<JobEnd> => {
  try {
    await run(deps, context);
  } catch (error) {
    return settleFailure(deps, context, { error, isShuttingDown: signal.aborted });
  }
  deps.backoff.reset();
  return { outcome: 'done' };
};

const WARNINGS: ReadonlySet<JobEnd['outcome']> = new Set([
  'failed',
  'will_be_retried',
  'left_to_lease',
]);

/** One line per job, whatever its outcome. */
const logEnd = (
  logger: Deps['logger'],
  { action, subjectKind, subjectId, version, tenantId, failures, lostLeases }: ClaimedTask,
  { outcome, durationMs, ...end }: JobEnd & { durationMs: number },
): void => {
  const line = {
    action,
    subjectKind,
    subjectId,
    version,
    tenantId,
    attempt: failures + lostLeases + 1,
    outcome,
    durationMs: Math.round(durationMs),
    ...end,
  };
  logger[WARNINGS.has(outcome) ? 'warn' : 'info'](line, 'Job finished');
};

const RENEWALS_PER_LEASE = 3;

/** Renews the lease while the work runs. A lease that could not be renewed for its whole length counts as lost. */
const withLease = async <Result>(
  { tasks, leaseMs, signal }: Pick<Deps, 'tasks' | 'leaseMs'> & { signal: AbortSignal },
  { scope, task, underWay }: Claimed,
  work: (context: TaskContext) => Promise<Result>,
): Promise<Result> => {
  const lease = { taskId: task.id, epoch: task.epoch };
  const held = linkSignals([signal]);
  let renewedAtMs = performance.now();
  const lose = () => {
    const lost = new LeaseLostError('The lease ran out or was taken.');
    held.abort(lost);
    return lost;
  };
  underWay.hold(lease, lose);
  const requireLease = async (): Promise<void> => {
    held.signal.throwIfAborted();
    const askedAtMs = performance.now();
    if (!(await tasks.renew({ ...lease, leaseMs }))) throw lose();
    renewedAtMs = askedAtMs;
  };
  const timer = setInterval(() => {
    requireLease().catch(() => {
      if (performance.now() - renewedAtMs > leaseMs) lose();
    });
  }, leaseMs / RENEWALS_PER_LEASE);
  try {
    return await work({ scope, task, lease, signal: held.signal, requireLease });
  } finally {
    clearInterval(timer);
    held.unlink();
  }
};

const run = async ({ work }: Deps, context: TaskContext): Promise<void> => {
  const { action, subjectKind, lostLeases } = context.task;
  if (action === 'purge') return work.purgeSubject(context);
  if (subjectKind === 'memory') return work.ingestMemory(context);
  if (lostLeases >= MAX_LOST_LEASES) {
    throw new AppError('worker_lost', 'The worker was lost each time it worked on this.');
  }
  return work.ingestDocument(context);
};

const settleFailure = async (
  deps: Deps,
  context: TaskContext,
  { error, isShuttingDown }: { error: unknown; isShuttingDown: boolean },
): Promise<JobEnd> => {
  const { task, lease } = context;
  if (error instanceof LeaseLostError || context.signal.reason instanceof LeaseLostError) {
    return { outcome: 'taken_over' };
  }
  if (isShuttingDown) {
    await deps.tasks.settle(lease, {
      state: 'due',
      delayMs: 0,
      countFailure: false,
      errorCode: null,
    });
    return { outcome: 'handed_back' };
  }
  if (!isAppError(error)) deps.logger.error({ err: error }, 'Job met an error nobody foresaw');
  const decision = decideAfterFailure(error, task);
  if (decision.kind === 'fail') {
    await fail(deps, context, decision.errorCode);
    return { outcome: 'failed', errorCode: decision.errorCode };
  }
  if (decision.kind === 'move_to_slow') {
    await deps.tasks.settle(lease, { state: 'slow' });
    return { outcome: 'moved_to_slow' };
  }
  const countFailure = decision.kind === 'retry';
  const delayMs = countFailure ? deps.retryBaseMs * decision.delayFactor : deps.backoff.nextMs();
  const errorCode = codeOf(error);
  await deps.tasks.settle(lease, { state: 'due', delayMs, countFailure, errorCode });
  const retryInMs = Math.round(delayMs);
  return { outcome: 'will_be_retried', errorCode, retryInMs };
};

const fail = async (deps: Deps, context: TaskContext, errorCode: ErrorCode): Promise<void> => {
  const { scope, task, lease } = context;
  const { subjectKind, version } = task;
  const refusedBy = errorCode === 'unsupported_format' ? chunkingOf(deps.fingerprint) : null;
  const document = await deps.database.withScope(scope, async (tx) => {
    const id = subjectKind === 'document' ? DocumentId.parse(task.subjectId) : null;
    const found = id && (await tx.documents.find(id));
    if (found !== null) {
      const failed = { status: 'failed', errorCode } as const;
      await tx.documents.finish({ documentId: found.id, version }, failed, lease);
    }
    const isSettled = await tx.tasks.settle(lease, { state: 'failed', errorCode, refusedBy });
    if (isSettled && found?.status === 'ready' && found.version !== version) {
      // The version that stays current is the one whose index must be maintained.
      const answering = { subjectId: found.id, version: found.version };
      await tx.tasks.schedule({ subjectKind, ...answering, action: 'index' });
    }
    return found;
  });
  if (document === null) return;
  const latencyMs = deps.now().getTime() - document.createdAt.getTime();
  deps.metrics.documentFinished({ outcome: 'failed', errorCode, latencyMs });
};

/**
 * The only place where a job's claims become a scope; row security checks everything that the work then reads. Null for anything but a job
 * of our schema, because another version of the worker may understand it.
 */
export const parseJob = (payload: unknown): Parsed | null => {
  const { success, data } = IngestionJob.safeParse(payload);
  return success ? { scope: makeSystemScope(data.tenantId), job: data } : null;
};

/** For writes that PostgreSQL refuses if the epoch has moved on. */
export const requireAccepted = (isAccepted: boolean): void => {
  if (!isAccepted) throw new LeaseLostError('The write was refused: the epoch has moved on.');
};
