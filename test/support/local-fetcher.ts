import { Buffer } from 'node:buffer';
import type { RequestListener } from 'node:http';
import { createWebFetcher } from '../../src/platform/web/web-fetcher.js';
import { isPublicAddress } from '../../src/platform/web/public-target.js';
import type { WebPolicy } from '../../src/platform/web/web-request.js';

export const WEB_POLICY = { allowedHosts: null, maxBytes: 100_000, timeoutMs: 10_000 };
export const NEVER = new AbortController().signal;

export type FetcherOptions = Partial<Parameters<typeof createWebFetcher>[0]>;

/** Creates the fetcher of production, except that it may reach this machine's own address and the ports of its servers. */
export const createLocalFetcher = (options: FetcherOptions = {}) =>
  createWebFetcher({
    userAgent: 'knowledge-router',
    isAllowedAddress: (address) => address === '127.0.0.1' || isPublicAddress(address),
    isAllowedPort: () => true,
    refusedAfterMs: 0,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    ...options,
  });

export const readUrl = async (
  url: string,
  { policy = {}, ...options }: FetcherOptions & { policy?: Partial<WebPolicy> } = {},
) => {
  const fetcher = createLocalFetcher(options);
  const { content, ...named } = await fetcher.fetch(url, { ...WEB_POLICY, ...policy }, NEVER);
  const pieces: Uint8Array[] = [];
  for await (const piece of content as AsyncIterable<Uint8Array>) pieces.push(piece);
  return { ...named, text: Buffer.concat(pieces).toString() };
};

export const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { Location: location }).end();
