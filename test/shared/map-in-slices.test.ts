import { describe, expect, it } from '@jest/globals';
import { mapInSlices } from '../../src/shared/async.js';

const SLICE_MS = 8;

/** Pure computing, for as long as a slice and a little more. */
const computeFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('mapping in slices', () => {
  it('gives every result, in the order of the items', async () => {
    const mapped = await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`);

    expect(mapped).toEqual(['a0', 'b1', 'c2']);
  });

  it('gives the event loop a turn in between', async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);

    await mapInSlices([1, 2, 3, 4], () => computeFor(SLICE_MS + 2));

    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const mapping = mapInSlices(
      [1, 2, 3],
      () => {
        controller.abort(reason);
        computeFor(SLICE_MS + 2);
      },
      controller.signal,
    );

    await expect(mapping).rejects.toBe(reason);
  });
});
