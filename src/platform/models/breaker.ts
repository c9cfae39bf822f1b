/** A breaker as data: what is known of an endpoint, changed only by the functions below. */
type BreakerState =
  | { kind: 'closed'; failures: readonly number[] }
  | { kind: 'open'; until: number }
  | { kind: 'half_open' };

export type BreakerKind = BreakerState['kind'];

export type BreakerPolicy = {
  /** Failures in a row that open it, all within the window. */
  failures: number;
  windowMs: number;
  /** How long it stays open before one call may try. */
  openMs: number;
};

export const DEFAULT_BREAKER_POLICY: BreakerPolicy = {
  failures: 5,
  windowMs: 60_000,
  openMs: 10_000,
};

export type Outcome = 'succeeded' | 'failed' | 'cancelled';

const CLOSED: BreakerState = { kind: 'closed', failures: [] };

/** Leave to make one call; its outcome has to be told. */
export type Leave = (outcome: Outcome) => void;

export type Breaker = {
  /** Null while it is open, and while a probe is under way. */
  tryEnter(): Leave | null;
};

type Options = {
  policy: BreakerPolicy;
  now: () => number;
  /** Called with every new state, and with `closed` at the beginning. */
  onChange: (state: BreakerKind) => void;
};

/**
 * Spares callers the wait for an endpoint that fails: opens after failures in a row, lets exactly one call through when it has
 * been open long enough, and closes when that one succeeds. Everybody else is refused at once, also during the probe.
 */
export const createBreaker = ({ policy, now, onChange }: Options): Breaker => {
  let state: BreakerState = CLOSED;
  onChange(state.kind);
  const change = (next: BreakerState): void => {
    const isNews = next.kind !== state.kind;
    state = next;
    if (isNews) onChange(next.kind);
  };
  const leaveOnce = (isProbe: boolean): Leave => {
    let hasLeft = false;
    return (outcome) => {
      if (hasLeft) return;
      hasLeft = true;
      change(settle(state, { outcome, isProbe }, { now: now(), policy }));
    };
  };
  return {
    tryEnter: () => {
      if (state.kind === 'closed') return leaveOnce(false);
      if (state.kind === 'half_open' || now() < state.until) return null;
      change({ kind: 'half_open' });
      return leaveOnce(true);
    },
  };
};

const settle = (
  state: BreakerState,
  { outcome, isProbe }: { outcome: Outcome; isProbe: boolean },
  { now, policy }: { now: number; policy: BreakerPolicy },
): BreakerState => {
  if (state.kind === 'closed') {
    if (outcome === 'cancelled') return state;
    if (outcome === 'succeeded') return CLOSED;
    const recent = state.failures.filter((failedAt) => now - failedAt < policy.windowMs);
    return recent.length + 1 >= policy.failures
      ? { kind: 'open', until: now + policy.openMs }
      : { kind: 'closed', failures: [...recent, now] };
  }
  // A call that began before the breaker opened tells nothing about the endpoint now.
  if (!isProbe) return state;
  if (outcome === 'succeeded') return CLOSED;
  // A probe that was cancelled learnt nothing: the next call may probe at once.
  return { kind: 'open', until: outcome === 'cancelled' ? now : now + policy.openMs };
};
