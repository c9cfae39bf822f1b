import { buffer } from 'node:stream/consumers';
import { readForeignText } from './foreign-text.js';
import { refuseUrl } from './public-target.js';
import { createSendRequest, type WebOptions } from './web-request.js';

type Options = WebOptions & {
  /** Origins configured by the operator: their addresses may be private, and they may use http. */
  trustedOrigins: readonly string[];
  /** Maximum size of an answer; default: a megabyte. */
  maxBytes?: number;
  timeoutMs?: number;
  /** Response headers that are passed on in addition to the content type. */
  keeps?: readonly string[];
};

type Init = {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** A form or a text. */
  body?: URLSearchParams | string | null | undefined;
  signal?: AbortSignal | undefined;
};

/** `fetch` for libraries that request addresses which someone else supplied. */
export type GuardedFetch = (url: string, init?: Init) => Promise<Response>;

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Checked like every outgoing request; only https, except for origins configured by the operator; redirects are not followed. */
export const createGuardedFetch = ({
  trustedOrigins,
  maxBytes = MAX_BYTES,
  timeoutMs = TIMEOUT_MS,
  keeps = [],
  clean = (text) => text,
  ...options
}: Options): GuardedFetch => {
  const send = createSendRequest(options);
  return async (address, { method = 'GET', headers: sent = {}, body, signal } = {}) => {
    const { origin, protocol, href } = new URL(address);
    const isTrusted = trustedOrigins.includes(origin);
    if (protocol !== 'https:' && !isTrusted) throw refuseUrl('only https is allowed');
    const policy = {
      allowedHosts: null,
      maxBytes,
      timeoutMs,
      ...(isTrusted && { trustedOrigin: origin }),
    };
    const request = { url: href, method, headers: sent, ...(body && { body: body.toString() }) };
    const answer = await send(request, policy, signal ?? new AbortController().signal);
    const content = await buffer(answer.content);
    if (answer.url.href !== href) throw refuseUrl('a redirect is not followed');
    const headers = ['content-type', ...keeps].flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return new Response(content.length === 0 ? null : readForeignText(content, clean), {
      status: answer.status,
      headers,
    });
  };
};
