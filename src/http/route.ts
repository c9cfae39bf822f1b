import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError, notFound, type FieldError } from '../shared/errors.js';
import type { ApiKeyId } from '../shared/ids.js';
import type { Permission, Role, UserScope } from '../shared/scope.js';

/** Who a verified credential belongs to. The operator has no tenant and therefore no scope. */
export type Caller = { kind: 'operator' } | { kind: 'user'; scope: UserScope; apiKeyId: ApiKeyId };

export type Access = 'public' | { roles: readonly Role[]; permission?: Permission };

type ResponseSpec = {
  description: string;
  schema?: z.ZodType;
  contentType?: string;
  /** Where the route also streams: the union of its events, for the OpenAPI document. */
  events?: z.ZodType;
};

export type WholeReply = {
  status: number;
  body?: unknown;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
};

export type OpenStream = Pick<EventStream, 'send' | 'setHeader'> & { signal: AbortSignal };

/** Server-sent events; the signal fires when nobody may or will read on. What fails before the first event is an ordinary problem. */
export type StreamedReply = {
  events: (stream: OpenStream) => Promise<void>;
};

/** A file as it was uploaded; the name is for the client to save it under. */
export type FileReply = {
  file: { content: Readable; filename: string; mimeType: string; sizeBytes: number };
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
  /** Of what the route produces, the one the client likes best. */
  accepted: string | null;
};

export type BodyKind = 'none' | 'json' | 'json-or-multipart' | 'multipart';

type Described = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express spelling: `/v1/documents/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Where a JSON route also takes a form: the form's schema, for the OpenAPI document. */
  readonly multipart?: z.ZodType;
  /** What a caller has to accept one of; the first is for those who accept anything. */
  readonly produces?: readonly string[];
  /** Headers the route reads, for the OpenAPI document. */
  readonly headers?: z.ZodObject;
};

/** One row of the table that the server, the OpenAPI document and the generated attack tests are made from. */
export type Route = Described & {
  readonly access: Access;
  readonly bodyKind: BodyKind;
  readonly schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  readonly handle: (call: RawCall) => Promise<Reply>;
};

const NoFields = z.strictObject({});
type NoFields = typeof NoFields;

type Parsed<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
} & Pick<RawCall, 'signal' | 'request' | 'accepted'>;

type Spec<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Who,
> = Described & {
  params?: Params;
  query?: Query;
  body?: Body;
  handle: (call: Parsed<Params, Query, Body> & Who) => Promise<Reply>;
};

type Schemas = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };

const MAX_FIELD_ERRORS = 20;

export type StreamEvent = { event: string; data: unknown };

/** Resolves when the client has room for more, or is gone; never rejects. */
export type SendEvent = (event: StreamEvent) => Promise<void>;

export type EventStream = {
  send: SendEvent;
  /** Before the first event. */
  setHeader: (name: string, value: string) => void;
  /** Headers go out with the first event: what fails before it is answered with a status of its own. */
  hasStarted(): boolean;
  /** Resolves when the client has everything, or its connection is closed. */
  end(): Promise<void>;
};

/** A route of people inside a tenant; the handler gets their scope. */
export const userRoute = <
  Params extends z.ZodType = NoFields,
  Query extends z.ZodType = NoFields,
  Body extends z.ZodType = NoFields,
>(
  spec: Spec<Params, Query, Body, { scope: UserScope; apiKeyId: ApiKeyId }> & {
    roles?: readonly ('admin' | 'member')[];
    permission?: Permission;
  },
): Route => ({
  ...describe(spec),
  access: { roles: spec.roles ?? ['admin', 'member'], ...permissionOf(spec) },
  handle: async (call) => {
    if (call.caller?.kind !== 'user') throw new AppError('forbidden', 'Tenant users only.');
    const { scope, apiKeyId } = call.caller;
    return spec.handle({ ...parse(spec, call), scope, apiKeyId });
  },
});

const describe = (spec: Described & Schemas) => ({
  method: spec.method,
  path: spec.path,
  summary: spec.summary,
  responses: spec.responses,
  ...(spec.multipart === undefined ? {} : { multipart: spec.multipart }),
  ...(spec.produces === undefined ? {} : { produces: spec.produces }),
  ...(spec.headers === undefined ? {} : { headers: spec.headers }),
  bodyKind: bodyKindOf(spec),
  schemas: {
    ...(spec.params === undefined ? {} : { params: spec.params }),
    ...(spec.query === undefined ? {} : { query: spec.query }),
    ...(spec.body === undefined ? {} : { body: spec.body }),
  },
});

const bodyKindOf = (spec: Described & Schemas): BodyKind => {
  if (spec.body === undefined) return spec.multipart === undefined ? 'none' : 'multipart';
  return spec.multipart === undefined ? 'json' : 'json-or-multipart';
};

const permissionOf = ({ permission }: { permission?: Permission }) =>
  permission === undefined ? {} : { permission };

const parse = <Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
  spec: { params?: Params; query?: Query; body?: Body },
  call: RawCall,
): Parsed<Params, Query, Body> => ({
  // Absent schemas stand for "no fields", which is what the type parameters default to.
  params: parseParams(spec.params ?? NoFields, call.params) as z.output<Params>,
  query: parsePart(spec.query ?? NoFields, call.query) as z.output<Query>,
  body: parsePart(
    spec.body ?? NoFields,
    spec.body === undefined ? {} : call.body,
  ) as z.output<Body>,
  signal: call.signal,
  request: call.request,
  accepted: call.accepted,
});

// A malformed id names nothing, like an unknown or a foreign one.
const parseParams = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw notFound();
  return parsed.data;
};

/** A route of the platform's operator, who sees no tenant's content. */
export const operatorRoute = <
  Params extends z.ZodType = NoFields,
  Query extends z.ZodType = NoFields,
  Body extends z.ZodType = NoFields,
>(
  spec: Spec<Params, Query, Body, object>,
): Route => ({
  ...describe(spec),
  access: { roles: ['operator'] },
  handle: async (call) => spec.handle(parse(spec, call)),
});

/** A route that the operator and tenant users share; the handler tells them apart. */
export const sharedRoute = <
  Params extends z.ZodType = NoFields,
  Query extends z.ZodType = NoFields,
  Body extends z.ZodType = NoFields,
>(
  spec: Spec<Params, Query, Body, { caller: Caller }> & {
    roles: readonly Role[];
    permission?: Permission;
  },
): Route => ({
  ...describe(spec),
  access: { roles: spec.roles, ...permissionOf(spec) },
  handle: async (call) => {
    if (call.caller === null) throw new AppError('unauthenticated', 'A credential is required.');
    return spec.handle({ ...parse(spec, call), caller: call.caller });
  },
});

/** A route without a credential; it takes no input. */
export const publicRoute = (
  spec: Described & { handle: (call: { signal: AbortSignal }) => Promise<Reply> },
): Route => ({
  ...describe(spec),
  access: 'public',
  handle: async ({ signal }) => spec.handle({ signal }),
});

/** Checks one part of a request; what does not fit is `validation_failed` with each field's path. */
export const parsePart = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', 'The request has fields that are not accepted.', {
    errors: parsed.error.issues.flatMap(toFieldErrors).slice(0, MAX_FIELD_ERRORS),
  });
};

/** A field nobody knows is named like any other. */
const toFieldErrors = (issue: z.core.$ZodIssue): FieldError[] => {
  const path = issue.path.map(String);
  if (issue.code === 'invalid_union') return closestOf(issue).flatMap(toFieldErrors);
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: path.join('.'), message: issue.message }];
  }
  return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not known' }));
};

/** Of several shapes, what is wrong with the one that fits best. */
const closestOf = ({ path, errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] => {
  const [closest = []] = errors.toSorted((left, right) => left.length - right.length);
  return closest.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
};

/** An object of optional fields of which at least one is given. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .refine((value) => Object.keys(value).length > 0, { error: 'must change something' });
