import type { OpenAI } from 'openai';
import { Stream } from 'openai/streaming';
import { onAbort } from '../../shared/async.js';
import type { ChatCallOptions } from './model.js';
import type { Sent } from './chat-abilities.js';
import { toChatParams } from './chat-params.js';
import { mostOf, parseChatReply, type ParsedReply } from './chat-reply.js';
import { readChatStream } from './chat-stream.js';

type Options = { client: OpenAI; model: string; idleMs: number };
type Try = Pick<ChatCallOptions, 'signal' | 'onText'>;

/** One request and its reply, streamed where somebody reads along and the endpoint can. */
export type Exchange = (sent: Sent, options: Try) => Promise<ParsedReply>;

export const createChatExchange = ({ client, model, idleMs }: Options): Exchange => {
  const deliver = async (
    value: unknown,
    { request }: Sent,
    { onText }: Try,
  ): Promise<ParsedReply> => {
    const reply = cutEndless(parseChatReply(value), request);
    if (reply.content !== '') await onText?.(reply.content);
    return reply;
  };

  const stream = async (
    sent: Sent,
    { signal, onText = () => undefined }: Try,
  ): Promise<ParsedReply> => {
    const controller = new AbortController();
    const stopListening = onAbort(signal, () => {
      controller.abort();
    });
    const params = {
      ...toChatParams(model, sent),
      stream: true as const,
      ...(sent.abilities.streamUsage && { stream_options: { include_usage: true } }),
    };
    try {
      const response = await client.chat.completions
        .create(params, { signal: controller.signal })
        .asResponse();
      if (isOnePiece(response)) {
        const value: unknown = JSON.parse(await response.text());
        return await deliver(value, sent, { signal, onText });
      }
      const { maxTokens } = sent.request;
      const chunks: AsyncIterable<unknown> = Stream.fromSSEResponse(response, controller, client);
      return await readChatStream(chunks, { maxTokens, idleMs, signal, onText });
    } finally {
      stopListening();
      // Closes the connection wherever reading stopped before the end.
      controller.abort();
    }
  };

  return async (sent, options) =>
    sent.isStreamed
      ? stream(sent, options)
      : deliver(
          await client.chat.completions.create(toChatParams(model, sent), options),
          sent,
          options,
        );
};

/** An answer is checked word by word, without a pause: one without an end would hold up everybody. Half a character goes with the rest. */
const cutEndless = (reply: ParsedReply, { purpose, maxTokens }: Sent['request']): ParsedReply => {
  const most = mostOf(maxTokens);
  if (purpose !== 'answer' || reply.content.length <= most) return reply;
  const content = reply.content.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return { ...reply, content, finishReason: 'length' };
};

/** Some endpoints answer in one piece although a stream was asked for, and proxies with a page. */
const isOnePiece = (response: Response): boolean =>
  /json|html/i.test(response.headers.get('content-type') ?? '');
