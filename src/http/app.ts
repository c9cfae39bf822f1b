import { randomUUID, createHash } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { withLogFields } from '../platform/telemetry/log-context.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { plainAddress } from './address.js';
import { AppError } from '../shared/errors.js';
import { logRequests, PROBES, type AccessLogDeps } from './access-log.js';
import { createErrorHandler, type ErrorDialect, type ReportDeps } from './errors.js';
import { createPathMatch } from './match-path.js';
import { runRoute, type PipelineDeps } from './pipeline.js';
import type { Route } from './route.js';
import { LIMIT_HEADERS } from './limits.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';

export type HttpApiDeps = PipelineDeps &
  AppDeps & {
    routes: readonly Route[];
    /** Addresses or subnets whose X-Forwarded-For is trusted; empty: none. */
    trustedProxies: readonly string[];
    /** Origins whose pages may read our responses. */
    corsOrigins: readonly string[];
    /** The folder with the built web console. */
    consoleFolder: string | null;
    /** Browsers reach us by https, so they are told to use nothing else. */
    isBehindTls: boolean;
  };

type AppDeps = ReportDeps &
  AccessLogDeps & {
    logger: Logger;
    metrics: ReportDeps['metrics'] & AccessLogDeps['metrics'];
    isShuttingDown: () => boolean;
    /** Error formats for the base addresses of other protocols. */
    dialects?: readonly ErrorDialect[];
  };

/** The HTTP API as an Express application; it does not listen by itself. */
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
    'The API has no such path; GET /v1/openapi.json lists all paths.',
  );

/**
 * An Express application with the routes that `addRoutes` adds; ids, headers and log lines come before them, problem details after them.
 */
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

/** Behind an unconfigured proxy, all clients share one address and its limits. */
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

/** Some proxies add a port. Removing it lets us recognize trusted proxies and use the client's address before them. */
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

/** Gives every response and log line an id: the caller's own X-Request-Id if it is valid, otherwise a new one. */
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

/** Refuses new work while the server shuts down, and further requests on the same connection. */
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

const READABLE = [
  'X-Request-Id',
  'Retry-After',
  ...Object.keys(LIMIT_HEADERS),
  'WWW-Authenticate',
  'Idempotency-Replayed',
  'X-Knowledge-Router-Ignored',
  'Location',
].join(', ');

/** A wildcard would not cover `Authorization`, so the headers that a page wants to send are listed individually. */
const SENDABLE = new RegExp(
  `^(?:${[
    'authorization',
    'content-type',
    'idempotency-key',
    'x-request-id',
    'accept',
    'last-event-id',
    'if-none-match',
    'x-on-behalf-of',
    ...['x-knowledge-router', 'mcp', 'x-stainless', 'openai'].map((name) => `${name}-[a-z0-9-]+`),
  ].join('|')})$`,
  'u',
);
const USUAL = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'];

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const MAX_AGE_SEC = '600';

/**
 * True for addresses whose routes accept page tokens or speak another protocol, where the token decides which pages may ask, and for
 * addresses without secrets.
 */
const isForAnyPage = (routes: readonly Route[]): ((path: string) => boolean) => {
  const open = routes.filter(({ openTo, isForAnyPage: isAll }) => openTo === 'pages' || isAll);
  const isOpen = createPathMatch([...new Set(open.map(({ path }) => path))]);
  const bases = [...new Set(routes.flatMap(({ dialect }) => dialect?.base ?? []))];
  return (path) =>
    isOpen(path) || bases.some((base) => path === base || path.startsWith(`${base}/`));
};

/**
 * Lets pages of these origins read every response, and pages of any origin the responses at open addresses. Cookies are never allowed:
 * credentials are in a header that a page sets itself, and a page token is checked against the page's origin.
 */
const allowOrigins =
  (origins: readonly string[], isOpen: (path: string) => boolean): RequestHandler =>
  ({ headers, method, path }, response, next) => {
    const isForAll = isOpen(path);
    if (isForAll || origins.length > 0) response.vary('Origin');
    const { origin } = headers;
    if (origin === undefined || !(isForAll || origins.includes(origin))) {
      next();
      return;
    }
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': READABLE,
    });
    const isPreflight =
      method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (!isPreflight) {
      next();
      return;
    }
    response.vary('Access-Control-Request-Headers');
    response
      .status(204)
      .set({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': sendable(headers['access-control-request-headers']),
        'Access-Control-Max-Age': MAX_AGE_SEC,
      })
      .end();
  };

/** The headers that a page may send: the usual ones, and requested ones that we read. */
const sendable = (asked = ''): string => {
  const known = asked
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => SENDABLE.test(name));
  return [...new Set([...USUAL, ...known])].join(', ');
};

/** A file in each encoding that a browser may accept; all are small and kept in memory. */
type Served = {
  type: string;
  etag: string;
  cacheControl: string;
  /** Null if the build did not compress it. */
  bodies: Readonly<Record<'br' | 'gzip', Buffer | null>> & { readonly identity: Buffer };
  /** True if pages of other origins load it. */
  isForPages?: boolean;
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** For files with hashed names, which never change. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Revalidated each time, and not sent again if unchanged. */
const ASKED = 'no-cache';

/**
 * Serves the built web console: its files, and its page for each of the page's own addresses. Other requests are passed on to the API. Null
 * if it was not built.
 */
const createConsole = (folder: string): RequestHandler | null => {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const page = readServed(join(folder, 'index.html'), ASKED);
  const assets = new Map<string, Served>(
    readdirSync(join(folder, 'assets'))
      .filter((name) => extname(name) in TYPES)
      .map((name) => [`/assets/${name}`, readServed(join(folder, 'assets', name), FOREVER)]),
  );
  const widget = join(folder, 'widget.js');
  if (existsSync(widget))
    assets.set('/widget.js', { ...readServed(widget, ASKED), isForPages: true });
  // The licences of the packages in both builds; the scripts link to this address.
  const licences = join(folder, 'licences.txt');
  if (existsSync(licences)) assets.set('/licences.txt', readServed(licences, ASKED));
  const routes = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')));
  const isPage = createPathMatch(routes);
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = assets.get(request.path) ?? (isPage(request.path) ? page : undefined);
    if (!isRead || file === undefined) next();
    else send(request, response, file);
  };
};

const readServed = (path: string, cacheControl: string): Served => {
  const compressed = (ending: string) =>
    existsSync(path + ending) ? readFileSync(path + ending) : null;
  const identity = readFileSync(path);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    cacheControl,
    bodies: { br: compressed('.br'), gzip: compressed('.gz'), identity },
  };
};

const send = (request: Request, response: Response, file: Served): void => {
  const { type, etag, cacheControl, bodies, isForPages = false } = file;
  response.set({
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(isForPages && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  });
  if (request.headers['if-none-match'] === etag) {
    response.status(304).end();
    return;
  }
  const there = ENCODINGS.filter((one) => bodies[one] !== null);
  const encoding = there.find((one) => one === request.acceptsEncodings(there)) ?? 'identity';
  const body = bodies[encoding] ?? bodies.identity;
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  response.status(200).end(request.method === 'HEAD' ? undefined : body);
};

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
