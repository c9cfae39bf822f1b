import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { requestIdOf } from './errors.js';
import type { Caller } from './route.js';

export type AccessLogDeps = {
  logger: Pick<Logger, 'debug' | 'info'>;
  metrics: Pick<Metrics, 'requestFinished'>;
};

/**
 * Writes one log line and one measurement per request when it has ended, however it ended; the path is recorded only as its route's
 * pattern.
 */
export const logRequests =
  ({ logger, metrics }: AccessLogDeps): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    const { socket, method } = request;
    const bytesBefore = socket.bytesWritten;
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routeOf(request);
      const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
      metrics.requestFinished({ method, route, status, durationMs });
      const line = {
        requestId: requestIdOf(response),
        method,
        route,
        status,
        durationMs: Math.round(durationMs),
        bytes: socket.bytesWritten - bytesBefore,
        ...describeCaller(response),
        ...(!response.writableFinished && { aborted: true }),
      };
      logger[PROBES.has(route) ? 'debug' : 'info'](line, 'Request finished');
    });
    next();
  };

/** Probes come every few seconds and would drown out people's requests. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** The client disconnected before there was a status. */
const CLIENT_CLOSED_REQUEST = 499;

// Express types the matched route as `any`.
const routeOf = ({ route }: Omit<Request, 'route'> & { route?: unknown }): string =>
  typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unmatched';

const callers = new WeakMap<Response, Caller>();

/** Adds the caller to the request's log line. Call only once the credential is verified, so that false claims are never logged. */
export const noteCaller = (response: Response, caller: Caller): void => {
  callers.set(response, caller);
};

const describeCaller = (response: Response): { keyPrefix?: string; tenantId?: string } => {
  const caller = callers.get(response);
  if (caller === undefined) return {};
  if (caller.kind === 'operator') return { keyPrefix: 'operator' };
  const { keyPrefix, scope } = caller;
  return { ...(keyPrefix !== null && { keyPrefix }), tenantId: scope.tenantId };
};
