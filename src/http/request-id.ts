import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { withLogFields } from '../platform/telemetry/log-context.js';

const VALID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every response and every line of the log an id: the caller's own X-Request-Id if it is valid, a new one otherwise. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headersDistinct['x-request-id'];
  const own = given?.length === 1 ? given[0] : undefined;
  const requestId = own !== undefined && VALID.test(own) ? own : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  withLogFields({ requestId }, next);
};

export const requestIdOf = (response: Response): string =>
  String(response.getHeader('X-Request-Id') ?? '');
