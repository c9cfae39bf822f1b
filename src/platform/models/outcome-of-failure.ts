import { isAppError, type ErrorCode } from '../../shared/errors.js';
import type { Outcome } from './breaker.js';
import { EndpointError } from './endpoint.js';
import { MISS_MS } from './left-alone.js';

export const codeOf = (error: unknown): ErrorCode | undefined =>
  isAppError(error) ? error.code : undefined;

/** Judges the endpoint by a failed call; `tookMs` is how long it was silent. */
export const outcomeOf = (
  error: unknown,
  { signal, tookMs }: { signal: AbortSignal; tookMs: number },
): Outcome => {
  const code = codeOf(error);
  if (code === 'deadline_exceeded') return tookMs >= MISS_MS ? 'failed' : 'cancelled';
  if (signal.aborted || code === 'cancelled') return 'cancelled';
  // Refused because of the request's content, which does not show that the endpoint is broken.
  return code === 'model_context_exceeded' || refusesWhatWasAsked(error) ? 'succeeded' : 'failed';
};

/** Statuses with which an endpoint refuses a request because of its content or the account. */
const REFUSALS = new Set([400, 422]);
const OF_WHAT_WAS_ASKED =
  /\b(?:content|filter|polic(?:y|ies)|safety|moderation|prompts?|messages?|inputs?|parameters?|schemas?|tools?|functions?|tokens)\b|content_|_filter|_prompt/i;
const OF_THE_SETUP =
  /\b(?:models?|deployments?|api[ _-]?keys?|credentials?|billing|credits?|quota|accounts?|organi[sz]ations?)\b/i;

/** True if the refusal is about the content of this request, not about the key, the account or the model. */
const refusesWhatWasAsked = (error: unknown): boolean => {
  const cause = isAppError(error) ? error.cause : error;
  if (!(cause instanceof EndpointError) || !REFUSALS.has(cause.status ?? 0)) return false;
  const said = `${cause.code ?? ''} ${cause.message}`;
  return OF_WHAT_WAS_ASKED.test(said) && !OF_THE_SETUP.test(said);
};
