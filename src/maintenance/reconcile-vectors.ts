import type { SettledSubject, VersionId } from '../documents/index.js';
import type { SubjectKind } from '../platform/queue/job-queue.js';
import type { Turn, VectorWriter } from '../platform/vectors/vector-store.js';
import { DocumentId, MemoryId } from '../shared/ids.js';
import type { SystemScope } from '../shared/scope.js';
import { eachTenant, type Attempt, type Deps } from './chores.js';
import type { ScopedRepositories } from './database.js';

type Tenant = {
  inScope: <Result>(work: (tx: ScopedRepositories) => Promise<Result>) => Promise<Result>;
  writer: VectorWriter;
  metrics: Deps['metrics'];
  signal: AbortSignal;
};
type Page<Item> = { items: Item[]; next: string | null };

type Removal<Item> = {
  list: (page: { after: string | null; limit: number }) => Promise<Page<Item>>;
  unknownOf: (items: Item[]) => Promise<Item[]>;
  remove: (item: Item, turn: Turn) => Promise<void>;
};

/** Compares every tenant's vectors with PostgreSQL, which takes precedence. */
export const createReconcileTenants =
  (deps: Deps, attempt: Attempt, signal: AbortSignal) => async (): Promise<void> => {
    for await (const { scope, status } of eachTenant(deps.database)) {
      if (signal.aborted) return;
      if (status === 'deleting') continue;
      await attempt('reconcile_vectors', async () => {
        const { removed, missing } = await reconcileVectors(deps, scope, signal);
        if (removed + missing === 0) return;
        deps.logger.warn(
          { removed, missing },
          'Vectors differed from the database, repairing them',
        );
      });
    }
  };

/**
 * Makes a tenant's vectors match PostgreSQL, as after restoring either from a snapshot: deletes those without a row, and schedules
 * verification of rows without vectors.
 */
const reconcileVectors = async (
  { database, vectors, fingerprint, metrics }: Deps,
  scope: SystemScope,
  signal: AbortSignal,
): Promise<{ removed: number; missing: number }> => {
  const tenant: Tenant = {
    inScope: (work) => database.withScope(scope, work),
    writer: vectors.writerFor(scope),
    metrics,
    signal,
  };
  const removed =
    (await removeOrphans(tenant, versionsOf(tenant))) +
    (await removeOrphans(tenant, memoriesOf(tenant)));
  const missing =
    (await requeueMissing(tenant, { subjectKind: 'document', fingerprint })) +
    (await requeueMissing(tenant, { subjectKind: 'memory', fingerprint }));
  return { removed, missing };
};

const removeOrphans = async <Item>(tenant: Tenant, removal: Removal<Item>): Promise<number> => {
  let removed = 0;
  for (const orphan of await findOrphans(tenant, removal)) {
    if (!(await removeUnlessKnown(tenant, removal, orphan))) continue;
    tenant.metrics.ingestionRepair('orphan_removed');
    removed += 1;
  }
  return removed;
};

const ROWS_PER_PAGE = 2000;

/** The number at which a round stops listing; the next round handles the rest. */
const MAX_ORPHANS = 10_000;

/** Lists data in the store that PostgreSQL does not know, completely before anything is deleted, so that pages do not shift. */
const findOrphans = async <Item>(
  { signal }: Tenant,
  { list, unknownOf }: Removal<Item>,
): Promise<Item[]> => {
  const orphans: Item[] = [];
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    const page: Page<Item> = await list({ after, limit: ROWS_PER_PAGE });
    if (page.items.length > 0) orphans.push(...(await unknownOf(page.items)));
    after = page.next;
  } while (after !== null && orphans.length < MAX_ORPHANS);
  return orphans;
};

/** PostgreSQL knows it by now: it is being written, or waits for its turn. */
class KnownByNow extends Error {
  override readonly name = 'KnownByNow';
}

/** Checks again while no worker is writing. */
const removeUnlessKnown = async <Item>(
  { signal }: Tenant,
  { unknownOf, remove }: Removal<Item>,
  orphan: Item,
): Promise<boolean> => {
  const confirm = async (): Promise<void> => {
    if ((await unknownOf([orphan])).length === 0) throw new KnownByNow();
  };
  try {
    await remove(orphan, { signal, confirm });
    return true;
  } catch (error) {
    if (error instanceof KnownByNow) return false;
    throw error;
  }
};

const versionsOf = ({ inScope, writer }: Tenant): Removal<VersionId> => ({
  list: (page) => writer.listVersions(page),
  unknownOf: (versions) => inScope((tx) => tx.vectorIndex.unknownVersions(versions)),
  remove: (version, turn) => writer.deleteDocument(version, turn),
});

const memoriesOf = ({ inScope, writer }: Tenant): Removal<MemoryId> => ({
  list: (page) => writer.listMemories(page),
  unknownOf: async (ids) => {
    const inUse = await inScope((tx) => tx.memories.readByIds(ids));
    const known = new Set(inUse.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  },
  remove: (id, turn) => writer.deleteMemory(id, turn),
});

/** All of a page are looked up in the vector store at once. */
const SUBJECTS_PER_PAGE = 50;

/** Schedules verification of missing vectors; the worker writes them again. */
const requeueMissing = async (
  { inScope, writer, metrics, signal }: Tenant,
  { subjectKind, fingerprint }: { subjectKind: SubjectKind; fingerprint: string },
): Promise<number> => {
  const findMissing = subjectKind === 'document' ? findIncomplete : findAbsent;
  let requeued = 0;
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    const page = { subjectKind, fingerprint, after, limit: SUBJECTS_PER_PAGE };
    const subjects: SettledSubject[] = await inScope((tx) => tx.vectorIndex.settled(page));
    const missing = await findMissing(writer, subjects);
    if (missing.length > 0) {
      await inScope((tx) => tx.vectorIndex.verifyAgain(subjectKind, missing));
    }
    missing.forEach(() => metrics.ingestionRepair('missing_found'));
    requeued += missing.length;
    after = subjects.length < SUBJECTS_PER_PAGE ? null : (subjects.at(-1)?.subjectId ?? null);
  } while (after !== null);
  return requeued;
};

const findIncomplete = async (
  writer: VectorWriter,
  subjects: readonly SettledSubject[],
): Promise<string[]> => {
  const counted = await Promise.all(
    subjects.map(async ({ subjectId, version, chunkCount }) => {
      const documentId = DocumentId.parse(subjectId);
      const { rows, distinct } = await writer.countChunks({ documentId, version });
      return rows === chunkCount && distinct === chunkCount ? [] : [subjectId];
    }),
  );
  return counted.flat();
};

const findAbsent = async (
  writer: VectorWriter,
  subjects: readonly SettledSubject[],
): Promise<string[]> => {
  const ids = subjects.map(({ subjectId }) => MemoryId.parse(subjectId));
  const stored = new Set(await writer.findMemories(ids));
  return ids.filter((id) => !stored.has(id));
};
