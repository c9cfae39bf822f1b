import type { Entry } from '../ledger.js';

export type Promised = 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7';

/** A broken promise: what was promised, what is the case instead, and the lines of the ledger that prove it. */
export type Violation = { promise: Promised; what: string; lines: readonly Entry[] };
