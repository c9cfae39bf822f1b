import { withoutUndefined } from '../../shared/changes.js';
import { EndpointError } from './endpoint.js';
import type { ChatRequest, DecisionRequest } from './model.js';

/** Applies the caller's parameters to a request; the reply never gets longer than our own limit. */
export const applyWishes = (request: ChatRequest): ChatRequest => {
  if (request.wishes === undefined) return request;
  const { maxTokens = Infinity, ...others } = request.wishes;
  return {
    ...request,
    ...withoutUndefined(others),
    maxTokens: Math.min(request.maxTokens, maxTokens),
  };
};

const REFUSALS = new Set([400, 413, 415, 422, 501]);

/** The request without the caller's parameters if the endpoint may have refused those; otherwise undefined. */
export const withoutWishes = <Request extends ChatRequest | DecisionRequest>(
  request: Request,
  error: unknown,
): Request | undefined =>
  request.wishes !== undefined && error instanceof EndpointError && REFUSALS.has(error.status ?? 0)
    ? { ...request, wishes: undefined }
    : undefined;

/** True if all values are ours, so that a refusal shows what the endpoint supports. */
export const isOurOwn = ({
  wishes,
  isForeignSchema = false,
}: Pick<ChatRequest, 'wishes' | 'isForeignSchema'>): boolean =>
  wishes === undefined && !isForeignSchema;
