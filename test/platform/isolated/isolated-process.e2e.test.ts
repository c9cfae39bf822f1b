import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  startIsolated,
  type IsolatedProcess,
} from '../../../src/platform/isolated/isolated-process.js';

const PARROT = new URL('../../fixtures/isolated-parrot.ts', import.meta.url);
const limitMs = 20_000;
const hear = (message: unknown): unknown => message;

describe('an isolated process', () => {
  let parrot: IsolatedProcess | undefined;
  const started = async (): Promise<IsolatedProcess> => {
    parrot ??= startIsolated(PARROT, { heapMb: 64 });
    await parrot.converse({ take: hear }, { limitMs });
    return parrot;
  };
  const restart = async (): Promise<void> => {
    await parrot?.end();
    parrot = undefined;
  };

  beforeEach(restart);
  afterAll(restart);

  it('is read message by message, including messages between two exchanges', async () => {
    const child = await started();

    const first = await child.converse({ send: 'one', take: hear }, { limitMs });
    const second = await child.converse({ take: hear }, { limitMs });
    const third = await child.converse({ send: 'two', take: hear }, { limitMs });

    expect([first, second, third]).toEqual(['one', 'one', 'two']);
  });

  it('is killed at its time limit even if it is stuck in a loop', async () => {
    const child = await started();

    const asked = child.converse({ send: 'loop', take: hear }, { limitMs: 300 });

    await expect(asked).rejects.toMatchObject({ name: 'IsolatedFailure', kind: 'too_slow' });
    expect(child.isAlive()).toBe(false);
  });

  it('fails the exchange if it exits by itself', async () => {
    const child = await started();

    const asked = child.converse({ send: 'leave', take: hear }, { limitMs });

    await expect(asked).rejects.toMatchObject({ name: 'IsolatedFailure', kind: 'ended' });
  });

  it("is killed when its caller cancels, and passes on the caller's reason", async () => {
    const child = await started();
    const caller = new AbortController();

    const asked = child.converse(
      { send: 'loop', take: hear },
      { limitMs, signals: [caller.signal] },
    );
    caller.abort(new Error('Nobody waits.'));

    await expect(asked).rejects.toThrow('Nobody waits.');
    expect(child.isAlive()).toBe(false);
  });
});
