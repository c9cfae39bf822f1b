import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type JsonSchemaValidator,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { resultWithin } from '../../shared/async.js';
import type { CleanText } from '../../shared/credential-filter.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.js';
import type { WebOptions } from './web-request.js';

/** A Model Context Protocol server configured by the operator. */
type Server = {
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Removes its credential from its answers. */
  clean: CleanText;
};

/** A tool as its server describes it; none of this is trusted. */
export type ListedTool = {
  name: string;
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
};

/** A connection for one piece of work. */
type McpSession = {
  list: () => Promise<readonly ListedTool[]>;
  /** The text of the result; rejects with the error that the server reports. */
  call: (tool: string, given: Readonly<Record<string, unknown>>) => Promise<string>;
};

/**
 * Works with servers of both generations of the protocol. Rejects with `tool_unavailable` if the server is down, slow, sends too much or
 * invalid data, and with `cancelled`.
 */
export type AskMcp = <Result>(
  server: Server,
  work: (session: McpSession) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

const MAX_TOOLS = 64;
const MAX_ANSWER_BYTES = 256 * 1024;
/** The limit for one piece of work; a list may need several requests for its pages. */
const MAX_REQUESTS = 20;
const TIMEOUT_MS = 30_000;

export const createAskMcp =
  (options: WebOptions, { limitMs = TIMEOUT_MS }: { limitMs?: number } = {}): AskMcp =>
  async (server, work, signal) => {
    const { clean } = server;
    const seen: { failure: unknown } = { failure: null };
    const client = new Client({ name: 'knowledge-router', version: '1' }, OPTIONS);
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: createFetch(options, server, seen),
      requestInit: { headers: { ...server.headers } },
    });
    try {
      return await resultWithin({ signal, limitMs, tooLate }, async (limited) => {
        const request = { signal: limited, timeout: TIMEOUT_MS };
        await client.connect(transport, request);
        return work({
          list: async () => toListed(await client.listTools({}, request)),
          call: async (name, given) =>
            toText(await client.callTool({ name, arguments: { ...given } }, request), clean),
        });
      });
    } catch (cause) {
      throw explain(server.name, seen.failure ?? cause);
    } finally {
      await client.close().catch(() => undefined);
    }
  };

const tooLate = (): AppError => new AppError('tool_timeout', 'The server took too long.');

const OPTIONS: ClientOptions = {
  versionNegotiation: { mode: 'auto' },
  jsonSchemaValidator: {
    // The library's validator would run a stranger's regular expressions on the event loop; results are read as text anyway.
    getValidator:
      <Value>(): JsonSchemaValidator<Value> =>
      (value) => ({ valid: true, data: value as Value, errorMessage: undefined }),
  },
};

const createFetch = (
  options: WebOptions,
  { name, url, clean }: Server,
  seen: { failure: unknown },
) => {
  const guarded: GuardedFetch = createGuardedFetch({
    ...options,
    clean,
    trustedOrigins: [new URL(url).origin],
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    keeps: ['mcp-session-id'],
  });
  let requests = 0;
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, body, signal } = init;
    // Older servers offer a separate stream, which carries nothing that we need.
    if (method !== 'POST') return new Response(null, { status: 405 });
    requests += 1;
    try {
      if (requests > MAX_REQUESTS) {
        const tooMany = `The MCP server ${name} asks for more than ${MAX_REQUESTS} requests.`;
        throw new AppError('tool_unavailable', tooMany);
      }
      return await guarded(String(address), {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' && { body }),
        ...(signal && { signal }),
      });
    } catch (failure) {
      seen.failure = failure;
      throw failure;
    }
  };
};

const Listed = z.object({
  tools: z.array(
    z.object({
      name: z.string().min(1).max(200),
      description: z.string().default(''),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
});

const toListed = (answer: unknown): readonly ListedTool[] => {
  const { tools } = Listed.parse(answer);
  if (tools.length <= MAX_TOOLS) return tools;
  throw new AppError('tool_unavailable', `The server lists more than ${MAX_TOOLS} tools.`);
};

const Called = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
  structuredContent: z.unknown().optional(),
});

/** Text only: pictures and other contents are ignored. */
const toText = (answer: unknown, clean: CleanText): string => {
  const { isError, content, structuredContent } = Called.parse(answer);
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
  // Cleaned again as a whole, because a credential may be split across parts.
  const text = clean(
    texts.length === 0 && structuredContent !== undefined
      ? JSON.stringify(structuredContent)
      : texts.join('\n'),
  );
  if (isError !== true) return text;
  throw new AppError('invalid_arguments', text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 300));
};

const KEPT: ReadonlySet<string> = new Set([
  'cancelled',
  'invalid_arguments',
  'tool_timeout',
  'tool_unavailable',
]);

const explain = (name: string, cause: unknown): AppError => {
  if (isAppError(cause) && KEPT.has(cause.code)) return cause;
  const code = isAppError(cause) ? cause.code : null;
  const reason =
    code === 'payload_too_large'
      ? `answered with more than ${MAX_ANSWER_BYTES} bytes`
      : 'gave no usable answer';
  return new AppError('tool_unavailable', `The MCP server ${name} ${reason}.`, { cause });
};
