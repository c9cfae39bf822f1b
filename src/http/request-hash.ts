import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../shared/canonical-json.js';

/** One digest per request, whatever the order of its fields; an absent field and one that is undefined are the same. */
export const hashRequest = (fields: object): string =>
  createHash('sha256').update(toCanonicalJson(fields)).digest('hex');
