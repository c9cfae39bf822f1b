import { describe, expect, it } from '@jest/globals';
import { EndpointError } from '../../../src/platform/models/endpoint.js';
import { createEmbeddingThrottle } from '../../../src/platform/models/providers/openai/embedder.js';

const { signal } = new AbortController();

/** Time stands still until it is moved; whoever waits longer than that goes on waiting. */
const setUp = () => {
  const clock = { now: 1_000_000 };
  const sleepers: { until: number; wake: () => void }[] = [];
  const throttle = createEmbeddingThrottle({
    now: () => clock.now,
    wait: (delayMs) =>
      new Promise((resolve) => {
        sleepers.push({ until: clock.now + delayMs, wake: resolve });
      }),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (delayMs: number) => {
    clock.now += delayMs;
    for (const { until, wake } of sleepers) if (until <= clock.now) wake();
    await settle();
  };
  return { throttle, pass, settle };
};

const tooMany = () => new EndpointError('slow down', { kind: 'refused', status: 429 });

const background = { priority: 'background', patienceMs: 20_000, signal } as const;
const interactive = { priority: 'interactive', patienceMs: 2_000, signal } as const;

const refuse = async ({ throttle }: ReturnType<typeof setUp>): Promise<void> => {
  await throttle.run(background, () => Promise.reject(tooMany())).catch(() => undefined);
};

describe('an embedding request after a 429', () => {
  it('waits, whoever sends it, and lets a question go first', async () => {
    const parts = setUp();
    await refuse(parts);
    const order: string[] = [];

    void parts.throttle.run(background, async () => order.push('document'));
    void parts.throttle.run(interactive, async () => order.push('question'));

    await parts.pass(999);
    expect(order).toEqual([]);
    await parts.pass(1);
    expect(order).toEqual(['question']);
    await parts.pass(250);
    expect(order).toEqual(['question', 'document']);
  });

  it('waits twice as long after the next 429', async () => {
    const parts = setUp();
    await refuse(parts);
    await parts.pass(1_250);
    await refuse(parts);
    const order: string[] = [];

    void parts.throttle.run(interactive, async () => order.push('question'));

    await parts.pass(1_999);
    expect(order).toEqual([]);
    await parts.pass(1);
    expect(order).toEqual(['question']);
  });

  it('counts calls that were refused together as one refusal', async () => {
    const parts = setUp();
    await Promise.all([refuse(parts), refuse(parts), refuse(parts), refuse(parts)]);
    const order: string[] = [];

    void parts.throttle.run(interactive, async () => order.push('question'));
    await parts.pass(1_000);

    expect(order).toEqual(['question']);
  });

  it('runs background calls one after the other until calls succeed again', async () => {
    const parts = setUp();
    await refuse(parts);
    const running: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => running.push(resolve));

    const calls = [1, 2, 3].map(() => parts.throttle.run(background, work));
    await parts.pass(1_250);
    expect(running).toHaveLength(1);
    running[0]?.();
    await parts.settle();

    expect(running).toHaveLength(3);
    for (const finish of running) finish();
    await Promise.all(calls);
  });

  it('does not make a question wait for background calls', async () => {
    const parts = setUp();
    await refuse(parts);
    void parts.throttle.run(background, () => new Promise(() => undefined));
    await parts.pass(1_250);

    expect(await parts.throttle.run(interactive, async () => 'vectors')).toBe('vectors');
  });
});
