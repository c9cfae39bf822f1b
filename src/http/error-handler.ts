import type { ErrorRequestHandler, Request, Response } from 'express';
import { z } from 'zod';
import { AppError, ERROR_CODES, isAppError } from '../shared/errors.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { ERROR_TABLE } from './error-table.js';
import { requestIdOf } from './request-id.js';

export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(ERROR_CODES),
    detail: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });
export type Problem = z.infer<typeof Problem>;

export const toProblem = (error: AppError, requestId: string): Problem => {
  const { status, title } = ERROR_TABLE[error.code];
  return {
    type: `urn:knowledge-router:error:${error.code}`,
    title,
    status,
    code: error.code,
    detail: status >= 500 ? title : error.message,
    requestId,
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
  };
};

const sendProblem = (response: Response, error: AppError): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = toProblem(error, requestIdOf(response));
  if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSec !== undefined) {
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSec))));
  }
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
};

export type ReportDeps = { logger: Pick<Logger, 'error'>; metrics: Pick<Metrics, 'requestShed'> };

/** Refused for want of room, not for what was asked. */
const SHED: ReadonlySet<string> = new Set([
  'rate_limited',
  'too_many_parallel_chats',
  'too_many_streams',
  'quota_exceeded',
  'shutting_down',
]);

/** Foreseen failures by the table, everything else as a 500 that says nothing; ours are logged once, shed load is counted. */
const report = (error: unknown, response: Response, { logger, metrics }: ReportDeps): AppError => {
  const foreseen = toAppError(error);
  if (SHED.has(foreseen.code)) metrics.requestShed(foreseen.code);
  if (ERROR_TABLE[foreseen.code].status >= 500) {
    const { method } = response.req;
    const requestId = requestIdOf(response);
    logger.error({ requestId, method, code: foreseen.code, error }, 'Request failed');
  }
  return foreseen;
};

/** A failure after the response has begun: reported like every other, told as an event. */
export const reportProblem = (error: unknown, response: Response, deps: ReportDeps): Problem =>
  toProblem(report(error, response, deps), requestIdOf(response));

/** The last stop of a request that failed before its response began. */
export const createErrorHandler =
  (deps: ReportDeps): ErrorRequestHandler =>
  // Express tells an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/max-params
  (error: unknown, _request: Request, response: Response, _next) => {
    sendProblem(response, report(error, response, deps));
  };

const toAppError = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  // Express throws URIError (status 400) for a path that is not valid percent-encoding.
  if (isBadPath(error)) return new AppError('unparsable_request', 'The path cannot be decoded.');
  return new AppError('internal_error', ERROR_TABLE.internal_error.title, { cause: error });
};

const isBadPath = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  error.name === 'URIError' &&
  'status' in error &&
  error.status === 400;
