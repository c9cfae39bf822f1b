import { describe, expect, it } from '@jest/globals';
import { createGroupCommit } from '../../../src/platform/vectors/lancedb/turns.js';
import type { ChunkPoint } from '../../../src/platform/vectors/vector-store.js';
import type { ChunkId } from '../../../src/shared/ids.js';
import { makePoint, tenantId, toWrite, type WriteBatch } from '../../support/group-commit.js';

describe("writes that arrive while a tenant's lock is held", () => {
  it('run under the lock that is already held and do not take their own', async () => {
    const [sooner, later] = [makePoint(), makePoint()];
    const written: string[][] = [];
    const locks: AbortSignal[] = [];
    let next: Promise<number> = Promise.resolve(0);
    const writeBatch: WriteBatch = (_tenantId, points) => {
      written.push(points.map(({ id }) => id));
      if (written.length === 1) next = commit(tenantId, toWrite(later));
      return Promise.resolve(null);
    };
    const commit = createGroupCommit({
      writeBatch,
      // Given to the first alone.
      lock: async (_tenantId, signal, work) => {
        locks.push(signal);
        if (locks.length === 1) await work();
      },
    });

    await commit(tenantId, toWrite(sooner));
    await next;

    expect(written).toEqual([[sooner.id], [later.id]]);
    expect(locks.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  it('run while earlier writes are read back, which no longer needs the lock', async () => {
    const [sooner, later] = [makePoint(), makePoint()];
    const written: ChunkId[] = [];
    let next: Promise<number> = Promise.resolve(0);
    let release: () => void = () => undefined;
    const readBack = new Promise<void>((resolve) => (release = resolve)).then(() => [...written]);
    const writeBatch: WriteBatch = (_tenantId, points) => {
      written.push(...points.map(({ id }) => id));
      if (written.length === 1) next = commit(tenantId, toWrite(later));
      else release();
      return Promise.resolve(() => readBack);
    };
    let held: Promise<void> = Promise.resolve();
    const commit = createGroupCommit({
      writeBatch,
      lock: (_tenantId, signal, work) => {
        held = held.then(() => signal.throwIfAborted()).then(work);
        return held;
      },
    });

    // Read back only once the later one is written.
    expect(await commit(tenantId, toWrite(sooner))).toBe(1);
    expect(await next).toBe(1);
    expect(written).toEqual([sooner.id, later.id]);
  });

  it('are not cancelled together with earlier callers that left', async () => {
    const leaving = new AbortController();
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const commit = createGroupCommit({
      writeBatch: () => Promise.resolve(null),
      lock: (_tenantId, signal, work) => held.then(() => signal.throwIfAborted()).then(work),
    });

    const left = commit(tenantId, { ...toWrite(makePoint()), signal: leaving.signal });
    leaving.abort(new Error('Lease lost'));
    const stayed = commit(tenantId, toWrite(makePoint()));
    free();

    await expect(left).rejects.toThrow('Lease lost');
    expect(await stayed).toBe(0);
  });
});

describe('writes that need not wait for a lock', () => {
  const writeTwo = async (sooner: readonly ChunkPoint[]) => {
    const written: string[][] = [];
    const writeBatch: WriteBatch = async (_tenantId, points) => {
      written.push(points.map(({ id }) => id));
      return null;
    };
    const commit = createGroupCommit({
      writeBatch,
      lock: (_tenantId, _signal, work) => work(),
    });
    const later = makePoint();
    const first = commit(tenantId, toWrite(...sooner));
    // Later by more than a turn of promises, and surely before the timer.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    await Promise.all([first, commit(tenantId, toWrite(later))]);
    return { written, later };
  };

  it('share a batch with writes that arrive shortly after them', async () => {
    const sooner = makePoint();

    const { written, later } = await writeTwo([sooner]);

    expect(written).toEqual([[sooner.id, later.id]]);
  });

  it('do not wait for others if they fill a batch', async () => {
    const sooner = Array.from({ length: 64 }, makePoint);

    const { written, later } = await writeTwo(sooner);

    expect(written).toEqual([sooner.map(({ id }) => id), [later.id]]);
  });
});
