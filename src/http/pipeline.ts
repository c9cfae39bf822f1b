import { pipeline } from 'node:stream/promises';
import type { Response, Request, RequestHandler } from 'express';
import type { z } from 'zod';
import { endLogFields } from '../platform/telemetry/log-context.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { countedAddress } from './address.js';
import { AppError } from '../shared/errors.js';
import type { ApiKeyId } from '../shared/ids.js';
import { isPermitted } from '../shared/permissions.js';
import { noteCaller } from './access-log.js';
import { LABEL } from './applications.js';
import type { Authenticate } from './auth.js';
import { reportProblem, type ReportDeps } from './errors.js';
import { streamReply, type StreamDeps } from './event-stream.js';
import type { LimitAddress, LimitRequests, ParallelLimit } from './limits.js';
import { ON_BEHALF_OF, refuseOnBehalf } from './on-behalf.js';
import { mediaTypeOf, readJson } from './read-json.js';
import {
  isForSelfOnly,
  type Caller,
  type FileReply,
  type Route,
  type WholeReply,
} from './route.js';

export type PipelineDeps = ReportDeps &
  StreamDeps & {
    authenticate: Authenticate;
    limitRequests: LimitRequests;
    limitAddress: LimitAddress;
    limitDownloads: ParallelLimit;
    metrics: Pick<Metrics, 'securityDenied'>;
    maxBodyBytes: number;
    bodyTimeoutMs: number;
  };

/** The steps of every request: authentication, rate limits, authorization, reading the body, and sending the response. */
export const runRoute =
  (route: Route, deps: PipelineDeps): RequestHandler =>
  async (request, response) => {
    try {
      await answer(route, { request, response }, deps);
    } finally {
      endLogFields();
    }
  };

type Exchange = { request: Request; response: Response };

const answer = async (
  route: Route,
  { request, response }: Exchange,
  deps: PipelineDeps,
): Promise<void> => {
  const accepted = acceptedOf(route, request);
  const caller = await admit(route, { request, response }, deps);
  const body = await readBody(route, request, deps);
  const signal = signalOf(response);
  const { params, query } = request;
  const address = addressOf(request);
  const report = (error: unknown) => reportProblem(error, response, deps);
  const input = { caller, params, query, body, signal, request, address, accepted, report };
  const reply = await route.handle(input);
  if ('file' in reply) {
    await sendFile({ response, caller, file: reply.file }, deps);
    return;
  }
  if (!('events' in reply)) {
    send(response, reply, route);
    return;
  }
  if (caller === null) throw new Error(`${route.path} streams to nobody in particular.`);
  const recheck = async () => {
    const now = await identify(route, request, { ...deps, isRecheck: true });
    authorize(route, now);
    return now;
  };
  await streamReply(response, { reply, caller, signal, recheck, report }, deps);
};

const acceptedOf = ({ produces }: Route, request: Request): string | null => {
  if (produces === undefined) return null;
  const accepted = request.accepts([...produces]);
  if (accepted !== false) return accepted;
  throw new AppError('not_acceptable', `Available here: ${produces.join(', ')}.`);
};

const admit = async (
  route: Route,
  { request, response }: Exchange,
  deps: PipelineDeps,
): Promise<Caller | null> => {
  if (isForSelfOnly(route) && onBehalfOf(request) !== undefined) {
    deps.metrics.securityDenied('forbidden');
    throw refuseOnBehalf();
  }
  if (route.access === 'public') {
    if (!route.isProbe && !route.countsItself) await deps.limitAddress(addressOf(request));
    return null;
  }
  const caller = await identify(route, request, deps);
  noteCaller(response, caller);
  await deps.limitRequests(caller, response);
  try {
    authorize(route, caller);
  } catch (error) {
    deps.metrics.securityDenied('forbidden');
    throw error;
  }
  return caller;
};

const identify = (
  { takesProviderTokens = false }: Route,
  request: Request,
  { authenticate, isRecheck = false }: PipelineDeps & { isRecheck?: boolean },
): Promise<Caller> =>
  authenticate({
    authorization: request.headersDistinct['authorization'],
    onBehalfOf: onBehalfOf(request),
    label: request.headersDistinct[LABEL.toLowerCase()],
    origin: request.headers.origin,
    address: addressOf(request),
    ...(takesProviderTokens && {
      tenantAddress: { tenant: String(request.params['tenant']), path: request.path },
    }),
    isRecheck,
  });

const onBehalfOf = (request: Request): readonly string[] | undefined =>
  request.headersDistinct[ON_BEHALF_OF.toLowerCase()];

/** The address of the client, or of the proxy before it unless that is trusted, in the form that all limits use. */
const addressOf = (request: Request): string => countedAddress(request.ip ?? '');

/** Refuses a caller whose role or key lacks what the route requires. */
const authorize = (route: Route, caller: Caller): void => {
  const { access, acceptsUnconfirmed = false } = route;
  if (access === 'public') return;
  if (!isOpenTo(route, caller)) throw notForApplications();
  if (caller.kind === 'user' && !caller.isConfirmed && !acceptsUnconfirmed) {
    throw unconfirmed(caller.apiKeyId);
  }
  const role = caller.kind === 'operator' ? 'operator' : caller.scope.role;
  if (!access.roles.includes(role)) throw forbidden();
  if (caller.kind === 'operator' || access.permission === undefined) return;
  if (!isPermitted(caller.scope.permissions, access.permission)) throw forbidden();
};

const isOpenTo = ({ openTo }: Route, caller: Caller): boolean => {
  if (caller.kind === 'operator' || !caller.scope.isApplication) return true;
  return caller.browserTokenId === undefined ? openTo !== undefined : openTo === 'pages';
};

const notForApplications = () =>
  new AppError('forbidden', 'This is for people: applications and their pages may not call it.');

const unconfirmed = (id: ApiKeyId | null) =>
  new AppError(
    'key_unconfirmed',
    `This key does not work until its holder has confirmed it: POST /v1/api-keys/${id}/confirm`,
  );

const forbidden = () => new AppError('forbidden', 'This credential may not do that.');

const FORM_TYPE = 'multipart/form-data';

/** Without a credential, a request contains at most a password and a token. */
const MAX_PUBLIC_BODY_BYTES = 16 * 1024;

const readBody = async (
  { bodyKind, bodyIsOptional = false, access, maxBodyValues }: Route,
  request: Request,
  { maxBodyBytes, bodyTimeoutMs }: PipelineDeps,
): Promise<unknown> => {
  if (bodyKind === 'none' || bodyKind === 'bytes') return undefined;
  if (bodyIsOptional && isWithoutBody(request)) return {};
  const isForm = mediaTypeOf(request) === FORM_TYPE;
  if (bodyKind === 'multipart' && !isForm) {
    throw new AppError('unsupported_media_type', `Send a form: ${FORM_TYPE}.`);
  }
  // The handler streams a form itself, so it is never kept in memory.
  if (bodyKind !== 'json' && isForm) return undefined;
  const accepted = ['application/json', ...(bodyKind === 'json' ? [] : [FORM_TYPE])];
  return readJson(request, {
    accepted,
    maxBytes: access === 'public' ? MAX_PUBLIC_BODY_BYTES : maxBodyBytes,
    ...(maxBodyValues !== undefined && { maxValues: maxBodyValues }),
    timeoutMs: bodyTimeoutMs,
  });
};

const isWithoutBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Aborted when the client goes away before it has its answer. */
const signalOf = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};

type Download = { response: Response; caller: Caller | null; file: FileReply['file'] };

/** Sends a file within its owner's share of downloads; without a free slot, the file is not read. */
const sendFile = async ({ response, caller, file }: Download, deps: PipelineDeps) => {
  const { limitDownloads, streamTiming } = deps;
  const owner = caller?.kind === 'user' ? caller.scope : 'operator';
  try {
    // A client that reads nothing for this long must not keep the file and the connection open.
    response.setTimeout(streamTiming.stallLimitMs, () => response.destroy());
    await limitDownloads(owner, () => streamFile(response, file));
  } catch (error) {
    file.content.destroy();
    throw error;
  }
};

/** Streams a file as a download, so that no browser displays an uploaded file as a page of ours. */
const streamFile = async (response: Response, { content, ...file }: FileReply['file']) => {
  response.status(200).set({
    'Content-Type': file.mimeType,
    ...(file.sizeBytes !== null && { 'Content-Length': String(file.sizeBytes) }),
    'Content-Disposition': toDisposition(file.filename),
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  // If the client disconnects or the file fails, the response has already ended, so the error cannot be reported.
  await pipeline(content, response).catch(() => undefined);
};

/** RFC 6266: an ASCII name for old clients, and the real one encoded as in RFC 8187. */
const toDisposition = (filename: string): string => {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** Sends only fields that the route's response schema declares. */
const send = (response: Response, reply: WholeReply, route: Route): void => {
  if (response.destroyed) return;
  const spec = route.responses[reply.status] ?? refusalOf(route, reply);
  if (spec === null) {
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

/** Another protocol's library refuses in its own format, with a status that our own refusals may also have. */
const refusalOf = ({ dialect }: Route, { status }: WholeReply): { schema?: z.ZodType } | null =>
  dialect === undefined || status < 400 ? null : { schema: dialect.schema };
