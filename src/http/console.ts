import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';

/** A file in each form that a browser may take it in; all are small, and held in memory. */
type Served = {
  type: string;
  etag: string;
  cacheControl: string;
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
  /** Pages of other origins load it. */
  isForPages?: boolean;
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:"],
  ...["connect-src 'self'", "font-src 'self'", "form-action 'self'", "base-uri 'none'"],
  ...["frame-ancestors 'none'", "require-trusted-types-for 'script'"],
].join('; ');

/** Hashed names: what has one never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Asked for each time, and not sent again while it is the same. */
const ASKED = 'no-cache';

/**
 * The web console from the folder that it was built into: its files, and its page for each of the page's own addresses. Whatever else
 * is asked for goes on to the API. Null where it has not been built.
 */
export const createConsole = (folder: string): RequestHandler | null => {
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
  const routes = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')));
  const isPage = new RegExp(`^(?:${routes.map(toPattern).join('|')})$`, 'u');
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = assets.get(request.path) ?? (isPage.test(request.path) ? page : undefined);
    if (!isRead || file === undefined) next();
    else send(request, response, file);
  };
};

/** `/d/:document` is any one segment below `/d`. */
const toPattern = (route: string): string => route.replace(/:\w+/gu, '[^/]+');

const readServed = (path: string, cacheControl: string): Served => {
  const identity = readFileSync(path);
  const compressed = (ending: string) =>
    existsSync(path + ending) ? readFileSync(path + ending) : identity;
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
  const encoding = ENCODINGS.find((one) => one === request.acceptsEncodings([...ENCODINGS]));
  const chosen = encoding ?? 'identity';
  if (chosen !== 'identity') response.set('Content-Encoding', chosen);
  response.set('Content-Length', String(bodies[chosen].length));
  response.status(200).end(request.method === 'HEAD' ? undefined : bodies[chosen]);
};

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
