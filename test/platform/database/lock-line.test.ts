import { describe, expect, it } from '@jest/globals';
import { createLockLine, withLocksOf } from '../../../src/platform/database/lock-line.js';

/** A promise and what resolves it. */
const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

describe('a transaction that needs a taken lock', () => {
  it('ends, waits, and starts again once the lock is free', async () => {
    const line = createLockLine();
    const [gate, seen] = [createGate(), [] as string[]];
    const first = withLocksOf(line, async (claim) => {
      claim('place');
      await gate.opened;
      seen.push('first is done');
    });
    const second = withLocksOf(line, async (claim) => {
      seen.push('second begins');
      claim('place');
      seen.push('second has it');
    });

    await Promise.resolve();
    gate.open();
    await Promise.all([first, second]);

    expect(seen).toEqual(['second begins', 'first is done', 'second begins', 'second has it']);
  });

  it('does not wait for itself', async () => {
    const line = createLockLine();

    await withLocksOf(line, async (claim) => {
      claim('place');
      claim('place');
    });

    expect(line.take('place')).toBe(true);
  });

  it('releases all of its locks when it fails', async () => {
    const line = createLockLine();

    await withLocksOf(line, async (claim) => {
      claim('one');
      claim('other');
      throw new Error('No.');
    }).catch(() => undefined);

    expect([line.take('one'), line.take('other')]).toEqual([true, true]);
  });

  it("holds no locks while it waits, so that two that need each other's locks both finish", async () => {
    const line = createLockLine();
    const both = (keys: readonly string[]) =>
      withLocksOf(line, async (claim) => {
        for (const key of keys) {
          claim(key);
          await Promise.resolve();
        }
        return keys.join();
      });

    const ended = await Promise.all([both(['one', 'other']), both(['other', 'one'])]);

    expect(ended).toEqual(['one,other', 'other,one']);
  });

  it('leaves the waiting to the database after several rounds', async () => {
    const line = createLockLine();
    let attempts = 0;

    await withLocksOf(line, async (claim) => {
      attempts += 1;
      const key = `lock ${attempts}`;
      line.take(key);
      setImmediate(() => line.leave(key));
      claim(key);
    });

    expect(attempts).toBe(6);
  });
});
