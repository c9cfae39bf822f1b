import { z } from 'zod';
import { isAppError, nameOf } from '../../shared/errors.js';
import type { CleanText } from '../../shared/credential-filter.js';
import type { Fetch } from './bounded-fetch.js';

export type Endpoint = {
  /** Includes the version, as the provider documents it. */
  baseUrl: string;
  /** May be empty: local servers need none. */
  apiKey: string;
  /** Sent with every request; they replace the provider's own. If they hold an `api-key`, no Authorization header is sent. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Query parameters of every address. */
  query?: Readonly<Record<string, string>> | undefined;
  /** Reaches the endpoint by another way than the network. */
  send?: Fetch | undefined;
  /** Removes credentials from its answers. Default: none were sent. */
  clean?: CleanText | undefined;
};

/** Adds query parameters to an address. */
export const withQuery = (address: string, query: Readonly<Record<string, string>>): string => {
  const asked = new URLSearchParams(query).toString();
  return asked === '' ? address : `${address}?${asked}`;
};

type Failure = {
  /** `broken`: an error inside an answer that had begun with status 200. */
  kind: 'refused' | 'unreachable' | 'aborted' | 'broken';
  status?: number | undefined;
  headers?: Headers | undefined;
  /** The vendor's own error code. */
  code?: string | undefined;
};

/** A failed call of an endpoint, in the same terms for every provider; the message is the vendor's, for internal use only. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly kind: Failure['kind'];
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly code: string | undefined;

  constructor(message: string, { kind, status, headers, code }: Failure, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof EndpointError ? error.status : undefined;

const Code = z.union([z.string(), z.number()]).nullish().catch(null);
const Problem = z.object({
  message: z.string().catch(''),
  code: Code,
  status: Code,
  type: Code,
});
const Reported = z
  .union([z.string().min(1), Problem])
  .nullish()
  .catch(null);
const Answer = z.object({
  error: Reported,
  object: z.unknown().optional(),
  choices: z
    .array(z.object({ error: Reported }))
    .nullish()
    .catch(null),
});

/** Finds the error in an answer with status 200. The status that the error names decides whether to retry. */
export const findReportedError = (answer: unknown): EndpointError | undefined => {
  const { data } = Answer.safeParse(answer);
  const ofWhole = data?.object === 'error' ? Problem.parse(answer) : undefined;
  const reported = data?.error ?? data?.choices?.[0]?.error ?? ofWhole;
  if (reported == null) return undefined;
  if (typeof reported === 'string') return new EndpointError(reported, { kind: 'broken' });
  const { message, code, status, type } = reported;
  const named = [status, code, type].map(toStatus).find((found) => found !== undefined);
  const name = [code, type].find((given) => typeof given === 'string');
  return new EndpointError(message, { kind: 'broken', status: named, code: name ?? undefined });
};

/** HTTP statuses for error types that arrive without one. */
const STATUS_OF_TYPE = new Map([
  ['invalid_request_error', 400],
  ['content_filter', 400],
  ['context_length_exceeded', 400],
  ['authentication_error', 401],
  ['invalid_api_key', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['model_not_found', 404],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
]);

const toStatus = (given: z.infer<typeof Code>): number | undefined => {
  const status = Number(given ?? NaN);
  return status >= 400 && status < 600 ? status : STATUS_OF_TYPE.get(String(given));
};

/** How many milliseconds the endpoint asks us to wait. */
export const retryAfterOf = (error: unknown, now: number): number | undefined => {
  const headers = error instanceof EndpointError ? error.headers : undefined;
  if (headers === undefined) return undefined;
  const asked = headers.get('retry-after');
  const askedMs = [
    Number(headers.get('retry-after-ms') ?? NaN),
    Number(asked ?? NaN) * 1_000,
    Date.parse(asked ?? '') - now,
  ].find(Number.isFinite);
  return askedMs === undefined ? undefined : Math.max(0, askedMs);
};

/** True if a call failed because it exceeded its time limit, or because its body was too large. */
export const wasTooMuch = (error: unknown): boolean => {
  const cause = isAppError(error) ? error.cause : error;
  return (
    (cause instanceof EndpointError && cause.kind === 'aborted') ||
    TIME_OUTS.has(nameOf(cause)) ||
    TOO_MUCH_STATUSES.has(statusOf(cause) ?? 0)
  );
};

/** Errors with which a stalled body ends. */
const TIME_OUTS: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);
const TOO_MUCH_STATUSES: ReadonlySet<number> = new Set([408, 413, 504]);

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429]);

/** True for failures that a retry may fix: connection trouble, 429 and 5xx. */
export const isTransient = (error: unknown): boolean => {
  // A body that ends early surfaces as undici's bare TypeError.
  if (nameOf(error) === 'TypeError') return true;
  if (!(error instanceof EndpointError)) return false;
  const { kind, status } = error;
  if (status !== undefined) return status >= 500 || TRANSIENT_STATUSES.has(status);
  return kind === 'unreachable' || kind === 'broken';
};
