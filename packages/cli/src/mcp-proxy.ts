import { createInterface } from 'node:readline';
import { isKnowledgeRouterError, readEvents, type Client } from '@knowledge-router/client';
import { fieldOf } from './fields.js';

type Deps = {
  client: Pick<Client, 'request'>;
  input: NodeJS.ReadableStream;
  write: (line: string) => Promise<void>;
  signal: AbortSignal;
};

type Message = { id?: string | number; method?: string; params?: Record<string, unknown> };

const MAX_AT_ONCE = 16;
const MAX_LINE_CHARS = 4 * 1024 * 1024;
const PARSE_ERROR = -32_700;
const SERVER_ERROR = -32_000;

/** Hands each message of a local MCP client on to the server's /mcp, and what comes back to the client; until its input ends. */
export const proxyMcp = async ({ client, input, write, signal }: Deps): Promise<void> => {
  const running = new Map<string | number, AbortController>();
  const works = new Set<Promise<void>>();
  const session = { version: undefined as string | undefined };
  const tell = (message: unknown) => write(`${JSON.stringify(message)}\n`);

  const exchange = async (message: Message): Promise<void> => {
    const { id } = message;
    const cancelled = new AbortController();
    if (id !== undefined) running.set(id, cancelled);
    try {
      await forward(
        { client, tell, session },
        message,
        AbortSignal.any([signal, cancelled.signal]),
      );
    } catch (error) {
      // A cancelled request and a notification get no answer.
      if (id !== undefined && !cancelled.signal.aborted && !signal.aborted)
        await tell(toFailure(id, error));
    } finally {
      if (id !== undefined) running.delete(id);
    }
  };

  for await (const line of createInterface({ input, signal })) {
    if (line.trim() === '') continue;
    const message = parse(line);
    if (message === null) {
      const error = { code: PARSE_ERROR, message: 'That is not a message of JSON-RPC.' };
      await tell({ jsonrpc: '2.0', id: null, error });
      continue;
    }
    if (message.method === 'notifications/cancelled') {
      const { requestId } = message.params ?? {};
      // Closing the connection is how the server learns of it.
      if (typeof requestId === 'string' || typeof requestId === 'number') {
        running.get(requestId)?.abort();
      }
      continue;
    }
    if (works.size >= MAX_AT_ONCE) await Promise.race(works);
    const work: Promise<void> = exchange(message).finally(() => works.delete(work));
    works.add(work);
  }
  await Promise.all(works);
};

const parse = (line: string): Message | null => {
  if (line.length > MAX_LINE_CHARS) return null;
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && !Array.isArray(value);
    // Its fields are checked by the server, which answers in the words of the protocol.
    return isMessage ? value : null;
  } catch {
    return null;
  }
};

type Exchange = {
  client: Pick<Client, 'request'>;
  tell: (message: unknown) => Promise<void>;
  session: { version: string | undefined };
};

const forward = async (
  { client, tell, session }: Exchange,
  message: Message,
  signal: AbortSignal,
): Promise<void> => {
  const isInitializing = message.method === 'initialize';
  const response = await client.request('POST', '/mcp', {
    signal,
    json: message,
    headers: toHeaders(message, isInitializing ? undefined : session.version),
    // Errors of the protocol are for the client to read.
    isAnswer: ({ headers }) => headers.get('content-type')?.startsWith('application/json') === true,
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    for await (const { data } of readEvents(response, signal)) await pass(JSON.parse(data));
    return;
  }
  const text = await response.text();
  if (text.trim() !== '') await pass(JSON.parse(text));

  async function pass(answer: unknown): Promise<void> {
    if (isInitializing) session.version = versionOf(answer) ?? session.version;
    await tell(withId(answer, message.id));
  }
};

/** A refusal that came before the message was read does not know whose it is. */
const withId = (answer: unknown, id: Message['id']): unknown =>
  typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === null
    ? { ...answer, id: id ?? null }
    : answer;

const versionOf = (answer: unknown): string | undefined => {
  const version = fieldOf(fieldOf(answer, 'result'), 'protocolVersion');
  return typeof version === 'string' ? version : undefined;
};

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Fields of the parameters that the header `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** Since revision 2026-07-28 a request names its version, method and subject in headers, too. */
const toHeaders = (
  { id, method, params = {} }: Message,
  negotiated: string | undefined,
): Record<string, string> => {
  const version = fieldOf(params['_meta'], VERSION);
  const accept = { Accept: 'application/json, text/event-stream' };
  if (typeof version !== 'string' || method === undefined || id === undefined) {
    return { ...accept, ...(negotiated !== undefined && { 'Mcp-Protocol-Version': negotiated }) };
  }
  const name = params[NAMED_BY[method] ?? ''];
  return {
    ...accept,
    'Mcp-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': toHeaderValue(name) }),
  };
};

/** Encodes what a header cannot hold as the protocol does. */
const toHeaderValue = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

const toFailure = (id: string | number, error: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: SERVER_ERROR,
    message: error instanceof Error ? error.message : String(error),
    ...(isKnowledgeRouterError(error) && { data: { code: error.code } }),
  },
});
