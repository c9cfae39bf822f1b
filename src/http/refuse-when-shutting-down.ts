import type { RequestHandler } from 'express';
import { AppError } from '../shared/errors.js';

/** The probes go on telling what they see. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Takes no more work while the server shuts down, nor further requests on the same connection. */
export const refuseWhenShuttingDown =
  ({ isShuttingDown }: { isShuttingDown: () => boolean }): RequestHandler =>
  (request, response, next) => {
    if (!isShuttingDown()) {
      next();
      return;
    }
    response.setHeader('Connection', 'close');
    if (PROBES.has(request.path)) next();
    else next(new AppError('shutting_down', 'The server is shutting down.', { retryAfterSec: 1 }));
  };
