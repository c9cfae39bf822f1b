import { z } from 'zod';
import type { ErrorDialect, Problem } from '../http/index.js';

export const MCP_BASE = '/mcp';

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
  .meta({ id: 'JsonRpcError', description: 'An error as clients of MCP read it.' });
type JsonRpcError = z.infer<typeof JsonRpcError>;

const INVALID_REQUEST = -32_600;
/** A code of the range that JSON-RPC leaves to servers, for what was refused before the message was looked at. */
const REFUSED = -32_000;

/** An error that an MCP client shows: our sentence, with our code beside it. */
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

/** A message of a wrong shape is 400 to these clients. */
const statusOf = ({ code, status }: Problem): number =>
  code === 'validation_failed' ? 400 : status;

export const MCP_DIALECT: ErrorDialect = {
  base: MCP_BASE,
  schema: JsonRpcError,
  tell: (problem) => ({ status: statusOf(problem), body: toJsonRpcError(problem) }),
};
