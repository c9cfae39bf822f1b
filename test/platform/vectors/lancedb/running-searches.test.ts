import { describe, expect, it } from '@jest/globals';
import { createRunningSearches } from '../../../../src/platform/vectors/lancedb/running-searches.js';

const never = new AbortController().signal;

describe('index maintenance', () => {
  it('waits for running searches', async () => {
    const searches = createRunningSearches();
    const order: string[] = [];
    let answer = (): void => undefined;
    const search = searches.count(() => new Promise<void>((resolve) => (answer = resolve)));
    const work = searches.quiet(never).then(() => order.push('index work'));

    order.push('search ends');
    answer();
    await search;
    await work;

    expect(order).toEqual(['search ends', 'index work']);
  });

  it('begins at once if nobody has searched', async () => {
    const { quiet } = createRunningSearches();

    expect(await Promise.race([quiet(never).then(() => 'begins'), laterTurns()])).toBe('begins');
  });

  it('is cancelled if the store closes during a search', async () => {
    const searches = createRunningSearches();
    const closing = new AbortController();
    let answer = (): void => undefined;
    const search = searches.count(() => new Promise<void>((resolve) => (answer = resolve)));
    const work = searches.quiet(closing.signal);

    closing.abort();

    await expect(work).rejects.toThrow(/abort/i);
    answer();
    await search;
  });
});

const laterTurns = async (): Promise<string> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return 'waits';
};
