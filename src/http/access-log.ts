import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { requestIdOf } from './errors.js';
import type { Caller } from './route.js';

export type AccessLogDeps = {
  logger: Pick<Logger, 'debug' | 'info'>;
  metrics: Pick<Metrics, 'requestFinished'>;
};

/** One line and one measurement per request, when it has ended in whatever way; of what it asked for, the route's pattern alone. */
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

/** They ask every few seconds and would drown the requests of people. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** The client left before it had a status. */
const CLIENT_CLOSED_REQUEST = 499;

// Express types the matched route as `any`.
const routeOf = ({ route }: Omit<Request, 'route'> & { route?: unknown }): string =>
  typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unmatched';

const callers = new WeakMap<Response, Caller>();

/** From here on the request's line tells who asks: noted once a credential has been verified, so no claim that proved false is. */
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
