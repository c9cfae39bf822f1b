import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError, fieldsRefused, notFound, type ErrorCode } from '../shared/errors.js';
import type { ApiKeyId, SignInId } from '../shared/ids.js';
import type { ErrorDialect, Problem } from './errors.js';
import type { Permission, Role, TenantRole, UserScope } from '../shared/scope.js';
import { parseFirst } from '../shared/parse-first.js';
import { isStorableText } from '../shared/storable-text.js';
import { MAX_FIELD_ERRORS, toFieldErrors, wordIssue } from '../shared/word-issue.js';

/** The owner of a verified credential. The operator has no tenant, and therefore no scope. */
export type Caller =
  | {
      kind: 'operator';
      /** SHA-256 of the key; null for a token made by it. */
      keyHash: Uint8Array | null;
    }
  | {
      kind: 'user';
      scope: UserScope;
      /** Null for an access token. */
      apiKeyId: ApiKeyId | null;
      /** The non-secret part of the key, for the log. */
      keyPrefix: string | null;
      /** False for a key that someone else made, until its holder confirms it. */
      isConfirmed: boolean;
      /** The sign-in that an access token came from; null for a key. */
      signInId: SignInId | null;
      /** The limit of the whole tenant, if the operator has set one; null: the installation's. */
      requestsPerMinute: number | null;
      /** Set if a page asks with a token that the key made. */
      browserTokenId?: string;
    };
export type UserCaller = Extract<Caller, { kind: 'user' }>;

export type Access = 'public' | { roles: readonly Role[]; permission?: Permission };

type ResponseSpec = {
  description: string;
  schema?: z.ZodType;
  contentType?: string;
  /** Sent as a file to save. */
  isFile?: boolean;
  /** The union of the events that the route streams, for the OpenAPI document. */
  events?: z.ZodType;
  /** Headers of this response only, with their meaning, for the OpenAPI document. */
  headers?: Readonly<Record<string, string>>;
};

export type WholeReply = {
  status: number;
  body?: unknown;
  contentType?: string;
  headers?: Readonly<Record<string, string | string[]>>;
};

/** `text`: an unnamed data line, sent as it is. `frame`: complete events as written by another protocol's library. */
export type StreamEvent = { event: string; data: unknown } | { text: string } | { frame: string };

export type OpenStream = {
  /** Resolves when the client has room for more, or has disconnected; never rejects. */
  send: (event: StreamEvent) => Promise<void>;
  /** Only before the first event. */
  setHeader: (name: string, value: string) => void;
  /** Aborts when the client may not or will not read on. */
  signal: AbortSignal;
};

/** Server-sent events. A failure before the first one is answered as an ordinary problem. */
export type StreamedReply = {
  events: (stream: OpenStream) => Promise<void>;
  /** Builds the event for a failure after the first event; without it the stream sends `error` with the problem. */
  toFailure?: (problem: Problem) => StreamEvent;
  /** Aborts work that has begun already if the stream gets no slot. */
  giveUp?: () => void;
};

/** A file for the client to save under its name, such as an uploaded one. */
export type FileReply = {
  file: {
    content: Readable;
    filename: string;
    mimeType: string;
    /** Null for content that is generated while it is sent. */
    sizeBytes: number | null;
  };
};

export type Reply = WholeReply | StreamedReply | FileReply;

/** A request as passed on by the pipeline: authenticated, rate limited and authorized, with its body read but not yet validated. */
type RawCall = {
  caller: Caller | null;
  params: unknown;
  query: unknown;
  body: unknown;
  signal: AbortSignal;
  request: IncomingMessage;
  /** The address of the client, or of the proxy before it unless that is trusted. */
  address: string;
  /** The client's preferred content type among those that the route produces; null if the route names none. */
  accepted: string | null;
  /** Logs a failure that the response itself describes, and returns what its caller is told. */
  report: (error: unknown) => Problem;
};

/** Tells how to find the created object again when the request is repeated. */
export type Creation = {
  /** Selects what is stored of the response's body: ids and times, never text or a secret. */
  keep: (body: unknown) => unknown;
  again: (
    scope: UserScope,
    kept: { object: unknown; params: unknown; status: number },
  ) => Promise<WholeReply>;
  /** Responses that only repeated requests get. */
  responses?: Route['responses'];
  bodyHasSecret?: boolean;
};

type Described = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express syntax: `/v1/documents/:id`. */
  readonly path: string;
  /** Names the operation in the OpenAPI document and in every generated client: a verb and its object, such as `listDocuments`. */
  readonly operationId: string;
  /** The operation's group, one of those described in `src/compose/api-document.ts`. */
  readonly tag: string;
  readonly summary: string;
  /** Error codes beyond those implied by its access, parameters and body. */
  readonly errors?: readonly ErrorCode[];
  /** An example JSON body for the OpenAPI document. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** The schema of the form that a JSON route also takes, for the OpenAPI document. */
  readonly multipart?: z.ZodType;
  /** Allows the JSON body to be left out, which is like an empty object. */
  readonly bodyIsOptional?: boolean;
  /** The maximum number of values in a JSON body, if the route accepts longer lists than others. */
  readonly maxBodyValues?: number;
  /** The body is the bytes of one file, which the handler streams itself. */
  readonly upload?: true;
  /** The content types of which a caller must accept one; the first is for callers that accept anything. */
  readonly produces?: readonly string[];
  /** Headers the route reads, for the OpenAPI document. */
  readonly headers?: z.ZodObject;
  /** Creates one object per `Idempotency-Key`. */
  readonly creates?: Creation;
  /** Accepts a key that its holder has not confirmed yet. */
  readonly acceptsUnconfirmed?: boolean;
  /** Acting for another user is not possible here, whatever the key may do elsewhere. */
  readonly forSelfOnly?: boolean;
  /** Also accepts keys of applications and, with `pages`, the tokens that they make for pages; if absent, the route is for people only. */
  readonly openTo?: 'applications' | 'pages';
  /** Accepts access tokens that the identity provider of the tenant in `:tenant` issued for this very address. */
  readonly takesProviderTokens?: boolean;
  /** Contains no secrets and may be read by pages of any origin. */
  readonly isForAnyPage?: boolean;
  /** Polled by machines to check that the server is alive: never rate limited. */
  readonly isProbe?: boolean;
  /** Counts requests itself once it knows which were bad, so that bad ones do not lock out others. */
  readonly countsItself?: boolean;
  /** Refuses in the format of another protocol, like everything below its base address. */
  readonly dialect?: ErrorDialect;
};

/** One row of the table from which the server, the OpenAPI document and the generated attack tests are built. */
export type Route = Described & {
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyKind: 'none' | 'json' | 'json-or-multipart' | 'multipart' | 'bytes';
  readonly handle: (call: RawCall) => Promise<Reply>;
};

/** `answer` returns the body of the only response that the route declares; `handle` also decides other parts of the reply. */
type Handler<Call> =
  | { answer: (call: Call) => Promise<unknown>; handle?: never }
  | { handle: (call: Call) => Promise<Reply>; answer?: never };

const NoFields = z.strictObject({});
type NoFields = typeof NoFields;

type Parsed<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
} & Pick<RawCall, 'signal' | 'request' | 'address' | 'accepted' | 'report'>;

/** True if nobody may act for another user here: admins and the operator act for themselves. */
export const isForSelfOnly = ({ forSelfOnly = false, access }: Route): boolean =>
  forSelfOnly || (access !== 'public' && !access.roles.includes('member'));

/** Validates one part of a request; errors are `validation_failed` with each field's path. */
export const parsePart = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const parsed = parseFirst(schema, value, { most: MAX_FIELD_ERRORS, word: wordIssue });
  if (parsed.success) return parsed.data;
  throw fieldsRefused(parsed.issues.flatMap(toFieldErrors).slice(0, MAX_FIELD_ERRORS));
};

/** An object of optional fields of which at least one must be given. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .refine((value) => Object.keys(value).length > 0, { error: 'must change something' });

/** One kind of route: who may call it, and what its handler learns about the caller. */
const routesOf =
  <Who, Allowed = object>(
    accessOf: (spec: Allowed) => Access,
    identify: (caller: Caller | null) => Who,
  ) =>
  <
    Params extends z.ZodObject = NoFields,
    Query extends z.ZodObject = NoFields,
    Body extends z.ZodType = NoFields,
  >(
    spec: Described & { params?: Params; query?: Query; body?: Body } & Allowed &
      Handler<Parsed<Params, Query, Body> & Who>,
  ): Route => ({
    ...spec,
    access: accessOf(spec),
    bodyKind: bodyKindOf(spec),
    handle: async (call) => {
      const parsed = { ...identify(call.caller), ...parse(spec, call) };
      if (spec.handle !== undefined) return spec.handle(parsed);
      const [status] = Object.keys(spec.responses);
      return { status: Number(status), body: await spec.answer(parsed) };
    },
  });

type Permitted = { permission?: Permission };

/** A route for people inside a tenant; the handler gets their scope. */
export const userRoute = routesOf(
  ({ roles = ['admin', 'member'], ...rest }: Permitted & { roles?: readonly TenantRole[] }) => ({
    roles,
    ...permissionOf(rest),
  }),
  (caller) => {
    if (caller?.kind !== 'user') throw new AppError('forbidden', 'Tenant users only.');
    return caller;
  },
);

/** A route for the platform's operator, who sees no tenant's content. */
export const operatorRoute = routesOf(
  () => ({ roles: ['operator'] }),
  () => ({}),
);

/** A route shared by the operator and tenant users; the handler distinguishes them. */
export const sharedRoute = routesOf(
  ({ roles, ...rest }: Permitted & { roles: readonly Role[] }) => ({
    roles,
    ...permissionOf(rest),
  }),
  (caller) => {
    if (caller === null) throw new AppError('unauthenticated', 'A credential is required.');
    return { caller };
  },
);

/** A route that issues credentials and therefore needs none; it counts bad ones in its body itself. */
export const credentialRoute = routesOf(
  () => 'public',
  () => ({}),
);

/** A route without a credential and without input. */
export const publicRoute = (
  spec: Described & { handle: (call: { signal: AbortSignal }) => Promise<Reply> },
): Route => ({ ...spec, access: 'public', bodyKind: 'none' });

const permissionOf = ({ permission }: Permitted): Permitted =>
  permission === undefined ? {} : { permission };

const bodyKindOf = ({
  body,
  multipart,
  upload,
}: Pick<Route, 'body' | 'multipart' | 'upload'>): Route['bodyKind'] => {
  if (upload !== undefined) return 'bytes';
  if (body === undefined) return multipart === undefined ? 'none' : 'multipart';
  return multipart === undefined ? 'json' : 'json-or-multipart';
};

const parse = <Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
  spec: { params?: Params; query?: Query; body?: Body },
  { signal, request, address, accepted, report, ...call }: RawCall,
): Parsed<Params, Query, Body> => ({
  // Absent schemas mean "no fields", which is the default of the type parameters.
  params: parseParams(spec.params ?? NoFields, call.params) as z.output<Params>,
  query: parseQuery(spec.query ?? NoFields, call.query) as z.output<Query>,
  body: parsePart(spec.body ?? NoFields, spec.body ? call.body : {}) as z.output<Body>,
  signal,
  request,
  address,
  accepted,
  report,
});

// A malformed id is treated like an unknown or a foreign one.
const parseParams = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw notFound();
  return parsed.data;
};

const parseQuery = (schema: z.ZodType, value: unknown): unknown => {
  const refused = unstorableIn(value);
  if (refused.length > 0) {
    throw fieldsRefused(refused.map((path) => ({ path, message: 'must not contain NUL' })));
  }
  return parsePart(schema, value);
};

/** The names of parameters whose text contains NUL, which PostgreSQL cannot compare. Invalid cursors have an error of their own. */
const unstorableIn = (values: unknown): string[] =>
  Object.entries(values ?? {}).flatMap(([name, value]) =>
    name !== 'cursor' && [value].flat().some(isUnstorable) ? [name] : [],
  );

const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' && !isStorableText(value);
