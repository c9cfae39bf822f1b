import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { AppError, isAppError, type ErrorCode } from '../../shared/errors.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkSignals } from '../../shared/async.js';
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
  wait: async (delayMs, signal) => {
    await sleep(delayMs, undefined, { signal });
  },
};

type Call = CallOptions & {
  policy: RetryPolicy;
  codes: FailureCodes;
  onRetry?: ((reason: ReturnType<typeof retryReasonOf>) => void) | undefined;
};

/** How the failures of one kind of endpoint are called. */
type FailureCodes = { unavailable: ErrorCode; invalidOutput: ErrorCode };

export const CHAT_FAILURES: FailureCodes = {
  unavailable: 'model_unavailable',
  invalidOutput: 'model_invalid_output',
};
export const EMBEDDER_FAILURES: FailureCodes = {
  unavailable: 'embedder_unavailable',
  invalidOutput: 'embedder_invalid_output',
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

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429]);

/** True for what another try may cure: connection trouble, 429 and 5xx. */
const isTransient = (error: unknown): boolean => {
  if (error instanceof APIConnectionError || isBrokenBody(error) || isStreamError(error)) {
    return true;
  }
  const status = statusOf(error);
  return status !== undefined && (status >= 500 || TRANSIENT_STATUSES.has(status));
};

/** A body that ends early surfaces as undici's bare TypeError, with no APIError around it. */
const isBrokenBody = (error: unknown): boolean => nameOf(error) === 'TypeError';

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

/** An `error` event in a stream: the status was 200 long ago. */
const isStreamError = (error: unknown): boolean =>
  error instanceof APIError && !(error instanceof APIUserAbortError) && error.status === undefined;

/** A try that took long to fail may take as long again; what cannot end in time is left to another endpoint. */
const fits = (
  { delayMs, tookMs }: { delayMs: number; tookMs: number },
  { policy, deadlineAt }: Call,
): boolean =>
  delayMs <= policy.maxDelayMs &&
  (deadlineAt === undefined || policy.now() + delayMs + tookMs < deadlineAt);

/** Why another try is made, out of a closed set. */
const retryReasonOf = (error: unknown): 'connection' | 'rate_limited' | 'server_error' => {
  const status = statusOf(error);
  if (status === 429) return 'rate_limited';
  return status === undefined ? 'connection' : 'server_error';
};

const pause = async (delayMs: number, { policy, signal }: Call): Promise<void> => {
  try {
    await policy.wait(delayMs, signal);
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
};

export const statusOf = (error: unknown): number | undefined =>
  error instanceof APIError && typeof error.status === 'number' ? error.status : undefined;

/** What the endpoint asked us to wait, in milliseconds. */
export const retryAfterOf = (error: unknown, now: number): number | undefined => {
  if (!(error instanceof APIError)) return undefined;
  const headers: unknown = error.headers;
  if (!(headers instanceof Headers)) return undefined;
  const milliseconds = headers.get('retry-after-ms');
  const seconds = headers.get('retry-after');
  const asked =
    milliseconds !== null && Number.isFinite(Number(milliseconds))
      ? Number(milliseconds)
      : seconds === null
        ? undefined
        : parseSeconds(seconds, now);
  return asked === undefined ? undefined : Math.max(0, asked);
};

const parseSeconds = (value: string, now: number): number | undefined => {
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
};

/** Why the caller's signal fired: its own AppError, a deadline, or a cancellation. */
export const toAbortError = (signal: AbortSignal): AppError => {
  const reason: unknown = signal.reason;
  if (isAppError(reason)) return reason;
  return nameOf(reason) === 'TimeoutError'
    ? new AppError('deadline_exceeded', 'The deadline passed during a call of a model.')
    : new AppError('cancelled', 'The call of a model was cancelled.');
};

/** A vendor's failure in our words; the message names no endpoint and no key. */
export const toAppError = (
  error: unknown,
  codes: FailureCodes,
  retryAfterMs?: number,
): AppError => {
  if (isAppError(error)) return error;
  if (nameOf(error) === 'SyntaxError') {
    return new AppError(codes.invalidOutput, 'The endpoint did not answer with JSON.', {
      cause: error,
    });
  }
  const status = statusOf(error);
  const message =
    status === undefined
      ? error instanceof APIUserAbortError
        ? 'The endpoint did not answer in time.'
        : 'The endpoint could not be reached.'
      : `The endpoint refused the request with status ${status}.`;
  return new AppError(codes.unavailable, message, {
    cause: error,
    ...(retryAfterMs === undefined ? {} : { retryAfterSec: Math.ceil(retryAfterMs / 1_000) }),
  });
};
