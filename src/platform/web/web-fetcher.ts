import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { linkSignals } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import type { WebFetcher, WebPolicy } from './web-fetcher-port.js';
import { createGuardedLookup, type Resolve } from './guarded-lookup.js';
import { parseTarget, refuseUrl, type Target } from './parse-target.js';
import { isPublicAddress } from './public-address.js';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.js';
import { toResponseCharset } from './response-charset.js';
import { toResponseFilename } from './response-filename.js';

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
