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

/** The owner of a verified credential. The operator has no tenant and therefore no scope. */
export type Caller =
  | {
      kind: 'operator';
      /** SHA-256 of the key; null with a token that came of it. */
      keyHash: Uint8Array | null;
    }
  | {
      kind: 'user';
      scope: UserScope;
      /** Null with an access token. */
      apiKeyId: ApiKeyId | null;
      /** The part of the key that is no secret; for the log. */
      keyPrefix: string | null;
      /** False of a key that somebody else made, until its holder confirms it. */
      isConfirmed: boolean;
      /** The sign-in that an access token came from; null with a key. */
      signInId: SignInId | null;
      /** The limit of the whole tenant, where the operator has set one; null: the installation's. */
      requestsPerMinute: number | null;
      /** A page asks, by a token that the key made. */
      browserTokenId?: string;
    };
export type UserCaller = Extract<Caller, { kind: 'user' }>;

export type Access = 'public' | { roles: readonly Role[]; permission?: Permission };

type ResponseSpec = {
  description: string;
  schema?: z.ZodType;
  contentType?: string;
  /** A file for the client to save. */
  isFile?: boolean;
  /** The union of the events that the route streams, for the OpenAPI document. */
  events?: z.ZodType;
  /** Headers of this response alone, with what each says, for the OpenAPI document. */
  headers?: Readonly<Record<string, string>>;
};

export type WholeReply = {
  status: number;
  body?: unknown;
  contentType?: string;
  headers?: Readonly<Record<string, string | string[]>>;
};

/** `text`: a line of data without a name, as it is. `frame`: whole events as the library of another protocol wrote them. */
export type StreamEvent = { event: string; data: unknown } | { text: string } | { frame: string };

export type OpenStream = {
  /** Resolves when the client has room for more, or is gone; never rejects. */
  send: (event: StreamEvent) => Promise<void>;
  /** Before the first event. */
  setHeader: (name: string, value: string) => void;
  /** Fires when nobody may or will read on. */
  signal: AbortSignal;
};

/** Server-sent events. What fails before the first one is an ordinary problem. */
export type StreamedReply = {
  events: (stream: OpenStream) => Promise<void>;
  /** Builds the event for a failure after the first event; without it the stream sends `error` with the problem. */
  toFailure?: (problem: Problem) => StreamEvent;
  /** Ends work that has begun already, where the stream gets no place. */
  giveUp?: () => void;
};

/** A file for the client to save under its name, as one that was uploaded. */
export type FileReply = {
  file: {
    content: Readable;
    filename: string;
    mimeType: string;
    /** Null of what is made while it is sent. */
    sizeBytes: number | null;
  };
};

export type Reply = WholeReply | StreamedReply | FileReply;

/** A request as the pipeline hands it over: authenticated, limited, authorised, its body read but not yet checked. */
type RawCall = {
  caller: Caller | null;
  params: unknown;
  query: unknown;
  body: unknown;
  signal: AbortSignal;
  request: IncomingMessage;
  /** The address of the client, or of the proxy before it unless we trust that proxy. */
  address: string;
  /** The content type that the client likes best of those that the route produces; null where the route names no types. */
  accepted: string | null;
  /** Makes a failure known that the answer itself tells of, and says what its caller is told. */
  report: (error: unknown) => Problem;
};

type Described = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express spelling: `/v1/documents/:id`. */
  readonly path: string;
  /** Names the operation in the OpenAPI document and in every generated client: a verb and what it acts on, as `listDocuments`. */
  readonly operationId: string;
  /** The group of operations that it belongs to, one of those that `src/compose/api-document.ts` describes. */
  readonly tag: string;
  readonly summary: string;
  /** The errors that it may answer with beyond those that its access, its parameters and its body entail. */
  readonly errors?: readonly ErrorCode[];
  /** A JSON body as a client would send it, for the OpenAPI document. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** The schema of the form that a JSON route also takes, for the OpenAPI document. */
  readonly multipart?: z.ZodType;
  /** Lets a JSON body be left out, which is like an empty object. */
  readonly bodyIsOptional?: boolean;
  /** The most values that a JSON body may hold, where the lists that it takes are longer than those of others. */
  readonly maxBodyValues?: number;
  /** The body is the bytes of one file, which the handler streams itself. */
  readonly upload?: true;
  /** The content types of which a caller has to accept one; the first is for callers who accept anything. */
  readonly produces?: readonly string[];
  /** Headers the route reads, for the OpenAPI document. */
  readonly headers?: z.ZodObject;
  /** Lets a key in that its holder has not confirmed yet. */
  readonly acceptsUnconfirmed?: boolean;
  /** Nobody asks here for somebody else, whatever their key may do elsewhere. */
  readonly forSelfOnly?: boolean;
  /** Lets in keys of applications and, with `pages`, the tokens that they make for pages; without it a route is for people alone. */
  readonly openTo?: 'applications' | 'pages';
  /** Lets in whom the identity provider of the tenant in `:tenant` has given an access token for this very address. */
  readonly takesProviderTokens?: boolean;
  /** Without a secret, and for pages of any origin to read. */
  readonly isForAnyPage?: boolean;
  /** Asked by machines again and again to learn whether we live: never refused for asking too often. */
  readonly isProbe?: boolean;
  /** Counts requests itself, once it knows which of them were bad: no number of those locks the others out. */
  readonly countsItself?: boolean;
  /** Refuses in the words of another protocol, as everything below its base address does. */
  readonly dialect?: ErrorDialect;
};

/** One row of the table that the server, the OpenAPI document and the generated attack tests are made from. */
export type Route = Described & {
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyKind: 'none' | 'json' | 'json-or-multipart' | 'multipart' | 'bytes';
  readonly handle: (call: RawCall) => Promise<Reply>;
};

/** `answer` gives the body of the one response that the route declares; `handle` decides more than that. */
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

/** Nobody is asked for here by somebody else: what admins and the operator do, they do themselves. */
export const isForSelfOnly = ({ forSelfOnly = false, access }: Route): boolean =>
  forSelfOnly || (access !== 'public' && !access.roles.includes('member'));

/** Checks one part of a request; what does not fit is `validation_failed` with each field's path. */
export const parsePart = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const parsed = parseFirst(schema, value, { most: MAX_FIELD_ERRORS, word: wordIssue });
  if (parsed.success) return parsed.data;
  throw fieldsRefused(parsed.issues.flatMap(toFieldErrors).slice(0, MAX_FIELD_ERRORS));
};

/** An object of optional fields of which at least one is given. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .refine((value) => Object.keys(value).length > 0, { error: 'must change something' });

/** One kind of route: who may call it, and what its handler learns of the caller. */
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

/** A route of people inside a tenant; the handler gets their scope. */
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

/** A route of the platform's operator, who sees no tenant's content. */
export const operatorRoute = routesOf(
  () => ({ roles: ['operator'] }),
  () => ({}),
);

/** A route that the operator and tenant users share; the handler tells them apart. */
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

/** A route that gives out credentials, so it needs none; a bad one in its body it counts itself. */
export const credentialRoute = routesOf(
  () => 'public',
  () => ({}),
);

/** A route without a credential; it takes no input. */
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
  // Absent schemas stand for "no fields", which is what the type parameters default to.
  params: parseParams(spec.params ?? NoFields, call.params) as z.output<Params>,
  query: parseQuery(spec.query ?? NoFields, call.query) as z.output<Query>,
  body: parsePart(spec.body ?? NoFields, spec.body ? call.body : {}) as z.output<Body>,
  signal,
  request,
  address,
  accepted,
  report,
});

// A malformed id names nothing, like an unknown or a foreign one.
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
