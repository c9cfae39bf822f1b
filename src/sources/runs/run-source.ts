import { isAppError, type AppError } from '../../shared/errors.js';
import type { DocumentId } from '../../shared/ids.js';
import { makeSystemScope } from '../../shared/make-scope.js';
import type { SystemScope, UserScope } from '../../shared/scope.js';
import type { Database, ScopedRepositories } from '../database.js';
import type { Forgotten } from '../items-repository.js';
import { SourceFailed, type OpenSource } from '../kind.js';
import { createListSource, RunStopped } from './list-source.js';
import type { OpenStored } from '../open-stored.js';
import { createReadItem, type ReadDeps } from './read-item.js';
import {
  isBeingRemoved,
  PUSHED,
  type ItemRecord,
  type PausedReason,
  type RunCounts,
  type RunRecord,
  type SourceRecord,
} from '../schema.js';
import type { SourceLease } from './tasks-repository.js';

type Deps = ReadDeps & {
  database: Pick<Database, 'withScope' | 'platform'>;
  openStored: OpenStored;
  personScope: (person: { tenantId: string; userId: string }) => Promise<UserScope>;
  onRunEnded: (run: { kind: string; outcome: 'done' | 'failed' | 'waiting' }) => void;
};

/** When the source is due again; null means when somebody asks for a run. */
export type Looked = { dueInMs: number | null };

const PAGE = 64;
const READ_AT_ONCE = 4;
const BATCH = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** By then, the new texts have usually been read, so that more people may see them. */
const SOON_MINUTES = 5;
const QUOTA_PAUSE_MS = 10 * MINUTE_MS;
const MAX_BACKOFF_MS = 6 * 60 * MINUTE_MS;

/** If more items than both of these limits disappear at once, a fault of the source is more likely than a wish to delete them. */
const GONE_WITHOUT_ASKING = { items: 50, share: 0.2 };

type Look = { scope: SystemScope; source: SourceRecord; signal: AbortSignal };
type Run = Look & { run: RunRecord; opened: OpenSource };

/**
 * Looks at a source that is due: runs it, continues the interrupted run, or removes the source. Everything takes effect only once, however
 * often the work is started.
 */
export const createLookAtSource = (deps: Deps) => {
  const { database } = deps;
  const runThrough = createRunThrough(deps);
  const remove = createRemoveSource(deps);
  const pause = async ({ scope, source }: Look, reason: PausedReason): Promise<Looked> => {
    await database.withScope(scope, (tx) => tx.sources.update(source.id, { pausedReason: reason }));
    return REST;
  };
  return async (lease: SourceLease, signal: AbortSignal): Promise<Looked> => {
    const scope = makeSystemScope(lease.tenantId);
    const source = await database.withScope(scope, (tx) => tx.sources.find(lease.sourceId));
    if (source === null) return REST;
    const look = { scope, source, signal };
    if (isBeingRemoved(source.pausedReason)) return remove(look);
    if (source.pausedReason !== null) return REST;
    const obstacle = await findObstacle(deps, look);
    if (obstacle !== null) return pause(look, obstacle);
    const opened = await deps.openStored(scope, source);
    if (typeof opened === 'string') return pause(look, opened);
    try {
      return await runThrough({ ...look, opened });
    } finally {
      await opened.close?.();
    }
  };
};

const REST: Looked = { dueInMs: null };

const findObstacle = async (
  { database }: Pick<Deps, 'database'>,
  { scope, source: { ownerId, collectionId } }: Look,
): Promise<PausedReason | null> =>
  database.withScope(scope, async (tx) => {
    const owner = await tx.users.find(ownerId);
    if (owner?.role !== 'admin' || owner.status !== 'active') return 'owner_inactive';
    const isGone = collectionId !== null && (await tx.collections.find(collectionId)) === null;
    return isGone ? 'collection_gone' : null;
  });

const createRunThrough = (deps: Deps) => {
  const { database, onRunEnded } = deps;
  const listSource = createListSource(deps);
  const readPending = createReadPending(deps);
  const end = createEndRun(deps);
  /** False if the run has to wait for an admin's confirmation. */
  const mayRemove = async ({ scope, source, run }: Run): Promise<boolean> => {
    const { gone, known } = await database.withScope(scope, (tx) =>
      tx.sources.countGone(source.id, run),
    );
    const isMuch = gone > GONE_WITHOUT_ASKING.items && gone > known * GONE_WITHOUT_ASKING.share;
    return run.isConfirmed || !isMuch;
  };
  const goThrough = async (begun: Run): Promise<Looked> => {
    const { scope, source } = begun;
    const run = begun.run.listedAt === null ? await listSource(begun) : begun.run;
    const running = { ...begun, run };
    if (!(await mayRemove(running))) {
      await database.withScope(scope, (tx) =>
        tx.sources.setRun(run.id, { state: 'waiting', reason: 'many_gone' }),
      );
      onRunEnded({ kind: source.kind, outcome: 'waiting' });
      return REST;
    }
    await hideGone(deps, running);
    await readPending(running);
    await forgetGone(deps, running);
    const dueInMs = await dueAfter(deps, running);
    await end(running, { isFailed: false, reason: null });
    return { dueInMs };
  };
  return async (look: Look & { opened: OpenSource }): Promise<Looked> => {
    const running = { ...look, run: await beginRun(deps, look) };
    try {
      return await goThrough(running);
    } catch (error) {
      look.signal.throwIfAborted();
      if (error instanceof RunStopped) return REST;
      if (error instanceof SourceFailed) {
        await end(running, { isFailed: true, reason: error.reason });
        return { dueInMs: waitAfter(look.source, error) };
      }
      if (!isOfQuota(error)) throw error;
      const reason = { state: 'running', reason: error.code } as const;
      await database.withScope(look.scope, (tx) => tx.sources.setRun(running.run.id, reason));
      return { dueInMs: QUOTA_PAUSE_MS };
    }
  };
};

const createEndRun =
  ({ database, onRunEnded }: Pick<Deps, 'database' | 'onRunEnded'>) =>
  async ({ scope, source, run }: Run, { isFailed, reason }: RunEnd): Promise<void> => {
    const failures = isFailed ? source.failures + 1 : 0;
    const [sourceId, runId] = [source.id, run.id];
    await database.withScope(scope, async (tx) => {
      await tx.sources.setRun(runId, { state: isFailed ? 'failed' : 'done', reason });
      await tx.sources.noteOutcome(sourceId, { failures, isComplete: !isFailed });
      if (!isFailed) {
        await tx.sources.keepCursor(sourceId, runId);
        const { counts = run.counts } = (await tx.sources.lastRuns([sourceId])).get(sourceId) ?? {};
        await tx.sources.tellRunEnded({ outcome: 'finished', sourceId, runId, ...counts });
      }
      // Only the first of several failures in a row is recorded and sent: the others would only fill the audit log and people's mailboxes.
      if (failures !== 1) return;
      const entry = { actorId: null, action: 'source.run_failed', result: 'failed' } as const;
      await tx.audit.append({ ...entry, subjectId: sourceId });
      await tx.sources.tellRunEnded({ outcome: 'failed', sourceId, runId, reason });
    });
    onRunEnded({ kind: source.kind, outcome: isFailed ? 'failed' : 'done' });
  };

/** The next run follows soon if documents wait for it to become visible to more people. */
const dueAfter = async (
  { database }: Pick<Deps, 'database'>,
  { scope, source: { id, everyMinutes } }: Look,
): Promise<number | null> => {
  const hasWithheld = await database.withScope(scope, async (tx) => {
    await tx.sources.forgetReaders();
    return tx.sources.hasWithheld(id);
  });
  if (everyMinutes === null) return null;
  return Math.min(everyMinutes, hasWithheld ? SOON_MINUTES : everyMinutes) * MINUTE_MS;
};

type RunEnd = { isFailed: boolean; reason: string | null };

/** The delay grows with each failure, and is at least as long as the provider asks for. */
const waitAfter = ({ failures }: SourceRecord, { retryAfterMs }: SourceFailed): number =>
  Math.min(Math.max(MINUTE_MS * 2 ** Math.min(failures, 20), retryAfterMs), MAX_BACKOFF_MS);

const isOfQuota = (error: unknown): error is AppError =>
  isAppError(error) && (error.code === 'quota_exceeded' || error.code === 'insufficient_storage');

/** Returns the interrupted run or a new one. A run that waits for confirmation ends if the admin asks for another run. */
const beginRun = (
  { database }: Pick<Deps, 'database'>,
  { scope, source }: Look,
): Promise<RunRecord> =>
  database.withScope(scope, async (tx) => {
    const open = await tx.sources.openRun(source.id);
    if (open?.state === 'running') {
      if (open.reason === null) return open;
      await tx.sources.setRun(open.id, { state: 'running', reason: null });
      return { ...open, reason: null };
    }
    if (open !== null) await tx.sources.setRun(open.id, { state: 'stopped', reason: open.reason });
    return tx.sources.startRun(source.id);
  });

const hideGone = async (
  { database }: Pick<Deps, 'database'>,
  { scope, source, run, signal }: Run,
): Promise<void> => {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    isMore = await database.withScope(scope, async (tx) => {
      const ids = await tx.sources.markGone(source.id, run, BATCH);
      if (ids === null) return false;
      await tx.documents.withdraw(ids);
      await tx.sources.count(run.id, { gone: ids.length });
      return true;
    });
  }
};

const createReadPending = (deps: Deps) => {
  const { database } = deps;
  const readItem = createReadItem(deps);
  const read = ({ scope, source, opened, signal }: Run, owner: UserScope, item: ItemRecord) =>
    readItem(item, {
      scope: owner,
      source,
      opened,
      signal,
      restore: (id) => database.withScope(scope, (tx) => tx.documents.restoreWithdrawn(id)),
      drop: (id) => database.withScope(scope, (tx) => deleteDocuments(tx, [id])),
      principalsOf: (audiences) =>
        database.withScope(scope, (tx) => tx.sources.principalsOf(audiences)),
    });
  /**
   * Reads several items at once and stores their outcomes together. If one of them makes the run fail, rejects only after all have ended,
   * so that none continues in the background.
   */
  const readGroup = async (running: Run, owner: UserScope, items: readonly ItemRecord[]) => {
    const ends = await Promise.allSettled(items.map((item) => read(running, owner, item)));
    const settled = items.flatMap(({ externalId }, at) => {
      const end = ends[at];
      return end?.status === 'fulfilled' ? [{ externalId, outcome: end.value }] : [];
    });
    const { scope, source, run } = running;
    await database.withScope(scope, async (tx) => {
      await tx.sources.settleItems({ sourceId: source.id, run: run.id }, settled);
      await tx.sources.count(run.id, countOf(settled.map(({ outcome }) => outcome.counts)));
    });
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  return async (running: Run): Promise<void> => {
    const { scope, source, run, signal } = running;
    for (;;) {
      signal.throwIfAborted();
      const items = await database.withScope(scope, async (tx) => {
        if (!(await tx.sources.isOpen(run.id))) throw new RunStopped();
        return tx.sources.nextPending(source.id, run, PAGE);
      });
      if (items.length === 0) return;
      // Looked up again for each page, because the owner may have lost rights meanwhile.
      const owner = await deps.personScope({ tenantId: scope.tenantId, userId: source.ownerId });
      for (let at = 0; at < items.length; at += READ_AT_ONCE) {
        signal.throwIfAborted();
        await readGroup(running, owner, items.slice(at, at + READ_AT_ONCE));
      }
    }
  };
};

const countOf = (names: readonly (keyof RunCounts)[]): Partial<RunCounts> =>
  names.reduce<Partial<RunCounts>>(
    (counts, name) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }),
    {},
  );

const forgetGone = async (deps: Pick<Deps, 'database'>, running: Run): Promise<void> => {
  const { source, run } = running;
  const which = { goneForMs: source.graceDays * DAY_MS };
  const withDocuments: Forgetting['withDocuments'] = async (tx, ids) => {
    await deleteDocuments(tx, ids);
    await tx.sources.count(run.id, { deleted: ids.length });
  };
  await forget(deps, running, { which, withDocuments });
};

const createRemoveSource =
  (deps: Deps) =>
  async (look: Look): Promise<Looked> => {
    const { database } = deps;
    const { scope, source } = look;
    const isKeeping = source.pausedReason === 'keeping_documents';
    // Withdrawn documents no longer exist at their source, so they are not kept.
    await forget(deps, look, { which: 'gone', withDocuments: deleteDocuments });
    const withDocuments = isKeeping ? () => Promise.resolve() : deleteDocuments;
    await forget(deps, look, { which: 'all', withDocuments });
    if (source.kind === PUSHED && !isKeeping) await deletePushed(deps, look);
    await database.withScope(scope, (tx) => tx.sources.delete(source.id));
    return REST;
  };

const deletePushed = async (
  { database }: Pick<Deps, 'database'>,
  { scope, source, signal }: Look,
): Promise<void> => {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    isMore = await database.withScope(scope, async (tx) => {
      const ids = await tx.sources.pushedDocuments(source, BATCH);
      await deleteDocuments(tx, ids);
      return ids.length > 0;
    });
  }
};

type Forgetting = {
  which: Forgotten;
  withDocuments: (tx: ScopedRepositories, ids: readonly DocumentId[]) => Promise<void>;
};

/** Removes items and, in the same commit, handles their documents as requested. */
const forget = async (
  { database }: Pick<Deps, 'database'>,
  { scope, source, signal }: Look,
  { which, withDocuments }: Forgetting,
): Promise<void> => {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    isMore = await database.withScope(scope, async (tx) => {
      const ids = await tx.sources.forgetItems(source.id, { which, limit: BATCH });
      if (ids === null) return false;
      await withDocuments(tx, ids);
      return true;
    });
  }
};

const deleteDocuments = async (
  tx: ScopedRepositories,
  ids: readonly DocumentId[],
): Promise<void> => {
  const existing = await tx.sources.existing(ids);
  if (existing.length === 0) return;
  await tx.documents.markAllDeleting(existing);
  await tx.tasks.schedulePurges('document', existing);
};
