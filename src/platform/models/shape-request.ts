import type { ChatRequest, DecisionProtocolName, DecisionRequest } from './model.js';

/** The request as this endpoint is to get it. */
export const shapeRequest = (
  request: ChatRequest | DecisionRequest,
  protocol: DecisionProtocolName,
): ChatRequest => {
  if (!('shapeFor' in request)) return request;
  const { shapeFor, ...common } = request;
  return { ...common, ...shapeFor(protocol) };
};
