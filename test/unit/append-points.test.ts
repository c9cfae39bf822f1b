import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { makeSystemScope } from '../../src/domain/make-scope.js';
import { ChunkId, DocumentId, newId, TaskId, TenantId, UserId } from '../../src/domain/ids.js';
import type { ChunkPoint, ReadBack, VectorWriter } from '../../src/ports/vector-store.js';
import { createAppendPoints } from '../../src/services/ingestion/append-points.js';
import type { TaskContext } from '../../src/services/ingestion/task-lease.js';
import type { VectorLock } from '../../src/services/ingestion/vector-lock.js';

const scope = makeSystemScope(newId(TenantId));

const makePoint = (): ChunkPoint => ({
  id: newId(ChunkId),
  documentId: newId(DocumentId),
  version: 1,
  ownerId: newId(UserId),
  visibility: 'tenant',
  language: 'en',
  terms: ['leave'],
  vector: null,
});

const contextOf = (
  options: { signal?: AbortSignal; requireLease?: TaskContext['requireLease'] } = {},
): TaskContext => {
  const taskId = newId(TaskId);
  return {
    scope,
    task: {
      id: taskId,
      tenantId: scope.tenantId,
      subjectKind: 'document',
      subjectId: newId(DocumentId),
      version: 1,
      action: 'index',
      state: 'running',
      epoch: 1,
      failures: 0,
      leaseExpiresAt: new Date(0),
      fingerprint: null,
      lostLeases: 0,
    },
    lease: { taskId, epoch: 1 },
    signal: options.signal ?? new AbortController().signal,
    requireLease: options.requireLease ?? (() => Promise.resolve()),
  };
};

const toAppend = (point: ChunkPoint) => ({ context: contextOf(), points: [point], areNew: true });

const notLooking: ReadBack = () => Promise.resolve(null);
const unexpected = () => Promise.reject(new Error('Not a part of this test'));
const UNUSED: VectorWriter = {
  upsertChunks: unexpected,
  countChunks: unexpected,
  deleteDocument: unexpected,
  readVectors: unexpected,
  setVisibility: unexpected,
  upsertMemories: unexpected,
  deleteMemory: unexpected,
  findMemories: unexpected,
  listVersions: unexpected,
  listMemories: unexpected,
};

/** A lock that is held by somebody else until it is opened, and a writer that remembers its writes. */
const open = (upsert: VectorWriter['upsertChunks'] = () => Promise.resolve(notLooking)) => {
  const writes: { ids: string[]; areNew: boolean | undefined }[] = [];
  const lockSignals: AbortSignal[] = [];
  let unlock: () => void = () => undefined;
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const vectorLock: VectorLock = async (_tenantId, signal, write) => {
    lockSignals.push(signal);
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Gave up waiting')));
    });
    await Promise.race([unlocked, aborted]);
    await write();
  };
  const upsertChunks: VectorWriter['upsertChunks'] = async (points, hint) => {
    writes.push({ ids: points.map(({ id }) => id), areNew: hint?.areNew });
    return upsert(points, hint);
  };
  const writerFor = (): VectorWriter => ({ ...UNUSED, upsertChunks });
  const append = createAppendPoints({ vectors: { writerFor }, vectorLock });
  return { append, writes, lockSignals, unlock: () => unlock() };
};

describe('points of several documents that wait for the lock of a tenant', () => {
  it('are written at once', async () => {
    const { append, writes, unlock } = open();
    const points = [makePoint(), makePoint()];

    const appended = points.map((point) => append(toAppend(point)));
    unlock();
    await Promise.all(appended);

    expect(writes).toEqual([{ ids: points.map(({ id }) => id), areNew: true }]);
  });

  it('are written under the lock that is held when they come, which is asked for no more', async () => {
    const [sooner, later] = [makePoint(), makePoint()];
    const written: string[][] = [];
    const locks: AbortSignal[] = [];
    let appended: Promise<number> = Promise.resolve(0);
    const upsertChunks: VectorWriter['upsertChunks'] = (points) => {
      written.push(points.map(({ id }) => id));
      if (written.length === 1) appended = append(toAppend(later));
      return Promise.resolve(notLooking);
    };
    const append = createAppendPoints({
      vectors: { writerFor: () => ({ ...UNUSED, upsertChunks }) },
      // Given to the first alone.
      vectorLock: async (_tenantId, signal, write) => {
        locks.push(signal);
        if (locks.length === 1) await write();
      },
    });

    await append(toAppend(sooner));
    await appended;

    expect(written).toEqual([[sooner.id], [later.id]]);
    expect(locks.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  it('are written while those before them are read back, who need the lock no more', async () => {
    const [sooner, later] = [makePoint(), makePoint()];
    const written: ChunkId[] = [];
    let appended: Promise<number> = Promise.resolve(0);
    let release: () => void = () => undefined;
    const readBack = new Promise<void>((resolve) => (release = resolve)).then(() => [...written]);
    const upsertChunks: VectorWriter['upsertChunks'] = (points) => {
      written.push(...points.map(({ id }) => id));
      if (written.length === 1) appended = append(toAppend(later));
      return Promise.resolve(() => readBack);
    };
    let held: Promise<void> = Promise.resolve();
    const append = createAppendPoints({
      vectors: { writerFor: () => ({ ...UNUSED, upsertChunks }) },
      vectorLock: (_tenantId, signal, write) => {
        held = held.then(() => signal.throwIfAborted()).then(write);
        return held;
      },
    });

    const first = append(toAppend(sooner));
    await setImmediate();
    const writtenBefore = [...written];
    release();

    expect(writtenBefore).toEqual([sooner.id, later.id]);
    expect(await Promise.all([first, appended])).toEqual([1, 1]);
  });

  it('are written apart when some may be there already', async () => {
    const { append, writes, unlock } = open();

    const appended = [true, false].map((areNew) => append({ ...toAppend(makePoint()), areNew }));
    unlock();
    await Promise.all(appended);

    expect(writes.map(({ areNew }) => areNew)).toEqual([true, false]);
  });

  it('are not written for whom has lost the lease, and are for the others', async () => {
    const { append, writes, unlock } = open();
    const kept = makePoint();
    const lost = contextOf({ requireLease: () => Promise.reject(new Error('Lease lost')) });

    const refused = append({ context: lost, points: [makePoint()], areNew: true });
    const accepted = append(toAppend(kept));
    unlock();

    await expect(refused).rejects.toThrow('Lease lost');
    await accepted;
    expect(writes).toEqual([{ ids: [kept.id], areNew: true }]);
  });

  it('are told how many of their own the store showed once', async () => {
    const [lost, doubled, shown] = [makePoint(), makePoint(), makePoint()];
    const readBack = [doubled.id, doubled.id, shown.id, newId(ChunkId)];
    const { append, unlock } = open(() => Promise.resolve(() => Promise.resolve(readBack)));

    const groups = [[lost, shown], [doubled], [shown]];
    const appended = groups.map((points) => append({ ...toAppend(lost), points }));
    unlock();

    expect(await Promise.all(appended)).toEqual([1, 0, 1]);
  });

  it('are not taken for shown by a store that did not look', async () => {
    const { append, unlock } = open(() => Promise.resolve(notLooking));

    const appended = append(toAppend(makePoint()));
    unlock();

    expect(await appended).toBe(0);
  });

  it('fail together when the write fails', async () => {
    const { append, unlock } = open(() => Promise.reject(new Error('Disk full')));

    const appended = [makePoint(), makePoint()].map((point) => append(toAppend(point)));
    unlock();

    const outcomes = await Promise.allSettled(appended);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('wait for as long as one of them is wanted', async () => {
    const { append, lockSignals } = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const appended = [first, second].map(({ signal }) =>
      append({ context: contextOf({ signal }), points: [makePoint()], areNew: true }),
    );

    first.abort();
    const isWaiting = lockSignals[0]?.aborted === false;
    second.abort();

    expect(isWaiting).toBe(true);
    const outcomes = await Promise.allSettled(appended);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('points of a store that needs no lock', () => {
  it('are written', async () => {
    const written: string[] = [];
    const upsertChunks: VectorWriter['upsertChunks'] = async (points) => {
      written.push(...points.map(({ id }) => id));
      return notLooking;
    };
    const append = createAppendPoints({
      vectors: { writerFor: () => ({ ...UNUSED, upsertChunks }) },
      vectorLock: (_tenantId, _signal, write) => write(),
    });
    const point = makePoint();

    await append(toAppend(point));

    expect(written).toEqual([point.id]);
  }, 2000);
});
