import { describe, expect, it } from '@jest/globals';
import type { ChunkId } from '../../src/shared/ids.js';
import type { VectorWriter } from '../../src/platform/vectors/vector-store.js';
import { createAppendPoints } from '../../src/ingestion/append-points.js';
import { contextOf, makePoint, toAppend, vectorsOf } from '../support/append-points.js';

describe('points of documents that come while the lock of a tenant is held', () => {
  it('are written under the lock that is held when they come, which is asked for no more', async () => {
    const [sooner, later] = [makePoint(), makePoint()];
    const written: string[][] = [];
    const locks: AbortSignal[] = [];
    let appended: Promise<number> = Promise.resolve(0);
    const upsertChunks: VectorWriter['upsertChunks'] = (points) => {
      written.push(points.map(({ id }) => id));
      if (written.length === 1) appended = append(toAppend(later));
      return Promise.resolve(null);
    };
    const append = createAppendPoints({
      vectors: vectorsOf(upsertChunks),
      batchSize: 64,
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
      else release();
      return Promise.resolve(() => readBack);
    };
    let held: Promise<void> = Promise.resolve();
    const append = createAppendPoints({
      vectors: vectorsOf(upsertChunks),
      batchSize: 64,
      vectorLock: (_tenantId, signal, write) => {
        held = held.then(() => signal.throwIfAborted()).then(write);
        return held;
      },
    });

    // Read back only once the later one is written.
    expect(await append(toAppend(sooner))).toBe(1);
    expect(await appended).toBe(1);
    expect(written).toEqual([sooner.id, later.id]);
  });

  it('are not given up with those who left before they came', async () => {
    const leaving = new AbortController();
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const append = createAppendPoints({
      vectors: vectorsOf(() => Promise.resolve(null)),
      batchSize: 64,
      vectorLock: (_tenantId, signal, write) =>
        held.then(() => signal.throwIfAborted()).then(write),
    });

    const left = append({
      ...toAppend(makePoint()),
      context: contextOf({ signal: leaving.signal }),
    });
    leaving.abort(new Error('Lease lost'));
    const stayed = append(toAppend(makePoint()));
    free();

    await expect(left).rejects.toThrow('Lease lost');
    expect(await stayed).toBe(0);
  });
});

describe('points that need not wait for a lock', () => {
  const writeTwo = async (batchSize: number) => {
    const written: string[][] = [];
    const upsertChunks: VectorWriter['upsertChunks'] = async (points) => {
      written.push(points.map(({ id }) => id));
      return null;
    };
    const append = createAppendPoints({
      vectors: vectorsOf(upsertChunks),
      batchSize,
      vectorLock: (_tenantId, _signal, write) => write(),
    });
    const [sooner, later] = [makePoint(), makePoint()];
    const first = append(toAppend(sooner));
    // Later by more than a turn of promises, and surely before the timer.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    await Promise.all([first, append(toAppend(later))]);
    return { written, sooner, later };
  };

  it('are written with those that come shortly after them', async () => {
    const { written, sooner, later } = await writeTwo(64);

    expect(written).toEqual([[sooner.id, later.id]]);
  });

  it('wait for no others when they are a whole batch', async () => {
    const { written, sooner, later } = await writeTwo(1);

    expect(written).toEqual([[sooner.id], [later.id]]);
  });
});
