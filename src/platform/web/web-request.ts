import { lookup } from 'node:dns/promises';
import {
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { linkSignals } from '../../shared/async.js';
import type { CleanText } from '../../shared/credential-filter.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { findProxy, toProxyHeaders, TunnelAgent, type OutgoingProxy } from './outgoing-proxy.js';
import {
  createGuardedLookup,
  createLookup,
  isPublicAddress,
  isWebPort,
  parseTarget,
  refusePrivate,
  refuseUrl,
  type Resolve,
  type Target,
} from './public-target.js';

export type WebOptions = {
  userAgent: string;
  /** Removes credentials from content read as text. Default: none were sent. */
  clean?: CleanText;
  isAllowedAddress?: (address: string) => boolean;
  isAllowedPort?: (port: number) => boolean;
  resolve?: Resolve;
  /** Default: every address is connected to directly. */
  proxy?: OutgoingProxy | null;
};

export type WebPolicy = {
  /** The hosts that may be requested, including redirects; null: all of the public internet. */
  allowedHosts: readonly string[] | null;
  /** An origin configured by the operator, which may have any address and port. Its redirects are checked against the rules again. */
  trustedOrigin?: string;
  /** True: a redirect is returned like any other answer and not followed. */
  keepsRedirects?: boolean;
  /** The limit of the decompressed content. */
  maxBytes: number;
  /** From the first look-up to the last byte. */
  timeoutMs: number;
};

/** Headers and body are sent only to the origin of the address: a redirect elsewhere is requested without them, or not at all. */
type WebRequest = {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

export type WebAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The address that answered, after redirects. */
  url: URL;
  /** Must be read to its end or destroyed; fails like the call that returned it. */
  content: Readable;
};

/**
 * Rejects with `url_refused` if the address may not be requested, `url_unreachable` if there is no answer, `payload_too_large` and
 * `cancelled`. No message names an address that a host resolved to. Any status is an answer.
 */
export type SendRequest = (
  request: WebRequest,
  policy: WebPolicy,
  signal: AbortSignal,
) => Promise<WebAnswer>;

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The only way out to addresses that someone else supplied: each of them, including redirects, is checked when it is connected to. */
export const createSendRequest = (options: WebOptions): SendRequest => {
  const follow = createFollow(options);
  return async (request, policy, caller) => {
    const deadline = startDeadline(policy.timeoutMs, caller);
    try {
      const { response, target } = await follow(request, policy, deadline.signal);
      response.once('error', () => undefined).once('close', deadline.end);
      const content = Readable.from(untilEnd(response, { policy, deadline }), {
        objectMode: false,
      });
      // Destroying it before it was read would leave the connection open.
      content.once('close', () => response.destroy());
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        url: target.url,
        content,
      };
    } catch (error) {
      deadline.end();
      throw deadline.explain(error);
    }
  };
};

type Followed = { response: IncomingMessage; target: Target };

const createFollow = (options: WebOptions) => {
  const { isAllowedAddress = isPublicAddress, isAllowedPort = isWebPort } = options;
  const connect = createConnect({ ...options, isAllowedAddress });
  return async (
    { url, method = 'GET', headers = {}, body }: WebRequest,
    { allowedHosts, trustedOrigin, keepsRedirects = false }: WebPolicy,
    signal: AbortSignal,
  ): Promise<Followed> => {
    const rules = { isAllowedAddress, isAllowedPort, allowedHosts, trustedOrigin };
    const first = parseTarget(url, rules);
    let target = first;
    for (let redirects = 0; ; redirects += 1) {
      const isFirstOrigin = target.url.origin === first.url.origin;
      const own = { method, headers: isFirstOrigin ? headers : {}, body };
      const response = await connect(target, own, signal);
      const { location } = response.headers;
      const isRedirect = REDIRECTS.has(response.statusCode ?? 0) && !keepsRedirects;
      if (!isRedirect || location === undefined) {
        return { response, target };
      }
      response.destroy();
      if (method !== 'GET') throw refuseUrl(`a redirect of a ${method} is not followed`);
      if (redirects === MAX_REDIRECTS) throw refuseUrl(`more than ${MAX_REDIRECTS} redirects`);
      target = parseTarget(location, rules, target.url);
    }
  };
};

type Sent = { method: string; headers: OutgoingHttpHeaders; body: string | undefined };

const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Each request has its own connection, and so its own checked look-up; only the request itself is sent. */
const createConnect = ({
  userAgent,
  isAllowedAddress,
  resolve = (hostname) => lookup(hostname, { all: true }),
  proxy = null,
}: WebOptions & Required<Pick<WebOptions, 'isAllowedAddress'>>) => {
  const guardedLookup = createGuardedLookup({ resolve, isAllowedAddress });
  const trustedLookup = createLookup(resolve);
  const toAddress = createToAddress(proxy);
  return async (target: Target, sent: Sent, signal: AbortSignal) => {
    const { url, isTls, hostname, isTrusted } = target;
    const through = findProxy(proxy, url);
    if (through !== null && !isTrusted) {
      await refusePrivate(hostname, { resolve, isAllowedAddress });
    }
    const { headers, ...address } = toAddress(target, through);
    return new Promise<IncomingMessage>((settle, reject) => {
      // While a tunnel is being opened, there is no connection yet that an abort could end.
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const outgoing = (isTls ? requestHttps : requestHttp)({
        ...address,
        method: sent.method,
        signal,
        ...(through === null && { lookup: isTrusted ? trustedLookup : guardedLookup }),
        headers: {
          ...headers,
          'User-Agent': userAgent,
          Accept: '*/*',
          'Accept-Encoding': ACCEPTED_ENCODINGS,
          ...sent.headers,
        },
      });
      outgoing
        .once('response', settle)
        .on('error', reject)
        // When a host switches protocols, Node closes the connection and reports neither a response nor an error.
        .once('close', () => {
          reject(new Error('The connection was closed before an answer came.'));
        })
        .end(sent.body);
    });
  };
};

/** Where a request is sent: to its host, through a tunnel for TLS, or to the proxy with a full address. */
const createToAddress = (proxy: OutgoingProxy | null) => {
  const tunnels = proxy && new TunnelAgent(proxy);
  return ({ url, isTls, hostname, port }: Target, through: URL | null) => {
    const path = `${url.pathname}${url.search}`;
    if (through === null) return { hostname, port, path, agent: false, headers: {} };
    if (isTls) return { hostname, port, path, agent: tunnels ?? false, headers: {} };
    return {
      hostname: through.hostname,
      port: Number(through.port || 80),
      path: `${url.origin}${path}`,
      agent: false,
      headers: { Host: url.host, ...toProxyHeaders(through) },
    };
  };
};

type Deadline = {
  signal: AbortSignal;
  end: () => void;
  /** Turns a failure into an error for the caller; the cause, which may name addresses, is internal. */
  explain: (error: unknown) => AppError;
};

const startDeadline = (timeoutMs: number, caller: AbortSignal): Deadline => {
  const { signal, unlink } = linkSignals([caller], { limitMs: timeoutMs });
  return {
    signal,
    end: unlink,
    explain: (cause) => {
      if (isAppError(cause)) return cause;
      if (caller.aborted) return new AppError('cancelled', 'The request was cancelled.');
      const reason = signal.aborted
        ? `gave no whole answer within ${timeoutMs / 1000} seconds`
        : 'cannot be reached';
      return new AppError('url_unreachable', `The host of the URL ${reason}.`, { cause });
    },
  };
};

async function* untilEnd(
  response: IncomingMessage,
  { policy, deadline }: { policy: WebPolicy; deadline: Deadline },
): AsyncGenerator<Uint8Array> {
  try {
    yield* readBody(response, policy);
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.end();
    response.destroy();
  }
}

/** The content, decompressed piece by piece with its size checked, so that a small answer cannot become a huge one. */
async function* readBody(
  response: IncomingMessage,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  for await (const piece of decodeBody(response) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The content of the URL is larger than ${maxBytes} bytes.`);

const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

const decodeBody = (response: IncomingMessage): Readable => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const createDecoder = DECODERS.get(encoding);
  if (createDecoder === undefined) {
    throw new AppError('url_unreachable', 'The host packed its answer in a way nobody asked for.');
  }
  // Errors of either stream reach the reader of the decoder.
  return pipeline(response, createDecoder(), () => undefined);
};
