import { isKnowledgeRouterError, KnowledgeRouterError, toError } from './errors.js';

export type ClientOptions = {
  /** The address of the server, without `/v1`. */
  url: string;
  /** An API key or a token, or a function that gives the present one. */
  apiKey: string | (() => string | Promise<string>);
  /** Headers of each request, such as `X-On-Behalf-Of`. */
  headers?: Readonly<Record<string, string>>;
  /** The most times that a failed request is sent again, if that does no harm; 4. */
  maxRetries?: number;
  /** The longest `Retry-After` that is waited for; an answer that asks for more fails at once. 60,000. */
  maxRetryAfterMs?: number;
  /** Told of each attempt that failed, before it is made again. */
  onRetry?: (retry: { error: KnowledgeRouterError; attempt: number; waitMs: number }) => void;
  fetch?: typeof globalThis.fetch;
};

/** Time and chance, for tests. */
export type ClientParts = {
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  random: () => number;
};

export type CallOptions = { signal?: AbortSignal | undefined };

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export type Call = CallOptions & {
  query?: Query | undefined;
  /** Sent as JSON. */
  json?: unknown;
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
  /** Sending it twice does the same as once; without it, true of all but POST and PATCH. */
  isRepeatable?: boolean;
  /** True of a refusal that is an answer to its caller. */
  isAnswer?: (response: Response) => boolean;
  /** Told before the request is sent again. */
  onRetry?: () => unknown;
  /** Sends the request by other means than fetch. */
  send?: (request: SentRequest) => Promise<Response>;
};

export type SentRequest = { url: string; headers: Headers; fetch: typeof globalThis.fetch };

export type Transport = ReturnType<typeof createTransport>;

/** Sends requests, again where that is of use and does no harm. */
export const createTransport = (options: ClientOptions, parts: ClientParts) => {
  const { maxRetries = 4 } = options;
  const base = options.url.replace(/\/+$/, '');

  const sendOnce = async (method: string, path: string, call: Call): Promise<Response> => {
    const url = `${base}${path}${toQuery(call.query)}`;
    const headers = await toHeaders(options, call);
    const { signal } = call;
    signal?.throwIfAborted();
    const { fetch = globalThis.fetch } = options;
    const body = call.json === undefined ? (call.form ?? null) : JSON.stringify(call.json);
    const response = await (
      call.send?.({ url, headers, fetch }) ??
      fetch(url, { method, headers, body, redirect: 'error', signal: signal ?? null })
    ).catch((cause: unknown) => {
      signal?.throwIfAborted();
      if (isUnreadable(cause)) {
        const message = 'The file was changed or removed while it was sent.';
        throw new KnowledgeRouterError(message, { code: 'file_changed', cause });
      }
      throw new KnowledgeRouterError(`${base} gave no answer.`, {
        code: 'connection_failed',
        cause,
      });
    });
    if (!response.ok && call.isAnswer?.(response) !== true) throw await toError(response);
    return response;
  };

  const send = async (method: string, path: string, call: Call = {}): Promise<Response> => {
    const { isRepeatable = method !== 'POST' && method !== 'PATCH', signal } = call;
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(method, path, call);
      } catch (error) {
        if (!isKnowledgeRouterError(error)) throw error;
        const waitMs = toWait(error, { isRepeatable, attempt, random: parts.random });
        const { maxRetryAfterMs = 60_000 } = options;
        if (attempt > maxRetries || waitMs === null || waitMs > maxRetryAfterMs) throw error;
        call.onRetry?.();
        options.onRetry?.({ error, attempt, waitMs });
        await parts.sleep(waitMs, signal);
      }
    }
  };

  return {
    send,
    /** The JSON of an answer. The types of what the API answers are those of its OpenAPI document. */
    json: async <Answer>(method: string, path: string, call: Call = {}): Promise<Answer> => {
      const response = await send(method, path, call);
      const answer: unknown = await response.json().catch((cause: unknown) => {
        call.signal?.throwIfAborted();
        throw new KnowledgeRouterError('The answer was cut off, or is not one of this API.', {
          code: 'unexpected_answer',
          status: response.status,
          cause,
        });
      });
      // The server holds its answers to its document in its own tests.
      return answer as Answer;
    },
  };
};

export const REAL_PARTS: ClientParts = {
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        if (signal?.aborted === true) reject(toReason(signal));
        else resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
      if (signal?.aborted === true) done();
    }),
};

const toReason = (signal: AbortSignal): Error =>
  signal.reason instanceof Error
    ? signal.reason
    : new Error('The request was aborted.', { cause: signal.reason });

const toQuery = (query: Query = {}): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given.toString()}`;
};

const toHeaders = async (options: ClientOptions, call: Call): Promise<Headers> => {
  const { apiKey } = options;
  const headers = new Headers({ Accept: 'application/json', ...options.headers, ...call.headers });
  headers.set('Authorization', `Bearer ${typeof apiKey === 'string' ? apiKey : await apiKey()}`);
  if (call.json !== undefined) headers.set('Content-Type', 'application/json');
  return headers;
};

/** True of a failure that comes of a Blob whose file is not what it was. */
const isUnreadable = (cause: unknown): boolean => {
  if (typeof cause !== 'object' || cause === null) return false;
  const { name, cause: deeper }: { name?: unknown; cause?: unknown } = cause;
  return name === 'NotReadableError' || isUnreadable(deeper);
};

/** Refused before anything was done. */
const REFUSED: ReadonlySet<string> = new Set([
  'rate_limited',
  'too_many_parallel_chats',
  'too_many_parallel_searches',
  'too_many_parallel_uploads',
  'too_many_parallel_downloads',
  'too_many_streams',
  'idempotency_in_progress',
  'session_busy',
  'shutting_down',
]);

/** Statuses of failures that a later attempt may well get past, if doing it twice does no harm. */
const PASSING = new Set([408, 500, 502, 503, 504]);

/** The wait before the next attempt; null where that is of no use or may do harm. */
const toWait = (
  error: KnowledgeRouterError,
  {
    isRepeatable,
    attempt,
    random,
  }: { isRepeatable: boolean; attempt: number; random: () => number },
): number | null => {
  const { code, status, retryAfterMs } = error;
  const isPassing =
    code === 'connection_failed' ||
    (status !== null && PASSING.has(status)) ||
    (code === 'unexpected_answer' && status === 429);
  if (!REFUSED.has(code) && !(isRepeatable && isPassing)) return null;
  const backOffMs = Math.min(500 * 2 ** (attempt - 1), 8_000);
  return retryAfterMs ?? backOffMs * (0.5 + random() / 2);
};
