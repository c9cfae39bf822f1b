import type { RequestHandler } from 'express';
import { LIMIT_HEADERS } from './limits.js';
import type { Route } from './route.js';

const READABLE = [
  ...['X-Request-Id', 'Retry-After', ...Object.keys(LIMIT_HEADERS), 'WWW-Authenticate'],
  ...['Idempotency-Replayed', 'X-Knowledge-Router-Ignored', 'Location'],
].join(', ');

/** A wildcard would not cover `Authorization`, so what a page wants to send is named one by one. */
const SENDABLE = new RegExp(
  `^(?:${[
    ...['authorization', 'content-type', 'idempotency-key', 'x-request-id', 'accept'],
    ...['last-event-id', 'if-none-match', 'x-on-behalf-of'],
    ...['x-knowledge-router', 'mcp', 'x-stainless', 'openai'].map((name) => `${name}-[a-z0-9-]+`),
  ].join('|')})$`,
  'u',
);
const USUAL = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'];

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const MAX_AGE_SEC = '600';

/** True of an address whose routes let tokens of pages in, or which speaks another protocol: there the token says whose pages may ask. So is one without secrets. */
export const isForAnyPage = (routes: readonly Route[]): ((path: string) => boolean) => {
  const open = routes.filter(({ openTo, isForAnyPage: isAll }) => openTo === 'pages' || isAll);
  const patterns = open.map(({ path }) => path.replaceAll('.', '\\.').replace(/:\w+/gu, '[^/]+'));
  const bases = routes.flatMap(({ dialect }) => (dialect ? [`${dialect.base}(?:/.*)?`] : []));
  const pattern = new RegExp(`^(?:${[...new Set([...patterns, ...bases])].join('|')})$`, 'u');
  return (path) => open.length + bases.length > 0 && pattern.test(path);
};

/**
 * Lets the pages of these origins read every answer, and those of any origin the answers at open addresses. Nobody may send cookies:
 * credentials are in the header that a page sets itself, and a token in it is checked against the page's origin.
 */
export const allowOrigins =
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

/** The headers that a page may send: the usual ones, and those it asks for that we read. */
const sendable = (asked = ''): string => {
  const known = asked
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => SENDABLE.test(name));
  return [...new Set([...USUAL, ...known])].join(', ');
};
