import { toCanonicalJson } from '../shared/canonical-json.js';

/** One spelling per call, whatever the order of its argument keys: calls of equal spelling are the same call. */
export const toCanonicalCall = (name: string, argumentsOfModel: unknown): string =>
  toCanonicalJson([name, argumentsOfModel]);
