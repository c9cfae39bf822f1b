import type { Express } from 'express';
import { AppError } from '../shared/errors.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { Alive, Readiness } from './health.js';
import { createShell } from './shell.js';

const ALIVE: Alive = { status: 'alive' };
const NOT_READY: Readiness = {
  status: 'not_ready',
  dependencies: { database: 'down' },
  reindexing: null,
};
const RETRY_AFTER_SEC = 2;

/** Stands in for the API until the database has been reached: alive, not ready, and no request gets further than that. */
export const createWaitingApi = (logger: Logger): Express =>
  createShell(
    { logger, metrics: { requestShed: () => undefined }, isShuttingDown: () => false },
    (app) => {
      app.get('/healthz', (_request, response) => void response.json(ALIVE));
      app.get('/readyz', (_request, response) => void response.status(503).json(NOT_READY));
      app.use((_request, _response, next) => next(storageUnavailable()));
    },
  );

const storageUnavailable = () =>
  new AppError('storage_unavailable', 'The database has not been reached yet.', {
    retryAfterSec: RETRY_AFTER_SEC,
  });
