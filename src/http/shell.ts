import express, { type Express } from 'express';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { createErrorHandler, type ReportDeps } from './error-handler.js';
import { logRequests } from './log-requests.js';
import { refuseWhenShuttingDown } from './refuse-when-shutting-down.js';
import { assignRequestId } from './request-id.js';
import { setSecurityHeaders } from './security-headers.js';

export type ShellDeps = ReportDeps & { logger: Logger; isShuttingDown: () => boolean };

/** An Express application around whatever it is filled with: ids, headers and log lines before it, problem details after it. */
export const createShell = (deps: ShellDeps, fill: (app: Express) => void): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');

  app.use(assignRequestId, setSecurityHeaders, logRequests(deps), refuseWhenShuttingDown(deps));
  fill(app);
  app.use(createErrorHandler(deps));
  return app;
};
