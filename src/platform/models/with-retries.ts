import { setTimeout as sleep } from 'node:timers/promises';
import { linkSignals } from '../../shared/async.js';
import { AppError, isAppError, nameOf } from '../../shared/errors.js';
import { AnswerTooLarge } from './bounded-fetch.js';
import { EndpointError, isTransient, retryAfterOf, statusOf } from './endpoint.js';
import type { CallOptions } from './model.js';

export type RetryPolicy = {
  maxTries: number;
  baseDelayMs: number;
  /** A longer Retry-After is not waited for, whatever the deadline. */
  maxDelayMs: number;
  /** The limit of one try including its body, which the SDK's own timeout does not cover. */
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
  wait: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
};

type EndpointKind = 'model' | 'embedder';

type RetryReason = 'connection' | 'rate_limited' | 'server_error';

type Call = CallOptions & {
  policy: RetryPolicy;
  /** Determines the error codes of its failures. */
  kind: EndpointKind;
  onRetry?: ((reason: RetryReason) => void) | undefined;
  /** The try enforces its own limit, like a stream, which may continue as long as it progresses. */
  isUnlimited?: boolean;
};

/**
 * The only layer that retries: connection errors, 429 and 5xx, at most `maxTries` times, with jitter, or after the time that the endpoint
 * asked for if that fits the time left. Every rejection is an AppError, except a refusal that `mayAdapt` lets through.
 */
export const withRetries = async <Value>(
  attempt: (signal: AbortSignal) => Promise<Value>,
  { signal, deadlineAt = Infinity, policy, kind, onRetry, isUnlimited = false }: Call,
  mayAdapt: (error: unknown) => boolean = () => false,
): Promise<Value> => {
  for (let tryNumber = 1; ; tryNumber += 1) {
    throwIfAborted(signal);
    const limited = linkSignals([signal], isUnlimited ? {} : { limitMs: policy.timeoutMs });
    const startedAt = policy.now();
    try {
      return await attempt(limited.signal);
    } catch (error) {
      throwIfAborted(signal);
      if (mayAdapt(error)) throw error;
      const now = policy.now();
      const askedMs = retryAfterOf(error, now);
      const delayMs = askedMs ?? delayBefore(tryNumber, policy);
      // A try that took long to fail may take as long again; if it cannot finish in time, another endpoint is asked instead.
      const endsAt = now + delayMs + (now - startedAt);
      const isWorthIt = isTransient(error) && delayMs <= policy.maxDelayMs && endsAt < deadlineAt;
      if (!isWorthIt || tryNumber >= policy.maxTries) throw toAppError(error, kind, askedMs);
      onRetry?.(toRetryReason(statusOf(error)));
      // Only the signal ends the wait early, which the next round reports.
      await policy.wait(delayMs, signal).catch(() => undefined);
    } finally {
      limited.unlink();
    }
  }
};

const throwIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw toAbortError(signal);
};

const delayBefore = (tryNumber: number, { baseDelayMs, random }: RetryPolicy): number =>
  baseDelayMs * 2 ** (tryNumber - 1) * (0.5 + random() / 2);

const toRetryReason = (status: number | undefined): RetryReason => {
  if (status === 429) return 'rate_limited';
  return status === undefined ? 'connection' : 'server_error';
};

/** Explains why the caller's signal fired: its own AppError, a deadline, or a cancellation. */
export const toAbortError = ({ reason }: AbortSignal): AppError => {
  if (isAppError(reason)) return reason;
  return nameOf(reason) === 'TimeoutError'
    ? new AppError('deadline_exceeded', 'The deadline passed during a call of a model.')
    : new AppError('cancelled', 'The call of a model was cancelled.');
};

/** A vendor's failure as our own error; the message names no endpoint and no key. */
const toAppError = (cause: unknown, kind: EndpointKind, retryAfterMs?: number): AppError => {
  if (isAppError(cause)) return cause;
  if (nameOf(cause) === 'SyntaxError') {
    return new AppError(`${kind}_invalid_output`, 'The endpoint did not answer with JSON.', {
      cause,
    });
  }
  return new AppError(`${kind}_unavailable`, describe(cause), {
    cause,
    ...(retryAfterMs !== undefined && { retryAfterSec: Math.ceil(retryAfterMs / 1_000) }),
  });
};

const describe = (error: unknown): string => {
  if (error instanceof AnswerTooLarge) return error.message;
  const status = statusOf(error);
  if (status !== undefined) return `The endpoint refused the request with status ${status}.`;
  return error instanceof EndpointError && error.kind === 'aborted'
    ? 'The endpoint did not answer in time.'
    : 'The endpoint could not be reached.';
};
