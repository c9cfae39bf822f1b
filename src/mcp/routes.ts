import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import {
  baseOf,
  eventsOf,
  IdempotencyHeaders,
  parseIdempotencyKey,
  userRoute,
  credentialRoute,
  type OpenStream,
  type Problem,
  type Route,
} from '../http/index.js';
import { onAbort } from '../shared/async.js';
import { AppError, isAppError, notFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import {
  createMcpDialect,
  JsonRpcError,
  MCP_BASE,
  toJsonRpcError,
  METADATA_BASE,
  SCOPES,
} from './dialect.js';
import { createMcpExchange, type McpServerDeps } from './server.js';
import { TenantSlug } from '../tenancy/index.js';

export type McpDeps = McpServerDeps &
  MetadataDeps & {
    /** The public address of the server; null: the Host of the request. */
    publicUrl: string | null;
    /** The tenant with that slug; null if there is none. */
    tenantIdOf: (slug: string) => Promise<TenantId | null>;
    /** Other origins whose pages may send requests. */
    corsOrigins: readonly string[];
  };

const Id = z.union([z.string().max(200), z.int()]);

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: Id.optional(),
    method: z.string().min(1).max(200).optional().describe('Absent in an answer of the client.'),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: "One JSON-RPC message in MCP's format; not a batch." });
type Message = z.infer<typeof Message>;

// Client generators need a name for each.
const Result = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: Id,
    result: z.looseObject({}).meta({ id: 'McpResultContent' }),
  })
  .meta({ id: 'McpResult' });
const Note = z
  .looseObject({ jsonrpc: z.literal('2.0'), method: z.string() })
  .meta({ id: 'McpNote' });

const Answer = z
  .union([Result, JsonRpcError, Note])
  .meta({ id: 'McpAnswer', description: 'A result, an error or a progress notification.' });

const McpEvent = eventsOf('McpEvent', { message: Answer }, 'The last one is the answer.');

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/** The server for MCP clients: one message per request, without sessions. */
export const createMcpRoutes = (deps: McpDeps): Route[] => {
  const exchange = createMcpExchange(deps);
  const speaks = {
    method: 'post',
    tag: 'mcp',
    openTo: 'applications',
    headers: IdempotencyHeaders,
    dialect: createMcpDialect(deps.publicUrl),
    produces: [JSON_TYPE, EVENTS_TYPE],
    body: Message,
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    responses: {
      200: { description: 'The answer', schema: Answer, events: McpEvent },
      202: { description: 'Taken note of' },
    },
  } as const;
  const answer = async ({ scope, body, signal, request, report }: Asked) => {
    refuseOrigin(deps, request);
    refuseSubscription(body);
    const base = baseOf(deps.publicUrl, request);
    const call = { scope, base, report, idempotencyKey: parseIdempotencyKey(request) };
    const response = await exchange(call, toWebRequest(request, signal), body);
    return toReply(response, body);
  };
  return [
    userRoute({
      ...speaks,
      path: MCP_BASE,
      operationId: 'sendMcpMessage',
      summary:
        'Model Context Protocol: `search`, `fetch`, `ask`, lists of documents, collections and assistants, and documents as resources',
      errors: ['not_found'],
      handle: answer,
    }),
    userRoute({
      ...speaks,
      path: `${MCP_BASE}/:tenant`,
      operationId: 'sendTenantMcpMessage',
      summary: "The same for clients that sign in at the tenant's identity provider (OAuth)",
      takesProviderTokens: true,
      errors: ['not_found', 'identity_provider_unavailable', 'quota_exceeded'],
      params: TenantName,
      handle: async ({ params: { tenant }, ...asked }) => {
        // A valid key at another tenant's address gets the same answer as at an unknown one.
        if ((await deps.tenantIdOf(tenant)) !== asked.scope.tenantId) throw notFound();
        return answer(asked);
      },
    }),
    createMetadataRoute(deps),
  ];
};

type Asked = {
  scope: UserScope;
  body: Message;
  signal: AbortSignal;
  request: IncomingMessage;
  report: (error: unknown) => Problem;
};

/** Refuses pages of other origins, which could use what a person has typed into them. */
const refuseOrigin = ({ publicUrl, corsOrigins }: McpDeps, { headers }: IncomingMessage): void => {
  const { origin } = headers;
  if (origin === undefined) return;
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  if (origin === own || corsOrigins.includes(origin)) return;
  throw new AppError(
    'forbidden',
    'This Origin is not allowed: CORS_ORIGINS names the allowed ones.',
  );
};

/** Changes are never announced, so nobody should wait for them on an open connection. */
const refuseSubscription = ({ method }: Message): void => {
  if (method !== 'subscriptions/listen') return;
  throw new AppError('not_found', 'Changes are not announced: list again.');
};

/** The headers defined by the protocol, not including credentials. */
const READ = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

const toWebRequest = ({ headers }: IncomingMessage, signal: AbortSignal): Request => {
  const given = READ.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request(`http://localhost${MCP_BASE}`, { method: 'POST', headers: given, signal });
};

const toReply = async (response: Response, { id }: Message) => {
  const { status, body } = response;
  if (status >= 500) throw new Error(`The MCP library answered ${status}.`);
  if (response.headers.get('content-type')?.startsWith(EVENTS_TYPE) === true && body !== null) {
    return {
      events: (stream: OpenStream) => passOn(body, stream),
      giveUp: () => void body.cancel(),
      toFailure: (problem: Problem) => ({
        event: 'message',
        data: toJsonRpcError(problem, id ?? null),
      }),
    };
  }
  const text = await response.text();
  return text === '' ? { status } : { status, body: JSON.parse(text) as unknown };
};

/** Sends what the library writes; whatever ends the stream ends its work. */
const passOn = async (
  body: ReadableStream<Uint8Array>,
  { send, signal }: OpenStream,
): Promise<void> => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const stop = onAbort(signal, () => void reader.cancel());
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await send({ frame: decoder.decode(value, { stream: true }) });
    }
  } finally {
    stop();
  }
  // A revoked credential ends the stream with an error; a disconnected client gets nothing.
  if (isAppError(signal.reason)) throw signal.reason;
};

type MetadataDeps = {
  /** The public address of the server. */
  publicUrl: string | null;
  /** The identity provider of a tenant, by its own name; rejects with `not_found` for a missing tenant or provider alike. */
  issuerOf: (tenant: string) => Promise<string>;
};

const TenantName = z.strictObject({ tenant: TenantSlug.describe("The tenant's slug.") });

const Metadata = z
  .object({
    resource: z.string().describe('The address that access tokens must be issued for.'),
    authorization_servers: z.array(z.string()).describe("The tenant's identity provider."),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.literal('header')),
    resource_name: z.string(),
  })
  .meta({ id: 'ProtectedResource', description: 'Metadata of a protected resource (RFC 9728).' });

/** Tells an MCP client where to get the tokens that a tenant's address accepts. */
const createMetadataRoute = ({ publicUrl, issuerOf }: MetadataDeps): Route =>
  credentialRoute({
    method: 'get',
    path: `${METADATA_BASE}${MCP_BASE}/:tenant`,
    operationId: 'getMcpResource',
    tag: 'mcp',
    summary: 'Tell an MCP client where to get access tokens for `/mcp/:tenant`',
    isForAnyPage: true,
    errors: ['sign_in_off', 'identity_provider_unavailable'],
    params: TenantName,
    responses: { 200: { description: 'The resource', schema: Metadata } },
    answer: async ({ params: { tenant } }) => ({
      resource: `${publicUrl}${MCP_BASE}/${tenant}`,
      authorization_servers: [await issuerOf(tenant)],
      scopes_supported: [...SCOPES],
      bearer_methods_supported: ['header'],
      resource_name: 'Knowledge Router',
    }),
  });
