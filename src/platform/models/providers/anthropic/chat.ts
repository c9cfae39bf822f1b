import { z } from 'zod';
import { createBoundedFetch } from '../../bounded-fetch.js';
import {
  deliverWhole,
  AnsweringModel,
  Tokens,
  toUsage,
  type ParsedReply,
} from '../../chat-reply.js';
import { readChatStream, type Collector } from '../../chat-stream.js';
import { EndpointError, findReportedError } from '../../endpoint.js';
import { readEvents } from '../../event-stream.js';
import { onAbort } from '../../../../shared/async.js';
import { nameOf, AppError } from '../../../../shared/errors.js';
import type { ChatEndpoint, ChatWire, Refused, Sent, Try } from '../provider.js';
import { isSent, toHeaders, toMessagesBody, toUrl } from './request.js';
import type { FinishReason } from '../../model.js';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** `POST /v1/messages`, streamed. */
export const openAnthropicChat = (endpoint: ChatEndpoint): ChatWire => {
  const limits = { maxBytes: MAX_ANSWER_BYTES, clean: endpoint.clean };
  const send = createBoundedFetch(limits, endpoint.send);
  const url = toUrl(endpoint, 'messages');
  const headers = { ...toHeaders(endpoint), 'content-type': 'application/json' };

  const post = async (sent: Sent, signal: AbortSignal): Promise<Response> => {
    const body = JSON.stringify({ ...toMessagesBody(endpoint.model, sent), ...endpoint.body });
    let response: Response;
    try {
      // A redirect would send the prompt to a host that nobody configured.
      response = await send(url, { method: 'POST', headers, body, redirect: 'error', signal });
    } catch (error) {
      const kind = signal.aborted ? 'aborted' : 'unreachable';
      throw new EndpointError('The endpoint could not be reached.', { kind }, error);
    }
    if (!response.ok) throw await toRefusal(response);
    return response;
  };

  const exchange = async (sent: Sent, call: Try): Promise<ParsedReply> => {
    // Aborting a stream before its end closes the connection.
    const leaving = new AbortController();
    const stopListening = onAbort(call.signal, () => {
      leaving.abort();
    });
    try {
      const response = await post(sent, leaving.signal);
      const isStream = /event-stream/i.test(response.headers.get('content-type') ?? '');
      const { signal, onText, onProgress } = call;
      const { request } = sent;
      if (!isStream || response.body === null) {
        return await deliverWhole(parseMessage(await response.json()), request, onText);
      }
      const reader = { ...request, signal, onText, onProgress };
      return await readChatStream(readEvents(response.body), createCollector(), reader);
    } catch (error) {
      throw nameOf(error) === 'AbortError'
        ? new EndpointError('The call was cancelled.', { kind: 'aborted' }, error)
        : error;
    } finally {
      stopListening();
      leaving.abort();
    }
  };

  return { exchange, adaptTo, isContextExceeded };
};

const Problem = z
  .object({ error: z.object({ type: z.string(), message: z.string() }).optional() })
  .catch({});

const toRefusal = async (response: Response): Promise<EndpointError> => {
  const text = await response.text().catch(() => '');
  const { error } = Problem.parse(parseJson(text));
  const { status, headers } = response;
  const failure = { kind: 'refused' as const, status, headers, code: error?.type };
  return new EndpointError(error?.message ?? `status ${status}`, failure);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

const BAD_REQUEST = 400;

// Ordered: the most specific wording comes first.
const FEATURES: readonly (readonly [feature: string, words: RegExp])[] = [
  ['top_p', /\btop_p\b/],
  ['temperature', /temperature/],
  ['json_schema', /output_config|output_format|json|schema/],
  ['tools', /\btool/],
  ['cache_control', /cache_control|\bsystem\b/],
];

const adaptTo = (error: unknown, { request, refused }: Sent): Refused | undefined => {
  if (!(error instanceof EndpointError) || error.status !== BAD_REQUEST) return undefined;
  const message = error.message.toLowerCase();
  const found = FEATURES.find(
    ([feature, words]) => !refused.has(feature) && isSent(feature, request) && words.test(message),
  );
  return found && new Set([...refused, found[0]]);
};

const TOO_LARGE = 413;

const isContextExceeded = (error: unknown): boolean =>
  error instanceof EndpointError &&
  (error.status === TOO_LARGE ||
    (error.status === BAD_REQUEST &&
      /prompt is too long|context (?:window|limit)/i.test(error.message)));

// Only what we use; of reasoning only the length is read.
const Block = z.object({
  type: z.string(),
  text: z.string().nullish(),
  thinking: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
});
/** Tokens read from or written to a cache are not part of `input_tokens`. */
const Usage = z
  .object({
    input_tokens: Tokens.optional(),
    cache_creation_input_tokens: Tokens.nullish(),
    cache_read_input_tokens: Tokens.nullish(),
    output_tokens: Tokens.optional(),
  })
  .nullish()
  .catch(null);
type Usage = z.infer<typeof Usage>;

const Message = z.object({
  model: AnsweringModel,
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: Usage,
});

const Event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ model: AnsweringModel, usage: Usage }),
  }),
  z.object({
    type: z.literal('content_block_start'),
    index: z.int().nonnegative(),
    content_block: Block,
  }),
  z.object({
    type: z.literal('content_block_delta'),
    index: z.int().nonnegative(),
    delta: z.object({
      text: z.string().nullish(),
      partial_json: z.string().nullish(),
      thinking: z.string().nullish(),
    }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: Usage,
  }),
]);

const FINISH_REASONS = new Map<string, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** A whole message; throws AppError `model_invalid_output` for anything else. */
export const parseMessage = (value: unknown): ParsedReply => {
  const failure = findReportedError(value);
  if (failure !== undefined) throw failure;
  const { data, error: cause } = Message.safeParse(value);
  if (data === undefined) {
    throw new AppError('model_invalid_output', 'The endpoint did not answer with a message.', {
      cause,
    });
  }
  const toolCalls = data.content.flatMap(({ type, id, name, input }, position) =>
    type === 'tool_use' && name != null
      ? [{ id: id ?? `call_${position}`, name, argumentsJson: toArguments(input) }]
      : [],
  );
  return {
    content: data.content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    toolCalls,
    usage: readUsage(data.usage),
    finishReason: toFinishReason(data.stop_reason ?? 'end_turn'),
    model: data.model,
    thoughtChars: data.content.reduce((sum, { thinking }) => sum + (thinking ?? '').length, 0),
  };
};

/** Servers that translate between protocols may send JSON as a string, as OpenAI does. */
const toArguments = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input ?? {});

/** Collects the events of a streamed message; other event types are ignored, as the API requires. */
export const createCollector = (): Collector => {
  const calls = new Map<number, { id: string; name: string; argumentsJson: string }>();
  let content = '';
  let argumentChars = 0;
  let thoughtChars = 0;
  let hasBegun = false;
  let stopReason = '';
  let model: string | undefined;
  let usage: Usage = null;

  const addText = (text: string): string => {
    content += text;
    return text;
  };

  const addArguments = (index: number, piece: string): void => {
    argumentChars += piece.length;
    const call = calls.get(index);
    if (call !== undefined) call.argumentsJson += piece;
  };

  return {
    add: (value) => {
      const { data: event } = Event.safeParse(value);
      switch (event?.type) {
        case undefined:
          return '';
        case 'message_start':
          hasBegun = true;
          ({ model, usage } = event.message);
          return '';
        case 'content_block_start': {
          const { index, content_block: block } = event;
          if (block.type === 'tool_use') {
            const { id, name, input } = block;
            // Empty here, unless a server sends it in one piece.
            const given = toArguments(input).replace(/^\{\}$/, '');
            calls.set(index, { id: id ?? `call_${index}`, name: name ?? '', argumentsJson: given });
          }
          return block.type === 'text' ? addText(block.text ?? '') : '';
        }
        case 'content_block_delta':
          addArguments(event.index, event.delta.partial_json ?? '');
          thoughtChars += (event.delta.thinking ?? '').length;
          return addText(event.delta.text ?? '');
        case 'message_delta':
          stopReason = event.delta.stop_reason ?? stopReason;
          usage = { ...usage, ...event.usage };
          return '';
      }
    },
    argumentChars: () => argumentChars,
    thoughtChars: () => thoughtChars,
    toReply: () => {
      if (!hasBegun) throw new AppError('model_invalid_output', 'The endpoint streamed nothing.');
      const toolCalls = [...calls.values()].map(({ argumentsJson, ...call }) => ({
        ...call,
        argumentsJson: argumentsJson || '{}',
      }));
      const finishReason = toFinishReason(stopReason);
      return { content, toolCalls, usage: readUsage(usage), finishReason, model, thoughtChars };
    },
  };
};

const toFinishReason = (reported: string): FinishReason => FINISH_REASONS.get(reported) ?? 'other';

const readUsage = (usage: Usage): ParsedReply['usage'] =>
  usage == null
    ? null
    : toUsage({
        promptTokens:
          (usage.input_tokens ?? 0) +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0),
        completionTokens: usage.output_tokens ?? 0,
        cachedTokens: usage.cache_read_input_tokens ?? 0,
      });
