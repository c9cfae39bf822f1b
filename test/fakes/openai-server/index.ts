import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { cooperativeModel } from './cooperative-model.js';
import { sendFault, sendJson } from './faults.js';
import { hashedEmbeddings } from './hashed-embeddings.js';
import {
  ChatCall,
  EmbeddingCall,
  toCompletion,
  toEmbeddings,
  type ChatScript,
  type EmbeddingScript,
  type Fault,
} from './replies.js';
import { streamReply } from './stream.js';

type RecordedRequest = {
  /** With its parameters. */
  path: string;
  headers: IncomingHttpHeaders;
  authorization: string | undefined;
  body: Record<string, unknown>;
  /** Resolves when the client closes the connection before it was answered. */
  aborted: Promise<void>;
};

export type OpenAiServerOptions = {
  /** The default does what it is told: see `cooperativeModel`. */
  chat?: ChatScript;
  embed?: EmbeddingScript;
  /** The dimensions of the default's vectors. */
  dimensions?: number;
};

export type OpenAiServer = {
  /** Up to and including /v1. */
  baseUrl: string;
  requests: RecordedRequest[];
  /** Resolves when that many requests have come in. */
  received: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array));
  const parsed: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}');
  return parsed as Record<string, unknown>;
};

const isFault = (reply: object): reply is Fault => 'fault' in reply;

const createResponder = (options: OpenAiServerOptions) => {
  const { chat = cooperativeModel, dimensions = 64 } = options;
  const embed: EmbeddingScript =
    options.embed ?? (({ input }) => hashedEmbeddings(input, dimensions));
  const calls = { chat: 0, embed: 0 };
  return async (path: string, body: unknown, response: ServerResponse): Promise<void> => {
    if (path === '/v1/chat/completions') {
      const call = ChatCall.parse(body);
      const reply = chat(call, (calls.chat += 1));
      if (typeof reply === 'object' && isFault(reply)) await sendFault(response, reply, call);
      else if (call.stream === true) {
        const whole = typeof reply === 'string' ? { content: reply } : reply;
        await streamReply(response, call, { reply: whole });
      } else sendJson(response, 200, toCompletion(call, reply));
    } else if (path === '/v1/embeddings') {
      const call = EmbeddingCall.parse(body);
      const reply = embed(call, (calls.embed += 1));
      if (isFault(reply)) await sendFault(response, reply);
      else sendJson(response, 200, toEmbeddings(call, reply));
    } else {
      sendJson(response, 404, { error: { message: `no route ${path}` } });
    }
  };
};

const watchAbort = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });

/** An HTTP server that speaks OpenAI's protocol: scripted chat, embeddings, faults; it records requests and sees aborts. */
export const startOpenAiServer = async (
  options: OpenAiServerOptions = {},
): Promise<OpenAiServer> => {
  const requests: RecordedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const respond = createResponder(options);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const aborted = watchAbort(response);
    const body = await readJson(request);
    const path = request.url ?? '';
    const { headers } = request;
    requests.push({ path, authorization: headers.authorization, headers, body, aborted });
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    await respond(path.split('?')[0] ?? '', body, response);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      sendJson(response, 500, { error: { message: String(error) } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
