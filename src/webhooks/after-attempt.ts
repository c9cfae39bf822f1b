import type { DeliveryError, OffReason } from './schema.js';

/** A host's response to a delivery: its status, or why there is none. */
export type Attempted =
  { status: number; retryAfter: string | null } | { error: 'address_refused' | 'unreachable' };

export type AttemptOutcome =
  | { kind: 'delivered'; statusCode: number }
  | (Failed & { kind: 'retry'; delayMs: number; pauseMs: number })
  | (Failed & { kind: 'failed' })
  | (Failed & { kind: 'off'; reason: OffReason });

type Failed = { statusCode: number | null; error: DeliveryError };

type History = {
  /** Attempts before this one. */
  attempts: number;
  /** The endpoint's first failure since it last accepted a delivery; null while it accepts them. */
  failingSince: Date | null;
  now: Date;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before each attempt after the first, as in the specification. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Up to this share of a wait is added, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;
/** An endpoint that accepted nothing for this long is switched off. */
const GIVE_UP_AFTER_MS = 5 * 24 * HOUR_MS;
/** A host that is overloaded, or whose proxy cannot reach it, gets no deliveries for this long. */
const SLOW_DOWN_MS = MINUTE_MS;
const SLOW_DOWN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const GONE = 410;

/** Decides the outcome for a delivery and its endpoint. */
export const decideAfterAttempt = (
  attempted: Attempted,
  { attempts, failingSince, now }: History,
  random: () => number,
): AttemptOutcome => {
  const statusCode = 'status' in attempted ? attempted.status : null;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { kind: 'delivered', statusCode };
  }
  const failed = { statusCode, error: errorOf(attempted) };
  if (statusCode === GONE) return { kind: 'off', reason: 'gone', ...failed };
  if (failingSince !== null && now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS) {
    return { kind: 'off', reason: 'failing', ...failed };
  }
  const waitMs = WAITS_MS[attempts];
  if (waitMs === undefined) return { kind: 'failed', ...failed };
  const askedMs = 'retryAfter' in attempted ? toRetryAfterMs(attempted.retryAfter, now) : 0;
  const slowDownMs = statusCode !== null && SLOW_DOWN.has(statusCode) ? SLOW_DOWN_MS : 0;
  const pauseMs = Math.max(askedMs, slowDownMs);
  const delayMs = Math.max(waitMs * (1 + random() * JITTER), pauseMs);
  return { kind: 'retry', delayMs, pauseMs, ...failed };
};

const errorOf = (attempted: Attempted): DeliveryError => {
  if ('error' in attempted) return attempted.error;
  return attempted.status >= 300 && attempted.status < 400 ? 'redirect' : 'status';
};

/** Seconds or a date, as in HTTP; anything else means no wait. */
const toRetryAfterMs = (header: string | null, now: Date): number => {
  if (header === null) return 0;
  const askedMs = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * SECOND_MS
    : Date.parse(header) - now.getTime();
  return Number.isNaN(askedMs) ? 0 : Math.min(Math.max(0, askedMs), LONGEST_RETRY_AFTER_MS);
};
