import { setTimeout as delay } from 'node:timers/promises';
import { onAbort } from '../shared/async.js';
import type { ChunkId, TenantId } from '../shared/ids.js';
import type { ChunkPoint, ReadBack, VectorStore } from '../platform/vectors/vector-store.js';
import type { TaskContext } from './run-task.js';
import type { VectorLock } from './vector-lock.js';

type Append = {
  context: TaskContext;
  points: readonly ChunkPoint[];
  /** None of these chunks was ever written. */
  areNew: boolean;
};

/**
 * Writes points under the tenant's lock, once PostgreSQL has confirmed the lease. Resolves with how many of them the store then
 * showed, each once; 0 where it did not look.
 */
export type AppendPoints = (append: Append) => Promise<number>;

type Entry = Append & { resolve: (shown: number) => void; reject: (reason: unknown) => void };
type Group = { entries: Entry[]; abandoned: AbortController };

type Deps = {
  vectors: Pick<VectorStore, 'writerFor'>;
  vectorLock: VectorLock;
  /** So many points are worth a write of their own. */
  batchSize: number;
};

/** After so long the lock is let go, for writers of other processes and for what else this one has to change. */
const MAX_LOCK_MS = 500;

/**
 * Group commit: a write of LanceDB costs the same for one document as for four, so those that come to a tenant's table at about the
 * same time are written at once, and who comes meanwhile is next under the same lock. Each is checked for its own lease, and
 * answers for its own count afterwards.
 */
export const createAppendPoints = ({ vectors, vectorLock, batchSize }: Deps): AppendPoints => {
  const waiting = new Map<TenantId, Group>();

  const closeGroup = (tenantId: TenantId, group: Group): boolean =>
    waiting.get(tenantId) === group && waiting.delete(tenantId);
  const takeEntries = async (tenantId: TenantId, group: Group): Promise<Entry[]> => {
    await gather(group, batchSize);
    // Whoever comes from here on waits for the next turn.
    closeGroup(tenantId, group);
    return group.entries.splice(0);
  };
  const writeGroups = async (tenantId: TenantId, first: Group): Promise<void> => {
    const untilMs = performance.now() + MAX_LOCK_MS;
    await writeEntries(vectors, await takeEntries(tenantId, first));
    while (performance.now() < untilMs) {
      const next = waiting.get(tenantId);
      if (next === undefined) return;
      const entries = await takeEntries(tenantId, next);
      // It needs no lock of its own now, and the end of its wait fails none of those who have left it.
      next.abandoned.abort();
      await writeEntries(vectors, entries);
    }
  };
  const openGroup = (tenantId: TenantId): Group => {
    const group: Group = { entries: [], abandoned: new AbortController() };
    waiting.set(tenantId, group);
    vectorLock(tenantId, group.abandoned.signal, () => writeGroups(tenantId, group)).catch(
      (error: unknown) => {
        closeGroup(tenantId, group);
        rejectAll(group.entries, error);
      },
    );
    return group;
  };
  return async (append) => {
    const { context } = append;
    context.signal.throwIfAborted();
    const { tenantId } = context.scope;
    const group = waiting.get(tenantId) ?? openGroup(tenantId);
    // The lock is waited for as long as one of the group still wants it.
    const leave = (): void => {
      if (group.entries.some((entry) => !entry.context.signal.aborted)) return;
      // Whoever comes from here on needs the lock for itself; who is being written keeps it.
      if (closeGroup(tenantId, group)) group.abandoned.abort(context.signal.reason);
    };
    const stay = onAbort(context.signal, leave);
    try {
      return await new Promise<number>((resolve, reject) => {
        group.entries.push({ ...append, resolve, reject });
      });
    } finally {
      stay();
    }
  };
};

/** What comes within so long is written at once: about a tenth less work for each of many texts, a tenth later for a lone one. */
const GATHER_MS = 20;

const gather = async ({ entries }: Group, enough: number): Promise<void> => {
  // Where there is no lock to wait for, the one who opened the group is not in it yet.
  await Promise.resolve();
  if (countPoints(entries) < enough) await delay(GATHER_MS);
};

const countPoints = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { points }) => sum + points.length, 0);

const writeEntries = async (vectors: Deps['vectors'], entries: readonly Entry[]): Promise<void> => {
  const holders = await keepHolders(entries);
  // What may move rows comes first: the new ones are looked for where they were put.
  for (const areNew of [false, true]) {
    const group = holders.filter((entry) => entry.areNew === areNew);
    const [first] = group;
    if (first === undefined) continue;
    const points = group.flatMap((entry) => entry.points);
    try {
      const writer = vectors.writerFor(first.context.scope);
      const readBack = await writer.upsertChunks(points, { areNew });
      // Others write on meanwhile.
      void settle(group, readBack);
    } catch (error) {
      rejectAll(group, error);
    }
  }
};

/** Those who still hold their lease; the others are told. */
const keepHolders = async (entries: readonly Entry[]): Promise<Entry[]> => {
  const asked = entries.map(async (entry) => {
    try {
      await entry.context.requireLease();
      return [entry];
    } catch (error) {
      entry.reject(error);
      return [];
    }
  });
  return (await Promise.all(asked)).flat();
};

/** Never fails: what does is told to the entries. */
const settle = async (entries: readonly Entry[], readBack: ReadBack): Promise<void> => {
  try {
    const counts = countIds((await readBack?.()) ?? []);
    for (const { resolve, points } of entries) {
      resolve(points.filter(({ id }) => counts.get(id) === 1).length);
    }
  } catch (error) {
    rejectAll(entries, error);
  }
};

const countIds = (ids: readonly ChunkId[]): Map<ChunkId, number> => {
  const counts = new Map<ChunkId, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

const rejectAll = (entries: readonly Entry[], error: unknown): void => {
  for (const { reject } of entries) reject(error);
};
