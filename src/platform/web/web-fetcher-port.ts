import type { Readable } from 'node:stream';

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
