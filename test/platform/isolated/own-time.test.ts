import { describe, expect, it } from '@jest/globals';
import { createOwnClock } from '../../../src/platform/isolated/own-time.js';

const STEP_MS = 100;
const START = { atMs: 0, cpuMs: 0, isHeldUp: false };

/** The own time after looks, each with the time on the clock, the processor time, and R or S for the state of the kernel. */
const count = (...looks: readonly [atMs: number, cpuMs: number, state: 'R' | 'S'][]): number => {
  const clock = createOwnClock(START, STEP_MS);
  return looks
    .map(([atMs, cpuMs, state]) => clock.count({ atMs, cpuMs, isHeldUp: state === 'R' }))
    .reduce((_, last) => last, 0);
};

describe('the time that is charged to a process', () => {
  it('is its processor time while it waits for the processor', () => {
    expect(count([100, 10, 'R'], [200, 20, 'R'], [300, 40, 'R'])).toBe(40);
  });

  it('is wall-clock time while it sleeps', () => {
    expect(count([100, 0, 'S'], [200, 5, 'S'])).toBe(200);
  });

  it('is never more than the time that has passed, however many threads it has', () => {
    expect(count([100, 400, 'R'], [200, 700, 'S'])).toBe(200);
  });

  it("counts one sample's worth of sleep if the next sample comes late because the whole machine stood still", () => {
    expect(count([100, 0, 'S'], [60_100, 0, 'S'])).toBe(200);
  });
});
