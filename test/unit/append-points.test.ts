import { describe, expect, it } from '@jest/globals';
import { ChunkId, newId } from '../../src/shared/ids.js';
import type { VectorWriter } from '../../src/platform/vectors/vector-store.js';
import type { VectorLock } from '../../src/ingestion/vector-lock.js';
import { createAppendPoints } from '../../src/ingestion/append-points.js';
import { contextOf, makePoint, toAppend, vectorsOf } from '../support/append-points.js';

/** A lock that is held by somebody else until it is opened, and a writer that remembers its writes. */
const open = (upsert: VectorWriter['upsertChunks'] = () => Promise.resolve(null)) => {
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
  const append = createAppendPoints({
    vectors: vectorsOf(upsertChunks),
    vectorLock,
    batchSize: 64,
  });
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

  it('are written apart when some may be there already', async () => {
    const { append, writes, unlock } = open();

    const appended = [true, false].map((areNew) => append({ ...toAppend(makePoint()), areNew }));
    unlock();
    await Promise.all(appended);

    expect(writes.map(({ areNew }) => areNew)).toEqual([false, true]);
  });

  it('are not written for whom has lost the lease, and are for the others', async () => {
    const { append, writes, unlock } = open();
    const kept = makePoint();
    const lost = contextOf({ requireLease: () => Promise.reject(new Error('Lease lost')) });

    const refused = append({ ...toAppend(makePoint()), context: lost });
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
    const { append, unlock } = open(() => Promise.resolve(null));

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
