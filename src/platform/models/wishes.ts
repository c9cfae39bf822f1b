import { withoutUndefined } from '../../shared/changes.js';
import { EndpointError } from './endpoint.js';
import type { ChatRequest, DecisionRequest } from './model.js';

/** The request as its wishes have it; a reply is never longer than our own setting. */
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

/** The same request without the wishes that its refusal may be about; undefined where it had none. */
export const withoutWishes = <Request extends ChatRequest | DecisionRequest>(
  request: Request,
  error: unknown,
): Request | undefined =>
  request.wishes !== undefined && error instanceof EndpointError && REFUSALS.has(error.status ?? 0)
    ? { ...request, wishes: undefined }
    : undefined;

/** Whether the endpoint shows what it can do, and not how it takes to somebody's values. */
export const isOurOwn = ({
  wishes,
  isForeignSchema = false,
}: Pick<ChatRequest, 'wishes' | 'isForeignSchema'>): boolean =>
  wishes === undefined && !isForeignSchema;
