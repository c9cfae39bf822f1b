import { AppError, fieldsRefused, notFound, orNotFound } from '../shared/errors.js';
import { withoutUndefined } from '../shared/changes.js';
import { newId, SourceId, type SourceRunId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Keys } from '../sign-in/index.js';
import { requireEditable } from '../documents/index.js';
import { keyGroups, nameGroups, shownVisibility } from './readers/group-names.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Reach } from './kind.js';
import { KIND_NAMES, type DescribedKind, type FindKind, type GivenKind } from './kinds/index.js';
import { createOrigins } from './origins.js';
import { sealCredentials, type OpenStored } from './open-stored.js';
import {
  isBeingRemoved,
  PUSHED,
  type ItemCounts,
  type ItemRecord,
  type ItemState,
  type NewSource,
  type RunRecord,
  type SourceChanges,
  type SourceCredentials,
  type SourceRecord,
  type UnknownPrincipal,
} from './schema.js';
import { tryOut, type Report } from './try-out.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  reachOf: (scope: Pick<UserScope, 'tenantId'>) => Promise<Reach>;
  findKind: FindKind;
  openStored: OpenStored;
  /** Null if this server cannot encrypt; credentials are then refused. */
  atRest: Keys | null;
};

type Secrets = { credentials?: SourceCredentials | undefined };

export type GivenSource = Omit<NewSource, 'id' | 'ownerId' | 'credentials'> & Secrets;
export type GivenChanges = Omit<SourceChanges, 'pausedReason' | 'credentials'> & Secrets;

/** A source with the outcomes of its items and its last run. */
type SourceView = SourceRecord & {
  hasCredentials: boolean;
  items: ItemCounts;
  lastRun: RunRecord | null;
  /** What the run that waits for an admin would hide: the number of items gone, and of all known items before the run. */
  waiting: { gone: number; known: number } | null;
};

export type Sources = ReturnType<typeof createSources>;

const MAX_SOURCES = 50;
const NO_ITEMS: ItemCounts = { pending: 0, ready: 0, failed: 0, gone: 0 };

/** Lets admins manage the sources of their tenant. Workers do the runs themselves. */
export const createSources = (deps: Deps) => ({
  ...createKinds(deps),
  ...createReading(deps),
  ...createOrigins(deps),
  ...createListing(deps),
  ...createAdding(deps),
  ...createChanging(deps),
  ...createDirecting(deps),
});

const createKinds = ({ findKind, reachOf }: Deps) => ({
  kinds: async (scope: UserScope): Promise<DescribedKind[]> => {
    const reach = await reachOf(scope);
    const kinds = await Promise.all(KIND_NAMES.map((name) => kindOf(findKind, name)));
    return kinds.map((kind) => kind.describe(reach));
  },
  /** Tests settings before they are saved; nothing is stored. */
  testKind: async (
    scope: UserScope,
    { kind: name, ...given }: GivenKind & { kind: string },
    signal: AbortSignal,
  ): Promise<Report> => {
    const kind = orNotFound(await findKind(name));
    const reach = await reachOf(scope);
    const opened = kind.open(kind.check(given, reach), reach);
    return tryOut(orNotFound(opened), signal);
  },
});

const createReading = ({ database }: Deps) => {
  const view = async (
    tx: ScopedRepositories,
    records: readonly SourceRecord[],
  ): Promise<SourceView[]> => {
    const ids = records.map(({ id }) => id);
    const [items, pushed, runs, withCredentials] = await Promise.all([
      tx.sources.countItems(ids),
      tx.sources.countPushed(ids),
      tx.sources.lastRuns(ids),
      tx.sources.withCredentials(ids),
    ]);
    const waiting = await countWaiting(tx, runs);
    return (await nameGroups(tx, records)).map((record) => ({
      ...record,
      hasCredentials: withCredentials.has(record.id),
      items: items.get(record.id) ?? pushed.get(record.id) ?? NO_ITEMS,
      lastRun: runs.get(record.id) ?? null,
      waiting: waiting.get(record.id) ?? null,
    }));
  };
  return {
    list: (scope: UserScope, page: PageRequest): Promise<Page<SourceView>> =>
      database.withScope(scope, async (tx) => {
        const { items, nextAfter } = await tx.sources.list(page);
        return { items: await view(tx, items), nextAfter };
      }),
    get: (scope: UserScope, id: SourceId): Promise<SourceView> =>
      database.withScope(scope, async (tx) => {
        const [found] = await view(tx, [orNotFound(await tx.sources.find(id))]);
        return orNotFound(found);
      }),
    /** Refuses documents sent to a source that gets its documents from runs (`conflict`). */
    requirePushable: async (scope: UserScope, name: string): Promise<void> => {
      const owned = { ownerId: scope.userId, name };
      const kind = await database.withScope(scope, (tx) => tx.sources.kindOf(owned));
      if (kind === null || kind === PUSHED) return;
      throw new AppError('conflict', `Runs of the source ${name} bring its documents.`);
    },
  };
};

/** For each run that waits for an admin, counts the missing and the known items; the keys are source ids. */
const countWaiting = async (
  tx: ScopedRepositories,
  runs: ReadonlyMap<string, RunRecord>,
): Promise<Map<string, { gone: number; known: number }>> => {
  const waiting = new Map<string, { gone: number; known: number }>();
  for (const [id, run] of runs) {
    if (run.state !== 'waiting') continue;
    waiting.set(id, await tx.sources.countGone(SourceId.parse(id), run));
  }
  return waiting;
};

const createListing = ({ database }: Deps) => {
  return {
    listRuns: (scope: UserScope, id: SourceId, page: PageRequest): Promise<Page<RunRecord>> =>
      database.withScope(scope, async (tx) => {
        orNotFound(await tx.sources.find(id));
        return tx.sources.listRuns(id, page);
      }),
    /** Lists items. Paths of another admin's private documents are shown only to the admin who set up the source. */
    listItems: (
      scope: UserScope,
      id: SourceId,
      { limit, after, state }: PageRequest & { state?: ItemState | undefined },
    ): Promise<Page<ItemRecord>> =>
      database.withScope(scope, async (tx) => {
        const source = orNotFound(await tx.sources.find(id));
        requireOwner(scope, source);
        const from = Number(after ?? 0);
        const asked = { limit: limit + 1, from, state };
        const isPushed = source.kind === PUSHED;
        const found = await (isPushed
          ? tx.sources.listPushed(source, asked)
          : tx.sources.listItems(id, asked));
        const nextAfter = found.length > limit ? String(from + limit) : null;
        const items = await shownVisibility(tx, found.slice(0, limit));
        return { items, nextAfter };
      }),
    /** Lists readers who match nobody here, and counts the items that only the owner of the source can see. */
    listPrincipals: (
      scope: UserScope,
      id: SourceId,
      { limit, after }: PageRequest,
    ): Promise<Page<UnknownPrincipal> & { unseenItems: number }> =>
      database.withScope(scope, async (tx) => {
        requireOwner(scope, orNotFound(await tx.sources.find(id)));
        const from = Number(after ?? 0);
        const [found, unseenItems] = await Promise.all([
          tx.principals.unknown(id, { limit: limit + 1, from }),
          tx.principals.countUnseen(id),
        ]);
        const nextAfter = found.length > limit ? String(from + limit) : null;
        return { items: found.slice(0, limit), nextAfter, unseenItems };
      }),
  };
};

const createAdding = ({ database, reachOf, findKind, atRest }: Deps) => ({
  /** Adds a source, whose first run begins at once. `validation_failed` names the settings that the kind does not accept. */
  create: async (scope: UserScope, given: GivenSource): Promise<SourceId> => {
    const kind = await kindOf(findKind, given.kind);
    const { credentials: secrets = null } = given;
    const checked = kind.check(
      { settings: given.settings, credentials: secrets },
      await reachOf(scope),
    );
    const credentials = checked.credentials && sealFor(atRest, scope, checked.credentials);
    return database.withScope(scope, async (tx) => {
      await requireTarget(tx, scope, given);
      const readers = await keyGroups(tx, given);
      if ((await tx.sources.countForAdding()) >= MAX_SOURCES) {
        throw new AppError('quota_exceeded', `A tenant has at most ${MAX_SOURCES} sources.`);
      }
      const id = newId(SourceId);
      const isNew = await tx.sources.create({
        ...given,
        ...readers,
        id,
        settings: checked.settings,
        credentials,
        ownerId: scope.userId,
      });
      if (!isNew) {
        const message = 'is already the name of one of your sources';
        throw new AppError('conflict', `The name ${given.name} ${message}.`, {
          errors: [{ path: 'name', message }],
        });
      }
      await note(tx, scope, { action: 'source.create', id });
      return id;
    });
  },
});

const createChanging = ({ database, reachOf, findKind, atRest }: Deps) => ({
  /** Changes a source. A changed visibility takes effect with the next run, which begins at once. */
  update: async (scope: UserScope, id: SourceId, changes: GivenChanges): Promise<void> => {
    const reach = await reachOf(scope);
    await database.withScope(scope, async (tx) => {
      const found = await findRunning(tx, scope, id);
      const isKept = changes.credentials === undefined;
      if (changes.settings !== undefined && isKept) await requireNoCredentials(tx, id);
      const kind = await kindOf(findKind, found.kind);
      const given = { settings: found.settings, credentials: null, ...withoutUndefined(changes) };
      const { settings, credentials } = kind.check(given, reach);
      const { collectionId = found.collectionId } = changes;
      await requireTarget(tx, scope, { collectionId });
      const isOpenAgain = credentials !== null && found.pausedReason === 'credentials_unreadable';
      await tx.sources.update(id, {
        ...changes,
        ...(await keyGroups(tx, changes)),
        settings,
        credentials: credentials === null ? undefined : sealFor(atRest, scope, credentials),
        pausedReason: isOpenAgain ? null : undefined,
      });
      if (found.pausedReason === null || isOpenAgain) await tx.sources.wake(id);
      await note(tx, scope, { action: 'source.update', id });
    });
  },
  /** Removes a source: a worker goes through its items first, and its state shows that meanwhile. Documents are kept or deleted. */
  remove: (
    scope: UserScope,
    id: SourceId,
    { keepsDocuments }: { keepsDocuments: boolean },
  ): Promise<void> =>
    database.withScope(scope, async (tx) => {
      await findOwn(tx, scope, id);
      await stopRun(tx, id);
      const pausedReason = keepsDocuments ? 'keeping_documents' : 'deleting_documents';
      await tx.sources.update(id, { pausedReason });
      await tx.sources.wake(id);
      await note(tx, scope, { action: 'source.delete', id });
    }),
});

const createDirecting = ({ database, openStored }: Deps) => ({
  /** Tries what a run would do, but only with the first items; changes nothing. */
  test: async (scope: UserScope, id: SourceId, signal: AbortSignal): Promise<Report> => {
    const source = await database.withScope(scope, (tx) => findRunning(tx, scope, id));
    const opened = await openStored(scope, source);
    if (typeof opened !== 'string') return tryOut(opened, signal);
    const message =
      opened === 'kind_gone'
        ? 'This server no longer allows these settings.'
        : 'The credentials can no longer be opened; give them again.';
    return { canRun: false, checks: [{ name: 'settings', ok: false, message }], sample: [] };
  },
  /** Makes a worker begin a run as soon as it has time, replacing a run that waits for an admin. A paused source continues. */
  run: (scope: UserScope, id: SourceId): Promise<void> =>
    database.withScope(scope, async (tx) => {
      const { pausedReason } = await findRunning(tx, scope, id);
      if (pausedReason !== null) await tx.sources.update(id, { pausedReason: null });
      await tx.sources.wake(id);
      await note(tx, scope, { action: pausedReason === null ? 'source.run' : 'source.resume', id });
    }),
  /** Stops the current run after the files that are being read, and starts no new run. */
  pause: (scope: UserScope, id: SourceId): Promise<void> =>
    database.withScope(scope, async (tx) => {
      await findRunning(tx, scope, id);
      await stopRun(tx, id);
      await tx.sources.update(id, { pausedReason: 'by_admin' });
      await tx.sources.rest(id);
      await note(tx, scope, { action: 'source.pause', id });
    }),
  /** Lets the waiting run remove what is gone; `conflict` if no run is waiting. */
  confirm: (scope: UserScope, id: SourceId, runId: SourceRunId): Promise<void> =>
    database.withScope(scope, async (tx) => {
      await findRunning(tx, scope, id);
      if (!(await tx.sources.confirmRun(id, runId))) {
        throw new AppError('conflict', 'This run is not waiting for a confirmation.');
      }
      await tx.sources.wake(id);
      await note(tx, scope, { action: 'source.confirm', id });
    }),
});

const kindOf = async (findKind: FindKind, name: string) => {
  const kind = await findKind(name);
  if (name === PUSHED) {
    const message = 'is the kind of sources that the first document sent to them makes';
    throw fieldsRefused([{ path: 'kind', message }]);
  }
  if (kind === null) {
    throw fieldsRefused([
      { path: 'kind', message: 'is not a kind of source that this server supports' },
    ]);
  }
  return kind;
};

const sealFor = (
  atRest: Keys | null,
  { tenantId }: UserScope,
  credentials: SourceCredentials,
): Uint8Array => {
  if (atRest !== null) return sealCredentials(atRest, tenantId, credentials);
  const message = 'cannot be kept, because this installation has no JWT_SECRET, which seals them';
  throw fieldsRefused([{ path: 'credentials', message }]);
};

/** New settings need the credentials again, so that credentials for one server are never sent to another. */
const requireNoCredentials = async (tx: ScopedRepositories, id: SourceId): Promise<void> => {
  if ((await tx.sources.credentials(id)) === null) return;
  const message = 'must be given again, because the settings change';
  throw fieldsRefused([{ path: 'credentials', message }]);
};

/** A source writes with the rights of its owner: other admins may look at it, but only its owner may change it. */
const findOwn = async (
  tx: ScopedRepositories,
  scope: UserScope,
  id: SourceId,
): Promise<SourceRecord> => {
  const found = orNotFound(await tx.sources.find(id));
  if (isBeingRemoved(found.pausedReason)) throw notFound();
  requireOwner(scope, found);
  return found;
};

/** Fails with `conflict` for a pushed source, which has nothing to run and nothing to set. */
const findRunning = async (
  tx: ScopedRepositories,
  scope: UserScope,
  id: SourceId,
): Promise<SourceRecord> => {
  const found = await findOwn(tx, scope, id);
  if (found.kind !== PUSHED) return found;
  const message =
    'Documents of this source are sent here: it has no settings, and it does not run.';
  throw new AppError('conflict', message);
};

const requireOwner = ({ userId }: UserScope, { ownerId }: Pick<SourceRecord, 'ownerId'>): void => {
  if (ownerId !== userId) throw new AppError('forbidden', 'Only its owner may do this.');
};

/** Refuses a collection that the owner could not choose for their own upload. */
const requireTarget = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { collectionId }: Pick<SourceRecord, 'collectionId'>,
): Promise<void> => {
  if (collectionId !== null) await requireEditable(tx, scope, [collectionId]);
};

const stopRun = async (tx: ScopedRepositories, id: SourceId): Promise<void> => {
  const open = await tx.sources.openRun(id);
  if (open !== null) await tx.sources.setRun(open.id, { state: 'stopped', reason: open.reason });
};

type Noted = `source.${'create' | 'update' | 'delete' | 'pause' | 'resume' | 'run' | 'confirm'}`;

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id: subjectId }: { action: Noted; id: SourceId },
): Promise<void> => tx.audit.append({ actorId, action, subjectId });
