import { z } from 'zod';
import type { ErrorDialect, Problem } from '../http/index.js';

export const MCP_BASE = '/mcp';

/** Precedes the path of a resource to form the address of its description, as in RFC 9728. */
export const METADATA_BASE = '/.well-known/oauth-protected-resource';

/** Known for everyone who signs in here; with an address in the token, nobody has to sign in here first. */
export const SCOPES = ['openid', 'email', 'profile'] as const;

export const JsonRpcError = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    error: z.object({
      code: z.int(),
      message: z.string(),
      data: z.looseObject({}).optional(),
    }),
  })
  .meta({ id: 'JsonRpcError', description: "An error in MCP's format." });
type JsonRpcError = z.infer<typeof JsonRpcError>;

const INVALID_REQUEST = -32_600;
/** A code from JSON-RPC's range for servers, for requests refused before the message was read. */
const REFUSED = -32_000;

/** An error as an MCP client shows it: our sentence, together with our code. */
export const toJsonRpcError = (problem: Problem, id: JsonRpcError['id'] = null): JsonRpcError => {
  const { code, detail, requestId, errors } = problem;
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: statusOf(problem) === 400 ? INVALID_REQUEST : REFUSED,
      message: detail,
      data: { code, requestId, ...(errors && { errors }) },
    },
  };
};

/** These clients expect 400 for an invalid message. */
const statusOf = ({ code, status }: Problem): number =>
  code === 'validation_failed' ? 400 : status;

/** The format of refusals. At a tenant's address they name where its tokens come from, if the server has a public address. */
export const createMcpDialect = (publicUrl: string | null): ErrorDialect => ({
  base: MCP_BASE,
  schema: JsonRpcError,
  tell: (problem, path = MCP_BASE) => {
    const challenge = problem.status === 401 ? challengeOf(problem, { publicUrl, path }) : null;
    return {
      status: statusOf(problem),
      body: toJsonRpcError(problem),
      ...(challenge !== null && { headers: { 'WWW-Authenticate': challenge } }),
    };
  },
});

const OF_TENANT = /^\/mcp\/[a-z0-9-]{1,63}$/;

type Asked = { publicUrl: string | null; path: string };

/** The challenge of RFC 6750 and RFC 9728: names no error if no token was sent, and is the same for every tenant, known or not. */
const challengeOf = ({ code }: Problem, { publicUrl, path }: Asked): string | null => {
  if (publicUrl === null || !OF_TENANT.test(path)) return null;
  const parts = [
    `resource_metadata="${publicUrl}${METADATA_BASE}${path}"`,
    `scope="${SCOPES.join(' ')}"`,
    ...(code === 'credential_missing' ? [] : [`error="invalid_token"`]),
  ];
  return `Bearer ${parts.join(', ')}`;
};
