import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTaskLoop, type TaskLoop } from '../../src/ingestion/task-loop.js';
import { createSilentLogger } from '../fakes/silent-logger.js';

describe('the loop over due tasks', () => {
  let loop: TaskLoop;
  let looks = 0;
  let onLook = (): void => undefined;
  const open = async ({ isFull }: { isFull: boolean }): Promise<void> => {
    looks = 0;
    onLook = () => undefined;
    loop = createTaskLoop({
      tasks: {
        takeDue: async () => {
          looks += 1;
          await Promise.resolve();
          onLook();
          return { tasks: [], isFull };
        },
      },
      queue: { add: () => Promise.resolve() },
      slots: 2,
      intervalMs: 60_000,
      leaseMs: 60_000,
      logger: createSilentLogger(),
    });
    loop.start();
    await loop.refill();
  };
  afterEach(() => loop.stop());

  it('looks when somebody has added one', async () => {
    await open({ isFull: false });
    const before = looks;

    loop.wakeUp();

    expect(looks).toBe(before + 1);
  });

  it('looks when one has ended, and not when one was added, while the queue is full', async () => {
    await open({ isFull: true });
    const before = looks;

    loop.wakeUp();
    const afterWakeUp = looks;
    await loop.refill();

    expect([afterWakeUp, looks]).toEqual([before, before + 1]);
  });

  it.each([
    { isFull: false, again: 1, what: 'once more for what was added during a look' },
    { isFull: true, again: 0, what: 'no more for it when that look has found the queue full' },
  ])('looks $what', async ({ isFull, again }) => {
    await open({ isFull });
    const before = looks;
    onLook = () => {
      onLook = () => undefined;
      loop.wakeUp();
      loop.wakeUp();
    };

    await loop.refill();
    await loop.stop();

    expect(looks).toBe(before + 1 + again);
  });

  it('has come to rest once it is stopped, whatever was added meanwhile', async () => {
    await open({ isFull: false });
    const before = looks;
    let stopped: Promise<void> = Promise.resolve();
    onLook = () => {
      loop.wakeUp();
      stopped = loop.stop();
    };

    await loop.refill();
    await stopped;
    await nextTurn();

    expect(looks).toBe(before + 1);
  });
});
