import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, isAppError } from '../../shared/errors.js';
import { createSendRequest, type WebOptions, type WebPolicy } from './web-request.js';

type WebResource = {
  /** The name in the answer or in the path of its address: not to be trusted, and null where neither gives one. */
  filename: string | null;
  /** The charset that the answer names, in any spelling and perhaps wrongly; null where it names none. */
  charset: string | null;
  /** Has to be read to its end or destroyed; fails like the call that returned it. */
  content: Readable;
};

/** Fails like SendRequest, and with `url_unreachable` for any status but 200. */
export type WebFetcher = {
  fetch(url: string, policy: WebPolicy, signal: AbortSignal): Promise<WebResource>;
};

/** Longer than most look-ups take: how long one took tells nobody whether this network knows the name. */
const REFUSED_AFTER_MS = 500;

type Clock = {
  nowMs: () => number;
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

const CLOCK: Clock = {
  nowMs: () => performance.now(),
  wait: (delayMs, signal) => delay(delayMs, undefined, { signal }),
};

/** Fetches the content of one address, as a file. */
export const createWebFetcher = ({
  refusedAfterMs = REFUSED_AFTER_MS,
  clock = CLOCK,
  ...options
}: WebOptions & {
  /** A refusal is told no sooner. */
  refusedAfterMs?: number;
  clock?: Clock;
}): WebFetcher => {
  const send = createSendRequest(options);
  return {
    fetch: async (address, policy, signal) => {
      const startedAt = clock.nowMs();
      const sent = send({ url: address }, policy, signal).catch(async (error: unknown) => {
        const isRefused = isAppError(error) && error.code === 'url_refused';
        if (isRefused) await reach(startedAt + refusedAfterMs, clock, signal).catch(() => null);
        throw error;
      });
      const { status, headers, url, content } = await sent;
      if (status !== 200) {
        content.destroy();
        throw new AppError(
          'url_unreachable',
          `The host of the URL answered with status ${status}.`,
        );
      }
      return {
        filename: toResponseFilename(headers['content-disposition'], url),
        charset: toResponseCharset(headers['content-type']),
        content,
      };
    },
  };
};

/** Looks at the clock again after each wait, since a timer drops fractions and may ring a moment early. */
const reach = async (dueMs: number, clock: Clock, signal: AbortSignal): Promise<void> => {
  let leftMs: number;
  while ((leftMs = dueMs - clock.nowMs()) > 0) await clock.wait(Math.ceil(leftMs), signal);
};

/** The name that the host, or else the path of the address, gives the file; null when neither gives one. */
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
