import { LIMIT_HEADERS } from '../limits.js';
import type { Route } from '../route.js';

/** Response headers and their meaning. */
export const HEADERS = {
  'X-Request-Id':
    "Names this request in the log: the request's own header of that name, or a new id.",
  ...LIMIT_HEADERS,
  'Retry-After':
    'Seconds to wait before the next try; with every 429, and with 503 and 409 where it helps.',
  'WWW-Authenticate': 'The scheme of credentials that is taken: `Bearer`.',
  'Idempotency-Replayed': '`true` when the answer was given before to the same `Idempotency-Key`.',
  'Content-Disposition': 'The name to save the file under.',
} as const;
export type Header = keyof typeof HEADERS;

export const refer = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const LIMITS = Object.keys(LIMIT_HEADERS) as (keyof typeof LIMIT_HEADERS)[];

/** The rate limit headers that a route sends; public routes count callers by address and send none. */
export const limitHeadersOf = ({ access }: Route): Header[] => (access === 'public' ? [] : LIMITS);
