import { Stream } from 'openai/streaming';
import { onAbort } from '../../../../shared/async.js';
import { deliverWhole, type ParsedReply } from '../../chat-reply.js';
import { readChatStream } from '../../chat-stream.js';
import { EndpointError } from '../../endpoint.js';
import type { ChatEndpoint, ChatWire, Sent, Try } from '../provider.js';
import { adaptTo, toChatParams } from './chat-params.js';
import { createCollector, parseChatReply } from './chat-reply.js';
import { createOpenAiClient } from './client.js';
import { toEndpointError } from './errors.js';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Chat completions, streamed where somebody reads along and the endpoint can. */
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
  const { model, streamIdleMs: idleMs } = endpoint;

  const stream = async (sent: Sent, { signal, onText = () => undefined }: Try) => {
    const controller = new AbortController();
    const stopListening = onAbort(signal, () => {
      controller.abort();
    });
    const params = {
      ...toChatParams(model, sent),
      stream: true as const,
      ...(!sent.refused.has('stream_usage') && { stream_options: { include_usage: true } }),
    };
    try {
      const response = await client.chat.completions
        .create(params, { signal: controller.signal })
        .asResponse();
      // Some endpoints answer in one piece although a stream was asked for, and proxies with a page.
      if (/json|html/i.test(response.headers.get('content-type') ?? '')) {
        const whole: unknown = JSON.parse(await response.text());
        return await deliverWhole(parseChatReply(whole), sent.request, onText);
      }
      const { maxTokens } = sent.request;
      const chunks: AsyncIterable<unknown> = Stream.fromSSEResponse(response, controller, client);
      const reader = { maxTokens, idleMs, signal, onText };
      return await readChatStream(chunks, createCollector(), reader);
    } finally {
      stopListening();
      // Closes the connection wherever reading stopped before the end.
      controller.abort();
    }
  };

  return async (sent: Sent, call: Try): Promise<ParsedReply> => {
    if (sent.isStreamed) return stream(sent, call);
    const { signal, onText } = call;
    const reply = await client.chat.completions.create(toChatParams(model, sent), { signal });
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
  return TOO_LONG_STATUSES.has(Number(error.status)) && TOO_LONG_WORDING.test(error.message);
};
