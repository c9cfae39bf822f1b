import { buffer } from 'node:stream/consumers';
import type { CleanText } from '../../shared/credential-filter.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { readForeignText } from './foreign-text.js';
import { createSendRequest, type WebAnswer, type WebOptions } from './web-request.js';

type ServiceRequest = {
  /** A name that a model may see, such as "the weather service". */
  service: string;
  /** Set by the operator: any address is allowed, and only this origin is asked. */
  baseUrl: string;
  /** Appended to the path of the base URL. */
  path?: string;
  /** Undefined parameters are left out; those of a list are repeated. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** True if the status says enough: a body that is empty or not JSON becomes null. */
  mayLackJson?: boolean;
};

/** Status 2xx or 4xx; a body that is not JSON becomes null if the status is 4xx or the request may lack JSON. */
type ServiceAnswer = { status: number; body: unknown };

/**
 * Requests JSON from an outside service. Rejects with `tool_rate_limited` (status 429), with `tool_unavailable` if there is no usable
 * answer (unreachable, 5xx, not JSON, too large, redirected elsewhere), and with `cancelled`. The messages name the service and no address.
 */
export type ServiceClient = (
  request: ServiceRequest,
  signal: AbortSignal,
) => Promise<ServiceAnswer>;

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Tools have shorter limits of their own. */
const TIMEOUT_MS = 60_000;

export const createServiceClient = (options: WebOptions): ServiceClient => {
  const clean = options.clean ?? ((text: string) => text);
  const send = createSendRequest(options);
  return async ({ service, baseUrl, method = 'GET', mayLackJson, ...request }, signal) => {
    const url = toUrl(baseUrl, request);
    const policy = {
      allowedHosts: [url.hostname],
      trustedOrigin: url.origin,
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs: TIMEOUT_MS,
    };
    const sent = { url: url.href, method, ...toContent(request) };
    try {
      const answer = await readAnswer(service, await send(sent, policy, signal), clean);
      const isJson = answer.body !== undefined;
      if (!isJson && answer.status < 300 && mayLackJson !== true) {
        throw unavailable(service, 'did not answer with JSON');
      }
      return { status: answer.status, body: answer.body ?? null };
    } catch (cause) {
      throw explain(service, cause);
    }
  };
};

const toUrl = (baseUrl: string, { path = '', query = {} }: Partial<ServiceRequest>): URL => {
  const url = new URL(baseUrl);
  const joined = [url.pathname.replace(/\/+$/, ''), path.replace(/^\/+/, '')];
  url.pathname = joined.filter((part) => part !== '').join('/');
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    url.searchParams.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) {
      url.searchParams.append(name, String(one));
    }
  }
  return url;
};

const toContent = ({ headers = {}, body }: Pick<ServiceRequest, 'headers' | 'body'>) => {
  const accepted = { Accept: 'application/json', ...headers };
  if (body === undefined) return { headers: accepted };
  return {
    headers: { 'Content-Type': 'application/json', ...accepted },
    body: JSON.stringify(body),
  };
};

const readAnswer = async (
  service: string,
  { status, headers, content }: WebAnswer,
  clean: CleanText,
): Promise<ServiceAnswer> => {
  const isUsable =
    status >= 200 && status < 500 && status !== 429 && (status < 300 || status >= 400);
  if (!isUsable) content.destroy();
  if (status === 429) throw rateLimited(service, headers['retry-after']);
  if (!isUsable) throw unavailable(service, `answered with status ${status}`);
  return { status, body: parseJson(readForeignText(await buffer(content), clean)) };
};

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
};

const rateLimited = (service: string, retryAfter: string | undefined): AppError => {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const when = seconds === undefined ? 'later' : `in ${seconds} seconds`;
  const message = `Too many requests to ${service}; it can be asked again ${when}.`;
  return new AppError(
    'tool_rate_limited',
    message,
    seconds === undefined ? {} : { retryAfterSec: seconds },
  );
};

const unavailable = (service: string, reason: string, cause?: unknown): AppError => {
  const name = service.charAt(0).toUpperCase() + service.slice(1);
  return new AppError('tool_unavailable', `${name} ${reason}.`, { cause });
};

const explain = (service: string, cause: unknown): AppError => {
  const code = isAppError(cause) ? cause.code : null;
  switch (code) {
    case 'cancelled':
    case 'tool_rate_limited':
    case 'tool_unavailable':
      return cause as AppError;
    case 'payload_too_large':
      return unavailable(service, `answered with more than ${MAX_ANSWER_BYTES} bytes`, cause);
    case 'url_refused':
      return unavailable(service, 'redirected to an address that is not allowed', cause);
    default:
      return unavailable(service, 'cannot be reached', cause);
  }
};
