import { randomUUID } from 'node:crypto';
import express, { type Express, type RequestHandler } from 'express';
import { withLogFields } from '../platform/telemetry/log-context.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { plainAddress } from './address.js';
import { AppError } from '../shared/errors.js';
import { logRequests, PROBES, type AccessLogDeps } from './access-log.js';
import { createConsole } from './console.js';
import { allowOrigins, isForAnyPage } from './cors.js';
import { createErrorHandler, type ErrorDialect, type ReportDeps } from './errors.js';
import { NOT_READY, type Alive } from './health.js';
import { runRoute, type PipelineDeps } from './pipeline.js';
import type { Route } from './route.js';

export type HttpApiDeps = PipelineDeps &
  AppDeps & {
    routes: readonly Route[];
    /** Addresses or subnets whose X-Forwarded-For is believed; empty: none. */
    trustedProxies: readonly string[];
    /** Origins whose pages may read our answers. */
    corsOrigins: readonly string[];
    /** The folder that the web console was built into. */
    consoleFolder: string | null;
    /** Browsers reach us by https: they are told to use nothing else. */
    isBehindTls: boolean;
  };

type AppDeps = ReportDeps &
  AccessLogDeps & {
    logger: Logger;
    metrics: ReportDeps['metrics'] & AccessLogDeps['metrics'];
    isShuttingDown: () => boolean;
    /** Formats of errors below the base addresses of other protocols. */
    dialects?: readonly ErrorDialect[];
  };

const ALIVE: Alive = { status: 'alive' };

/** The HTTP API as an Express application; it listens nowhere by itself. */
export const createHttpApi = (deps: HttpApiDeps): Express =>
  createExpressApp({ ...deps, dialects: dialectsOf(deps.routes) }, (app) => {
    app.set('trust proxy', deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false);
    app.use(requireTls(deps), allowOrigins(deps.corsOrigins, isForAnyPage(deps.routes)));
    app.use(
      deps.trustedProxies.length === 0 ? tellOfUntrustedProxy(deps.logger) : readForwardedAddresses,
    );
    const pages = deps.consoleFolder === null ? null : createConsole(deps.consoleFolder);
    if (pages !== null) app.use(pages);
    mount(app, deps.routes, deps);
    app.use((_request, _response, next) => next(noRoute()));
  });

const dialectsOf = (routes: readonly Route[]): ErrorDialect[] => [
  ...new Set(routes.flatMap(({ dialect }) => dialect ?? [])),
];

const noRoute = () =>
  new AppError(
    'route_not_found',
    'The API has no such path; GET /v1/openapi.json lists all of them.',
  );

/** An Express application with the routes that `addRoutes` gives it: ids, headers and log lines before them, problem details after them. */
const createExpressApp = (deps: AppDeps, addRoutes: (app: Express) => void): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');

  app.use(assignRequestId, setSecurityHeaders, logRequests(deps), refuseWhenShuttingDown(deps));
  addRoutes(app);
  app.use(createErrorHandler(deps, deps.dialects));
  return app;
};

/** Behind a proxy that nobody named, all clients share one address and its limits. */
const tellOfUntrustedProxy = (logger: Logger): RequestHandler => {
  let isTold = false;
  return (request, _response, next) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true;
      logger.warn(
        {},
        'X-Forwarded-For arrives but TRUST_PROXY is unset: all clients of that proxy count as one address',
      );
    }
    next();
  };
};

/** Some proxies add a port. Without it a trusted one is known, and the address before it is the client's. */
const readForwardedAddresses: RequestHandler = ({ headers }, _response, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    // Node joins the headers of this name into one.
    const addresses = String(forwarded).split(',').map(plainAddress);
    headers['x-forwarded-for'] = addresses.join(', ');
  }
  next();
};

const VALID_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every response and every line of the log an id: the caller's own X-Request-Id if it is valid, a new one otherwise. */
const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headersDistinct['x-request-id'];
  const own = given?.length === 1 ? given[0] : undefined;
  const requestId = own !== undefined && VALID_ID.test(own) ? own : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  withLogFields({ requestId }, next);
};

const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  });
  next();
};

const A_YEAR_SEC = 31_536_000;

const requireTls =
  ({ isBehindTls }: { isBehindTls: boolean }): RequestHandler =>
  (request, response, next) => {
    if (isBehindTls || request.secure) {
      response.setHeader('Strict-Transport-Security', `max-age=${A_YEAR_SEC}`);
    }
    next();
  };

/** Takes no more work while the server shuts down, nor further requests on the same connection. */
const refuseWhenShuttingDown =
  ({ isShuttingDown }: { isShuttingDown: () => boolean }): RequestHandler =>
  (request, response, next) => {
    const isEnding = isShuttingDown();
    if (isEnding) response.setHeader('Connection', 'close');
    if (!isEnding || PROBES.has(request.path)) next();
    else next(new AppError('shutting_down', 'The server is shutting down.', { retryAfterSec: 1 }));
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

const RETRY_AFTER_SEC = 2;
const notShuttingDown = {
  metrics: { requestShed: () => undefined, requestFinished: () => undefined },
  isShuttingDown: () => false,
};

/** Stands in for the API until the database has been reached: alive, not ready, and no request gets further than that. */
export const createWaitingApi = (logger: Logger, dialects: readonly ErrorDialect[] = []): Express =>
  createExpressApp({ ...notShuttingDown, logger, dialects }, (app) => {
    app.get('/healthz', (_request, response) => void response.json(ALIVE));
    app.get('/readyz', (_request, response) => void response.status(503).json(NOT_READY));
    app.use((_request, _response, next) => {
      const retryAfterSec = RETRY_AFTER_SEC;
      const message = 'The server is starting: its database is not open yet.';
      next(new AppError('storage_unavailable', message, { retryAfterSec }));
    });
  });
