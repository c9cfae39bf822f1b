import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { AppError, isAppError, type ErrorCode } from '../../shared/errors.js';

/** How the failures of one kind of endpoint are called. */
export type FailureCodes = { unavailable: ErrorCode; invalidOutput: ErrorCode };

export const CHAT_FAILURES: FailureCodes = {
  unavailable: 'model_unavailable',
  invalidOutput: 'model_invalid_output',
};
export const EMBEDDER_FAILURES: FailureCodes = {
  unavailable: 'embedder_unavailable',
  invalidOutput: 'embedder_invalid_output',
};

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429]);

export const statusOf = (error: unknown): number | undefined =>
  error instanceof APIError && typeof error.status === 'number' ? error.status : undefined;

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

/** A body that ends early surfaces as undici's bare TypeError, with no APIError around it. */
const isBrokenBody = (error: unknown): boolean => nameOf(error) === 'TypeError';

/** An `error` event in a stream: the status was 200 long ago. */
const isStreamError = (error: unknown): boolean =>
  error instanceof APIError && !(error instanceof APIUserAbortError) && error.status === undefined;

/** True for what another try may cure: connection trouble, 429 and 5xx. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof APIConnectionError || isBrokenBody(error) || isStreamError(error)) {
    return true;
  }
  const status = statusOf(error);
  return status !== undefined && (status >= 500 || TRANSIENT_STATUSES.has(status));
};

/** Why another try is made, out of a closed set. */
export const retryReasonOf = (error: unknown): 'connection' | 'rate_limited' | 'server_error' => {
  const status = statusOf(error);
  if (status === 429) return 'rate_limited';
  return status === undefined ? 'connection' : 'server_error';
};

const parseSeconds = (value: string, now: number): number | undefined => {
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
};

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
