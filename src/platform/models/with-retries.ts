import { setTimeout as sleep } from 'node:timers/promises';
import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { linkSignals } from '../../shared/async.js';
import { AppError, isAppError, nameOf } from '../../shared/errors.js';
import { AnswerTooLarge } from './bounded-fetch.js';
import type { CallOptions } from './model.js';

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
  wait: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
};

type EndpointKind = 'model' | 'embedder';

type RetryReason = 'connection' | 'rate_limited' | 'server_error';

type Call = CallOptions & {
  policy: RetryPolicy;
  /** Decides the codes of its failures. */
  kind: EndpointKind;
  onRetry?: ((reason: RetryReason) => void) | undefined;
};

/**
 * The only layer that retries: connection errors, 429 and 5xx, at most `maxTries` times, with jitter, or as the endpoint
 * asked if that fits the time left. Every rejection is an AppError, except a refusal that `mayAdapt` lets through.
 */
export const withRetries = async <Value>(
  attempt: (signal: AbortSignal) => Promise<Value>,
  { signal, deadlineAt = Infinity, policy, kind, onRetry }: Call,
  mayAdapt: (error: unknown) => boolean = () => false,
): Promise<Value> => {
  for (let tryNumber = 1; ; tryNumber += 1) {
    throwIfAborted(signal);
    const limited = linkSignals([signal], { limitMs: policy.timeoutMs });
    const startedAt = policy.now();
    try {
      return await attempt(limited.signal);
    } catch (error) {
      throwIfAborted(signal);
      if (mayAdapt(error)) throw error;
      const now = policy.now();
      const askedMs = retryAfterOf(error, now);
      const delayMs = askedMs ?? delayBefore(tryNumber, policy);
      // A try that took long to fail may take as long again; what cannot end in time is left to another endpoint.
      const endsAt = now + delayMs + (now - startedAt);
      const isWorthIt = isTransient(error) && delayMs <= policy.maxDelayMs && endsAt < deadlineAt;
      if (!isWorthIt || tryNumber >= policy.maxTries) throw toAppError(error, kind, askedMs);
      onRetry?.(toRetryReason(statusOf(error)));
      // The signal alone ends it early, which the next round tells.
      await policy.wait(delayMs, signal).catch(() => undefined);
    } finally {
      limited.unlink();
    }
  }
};

/** Whether a call failed, in our words or its own, because it would have taken longer than its limit, or its body was too large. */
export const wasTooMuch = (error: unknown): boolean => {
  const cause = isAppError(error) ? error.cause : error;
  return (
    cause instanceof APIUserAbortError ||
    TIME_OUTS.has(nameOf(cause)) ||
    TOO_MUCH_STATUSES.has(statusOf(cause) ?? 0)
  );
};

/** What ends a body that stands still. */
const TIME_OUTS: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);
const TOO_MUCH_STATUSES: ReadonlySet<number> = new Set([408, 413, 504]);

const throwIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw toAbortError(signal);
};

const delayBefore = (tryNumber: number, { baseDelayMs, random }: RetryPolicy): number =>
  baseDelayMs * 2 ** (tryNumber - 1) * (0.5 + random() / 2);

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429]);

/** True for what another try may cure: connection trouble, 429 and 5xx. */
const isTransient = (error: unknown): boolean => {
  if (error instanceof APIConnectionError) return true;
  // A body that ends early surfaces as undici's bare TypeError, with no APIError around it.
  if (nameOf(error) === 'TypeError') return true;
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || TRANSIENT_STATUSES.has(status);
  // An `error` event in a stream: the status was 200 long ago.
  return error instanceof APIError && !(error instanceof APIUserAbortError);
};

const toRetryReason = (status: number | undefined): RetryReason => {
  if (status === 429) return 'rate_limited';
  return status === undefined ? 'connection' : 'server_error';
};

export const statusOf = (error: unknown): number | undefined =>
  error instanceof APIError && typeof error.status === 'number' ? error.status : undefined;

/** What the endpoint asked us to wait, in milliseconds. */
export const retryAfterOf = (error: unknown, now: number): number | undefined => {
  const headers: unknown = error instanceof APIError ? error.headers : undefined;
  if (!(headers instanceof Headers)) return undefined;
  const asked = headers.get('retry-after');
  const askedMs = [
    Number(headers.get('retry-after-ms') ?? NaN),
    Number(asked ?? NaN) * 1_000,
    Date.parse(asked ?? '') - now,
  ].find(Number.isFinite);
  return askedMs === undefined ? undefined : Math.max(0, askedMs);
};

/** Why the caller's signal fired: its own AppError, a deadline, or a cancellation. */
export const toAbortError = ({ reason }: AbortSignal): AppError => {
  if (isAppError(reason)) return reason;
  return nameOf(reason) === 'TimeoutError'
    ? new AppError('deadline_exceeded', 'The deadline passed during a call of a model.')
    : new AppError('cancelled', 'The call of a model was cancelled.');
};

/** A vendor's failure in our words; the message names no endpoint and no key. */
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
  return error instanceof APIUserAbortError
    ? 'The endpoint did not answer in time.'
    : 'The endpoint could not be reached.';
};
