import { isPublicAddress, isWebPort, parseTarget, refuseUrl } from './public-target.js';
import { createSendRequest, type WebOptions } from './web-request.js';

type Options = WebOptions & {
  /** Origins configured by the operator: their addresses may be private, and they may use http. */
  trustedOrigins: readonly string[];
  timeoutMs?: number;
};

type Posting = { url: string; headers: Readonly<Record<string, string>>; body: string };
type Answered = { status: number; retryAfter: string | null };

export type GuardedPost = {
  /** Throws `url_refused` for an address that can be refused before its host is looked up. */
  check(url: string): void;
  /**
   * Checked on connection like every outgoing request; only https, except for origins configured by the operator. Redirects are not
   * followed, and the answer's body is not read. Rejects like SendRequest.
   */
  send(posting: Posting, signal: AbortSignal): Promise<Answered>;
};

const TIMEOUT_MS = 15_000;

/** Posts to addresses that someone else supplied. */
export const createGuardedPost = ({
  trustedOrigins,
  timeoutMs = TIMEOUT_MS,
  ...options
}: Options): GuardedPost => {
  const send = createSendRequest(options);
  const { isAllowedAddress = isPublicAddress, isAllowedPort = isWebPort } = options;
  const check = (address: string) => {
    const origin = URL.canParse(address) ? new URL(address).origin : '';
    const trustedOrigin = trustedOrigins.includes(origin) ? origin : undefined;
    const rules = { isAllowedAddress, isAllowedPort, allowedHosts: null, trustedOrigin };
    const { isTls, isTrusted } = parseTarget(address, rules);
    if (!isTls && !isTrusted) throw refuseUrl('only https is allowed');
    return isTrusted ? { trustedOrigin: origin } : {};
  };
  return {
    check,
    send: async (posting, signal) => {
      const policy = {
        allowedHosts: null,
        keepsRedirects: true,
        maxBytes: 0,
        timeoutMs,
        ...check(posting.url),
      };
      const answer = await send({ ...posting, method: 'POST' }, policy, signal);
      // The status is enough; the body may be endless.
      answer.content.destroy();
      return { status: answer.status, retryAfter: answer.headers['retry-after'] ?? null };
    },
  };
};
