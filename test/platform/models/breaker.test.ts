import { describe, expect, it } from '@jest/globals';
import { createBreaker, type Breaker, type Outcome } from '../../../src/platform/models/breaker.js';

const POLICY = { failures: 3, windowMs: 60_000, openMs: 10_000 };

const setUp = () => {
  const clock = { now: 0 };
  const states: string[] = [];
  const breaker = createBreaker({
    policy: POLICY,
    now: () => clock.now,
    onChange: (state) => states.push(state),
  });
  return { clock, states, breaker };
};

const call = (breaker: Breaker, outcome: Outcome): boolean => {
  const leave = breaker.tryEnter();
  leave?.(outcome);
  return leave !== null;
};

const open = () => {
  const parts = setUp();
  for (let failure = 0; failure < POLICY.failures; failure += 1) call(parts.breaker, 'failed');
  return parts;
};

describe('a circuit breaker', () => {
  it('reports that it is closed before anything happens', () => {
    expect(setUp().states).toEqual(['closed']);
  });

  it('opens after failures in a row and then refuses at once', () => {
    const { breaker, states } = open();

    expect(call(breaker, 'succeeded')).toBe(false);
    expect(states).toEqual(['closed', 'open']);
  });

  it('forgets failures after a success', () => {
    const { breaker } = setUp();

    for (const outcome of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) {
      call(breaker, outcome);
    }

    expect(call(breaker, 'succeeded')).toBe(true);
  });

  it('forgets failures older than its window', () => {
    const { breaker, clock } = setUp();

    call(breaker, 'failed');
    call(breaker, 'failed');
    clock.now = POLICY.windowMs;
    call(breaker, 'failed');

    expect(call(breaker, 'succeeded')).toBe(true);
  });

  it('does not count a cancelled call', () => {
    const { breaker } = setUp();

    for (let count = 0; count < 10; count += 1) call(breaker, 'cancelled');

    expect(call(breaker, 'succeeded')).toBe(true);
  });

  it('lets exactly one call try when it has been open long enough, and closes when that succeeds', () => {
    const { breaker, clock, states } = open();
    clock.now = POLICY.openMs;

    const probe = breaker.tryEnter();

    expect(breaker.tryEnter()).toBeNull();
    probe?.('succeeded');
    expect(call(breaker, 'succeeded')).toBe(true);
    expect(states).toEqual(['closed', 'open', 'half_open', 'closed']);
  });

  it('opens again for the same time when the probe fails', () => {
    const { breaker, clock } = open();
    clock.now = POLICY.openMs;

    call(breaker, 'failed');

    clock.now = 2 * POLICY.openMs - 1;
    expect(breaker.tryEnter()).toBeNull();
    clock.now += 1;
    expect(breaker.tryEnter()).not.toBeNull();
  });

  it('lets the next call probe when the probe was cancelled', () => {
    const { breaker, clock } = open();
    clock.now = POLICY.openMs;

    call(breaker, 'cancelled');

    expect(breaker.tryEnter()).not.toBeNull();
  });

  it('does not take the late success of an old call for the success of its probe', () => {
    const { breaker, states } = setUp();
    const old = breaker.tryEnter();
    for (let failure = 0; failure < POLICY.failures; failure += 1) call(breaker, 'failed');

    old?.('succeeded');

    expect(states.at(-1)).toBe('open');
    expect(breaker.tryEnter()).toBeNull();
  });

  it('counts a call once, however often its outcome is reported', () => {
    const { breaker } = setUp();
    const leave = breaker.tryEnter();

    for (let count = 0; count < 10; count += 1) leave?.('failed');

    expect(call(breaker, 'succeeded')).toBe(true);
  });
});
