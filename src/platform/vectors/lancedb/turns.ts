import { setTimeout as delay } from 'node:timers/promises';
import { createKeyedLock, onAbort } from '../../../shared/async.js';
import type { ChunkId, TenantId } from '../../../shared/ids.js';
import type { ChunkPoint, Turn, WithLock } from '../vector-store.js';

/**
 * LanceDB does not enforce unique ids: two writers of the same new id insert it twice. So each tenant has one writer at a time, through an
 * in-memory queue here and a cluster-wide lock between processes, which each process requests once.
 */
export const createTenantLock = (withLock: WithLock | undefined) => {
  const inProcess = createKeyedLock();
  return <Result>(
    tenantId: TenantId,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    inProcess(tenantId, async () => {
      signal.throwIfAborted();
      return withLock ? withLock({ key: `vectors:${tenantId}`, signal }, work) : work();
    });
};

/** Reads the ids at the place where a write put its rows; null if that place is not known. */
export type ReadBack = (() => Promise<readonly ChunkId[]>) | null;

type Write = Turn & { points: readonly ChunkPoint[]; areNew: boolean };
type Entry = Write & { resolve: (shown: number) => void; reject: (reason: unknown) => void };
type Group = { entries: Entry[]; abandoned: AbortController };

type Deps = {
  lock: (tenantId: TenantId, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  /** Called under the lock. */
  writeBatch: (
    tenantId: TenantId,
    points: readonly ChunkPoint[],
    options: { areNew: boolean },
  ) => Promise<ReadBack>;
};

/** After this long the lock is released, for writers of other processes and for other changes of this one. */
const MAX_LOCK_MS = 500;

/**
 * Group commit: a LanceDB write costs the same for one document as for four, so concurrent writes for one tenant share a batch and a lock;
 * writes that arrive while it is held form the next batch under it. Each is confirmed and answered separately.
 */
export const createGroupCommit = ({ lock, writeBatch }: Deps) => {
  const waiting = new Map<TenantId, Group>();

  const closeGroup = (tenantId: TenantId, group: Group): boolean =>
    waiting.get(tenantId) === group && waiting.delete(tenantId);
  const takeEntries = async (tenantId: TenantId, group: Group): Promise<Entry[]> => {
    await gather(group);
    // Later arrivals wait for the next turn.
    closeGroup(tenantId, group);
    return group.entries.splice(0);
  };
  const writeGroups = async (tenantId: TenantId, first: Group): Promise<void> => {
    const untilMs = performance.now() + MAX_LOCK_MS;
    await writeEntries(writeBatch, tenantId, await takeEntries(tenantId, first));
    while (performance.now() < untilMs) {
      const next = waiting.get(tenantId);
      if (next === undefined) return;
      const entries = await takeEntries(tenantId, next);
      // This group no longer needs its own lock; aborting its wait fails no entry, because all have been taken out of it.
      next.abandoned.abort();
      await writeEntries(writeBatch, tenantId, entries);
    }
  };
  const openGroup = (tenantId: TenantId): Group => {
    const group: Group = { entries: [], abandoned: new AbortController() };
    waiting.set(tenantId, group);
    lock(tenantId, group.abandoned.signal, () => writeGroups(tenantId, group)).catch(
      (error: unknown) => {
        closeGroup(tenantId, group);
        rejectAll(group.entries, error);
      },
    );
    return group;
  };
  return async (tenantId: TenantId, write: Write): Promise<number> => {
    const { signal } = write;
    signal?.throwIfAborted();
    const group = waiting.get(tenantId) ?? openGroup(tenantId);
    // The group waits for the lock as long as one of its entries still wants it.
    const leave = (): void => {
      if (group.entries.some((one) => one.signal?.aborted !== true)) return;
      // Later writes request their own lock; a group that is being written keeps its lock.
      if (closeGroup(tenantId, group)) group.abandoned.abort(signal?.reason);
    };
    const stay = signal && onAbort(signal, leave);
    try {
      return await new Promise<number>((resolve, reject) => {
        group.entries.push({ ...write, resolve, reject });
      });
    } finally {
      stay?.();
    }
  };
};

/**
 * Points that arrive within this time are written together: about a tenth less work for each of many texts, but a tenth longer for a single
 * one.
 */
const GATHER_MS = 20;

/** This many points are worth a write of their own. */
const FULL_BATCH = 64;

const gather = async ({ entries }: Group): Promise<void> => {
  // If the lock is free, the caller that opened the group has not joined it yet.
  await Promise.resolve();
  const gathered = entries.reduce((sum, { points }) => sum + points.length, 0);
  if (gathered < FULL_BATCH) await delay(GATHER_MS);
};

const writeEntries = async (
  writeBatch: Deps['writeBatch'],
  tenantId: TenantId,
  entries: readonly Entry[],
): Promise<void> => {
  const confirmed = await keepConfirmed(entries);
  // Writes that may move rows come first, because new rows are read back at the position where they were added.
  for (const areNew of [false, true]) {
    const group = confirmed.filter((entry) => entry.areNew === areNew);
    if (group.length === 0) continue;
    const points = group.flatMap((entry) => entry.points);
    try {
      const readBack = await writeBatch(tenantId, points, { areNew });
      // Not awaited, so that the next batch is written during the read-back.
      void settle(group, readBack);
    } catch (error) {
      rejectAll(group, error);
    }
  }
};

/** The entries that may still be written; the others are rejected. */
const keepConfirmed = async (entries: readonly Entry[]): Promise<Entry[]> => {
  const asked = entries.map(async (entry) => {
    try {
      await entry.confirm?.();
      return [entry];
    } catch (error) {
      entry.reject(error);
      return [];
    }
  });
  return (await Promise.all(asked)).flat();
};

/** Never fails: failures are passed to the entries. */
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
