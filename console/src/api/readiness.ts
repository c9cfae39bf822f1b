import type { Readiness } from './client.js';

/** A server that is not ready says so with 503, and says what is missing all the same. */
export const readReadiness = async (signal: AbortSignal): Promise<Readiness> => {
  const response = await fetch('/readyz', { signal });
  // The API's own answer, in the documented shape.
  return (await response.json()) as Readiness;
};
