import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Metrics } from '../platform/telemetry/telemetry.js';

export type StreamEvent = { event: string; data: unknown };

/** Resolves when the client has room for more, or is gone; never rejects. */
export type SendEvent = (event: StreamEvent) => Promise<void>;

type Options = {
  /** How often a comment line keeps proxies from closing a quiet stream. */
  heartbeatMs: number;
  /** How long a client may take nothing of what waits for it before its connection is closed. */
  stallLimitMs: number;
  metrics: Pick<Metrics, 'streamOpened' | 'streamClosed'>;
};

export type EventStream = {
  send: SendEvent;
  /** Before the first event. */
  setHeader: (name: string, value: string) => void;
  /** Headers go out with the first event: what fails before it is answered with a status of its own. */
  hasStarted(): boolean;
  /** Resolves when the client has everything, or its connection is closed. */
  end(): Promise<void>;
};

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform: a proxy that compresses holds events back until its buffer is full.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};
/** One more event is written while less than this waits for the client; then the connection is closed. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Server-sent events in the order they are sent, no faster than the client reads them. */
export const createEventStream = (response: ServerResponse, options: Options): EventStream => {
  const { heartbeatMs, stallLimitMs, metrics } = options;
  const closed = new AbortController();
  let heartbeat: NodeJS.Timeout | undefined;
  let draining: Promise<void> | null = null;
  response.once('close', () => closed.abort());

  const isOver = () => response.destroyed || response.writableEnded;
  const start = () => {
    if (response.headersSent) return;
    response.writeHead(200, HEADERS);
    metrics.streamOpened();
    heartbeat = setInterval(() => {
      if (!isOver() && draining === null) response.write(': still here\n\n');
    }, heartbeatMs);
    response.once('close', () => {
      clearInterval(heartbeat);
      metrics.streamClosed();
    });
  };
  const within = async (event: 'drain' | 'close') => {
    const stalled = setTimeout(() => response.destroy(), stallLimitMs);
    await once(response, event, { signal: closed.signal }).catch(() => undefined);
    clearTimeout(stalled);
  };

  return {
    setHeader: (name, value) => {
      if (!response.headersSent) response.setHeader(name, value);
    },
    hasStarted: () => response.headersSent,
    send: async (event) => {
      if (isOver()) return;
      if (response.writableLength > MAX_WAITING_BYTES) {
        response.destroy();
        return;
      }
      start();
      if (response.write(toText(event))) return;
      draining ??= within('drain').finally(() => {
        draining = null;
      });
      await draining;
    },
    end: async () => {
      clearInterval(heartbeat);
      if (response.destroyed) return;
      response.end();
      await within('close');
    },
  };
};

const toText = ({ event, data }: StreamEvent): string =>
  // JSON has no raw line break, so one data line holds it all.
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
