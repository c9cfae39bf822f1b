import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { parsePart } from './route.js';

/** The key under which the client may repeat the request; null: every request is new. */
export const parseIdempotencyKey = (request: IncomingMessage): string | null =>
  parsePart(Given, { 'Idempotency-Key': request.headersDistinct['idempotency-key'] })[
    'Idempotency-Key'
  ];

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

const IdempotencyKey = z.string().regex(VISIBLE_ASCII, 'must be 1 to 255 visible ASCII characters');

const Given = z.object({
  'Idempotency-Key': z
    .array(IdempotencyKey)
    .max(1, 'may be given once')
    .transform(([key]) => key ?? null)
    .default(null),
});

/** For the OpenAPI document. */
export const IdempotencyHeaders = z.object({
  'Idempotency-Key': IdempotencyKey.optional().describe(
    'Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, ' +
      'marked by the header `Idempotency-Replayed: true`; with another body it is refused.',
  ),
});
