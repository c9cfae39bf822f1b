import { z } from 'zod';

/** What the fake understands of a chat request; everything else is kept in the recorded body. */
export const ChatCall = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  temperature: z.number().optional(),
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

export type Fault =
  /** An error, with the body OpenAI sends unless another is given. */
  | { fault: 'status'; status: number; message?: string; headers?: Record<string, string> }
  /** A proxy's page with status 200. */
  | { fault: 'html' }
  /** The connection breaks in the middle of the body. */
  | { fault: 'cut' }
  /** No answer until the client goes away. */
  | { fault: 'hang' }
  /** Any JSON with status 200. */
  | { fault: 'json'; body: unknown };

export type ChatReply = {
  content: string;
  finishReason?: string;
  toolCalls?: readonly { id: string; name: string; arguments: string }[];
  promptTokens?: number;
  completionTokens?: number;
  model?: string;
};

export type ChatScript = (call: ChatCall, callNumber: number) => ChatReply | Fault | string;
export type EmbeddingScript = (call: EmbeddingCall, callNumber: number) => number[][] | Fault;

const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

export const toCompletion = (call: ChatCall, scripted: ChatReply | string): unknown => {
  const reply: ChatReply = typeof scripted === 'string' ? { content: scripted } : scripted;
  const prompt = call.messages.map(({ content }) => content ?? '').join('\n');
  const promptTokens = reply.promptTokens ?? estimateTokens(prompt);
  const completionTokens = reply.completionTokens ?? estimateTokens(reply.content);
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
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
};

export const toEmbeddings = (call: EmbeddingCall, vectors: readonly number[][]): unknown => ({
  object: 'list',
  model: call.model,
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: estimateTokens(call.input.join(' ')), total_tokens: 0 },
});
