import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const VALID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every response an X-Request-Id: the caller's own if it is valid, a new one otherwise. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headersDistinct['x-request-id'];
  const own = given?.length === 1 ? given[0] : undefined;
  response.setHeader('X-Request-Id', own !== undefined && VALID.test(own) ? own : randomUUID());
  next();
};

export const requestIdOf = (response: Response): string =>
  String(response.getHeader('X-Request-Id') ?? '');
