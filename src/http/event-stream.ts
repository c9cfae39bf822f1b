import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { linkSignals } from '../shared/async.js';
import { AppError, isAppError } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { Problem } from './errors.js';
import type { ParallelLimit } from './limits.js';
import type { Caller, StreamedReply, StreamEvent } from './route.js';

export type StreamDeps = {
  limitStreams: ParallelLimit;
  metrics: Pick<Metrics, 'streamOpened' | 'streamClosed'>;
  streamTiming: {
    /** The interval of comment lines, which keep proxies from closing a quiet stream. */
    heartbeatMs: number;
    /** How long a client may leave waiting data unread before its connection is closed. */
    stallLimitMs: number;
    /** How often an open stream checks that its credential is still valid. */
    recheckMs: number;
  };
};

type Request = {
  reply: StreamedReply;
  caller: Caller;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
  /** Verifies the credential again; rejects if it is no longer valid. */
  recheck: () => Promise<Caller>;
  /** Logs a failure as needed, and returns what its caller is told. */
  report: (error: unknown) => Problem;
};

/** One streamed reply, from its first event to `error` or its own last event, within the user's share of streams. */
export const streamReply = async (
  response: ServerResponse,
  request: Request,
  deps: StreamDeps,
): Promise<void> => {
  const place = { isTaken: false };
  try {
    await deps.limitStreams(ownerOf(request.caller), () => {
      place.isTaken = true;
      return streamWithin(response, request, deps);
    });
  } finally {
    if (!place.isTaken) request.reply.giveUp?.();
  }
};

const streamWithin = async (
  response: ServerResponse,
  request: Request,
  deps: StreamDeps,
): Promise<void> => {
  const stream = createEventStream(response, deps);
  const watch = watchCredential(request, deps.streamTiming.recheckMs);
  try {
    const { send, setHeader } = stream;
    await request.reply.events({ send, setHeader, signal: watch.signal });
  } catch (failure) {
    const error = watch.revoked() ?? failure;
    if (!stream.hasStarted()) throw error;
    const problem = request.report(error);
    const { toFailure = toErrorEvent } = request.reply;
    await stream.send(toFailure(problem));
  } finally {
    watch.stop();
  }
  await stream.end();
};

const ownerOf = (caller: Caller): UserScope | 'operator' =>
  caller.kind === 'operator' ? 'operator' : caller.scope;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform: a compressing proxy would hold events back until its buffer is full.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};
/** A further event is written while less than this waits for the client; otherwise the connection is closed. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Server-sent events in the order they are sent, no faster than the client reads them. */
const createEventStream = (
  response: ServerResponse,
  { metrics, streamTiming: { heartbeatMs, stallLimitMs } }: StreamDeps,
) => {
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
    setHeader: (name: string, value: string): void => {
      if (!response.headersSent) response.setHeader(name, value);
    },
    /** Headers are sent with the first event, so an earlier failure can still be answered with its own status. */
    hasStarted: (): boolean => response.headersSent,
    send: async (event: StreamEvent): Promise<void> => {
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
    /** Resolves when the client has everything, or its connection is closed. */
    end: async (): Promise<void> => {
      clearInterval(heartbeat);
      if (response.destroyed) return;
      response.end();
      await within('close');
    },
  };
};

const toErrorEvent = (problem: Problem): StreamEvent => ({ event: 'error', data: problem });

const toText = (event: StreamEvent): string => {
  if ('frame' in event) return event.frame;
  if ('text' in event) return `data: ${event.text}\n\n`;
  // JSON contains no raw line break, so it fits on one data line.
  return `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
};

/** Error codes that mean the credential can no longer do what it could when the stream began. */
const REVOKED: ReadonlySet<string> = new Set([
  'unauthenticated',
  'credential_expired',
  'account_inactive',
  'forbidden',
]);

/** A signal that aborts when the client disconnects or its credential has changed. */
const watchCredential = ({ caller, signal, recheck }: Request, recheckMs: number) => {
  const watched = linkSignals([signal]);
  let revoked: AppError | null = null;
  const look = async () => {
    try {
      refuseLess(caller, await recheck());
    } catch (error) {
      // A database that is down does not revoke anything; the next check decides.
      if (!isAppError(error) || !REVOKED.has(error.code)) return;
      revoked = error;
      watched.abort(error);
    }
  };
  const timer = setInterval(() => void look(), recheckMs);
  return {
    signal: watched.signal,
    revoked: () => revoked,
    stop: () => {
      clearInterval(timer);
      watched.unlink();
    },
  };
};

const refuseLess = (before: Caller, now: Caller): void => {
  if (before.kind === 'operator' && now.kind === 'operator') return;
  if (before.kind === 'user' && now.kind === 'user' && hasAllOf(now.scope, before.scope)) return;
  throw new AppError('forbidden', 'This credential may do less than when the stream began.');
};

const hasAllOf = (now: UserScope, before: UserScope): boolean => {
  // A set, because a person may belong to thousands of groups.
  const groups = new Set(now.groups);
  return (
    now.role === before.role &&
    before.groups.every((group) => groups.has(group)) &&
    before.permissions.every((permission) => now.permissions.includes(permission))
  );
};
