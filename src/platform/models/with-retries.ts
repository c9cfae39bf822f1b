import { setTimeout as sleep } from 'node:timers/promises';
import { linkSignals } from '../../shared/async.js';
import type { CallOptions } from './model.js';
import {
  isTransient,
  retryAfterOf,
  retryReasonOf,
  toAbortError,
  toAppError,
  type FailureCodes,
} from './vendor-errors.js';

export type RetryPolicy = {
  maxTries: number;
  baseDelayMs: number;
  /** A longer Retry-After is not waited for, whatever the deadline. */
  maxDelayMs: number;
  /** Of one try; it covers the body too, which the SDK's own time-out does not. */
  timeoutMs: number;
  now: () => number;
  /** In 0..1. */
  random: () => number;
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxTries: 3,
  baseDelayMs: 250,
  maxDelayMs: 20_000,
  timeoutMs: 120_000,
  now: Date.now,
  random: Math.random,
  wait: async (delayMs, signal) => {
    await sleep(delayMs, undefined, { signal });
  },
};

type Call = CallOptions & {
  policy: RetryPolicy;
  codes: FailureCodes;
  onRetry?: ((reason: ReturnType<typeof retryReasonOf>) => void) | undefined;
};

/**
 * The only layer that retries: connection errors, 429 and 5xx, at most `maxTries` times, with jitter, or as the endpoint
 * asked if that fits the time left. Every rejection is an AppError, except a refusal that `mayAdapt` lets through.
 */
export const withRetries = async <Value>(
  attempt: (signal: AbortSignal) => Promise<Value>,
  call: Call,
  mayAdapt: (error: unknown) => boolean = () => false,
): Promise<Value> => {
  const { signal, policy, codes, onRetry } = call;
  for (let tryNumber = 1; ; tryNumber += 1) {
    throwIfAborted(signal);
    const startedAt = policy.now();
    try {
      return await withLimit(attempt, call);
    } catch (error) {
      throwIfAborted(signal);
      if (mayAdapt(error)) throw error;
      const asked = retryAfterOf(error, policy.now());
      const delayMs = asked ?? delayBefore(tryNumber, policy);
      const pauses = { delayMs, tookMs: policy.now() - startedAt };
      if (!isTransient(error) || tryNumber >= policy.maxTries || !fits(pauses, call)) {
        throw toAppError(error, codes, asked);
      }
      onRetry?.(retryReasonOf(error));
      await pause(delayMs, call);
    }
  }
};

const throwIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw toAbortError(signal);
};

/** One try under the caller's signal and its own limit. */
const withLimit = async <Value>(
  attempt: (signal: AbortSignal) => Promise<Value>,
  { signal, policy }: Call,
): Promise<Value> => {
  const limited = linkSignals([signal], { limitMs: policy.timeoutMs });
  try {
    return await attempt(limited.signal);
  } finally {
    limited.unlink();
  }
};

const delayBefore = (tryNumber: number, { baseDelayMs, random }: RetryPolicy): number =>
  baseDelayMs * 2 ** (tryNumber - 1) * (0.5 + random() / 2);

/** A try that took long to fail may take as long again; what cannot end in time is left to another endpoint. */
const fits = (
  { delayMs, tookMs }: { delayMs: number; tookMs: number },
  { policy, deadlineAt }: Call,
): boolean =>
  delayMs <= policy.maxDelayMs &&
  (deadlineAt === undefined || policy.now() + delayMs + tookMs < deadlineAt);

const pause = async (delayMs: number, { policy, signal }: Call): Promise<void> => {
  try {
    await policy.wait(delayMs, signal);
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
};
