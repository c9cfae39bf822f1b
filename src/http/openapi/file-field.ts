import { z } from 'zod';

/** Bytes, declared twice: one client generator looks for `format`, the other for `contentMediaType`. */
export const FILE = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
} as const;

/** A file in a form, for the OpenAPI document. */
export const fileField = z.string().meta(FILE);
