import { z } from 'zod';

/** The part of a chat request that the fake understands; everything else is kept in the recorded body. */
export const ChatCall = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  temperature: z.number().optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ name: z.string() }).optional() })
    .optional(),
});
export type ChatCall = z.infer<typeof ChatCall>;

export const EmbeddingCall = z.looseObject({
  model: z.string(),
  input: z.union([z.string().transform((text) => [text]), z.array(z.string())]),
  encoding_format: z.string().optional(),
});
export type EmbeddingCall = z.infer<typeof EmbeddingCall>;

/** Every one of them answers streamed and unstreamed requests, where it is not said otherwise. */
export type Fault =
  /** An error, with the body OpenAI sends. */
  | {
      fault: 'status';
      status: number;
      message?: string;
      code?: string;
      headers?: Record<string, string>;
    }
  /** A proxy's page with status 200. */
  | { fault: 'html' }
  /** The connection breaks in the middle of the body; of a stream, after these pieces. */
  | { fault: 'cut'; after?: readonly string[] }
  /** Nothing more in the middle of the body; of a stream, after these pieces. */
  | { fault: 'stall'; after?: readonly string[] }
  /** No answer until the client goes away. */
  | { fault: 'hang' }
  /** Any JSON with status 200. */
  | { fault: 'json'; body: unknown }
  /** JSON although a stream was asked for. */
  | { fault: 'one_piece'; reply: ChatReply | string }
  /** A pause before the answer; in a stream, before each piece. */
  | { fault: 'slow'; content: string; pauseMs: number }
  /** A stream that never ends; each piece after this pause. */
  | { fault: 'endless'; piece: string; pauseMs?: number }
  /** A stream of just these events: strings as they are, anything else as JSON. */
  | { fault: 'events'; events: readonly unknown[] };

export type ChatReply = {
  content: string;
  finishReason?: string;
  toolCalls?: readonly { id: string; name: string; arguments: string }[];
  promptTokens?: number;
  cachedTokens?: number;
  completionTokens?: number;
  model?: string;
};

export type ChatScript = (call: ChatCall, callNumber: number) => ChatReply | Fault | string;
export type EmbeddingScript = (call: EmbeddingCall, callNumber: number) => number[][] | Fault;

const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

export const toUsage = (call: ChatCall, reply: ChatReply) => {
  const prompt = call.messages.map(({ content }) => content ?? '').join('\n');
  const promptTokens = reply.promptTokens ?? estimateTokens(prompt);
  const completionTokens = reply.completionTokens ?? estimateTokens(reply.content);
  return {
    prompt_tokens: promptTokens,
    ...(reply.cachedTokens !== undefined && {
      prompt_tokens_details: { cached_tokens: reply.cachedTokens },
    }),
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
};

export const toCompletion = (call: ChatCall, scripted: ChatReply | string): unknown => {
  const reply: ChatReply = typeof scripted === 'string' ? { content: scripted } : scripted;
  const toolCalls = reply.toolCalls?.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 0,
    model: reply.model ?? call.model,
    choices: [
      {
        index: 0,
        finish_reason: reply.finishReason ?? (toolCalls ? 'tool_calls' : 'stop'),
        message: {
          role: 'assistant',
          content: reply.content,
          ...(toolCalls && { tool_calls: toolCalls }),
        },
      },
    ],
    usage: toUsage(call, reply),
  };
};

export const toEmbeddings = (call: EmbeddingCall, vectors: readonly number[][]): unknown => ({
  object: 'list',
  model: call.model,
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: estimateTokens(call.input.join(' ')), total_tokens: 0 },
});
