import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().regex(/\S/) }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.string(),
  }),
]);

const MessagesBody = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  temperature: z.number().min(0).max(1).optional(),
  system: z
    .union([
      z.string(),
      z.array(
        z.strictObject({
          type: z.literal('text'),
          text: z.string().min(1),
          cache_control: z.strictObject({ type: z.literal('ephemeral') }).optional(),
        }),
      ),
    ])
    .optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(Block).min(1) }))
    .min(1),
  tools: z
    .array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        input_schema: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  output_config: z
    .strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        schema: z.record(z.string(), z.unknown()),
      }),
    })
    .optional(),
  stream: z.literal(true).optional(),
});
type MessagesBody = z.infer<typeof MessagesBody>;

export type AnthropicReply =
  | { kind: 'message'; content: readonly object[]; stopReason?: string }
  | { kind: 'error'; status: number; type: string; message: string; headers?: object }
  /** `hangs`: the connection stays open after the last event. */
  | { kind: 'events'; events: readonly StreamedEvent[]; hangs?: boolean };

/** Plays Anthropic's Messages API as its documentation describes it, and refuses what that does not allow. */
export const startAnthropicServer = async (script: (body: MessagesBody) => AnthropicReply) => {
  const bodies: MessagesBody[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      paths.push(`${request.method ?? ''} ${request.url ?? ''}`);
      const { reply, body } = await answer(request, script);
      if (body !== undefined) bodies.push(body);
      if (reply.kind === 'error') {
        const { status, type, message, headers } = reply;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify({ type: 'error', error: { type, message } }));
      } else if (reply.kind === 'message') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(toMessage(reply)));
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of reply.events) {
          response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        }
        if (reply.hangs !== true) response.end();
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) =>
      server.close(() => {
        resolve();
      }),
    );
  };
  return { baseUrl: `http://127.0.0.1:${port}`, bodies, paths, close };
};

const refuse = (status: number, type: string, message: string): AnthropicReply => ({
  kind: 'error',
  status,
  type,
  message,
});

type Answer = { reply: AnthropicReply; body?: MessagesBody };

const answer = async (
  request: IncomingMessage,
  script: (body: MessagesBody) => AnthropicReply,
): Promise<Answer> => {
  if (request.headers['x-api-key'] !== 'secret') {
    return { reply: refuse(401, 'authentication_error', 'invalid x-api-key') };
  }
  if (request.headers['anthropic-version'] === undefined) {
    return { reply: refuse(400, 'invalid_request_error', 'anthropic-version: header is required') };
  }
  if (request.method === 'GET' && request.url === '/v1/models') {
    return { reply: { kind: 'message', content: [] } };
  }
  if (request.method !== 'POST' || request.url !== '/v1/messages') {
    return { reply: refuse(404, 'not_found_error', 'Not found') };
  }
  let text = '';
  for await (const piece of request) text += String(piece);
  const { data: body, error } = MessagesBody.safeParse(JSON.parse(text));
  if (body === undefined) {
    return { reply: refuse(400, 'invalid_request_error', error.message) };
  }
  const problem = findProblem(body.messages);
  return {
    reply: problem === null ? script(body) : refuse(400, 'invalid_request_error', problem),
    body,
  };
};

/** Rules of the documentation that a schema does not state. */
const findProblem = (messages: MessagesBody['messages']): string | null => {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const asked = new Set<string>();
  for (const [position, { role, content }] of messages.entries()) {
    if (role === messages[position - 1]?.role) return 'messages: roles must alternate';
    for (const block of content) {
      if (block.type === 'tool_use') asked.add(block.id);
      if (block.type === 'tool_result' && !asked.has(block.tool_use_id)) {
        return `unexpected tool_use_id: ${block.tool_use_id}`;
      }
    }
  }
  return null;
};

const USAGE = { input_tokens: 20, cache_read_input_tokens: 5, output_tokens: 7 };

const toMessage = ({ content, stopReason }: Extract<AnthropicReply, { kind: 'message' }>) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-test-20260101',
  content,
  stop_reason: stopReason ?? 'end_turn',
  usage: USAGE,
});

/** One event of a stream, with fields of its own. */
export type StreamedEvent = { type: string; [field: string]: unknown };

/** The events of a message that is streamed, text in pieces and arguments of tools in halves. */
export const streamOf = (
  blocks: readonly ({ text: readonly string[] } | { tool: string; json: string })[],
  stopReason = 'end_turn',
): StreamedEvent[] => [
  {
    type: 'message_start',
    message: {
      model: 'claude-test-20260101',
      content: [],
      usage: { ...USAGE, output_tokens: 1 },
    },
  },
  { type: 'ping' },
  ...blocks.flatMap((block, index) => {
    const deltas =
      'text' in block
        ? block.text.map((text) => ({ type: 'text_delta', text }))
        : [block.json.slice(0, 5), block.json.slice(5)].map((partial) => ({
            type: 'input_json_delta',
            partial_json: partial,
          }));
    const content =
      'text' in block
        ? { type: 'text', text: '' }
        : { type: 'tool_use', id: `toolu_${index}`, name: block.tool, input: {} };
    return [
      { type: 'content_block_start', index, content_block: content },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  }),
  {
    type: 'message_delta',
    delta: { stop_reason: stopReason },
    usage: { output_tokens: USAGE.output_tokens },
  },
  { type: 'message_stop' },
];
