import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { MetricsRegistry } from './metrics.js';

type Deps = {
  registry: Pick<MetricsRegistry, 'render'>;
  /** Any of these tokens is accepted; an empty list allows everybody to read. */
  tokens: readonly string[];
  /** True while this process works; used by GET /healthz. */
  isAlive: () => boolean;
  /** The state of its dependencies; used by GET /readyz. */
  readiness: () => Promise<{ status: string }>;
};

/** GET /metrics, /healthz and /readyz on a separate server: the public port never exposes metrics, and a worker has no other port. */
export const createMetricsListener = ({ registry, tokens, isAlive, readiness }: Deps): Server =>
  createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    const answer = (status: number, body: string, contentType = 'text/plain') => {
      response.writeHead(status, {
        'Content-Type': contentType,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      });
      response.end(body);
    };
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    if (path === '/healthz') {
      if (isAlive()) answer(200, 'alive\n');
      else answer(503, 'not consuming jobs\n');
      return;
    }
    if (path === '/readyz') {
      readiness().then(
        (body) => {
          answer(body.status === 'ready' ? 200 : 503, JSON.stringify(body), 'application/json');
        },
        () => answer(503, 'Could not be told\n'),
      );
      return;
    }
    if (path !== '/metrics') {
      answer(404, 'Not found\n');
      return;
    }
    if (tokens.length > 0 && !tokens.some((token) => isAuthorised(request, token))) {
      answer(401, 'Unauthorised\n');
      return;
    }
    registry.render().then(
      ({ contentType, body }) => answer(200, body, contentType),
      () => answer(500, 'Could not read the metrics\n'),
    );
  });

const isAuthorised = (request: IncomingMessage, token: string): boolean =>
  timingSafeEqual(sha256(request.headers.authorization ?? ''), sha256(`Bearer ${token}`));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
