import type { ServerResponse } from 'node:http';
import { AppError, isAppError } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { Problem } from './error-handler.js';
import { createEventStream } from './event-stream.js';
import type { ParallelLimit } from './limit-requests.js';
import type { Caller, StreamedReply } from './route.js';

export type StreamDeps = {
  limitStreams: ParallelLimit;
  metrics: Pick<Metrics, 'streamOpened' | 'streamClosed'>;
  streamTiming: {
    heartbeatMs: number;
    stallLimitMs: number;
    /** How often an open stream asks whether its credential is still good. */
    recheckMs: number;
  };
};

type Request = {
  reply: StreamedReply;
  caller: Caller;
  /** Fires when the client has gone. */
  signal: AbortSignal;
  /** Verifies the credential once more; rejects when it is no longer good. */
  recheck: () => Promise<Caller>;
  /** Makes a failure known where it has to be, and tells what its caller is told. */
  report: (error: unknown) => Problem;
};

/** Of a credential that may no longer do what it could when the stream began. */
const REVOKED: ReadonlySet<string> = new Set(['unauthenticated', 'account_inactive', 'forbidden']);

/** One streamed reply from its first event to `error` or to what it ends with itself, within the user's share of streams. */
export const streamReply = (
  response: ServerResponse,
  request: Request,
  { limitStreams, metrics, streamTiming }: StreamDeps,
): Promise<void> =>
  limitStreams(keyOf(request.caller), async () => {
    const stream = createEventStream(response, { ...streamTiming, metrics });
    const watch = watchCredential(request, streamTiming.recheckMs);
    try {
      const { send, setHeader } = stream;
      await request.reply.events({ send, setHeader, signal: watch.signal });
    } catch (failure) {
      const error = watch.revoked() ?? failure;
      if (!stream.hasStarted()) throw error;
      await stream.send({ event: 'error', data: request.report(error) });
    } finally {
      watch.stop();
    }
    await stream.end();
  });

const keyOf = (caller: Caller): string =>
  caller.kind === 'operator' ? 'operator' : `${caller.scope.tenantId}/${caller.scope.userId}`;

/** A signal that fires when the client goes away or its credential is no longer what it was. */
const watchCredential = ({ caller, signal, recheck }: Request, recheckMs: number) => {
  const controller = new AbortController();
  let revoked: AppError | null = null;
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const look = async () => {
    try {
      refuseLess(caller, await recheck());
    } catch (error) {
      // A database that is down revokes nothing: the next look tells.
      if (!isAppError(error) || !REVOKED.has(error.code)) return;
      revoked = error;
      controller.abort(error);
    }
  };
  const timer = setInterval(() => void look(), recheckMs);
  return {
    signal: controller.signal,
    revoked: () => revoked,
    stop: () => {
      clearInterval(timer);
      signal.removeEventListener('abort', leave);
    },
  };
};

const refuseLess = (before: Caller, now: Caller): void => {
  if (before.kind === 'operator' && now.kind === 'operator') return;
  if (before.kind === 'user' && now.kind === 'user' && hasAllOf(now.scope, before.scope)) return;
  throw new AppError('forbidden', 'This credential may do less than when the stream began.');
};

const hasAllOf = (now: UserScope, before: UserScope): boolean =>
  now.role === before.role &&
  before.groups.every((group) => now.groups.includes(group)) &&
  before.permissions.every((permission) => now.permissions.includes(permission));
