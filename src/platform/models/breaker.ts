export type BreakerPolicy = {
  /** Consecutive failures that open it, all within the window. */
  failures: number;
  windowMs: number;
  /** How long it stays open before one call may try. */
  openMs: number;
  /** The open time doubles with every failed try, up to this; without it, it stays the same. */
  longestMs?: number;
};

export type BreakerState = 'closed' | 'open' | 'half_open';

export type Outcome = 'succeeded' | 'failed' | 'cancelled';

export type Breaker = {
  /** Permission to make one call, whose outcome must be reported; null while the breaker is open or a probe is under way. */
  tryEnter(): ((outcome: Outcome) => void) | null;
  /** True if `tryEnter` would allow a call now. */
  mayEnter(): boolean;
};

type BreakerOptions = {
  policy: BreakerPolicy;
  now: () => number;
  /** Called with every new state, and with `closed` at the beginning. */
  onChange: (state: BreakerState) => void;
};

/**
 * Spares callers the wait for a failing endpoint: opens after consecutive failures, lets exactly one call through once it has been open
 * long enough, and closes if that one succeeds. All other calls are refused at once, also during the probe.
 */
export const createBreaker = ({ policy, now, onChange }: BreakerOptions): Breaker => {
  let state: BreakerState = 'closed';
  const { longestMs = policy.openMs } = policy;
  let failedAt: number[] = [];
  let openUntil = 0;
  let { openMs } = policy;
  onChange(state);

  const change = (next: BreakerState): void => {
    if (next !== state) onChange(next);
    state = next;
  };
  const open = (forMs: number): void => {
    openUntil = now() + forMs;
    change('open');
  };
  const settle = (outcome: Outcome, isProbe: boolean): void => {
    // A call that began before the breaker opened says nothing about the endpoint now.
    if (state !== 'closed' && !isProbe) return;
    if (outcome === 'succeeded') {
      failedAt = [];
      openMs = policy.openMs;
      change('closed');
    } else if (isProbe) {
      // A cancelled probe learned nothing, so the next call may probe at once.
      if (outcome === 'failed') openMs = Math.max(policy.openMs, Math.min(2 * openMs, longestMs));
      open(outcome === 'cancelled' ? 0 : openMs);
    } else if (outcome === 'failed') {
      failedAt = [...failedAt.filter((at) => now() - at < policy.windowMs), now()];
      if (failedAt.length >= policy.failures) open(openMs);
    }
  };

  const mayEnter = (): boolean => state === 'closed' || (state === 'open' && now() >= openUntil);

  return {
    mayEnter,
    tryEnter: () => {
      const isProbe = state !== 'closed';
      if (!mayEnter()) return null;
      if (isProbe) change('half_open');
      let hasLeft = false;
      return (outcome) => {
        if (!hasLeft) settle(outcome, isProbe);
        hasLeft = true;
      };
    },
  };
};
