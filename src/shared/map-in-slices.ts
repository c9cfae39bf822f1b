import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 8;

/** For pure computing over many things: one by one, with a turn for the event loop every few milliseconds. Rejects with the signal's reason. */
export const mapInSlices = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  signal?: AbortSignal,
): Promise<Result[]> => {
  const results: Result[] = [];
  let sliceStartedAtMs = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (performance.now() - sliceStartedAtMs < SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    sliceStartedAtMs = performance.now();
  }
  return results;
};
