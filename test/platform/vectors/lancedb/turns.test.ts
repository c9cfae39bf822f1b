import { describe, expect, it } from '@jest/globals';
import { createGroupCommit } from '../../../../src/platform/vectors/lancedb/turns.js';
import { ChunkId, newId } from '../../../../src/shared/ids.js';
import {
  makePoint,
  tenantId,
  toWrite,
  type Lock,
  type WriteBatch,
} from '../../../support/group-commit.js';

/** A lock that is held by somebody else until it is opened, and a store that remembers its batches. */
const open = (write: WriteBatch = () => Promise.resolve(null)) => {
  const writes: { ids: string[]; areNew: boolean }[] = [];
  const lockSignals: AbortSignal[] = [];
  let unlock: () => void = () => undefined;
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const lock: Lock = async (_tenantId, signal, work) => {
    lockSignals.push(signal);
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Gave up waiting')));
    });
    await Promise.race([unlocked, aborted]);
    return work();
  };
  const writeBatch: WriteBatch = async (tenant, points, options) => {
    writes.push({ ids: points.map(({ id }) => id), areNew: options.areNew });
    return write(tenant, points, options);
  };
  const commit = createGroupCommit({ lock, writeBatch });
  return { commit, writes, lockSignals, unlock: () => unlock() };
};

describe("writes of several documents that wait for a tenant's lock", () => {
  it('share one batch', async () => {
    const { commit, writes, unlock } = open();
    const points = [makePoint(), makePoint()];

    const written = points.map((point) => commit(tenantId, toWrite(point)));
    unlock();
    await Promise.all(written);

    expect(writes).toEqual([{ ids: points.map(({ id }) => id), areNew: true }]);
  });

  it('get separate batches if some of their points may already exist', async () => {
    const { commit, writes, unlock } = open();

    const written = [true, false].map((areNew) =>
      commit(tenantId, { ...toWrite(makePoint()), areNew }),
    );
    unlock();
    await Promise.all(written);

    expect(writes.map(({ areNew }) => areNew)).toEqual([false, true]);
  });

  it('are carried out except for the one whose confirmation fails', async () => {
    const { commit, writes, unlock } = open();
    const kept = makePoint();
    const confirm = () => Promise.reject(new Error('Lease lost'));

    const refused = commit(tenantId, { ...toWrite(makePoint()), confirm });
    const accepted = commit(tenantId, toWrite(kept));
    unlock();

    await expect(refused).rejects.toThrow('Lease lost');
    await accepted;
    expect(writes).toEqual([{ ids: [kept.id], areNew: true }]);
  });

  it('learn how many of their own points the store showed once', async () => {
    const [lost, doubled, shown] = [makePoint(), makePoint(), makePoint()];
    const readBack = [doubled.id, doubled.id, shown.id, newId(ChunkId)];
    const { commit, unlock } = open(() => Promise.resolve(() => Promise.resolve(readBack)));

    const groups = [[lost, shown], [doubled], [shown]];
    const written = groups.map((points) => commit(tenantId, toWrite(...points)));
    unlock();

    expect(await Promise.all(written)).toEqual([1, 0, 1]);
  });

  it('are not reported as visible by a store that did not check', async () => {
    const { commit, unlock } = open(() => Promise.resolve(null));

    const written = commit(tenantId, toWrite(makePoint()));
    unlock();

    expect(await written).toBe(0);
  });

  it('fail together if their batch fails', async () => {
    const { commit, unlock } = open(() => Promise.reject(new Error('Disk full')));

    const written = [makePoint(), makePoint()].map((point) => commit(tenantId, toWrite(point)));
    unlock();

    const outcomes = await Promise.allSettled(written);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('wait for the lock until the last of them is cancelled', async () => {
    const { commit, lockSignals } = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const written = [first, second].map(({ signal }) =>
      commit(tenantId, { ...toWrite(makePoint()), signal }),
    );

    first.abort();
    const isWaiting = lockSignals[0]?.aborted === false;
    second.abort();

    expect(isWaiting).toBe(true);
    const outcomes = await Promise.allSettled(written);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
