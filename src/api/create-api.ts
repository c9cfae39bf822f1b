import express from 'express';
import type { Express } from 'express';
import { AppError, notFound } from '../domain/errors.js';
import type { Logger } from '../ports/telemetry.js';
import { createErrorHandler } from './error-handler.js';
import { logRequests } from './middleware/log-requests.js';
import { refuseWhenShuttingDown } from './middleware/refuse-when-shutting-down.js';
import { assignRequestId } from './middleware/request-id.js';
import { setSecurityHeaders } from './middleware/security-headers.js';
import type { Route } from './route.js';
import type { RouteDeps } from './routes/index.js';
import { createRoutes } from './routes/index.js';
import { runRoute } from './run-route.js';
import type { PipelineDeps } from './run-route.js';

export type ApiDeps = PipelineDeps &
  RouteDeps & {
    logger: Logger;
    /** Addresses or subnets whose X-Forwarded-For is believed; empty: none. */
    trustedProxies: readonly string[];
  };

/** The HTTP API as an Express application; it listens nowhere by itself. */
export const createApi = (deps: ApiDeps): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false);

  app.use(assignRequestId, setSecurityHeaders, logRequests(deps), refuseWhenShuttingDown(deps));
  mount(app, createRoutes(deps), deps);
  app.use((_request, _response, next) => next(notFound()));
  app.use(createErrorHandler(deps));
  return app;
};

const mount = (app: Express, routes: readonly Route[], deps: PipelineDeps): void => {
  const paths = new Set(routes.map(({ path }) => path));
  for (const path of paths) {
    const here = routes.filter((route) => route.path === path);
    const resource = app.route(path);
    for (const route of here) resource[route.method](runRoute(route, deps));
    const allowed = here.map(({ method }) => method.toUpperCase()).join(', ');
    resource.all((_request, response, next) => {
      response.setHeader('Allow', allowed);
      next(new AppError('method_not_allowed', `Allowed here: ${allowed}.`));
    });
  }
};
