import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, isAppError } from '../../shared/errors.js';
import { createSendRequest, type WebOptions, type WebPolicy } from './web-request.js';

type WebResource = {
  /** The name from the response or from the path of its address; not trusted, and null if neither gives one. */
  filename: string | null;
  /** The charset that the response declares, in any spelling and perhaps wrongly; null if it declares none. */
  charset: string | null;
  /** Must be read to its end or destroyed; fails like the call that returned it. */
  content: Readable;
};

/** Rejects like SendRequest, and with `url_unreachable` for any status but 200. */
export type WebFetcher = {
  fetch(url: string, policy: WebPolicy, signal: AbortSignal): Promise<WebResource>;
};

/** Longer than most look-ups, so that the time taken does not reveal whether this network knows the name. */
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
  /** A refusal is reported no sooner than this. */
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

/** Checks the clock again after each wait, since a timer drops fractions and may fire a moment early. */
const reach = async (dueMs: number, clock: Clock, signal: AbortSignal): Promise<void> => {
  let leftMs: number;
  while ((leftMs = dueMs - clock.nowMs()) > 0) await clock.wait(Math.ceil(leftMs), signal);
};

/** The file name from the host's headers, or else from the path of the address; null if neither gives one. */
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

/** The charset that the host declares for its content, in its own spelling; null if it declares none. */
const toResponseCharset = (contentType: string | undefined): string | null => {
  const [, quoted, plain] = CHARSET.exec(contentType ?? '') ?? [];
  const charset = (quoted ?? plain ?? '').trim();
  return charset === '' ? null : charset;
};
