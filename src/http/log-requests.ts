import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { requestIdOf } from './request-id.js';

/** One line per request with the route's pattern: never its query, body, headers or ids. */
export const logRequests =
  ({ logger }: { logger: Logger }): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      logger.debug(
        {
          requestId: requestIdOf(response),
          method: request.method,
          route: routeOf(request),
          status: response.writableFinished ? response.statusCode : 'aborted',
          durationMs: Math.round(performance.now() - startedAt),
        },
        'Request finished',
      );
    });
    next();
  };

// Express types the matched route as `any`.
const routeOf = (request: { route?: unknown }): string => {
  const route = request.route;
  return typeof route === 'object' && route !== null && 'path' in route
    ? String(route.path)
    : 'unmatched';
};
