import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../shared/errors.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { reportProblem, type ReportDeps } from './error-handler.js';
import type { Authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import type { LimitRequests } from './limit-requests.js';
import { mediaTypeOf, readJson } from './read-json.js';
import type { Caller, Route, WholeReply } from './route.js';
import { sendFile } from './send-file.js';
import { streamReply, type StreamDeps } from './stream-reply.js';

export type PipelineDeps = ReportDeps &
  StreamDeps & {
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
    const accepted = acceptedOf(route, request);
    const caller = await admit(route, request, deps);
    const body = await readBody(route, request, deps);
    const signal = signalOf(response);
    const { params, query } = request;
    const reply = await route.handle({ caller, params, query, body, signal, request, accepted });
    if ('file' in reply) {
      await sendFile(response, reply.file);
      return;
    }
    if (!('events' in reply)) {
      send(response, reply, route);
      return;
    }
    if (caller === null) throw new Error(`${route.path} streams to nobody in particular.`);
    const recheck = async () => {
      const now = await identify(request, deps);
      if (route.access !== 'public') authorize(route.access, now);
      return now;
    };
    const report = (error: unknown) => reportProblem(error, response, deps);
    await streamReply(response, { reply, caller, signal, recheck, report }, deps);
  };

const identify = (request: Request, { authenticate }: PipelineDeps): Promise<Caller> =>
  authenticate({
    authorization: request.headersDistinct['authorization'],
    address: request.ip ?? '',
  });

const admit = async (
  { access }: Route,
  request: Request,
  deps: PipelineDeps,
): Promise<Caller | null> => {
  if (access === 'public') return null;
  const caller = await identify(request, deps);
  await deps.limitRequests(caller);
  try {
    authorize(access, caller);
  } catch (error) {
    deps.metrics.securityDenied('forbidden');
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
  const isForm = mediaTypeOf(request) === 'multipart/form-data';
  if (bodyKind === 'multipart' && !isForm) {
    throw new AppError('unsupported_media_type', 'Send a form: multipart/form-data.');
  }
  // The handler streams a form itself: it is never held in memory.
  if (bodyKind !== 'json' && isForm) return undefined;
  return readJson(request, { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs });
};

const acceptedOf = ({ produces }: Route, request: Request): string | null => {
  if (produces === undefined) return null;
  const accepted = request.accepts([...produces]);
  if (accepted !== false) return accepted;
  throw new AppError('not_acceptable', `Available here: ${produces.join(', ')}.`);
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
const send = (response: Response, reply: WholeReply, route: Route): void => {
  if (response.destroyed) return;
  const spec = route.responses[reply.status];
  if (spec === undefined) {
    throw new Error(`${route.method} ${route.path} does not declare status ${reply.status}`);
  }
  response.status(reply.status).set(reply.headers ?? {});
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
