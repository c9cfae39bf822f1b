import { onAbort } from '../../../../shared/async.js';
import { deliverWhole, type ParsedReply } from '../../chat-reply.js';
import { readChatStream } from '../../chat-stream.js';
import { EndpointError } from '../../endpoint.js';
import { readEvents } from '../../event-stream.js';
import type { ChatEndpoint, ChatWire, Sent, Try, Refused } from '../provider.js';
import { createCollector, parseChatReply } from './chat-reply.js';
import { createOpenAiClient } from './client.js';
import { toEndpointError } from './errors.js';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage, ChatRequest } from '../../model.js';
import { withSchema } from '../with-schema.js';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Chat completions, streamed whenever the endpoint supports it, because only a stream shows that it is working. */
export const openOpenAiChat = (endpoint: ChatEndpoint): ChatWire => {
  const send = createExchange(endpoint);
  return {
    exchange: async (sent, call) => {
      try {
        return await send(sent, call);
      } catch (error) {
        throw toEndpointError(error);
      }
    },
    adaptTo,
    isContextExceeded,
  };
};

const createExchange = (endpoint: ChatEndpoint) => {
  const client = createOpenAiClient({ ...endpoint, maxBytes: MAX_ANSWER_BYTES });
  const { model, body = {} } = endpoint;

  const stream = async (sent: Sent, { signal, onText, onProgress }: Try) => {
    const controller = new AbortController();
    const stopListening = onAbort(signal, () => {
      controller.abort();
    });
    const params = {
      ...toChatParams(model, sent),
      ...body,
      stream: true as const,
      ...(!sent.refused.has('stream_usage') && { stream_options: { include_usage: true } }),
    };
    try {
      const response = await client.chat.completions
        .create(params, { signal: controller.signal })
        .asResponse();
      // Some endpoints answer in one piece although a stream was requested, and proxies answer with a page.
      if (/json|html/i.test(response.headers.get('content-type') ?? '')) {
        const whole: unknown = JSON.parse(await response.text());
        return await deliverWhole(parseChatReply(whole), sent.request, onText);
      }
      const { maxTokens } = sent.request;
      const chunks = readEvents(response.body);
      const reader = { maxTokens, signal, onText, onProgress };
      return await readChatStream(chunks, createCollector(), reader);
    } finally {
      stopListening();
      // Closes the connection if reading stopped before the end.
      controller.abort();
    }
  };

  return async (sent: Sent, call: Try): Promise<ParsedReply> => {
    if (sent.isStreamed) return stream(sent, call);
    const { signal, onText } = call;
    const params = { ...toChatParams(model, sent), ...body };
    const reply = await client.chat.completions.create(params, { signal });
    return deliverWhole(parseChatReply(reply), sent.request, onText);
  };
};

const TOO_LONG_STATUSES = new Set([400, 413, 422, 500]);
// OpenAI, vLLM, Ollama, llama.cpp, Anthropic's and Google's compatible endpoints, in this order.
const TOO_LONG_WORDING =
  /maximum context length|context window|context length|exceeds? the (?:available |model'?s? )?context|prompt is too long|input (?:is too long|token count)|too many (?:input )?tokens/i;

const isContextExceeded = (error: unknown): boolean => {
  if (!(error instanceof EndpointError)) return false;
  if (error.code === 'context_length_exceeded') return true;
  const mayBe = error.status === undefined || TOO_LONG_STATUSES.has(error.status);
  return mayBe && TOO_LONG_WORDING.test(error.message);
};

/** A feature that an endpoint may refuse; later requests leave it out or ask in another way. */
type Ability =
  | 'reasoning_effort'
  | 'top_p'
  | 'seed'
  | 'stop'
  | 'temperature'
  | 'max_tokens'
  | 'stream_usage'
  | 'stream_forms'
  | 'stream'
  | 'tools'
  | 'json_schema'
  | 'json_object';

const FORMAT = /response_format|response format|json|schema|structured|grammar/;

// Ordered: the most specific wording comes first.
const NAMES: readonly (readonly [Ability, RegExp])[] = [
  ['reasoning_effort', /reasoning/],
  ['top_p', /\btop_p\b/],
  ['seed', /\bseed\b/],
  ['stop', /['"`]stop['"`]|\bstop sequences?\b/],
  ['temperature', /temperature/],
  ['max_tokens', /max_completion_tokens/],
  // FastAPI sends a body without `error`, which reaches us as "no body".
  ['stream_usage', /stream_options|include_usage|extra (?:inputs|fields)|\(no body\)/],
  // Some endpoints stream text but not tool calls or JSON, such as llama.cpp and Groq.
  ['stream_forms', /\bstream/],
  ['stream', /\bstream/],
  ['tools', /\btool|function/],
  ['json_schema', FORMAT],
  ['json_object', FORMAT],
];

type Params = ChatCompletionCreateParamsNonStreaming;

/** The features to leave out of the next try after a refusal; undefined if nothing we sent explains it. */
export const adaptTo = (error: unknown, sent: Sent): Refused | undefined => {
  if (!(error instanceof EndpointError)) return undefined;
  const status = error.status ?? 0;
  const message = error.message.toLowerCase();
  const isRefusal =
    REFUSING_STATUSES.has(status) || (status === 500 && REFUSED_TOOLS.test(message));
  if (!isRefusal) return undefined;
  const { request, refused, isStreamed } = sent;
  const hasSchema = request.responseSchema !== undefined;
  const hasForm = hasSchema || (request.tools ?? []).length > 0;
  const isSent: Readonly<Record<Ability, boolean>> = {
    reasoning_effort: request.reasoningEffort !== undefined,
    top_p: request.topP !== undefined,
    seed: request.seed !== undefined,
    stop: request.stop !== undefined,
    temperature: true,
    max_tokens: true,
    stream_usage: isStreamed,
    stream_forms: isStreamed && hasForm,
    stream: isStreamed && !hasForm,
    tools: (request.tools ?? []).length > 0,
    json_schema: hasSchema,
    json_object: hasSchema,
  };
  const found = NAMES.find(
    ([ability, names]) => !refused.has(ability) && isSent[ability] && names.test(message),
  );
  return found && new Set([...refused, found[0]]);
};

const REFUSING_STATUSES = new Set([400, 404, 415, 422, 501]);
// llama.cpp refuses tools with status 500, "tools param requires --jinja flag", and "Cannot use tools with stream".
const REFUSED_TOOLS =
  /tools?\b.*(?:requires --|not support)|not support.*\b(?:tools?|function)|cannot use tools? with/;

/** A request in the vendor's format, without the features that the endpoint refused. */
export const toChatParams = (model: string, { request, refused }: Sent): Params => {
  const { messages, maxTokens, temperature, responseSchema: schema, tools = [] } = request;
  const isTold = schema !== undefined && refused.has('json_schema');
  return {
    model,
    messages: (isTold ? withSchema(messages, schema) : messages).map(toVendorMessage),
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(!refused.has('temperature') && { temperature }),
    ...toWishes(request, refused),
    ...(schema && toResponseFormat(schema, refused)),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
  };
};

/** Optional parameters that the endpoint has not refused. */
const toWishes = (
  { topP, seed, stop, reasoningEffort }: ChatRequest,
  refused: Refused,
): Partial<Params> => {
  const wishes = { top_p: topP, seed, stop: stop && [...stop], reasoning_effort: reasoningEffort };
  return Object.fromEntries(
    Object.entries(wishes).filter(([name, value]) => value !== undefined && !refused.has(name)),
  );
};

type Schema = NonNullable<ChatRequest['responseSchema']>;

const toVendorMessage = (message: ChatMessage): Params['messages'][number] => {
  const { role, content } = message;
  if (role === 'tool') return { role, tool_call_id: message.toolCallId, content };
  if (role !== 'assistant' || !message.toolCalls?.length) return { role, content };
  const toolCalls = message.toolCalls.map(({ id, name, argumentsJson }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: argumentsJson },
  }));
  return { role, content, tool_calls: toolCalls };
};

const toResponseFormat = (
  schema: Schema,
  refused: Refused,
): Pick<Params, 'response_format'> | undefined => {
  if (!refused.has('json_schema')) {
    return { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } };
  }
  return refused.has('json_object') ? undefined : { response_format: { type: 'json_object' } };
};
