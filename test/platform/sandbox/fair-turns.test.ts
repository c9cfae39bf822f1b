import { describe, expect, it } from '@jest/globals';
import { createFairTurns } from '../../../src/platform/sandbox/fair-turns.js';
import { nextTurn } from '../../../src/shared/async.js';

const { signal } = new AbortController();

const setUp = (options: { atOnce: number; maxWaiting: number }) => {
  const turns = createFairTurns(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, asked = signal) =>
    turns.run(name.charAt(0), asked, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextTurn();
  };
  return { ask, end, begun };
};

describe('turns of several tenants', () => {
  it('are all of one tenant while nobody else wants any', async () => {
    const { ask, begun } = setUp({ atOnce: 4, maxWaiting: 8 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('go to the other tenant first when one has half of them', async () => {
    const { ask, end, begun } = setUp({ atOnce: 2, maxWaiting: 8 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
    await nextTurn();
    await end('a1');

    expect(begun).toEqual(['a1', 'a2', 'b1']);

    await end('a2');

    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('are refused when too many wait, and not to a tenant that has none waiting', async () => {
    const { ask, begun } = setUp({ atOnce: 1, maxWaiting: 4 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    await nextTurn();

    await expect(ask('a4')).rejects.toMatchObject({ code: 'tool_unavailable' });
    void ask('b1');
    void ask('b2');
    await expect(ask('c1')).rejects.toMatchObject({ code: 'tool_unavailable' });
    expect(begun).toEqual(['a1']);
  });

  it('are given up by a signal, and the place in the queue is free again', async () => {
    const { ask, end, begun } = setUp({ atOnce: 1, maxWaiting: 2 });
    const cancelled = new AbortController();
    void ask('a1');
    const given = ask('a2', cancelled.signal);
    cancelled.abort(new Error('gone'));

    await expect(given).rejects.toThrow('gone');
    void ask('a3');
    await end('a1');
    expect(begun).toEqual(['a1', 'a3']);
  });

  it('pass on when work fails', async () => {
    const turns = createFairTurns({ atOnce: 1, maxWaiting: 2 });
    const failed = turns.run('a', signal, () => Promise.reject(new Error('broken')));
    const next = turns.run('a', signal, async () => 'done');

    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });
});
