import { z } from 'zod';
import type { WebAnswer } from '../platform/web/web-request.js';
import { AppError, isAppError, notFound } from '../shared/errors.js';
import { SourceFailed, type WebReach } from './kind.js';

type Asked = {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The size limit of the response. */
  maxBytes: number;
  timeoutMs?: number;
  /** Error statuses that are returned as if they were a success. */
  accepts?: readonly number[];
};

/**
 * Sends a request to a source. Rejects with `SourceFailed` if the server is unreachable, busy or broken, with `not_found` or `forbidden` if
 * the server answers so, and with `url_refused` if the address is not allowed. Redirects are returned, not followed.
 */
export type AskWeb = (asked: Asked, signal: AbortSignal) => Promise<WebAnswer>;

const TIMEOUT_MS = 60_000;

export const createAskWeb =
  ({ send, origins, isPublic }: WebReach): AskWeb =>
  async ({ maxBytes, timeoutMs = TIMEOUT_MS, accepts = [], ...request }, signal) => {
    const { origin } = new URL(request.url);
    const isListed = origins.includes(origin);
    if (!isListed && !isPublic) throw refused('The operator does not allow this address.');
    const policy = { allowedHosts: null, maxBytes, timeoutMs, keepsRedirects: true };
    const sent = send(request, isListed ? { ...policy, trustedOrigin: origin } : policy, signal);
    const answer = await sent.catch((error: unknown) => {
      signal.throwIfAborted();
      throw toFailure(error);
    });
    const problem = accepts.includes(answer.status) ? null : toProblem(answer);
    if (problem === null) return answer;
    answer.content.destroy();
    throw problem;
  };

/** True for origins that the operator lists and, if the operator allows it, for https addresses on the public internet. */
export const mayAsk = ({ origins, isPublic }: Omit<WebReach, 'send'>, url: string): boolean => {
  const { origin, protocol } = new URL(url);
  return origins.includes(origin) || (isPublic && protocol === 'https:');
};

/** A web address in normal form. */
export const WebAddress = z
  .string()
  .max(2000)
  .refine(isPlain, 'must be an http or https address, without an account and without a query')
  .transform((url) => new URL(url).href);

function isPlain(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, search, hash } = new URL(url);
  return /^https?:$/u.test(protocol) && `${username}${password}${search}${hash}` === '';
}

const refused = (message: string): SourceFailed => new SourceFailed('refused', message);

const toFailure = (error: unknown): unknown => {
  if (!isAppError(error) || error.code !== 'url_unreachable') return error;
  return new SourceFailed('unreachable', error.message, { cause: error });
};

const toProblem = ({ status, headers }: WebAnswer): Error | null => {
  if (status < 400) return null;
  if (status === 404 || status === 410) return notFound();
  const message = `The source answered with status ${status}.`;
  if (status === 401 || status === 403) return new AppError('forbidden', message);
  const retryAfterMs = toRetryAfterMs(headers['retry-after']);
  return new SourceFailed('unreachable', message, { retryAfterMs });
};

const toRetryAfterMs = (header: string | undefined): number => {
  const seconds = Number(header ?? 0);
  if (Number.isFinite(seconds)) return Math.max(0, seconds) * 1000;
  const ms = Date.parse(header ?? '') - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

/** Turns an error during a listing into a failure of the run, so that unlisted items do not count as deleted. */
export const toListingFailure = (error: unknown): unknown => {
  if (!isAppError(error)) return error;
  const options = { cause: error };
  if (error.code === 'forbidden') {
    return new SourceFailed('refused', 'The source may not be listed with this account.', options);
  }
  if (error.code === 'url_refused') return new SourceFailed('refused', error.message, options);
  return new SourceFailed('cut_short', 'The source could not be listed to its end.', options);
};
