import { afterEach, describe, expect, it } from '@jest/globals';
import { createTaskLoop, type TaskLoop } from '../../src/services/ingestion/task-loop.js';
import { createSilentLogger } from '../fakes/silent-logger.js';

describe('the loop over due tasks', () => {
  let loop: TaskLoop;
  let looks = 0;
  const open = async ({ isFull }: { isFull: boolean }): Promise<void> => {
    looks = 0;
    loop = createTaskLoop({
      tasks: {
        takeDue: () => {
          looks += 1;
          return Promise.resolve({ tasks: [], isFull });
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
});
