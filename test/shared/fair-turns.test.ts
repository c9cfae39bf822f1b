import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { nextTurn } from '../../src/shared/async.js';
import { AppError } from '../../src/shared/errors.js';
import { createFairTurns } from '../../src/shared/fair-turns.js';

const { signal } = new AbortController();
const refusal = () => new AppError('tool_unavailable', 'Too many.');

type Options = {
  atOnce: number;
  perTenant?: number;
  keepsLast?: boolean;
  recentMs?: number;
  maxRestMs?: number;
  maxWaiting?: number;
  maxWaitMs?: number;
};

/** Work named as `a1` is tenant a's, as `a1.x` its user x's; it goes on until it is told to end. */
const setUp = ({ maxWaiting = 8, maxWaitMs, ...options }: Options) => {
  const queue = { maxWaiting, refusal, ...(maxWaitMs !== undefined && { maxWaitMs }) };
  const turns = createFairTurns({ ...options, queue });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, { isOnlyTenant = false, asked = signal } = {}) => {
    const owner = { tenantId: name.charAt(0), userId: name.split('.')[1] ?? '', isOnlyTenant };
    return turns.run(owner, asked, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextTurn();
  };
  return { turns, ask, end, begun };
};

describe('the turns of several tenants', () => {
  it('all go to one tenant while nobody else wants any', async () => {
    const { ask, begun } = setUp({ atOnce: 4, maxWaiting: 8 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('are kept for a tenant for a while after its last turn', async () => {
    const { ask, end, begun } = setUp({ atOnce: 2, recentMs: 60_000 });
    void ask('b1');
    await nextTurn();
    await end('b1');
    for (const name of ['a1', 'a2', 'b2']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['b1', 'a1', 'b2']);
  });

  describe('with pauses', () => {
    const fakeTime = () => jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const pass = async (ms: number) => {
      await nextTurn();
      jest.advanceTimersByTime(ms);
      await nextTurn();
    };
    afterEach(() => {
      jest.useRealTimers();
    });

    it('start for a tenant with more work after a pause twice as long as its last turn', async () => {
      fakeTime();
      const { ask, end, begun } = setUp({ atOnce: 2, recentMs: 60_000, maxRestMs: 100 });
      for (const name of ['a1', 'b1', 'a2', 'a3']) void ask(name);
      await pass(30);
      await end('a1');
      await pass(59);

      expect(begun).toEqual(['a1', 'b1']);

      await pass(1);

      expect(begun).toEqual(['a1', 'b1', 'a2']);
    });

    it('start for other tenants during the pause', async () => {
      fakeTime();
      const { ask, end, begun } = setUp({ atOnce: 2, recentMs: 60_000, maxRestMs: 100 });
      for (const name of ['a1', 'b1', 'a2', 'b2', 'c1']) void ask(name);
      await pass(30);
      await end('a1');

      expect(begun).toEqual(['a1', 'b1', 'c1']);
    });

    it('start at the latest after the longest pause, however long the last turn took', async () => {
      fakeTime();
      const { ask, end, begun } = setUp({ atOnce: 2, recentMs: 60_000, maxRestMs: 100 });
      for (const name of ['a1', 'b1', 'a2']) void ask(name);
      await pass(5_000);
      await end('a1');
      await pass(100);

      expect(begun).toEqual(['a1', 'b1', 'a2']);
    });

    it.each([
      ['whose searches come one after the other', ['a1', 'b1'], ['a1', 'b1', 'a2']],
      ['that is alone', ['a1', 'a3'], ['a1', 'a3', 'a2']],
    ])('start without a pause for a tenant %s', async (_which, first, expected) => {
      fakeTime();
      const { ask, end, begun } = setUp({ atOnce: 2, recentMs: 60_000, maxRestMs: 100 });
      for (const name of first) void ask(name);
      await pass(30);
      await end('a1');
      void ask('a2');
      await nextTurn();

      expect(begun).toEqual(expected);
    });
  });

  it('go to the other tenant first if one has half of them', async () => {
    const { ask, end, begun } = setUp({ atOnce: 2, maxWaiting: 8 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
    await nextTurn();
    await end('a1');

    expect(begun).toEqual(['a1', 'a2', 'b1']);

    await end('a2');

    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('alternate between tenants if there is one turn at a time, however long a queue is', async () => {
    const { ask, end, begun } = setUp({ atOnce: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ask(name);
    await nextTurn();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);

    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('alternate between the users of a tenant', async () => {
    const { ask, end, begun } = setUp({ atOnce: 1 });
    for (const name of ['a1.x', 'a2.x', 'a3.x', 'a4.y']) void ask(name);
    await nextTurn();
    await end('a1.x');
    await end('a4.y');

    expect(begun).toEqual(['a1.x', 'a4.y', 'a2.x']);
  });

  it('are refused if too many wait, but not to a tenant that has none waiting', async () => {
    const { ask, begun } = setUp({ atOnce: 1, maxWaiting: 4 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    await nextTurn();

    await expect(ask('a4')).rejects.toMatchObject({ code: 'tool_unavailable' });
    void ask('b1');
    void ask('b2');
    await expect(ask('c1')).rejects.toMatchObject({ code: 'tool_unavailable' });
    expect(begun).toEqual(['a1']);
  });

  it('are refused after too long a wait, which frees the place in the queue', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { ask, end, begun } = setUp({ atOnce: 1, maxWaiting: 2, maxWaitMs: 1000 });
    void ask('a1');
    const late = ask('a2');
    const refused = expect(late).rejects.toMatchObject({ code: 'tool_unavailable' });

    jest.advanceTimersByTime(1000);
    jest.useRealTimers();
    await refused;
    void ask('a3');
    await end('a1');

    expect(begun).toEqual(['a1', 'a3']);
  });

  it('are given up when a signal fires, which frees the place in the queue', async () => {
    const { ask, end, begun } = setUp({ atOnce: 1, maxWaiting: 2 });
    const cancelled = new AbortController();
    void ask('a1');
    const given = ask('a2', { asked: cancelled.signal });
    cancelled.abort(new Error('gone'));

    await expect(given).rejects.toThrow('gone');
    void ask('a3');
    await end('a1');
    expect(begun).toEqual(['a1', 'a3']);
  });

  it('pass on if the work fails', async () => {
    const turns = createFairTurns({ atOnce: 1 });
    const failed = turns.run({ tenantId: 'a' }, signal, () => Promise.reject(new Error('broken')));
    const next = turns.run({ tenantId: 'a' }, signal, async () => 'done');

    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });
});

describe('turns with a fixed share per tenant', () => {
  it('are kept for others even while nobody else wants any', async () => {
    const { ask, begun } = setUp({ atOnce: 4, perTenant: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('leave the last one to a tenant that has none', async () => {
    const { ask, begun } = setUp({ atOnce: 4, perTenant: 2 });
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('all go to a tenant if it is the only one', async () => {
    const { ask, begun } = setUp({ atOnce: 2, perTenant: 1 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name, { isOnlyTenant: true });
    await nextTurn();

    expect(begun).toEqual(['a1', 'a2']);
  });
});

describe('turns of which the last is reserved', () => {
  it('go to one tenant, except for the last, while nobody else wants any', async () => {
    const { ask, begun } = setUp({ atOnce: 4, keepsLast: true, maxWaiting: 8 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('give the last one at once to a tenant that has none', async () => {
    const { ask, begun } = setUp({ atOnce: 2, keepsLast: true });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void ask(name);
    await nextTurn();

    expect(begun).toEqual(['a1', 'b1']);
  });

  it('alternate between the users of a tenant that has used up its share', async () => {
    const { ask, end, begun } = setUp({ atOnce: 2, keepsLast: true, maxWaiting: 16 });
    for (const name of ['a1.x', 'a2.x', 'a3.x', 'a4.y']) void ask(name);
    await nextTurn();
    await end('a1.x');

    expect(begun).toEqual(['a1.x', 'a4.y']);
  });

  it('include the last if there is only one', async () => {
    const { ask, begun } = setUp({ atOnce: 1, keepsLast: true });
    void ask('a1');
    await nextTurn();

    expect(begun).toEqual(['a1']);
  });
});

describe("the queue of a tenant's turns", () => {
  it('has room for a colleague of a user whose work fills half of it', async () => {
    const { ask, begun } = setUp({ atOnce: 1, maxWaiting: 8 });
    for (const name of ['a1.x', 'a2.x', 'a3.x']) void ask(name);
    await nextTurn();

    await expect(ask('a4.x')).rejects.toMatchObject({ code: 'tool_unavailable' });
    void ask('a5.y');
    await nextTurn();
    expect(begun).toEqual(['a1.x']);
  });

  it('reports who was waiting in it when a turn begins', async () => {
    const turns = createFairTurns({ atOnce: 1 });
    const told: string[] = [];
    let end: () => void = () => undefined;
    const first = turns.run(
      { tenantId: 'a' },
      signal,
      () => new Promise<void>((ended) => (end = ended)),
    );
    const second = turns.run(
      { tenantId: 'a', onTurn: () => told.push('begins') },
      signal,
      async () => {
        told.push('works');
      },
    );
    await nextTurn();
    expect(told).toEqual([]);

    end();
    await Promise.all([first, second]);

    expect(told).toEqual(['begins', 'works']);
  });
});

describe('work that leaves its turn for a while', () => {
  /** A turn that goes outside, and comes back when it is told to. */
  const goOutside = (turns: ReturnType<typeof createFairTurns>, log: string[], name: string) => {
    let comeBack: () => void = () => undefined;
    const done = turns.run({ tenantId: name }, signal, async (outside) => {
      log.push(`${name} begins`);
      await outside(() => new Promise<void>((resolve) => (comeBack = resolve)));
      log.push(`${name} is back`);
    });
    return {
      done,
      comeBack: () => {
        comeBack();
      },
    };
  };

  it('gives the turn to others, and waits for another one', async () => {
    const turns = createFairTurns({ atOnce: 1 });
    const log: string[] = [];
    const a = goOutside(turns, log, 'a');
    let end: () => void = () => undefined;
    const other = turns.run({ tenantId: 'b' }, signal, async () => {
      log.push('b begins');
      await new Promise<void>((ended) => (end = ended));
    });
    await nextTurn();
    a.comeBack();
    await nextTurn();

    expect(log).toEqual(['a begins', 'b begins']);

    end();
    await Promise.all([a.done, other]);
    expect(log).toEqual(['a begins', 'b begins', 'a is back']);
  });

  it('is not refused when it returns, however many wait', async () => {
    const refusing = { maxWaiting: 1, refusal };
    const turns = createFairTurns({ atOnce: 1, queue: refusing });
    const log: string[] = [];
    const a = goOutside(turns, log, 'a');
    await nextTurn();
    let end: () => void = () => undefined;
    const others = ['b', 'c'].map((tenantId) =>
      turns.run({ tenantId }, signal, () => new Promise<void>((ended) => (end = ended))),
    );
    await nextTurn();
    a.comeBack();
    await nextTurn();
    end();
    await nextTurn();
    end();

    await expect(Promise.all([a.done, ...others])).resolves.toHaveLength(3);
  });

  it('frees no second turn if the first has ended meanwhile', async () => {
    const turns = createFairTurns({ atOnce: 1 });
    let comeBack: () => void = () => undefined;
    let late: Promise<void> = Promise.resolve();
    await turns.run({ tenantId: 'a' }, signal, async (outside) => {
      late = outside(() => new Promise<void>((resolve) => (comeBack = resolve)));
    });
    const begun: string[] = [];
    const hold = (name: string) =>
      turns.run({ tenantId: name }, signal, () => {
        begun.push(name);
        return new Promise<void>(() => undefined);
      });
    void hold('b');
    void hold('c');
    comeBack();
    await late;
    await nextTurn();

    expect(begun).toEqual(['b']);
  });

  it('gets no turn back once its signal has fired, and removes nobody else from the queue', async () => {
    const { turns, ask, end, begun } = setUp({ atOnce: 1 });
    const controller = new AbortController();
    const leaving = turns.run({ tenantId: 'a' }, controller.signal, (outside) =>
      outside(async () => {
        for (const name of ['b', 'c', 'd']) void ask(name);
        controller.abort(new Error('The client has gone.'));
      }),
    );
    await expect(leaving).rejects.toThrow('The client has gone.');
    for (const name of ['b', 'c']) await end(name);
    expect(begun).toEqual(['b', 'c', 'd']);
  });
});
