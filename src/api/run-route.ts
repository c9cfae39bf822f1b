import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../domain/errors.js';
import type { Metrics } from '../ports/telemetry.js';
import type { Authenticate } from './middleware/authenticate.js';
import { authorize } from './middleware/authorize.js';
import type { LimitRequests } from './middleware/limit-requests.js';
import { mediaTypeOf, readJson } from './middleware/read-json.js';
import type { Caller, Reply, Route } from './route.js';

export type PipelineDeps = {
  authenticate: Authenticate;
  limitRequests: LimitRequests;
  metrics: Pick<Metrics, 'securityDenied'>;
  maxBodyBytes: number;
  bodyTimeoutMs: number;
};

/** One route's way through the house: who, how often, may they, what do they send, what do they get. */
export const runRoute =
  (route: Route, deps: PipelineDeps): RequestHandler =>
  async (request, response) => {
    refuseOtherRepresentations(route, request);
    const caller = await admit(route, request, deps);
    const body = await readBody(route, request, deps);
    const signal = signalOf(response);
    const { params, query } = request;
    const reply = await route.handle({ caller, params, query, body, signal, request });
    send(response, reply, route);
  };

const admit = async (
  { access }: Route,
  request: Request,
  { authenticate, limitRequests, metrics }: PipelineDeps,
): Promise<Caller | null> => {
  if (access === 'public') return null;
  const authorization = request.headersDistinct['authorization'];
  const caller = await authenticate({ authorization, address: request.ip ?? '' });
  await limitRequests(caller);
  try {
    authorize(access, caller);
  } catch (error) {
    metrics.securityDenied('forbidden');
    throw error;
  }
  return caller;
};

const readBody = async (
  { bodyKind }: Route,
  request: Request,
  { maxBodyBytes, bodyTimeoutMs }: PipelineDeps,
): Promise<unknown> => {
  if (bodyKind === 'none') return undefined;
  // The handler streams a form itself: it is never held in memory.
  if (bodyKind === 'json-or-multipart' && mediaTypeOf(request) === 'multipart/form-data') {
    return undefined;
  }
  return readJson(request, { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs });
};

const refuseOtherRepresentations = ({ produces }: Route, request: Request): void => {
  if (produces !== undefined && request.accepts(produces) === false) {
    throw new AppError('not_acceptable', `Only ${produces} is available here.`);
  }
};

/** Aborted when the client goes away before it has its answer. */
const signalOf = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** Only what the route's response schema declares leaves the house. */
const send = (response: Response, reply: Reply, route: Route): void => {
  if (response.destroyed) return;
  const spec = route.responses[reply.status];
  if (spec === undefined) {
    throw new Error(`${route.method} ${route.path} does not declare status ${reply.status}`);
  }
  response.status(reply.status);
  if (reply.body === undefined) {
    response.end();
    return;
  }
  if (reply.contentType !== undefined) {
    response.type(reply.contentType).send(reply.body);
    return;
  }
  response.json(spec.schema === undefined ? reply.body : spec.schema.parse(reply.body));
};
