import { pipeline, Readable, type Transform } from 'node:stream';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError, isAppError } from '../../shared/errors.js';
import { lookup } from 'node:dns/promises';
import { request as requestHttps } from 'node:https';
import { linkSignals } from '../../shared/async.js';
import { createGuardedLookup, type Resolve } from './public-target.js';
import { parseTarget, refuseUrl, type Target } from './public-target.js';
import { isPublicAddress } from './public-target.js';

type Options = {
  userAgent: string;
  isAllowedAddress?: (address: string) => boolean;
  isAllowedPort?: (port: number) => boolean;
  resolve?: Resolve;
};

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type Deadline = {
  signal: AbortSignal;
  end: () => void;
  /** What a failure means to the caller; the cause, which may name addresses, is for us. */
  explain: (error: unknown) => AppError;
};

export type WebPolicy = {
  /** The hosts that may be asked, redirects included; null: all of the public internet. */
  allowedHosts: readonly string[] | null;
  /** Of the content as it is read, unpacked. */
  maxBytes: number;
  /** From the first look-up to the last byte. */
  timeoutMs: number;
};

type WebResource = {
  /** As the answer or the path of its address names it: not to be trusted, and null where neither does. */
  filename: string | null;
  /** As the answer names it, in any spelling and perhaps wrongly; null where it names none. */
  charset: string | null;
  /** Has to be read to its end or destroyed; fails like the call that returned it. */
  content: Readable;
};

/**
 * Rejects with `url_refused` where the address may not be asked, `url_unreachable` where it gives nothing, `payload_too_large` and
 * `cancelled`. No message names an address that a host was resolved to.
 */
export type WebFetcher = {
  fetch(url: string, policy: WebPolicy, signal: AbortSignal): Promise<WebResource>;
};

/** The one way out to addresses that somebody else chose: each one asked, redirects included, is checked when it is connected to. */
export const createWebFetcher = (options: Options): WebFetcher => {
  const { isAllowedAddress = isPublicAddress, isAllowedPort = isWebPort } = options;
  const connect = createConnect(options);

  const follow = async (url: string, policy: WebPolicy, signal: AbortSignal) => {
    const rules = { isAllowedAddress, isAllowedPort, allowedHosts: policy.allowedHosts };
    let target = parseTarget(url, rules);
    for (let redirects = 0; ; redirects += 1) {
      const response = await connect(target, signal);
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) {
        return { response, target };
      }
      response.destroy();
      if (redirects === MAX_REDIRECTS) throw refuseUrl(`more than ${MAX_REDIRECTS} redirects`);
      target = parseTarget(location, rules, target.url);
    }
  };

  return {
    fetch: async (url, policy, caller) => {
      const deadline = startDeadline(policy.timeoutMs, caller);
      try {
        const { response, target } = await follow(url, policy, deadline.signal);
        response.once('error', () => undefined).once('close', deadline.end);
        try {
          requireContent(response);
        } catch (error) {
          response.destroy();
          throw error;
        }
        return {
          filename: toResponseFilename(response.headers['content-disposition'], target.url),
          charset: toResponseCharset(response.headers['content-type']),
          content: Readable.from(untilEnd(response, { policy, deadline }), { objectMode: false }),
        };
      } catch (error) {
        deadline.end();
        throw deadline.explain(error);
      }
    },
  };
};

const isWebPort = (port: number): boolean => port === 80 || port === 443;

type Connect = (target: Target, signal: AbortSignal) => Promise<IncomingMessage>;

const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Each request has a connection, and with it a checked look-up, of its own; nothing but the address itself is told. */
const createConnect = ({
  userAgent,
  isAllowedAddress = isPublicAddress,
  resolve = (hostname) => lookup(hostname, { all: true }),
}: Options): Connect => {
  const guardedLookup = createGuardedLookup({ resolve, isAllowedAddress });
  return ({ url, isTls, hostname, port }, signal) =>
    new Promise((settle, reject) => {
      const outgoing = (isTls ? requestHttps : requestHttp)({
        ...{ hostname, port, path: `${url.pathname}${url.search}`, agent: false, signal },
        lookup: guardedLookup,
        headers: { 'User-Agent': userAgent, Accept: '*/*', 'Accept-Encoding': ACCEPTED_ENCODINGS },
      });
      outgoing.once('response', settle).on('error', reject).end();
    });
};

const startDeadline = (timeoutMs: number, caller: AbortSignal): Deadline => {
  const { signal, unlink } = linkSignals([caller], { limitMs: timeoutMs });
  return {
    signal,
    end: unlink,
    explain: (cause) => {
      if (isAppError(cause)) return cause;
      if (caller.aborted) return new AppError('cancelled', 'The URL was no longer wanted.');
      const reason = signal.aborted
        ? `gave no whole answer within ${timeoutMs / 1000} seconds`
        : 'cannot be reached';
      return new AppError('url_unreachable', `The host of the URL ${reason}.`, { cause });
    },
  };
};

const requireContent = ({ statusCode = 0 }: IncomingMessage): void => {
  if (statusCode === 200) return;
  throw new AppError('url_unreachable', `The host of the URL answered with status ${statusCode}.`);
};

/** What the host, or else the path of the address, calls the file; null when neither names one. */
const toResponseFilename = (disposition: string | undefined, url: URL): string | null => {
  const named = disposition === undefined ? undefined : fromDisposition(disposition);
  const segment = decode(url.pathname.split('/').findLast((part) => part !== '') ?? '');
  return [named, segment].find((name) => name !== undefined && name.trim() !== '') ?? null;
};

const fromDisposition = (header: string): string | undefined => {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decode(extended);
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return /;\s*filename\s*=\s*([^;"\s]+)/i.exec(header)?.[1];
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;

/** The charset that the host names for its content, in its own spelling; null where it names none. */
const toResponseCharset = (contentType: string | undefined): string | null => {
  const [, quoted, plain] = CHARSET.exec(contentType ?? '') ?? [];
  const charset = (quoted ?? plain ?? '').trim();
  return charset === '' ? null : charset;
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

/** The content, unpacked piece by piece and counted unpacked: a small answer cannot become a large one. */
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
  // Whoever reads the decoder meets the failure of either.
  return pipeline(response, createDecoder(), () => undefined);
};
