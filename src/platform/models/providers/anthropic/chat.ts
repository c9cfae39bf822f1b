import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { createBoundedFetch } from '../../bounded-fetch.js';
import { deliverWhole, type ParsedReply } from '../../chat-reply.js';
import { readChatStream } from '../../chat-stream.js';
import { EndpointError } from '../../endpoint.js';
import { onAbort } from '../../../../shared/async.js';
import { nameOf } from '../../../../shared/errors.js';
import type { ChatEndpoint, ChatWire, Refused, Sent, Try } from '../provider.js';
import { createCollector, parseMessage } from './reply.js';
import { isSent, toHeaders, toMessagesBody, toUrl } from './request.js';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** `POST /v1/messages`, streamed where somebody reads along. */
export const openAnthropicChat = (endpoint: ChatEndpoint): ChatWire => {
  const send = createBoundedFetch({ maxBytes: MAX_ANSWER_BYTES });
  const url = toUrl(endpoint, 'messages');
  const headers = { ...toHeaders(endpoint), 'content-type': 'application/json' };

  const post = async (sent: Sent, signal: AbortSignal): Promise<Response> => {
    const body = JSON.stringify(toMessagesBody(endpoint.model, sent));
    let response: Response;
    try {
      // A redirect would carry the prompt to a host nobody configured.
      response = await send(url, { method: 'POST', headers, body, redirect: 'error', signal });
    } catch (error) {
      const kind = signal.aborted ? 'aborted' : 'unreachable';
      throw new EndpointError('The endpoint could not be reached.', { kind }, error);
    }
    if (!response.ok) throw await toRefusal(response);
    return response;
  };

  const exchange = async (sent: Sent, call: Try): Promise<ParsedReply> => {
    // Leaving a stream before its end closes the connection.
    const leaving = new AbortController();
    const stopListening = onAbort(call.signal, () => {
      leaving.abort();
    });
    try {
      const response = await post(sent, leaving.signal);
      const isStream = /event-stream/i.test(response.headers.get('content-type') ?? '');
      const { signal, onText = () => undefined } = call;
      const { request } = sent;
      if (!isStream || response.body === null) {
        return await deliverWhole(parseMessage(await response.json()), request, onText);
      }
      const reader = { ...request, idleMs: endpoint.streamIdleMs, signal, onText };
      return await readChatStream(readEvents(response.body), createCollector(), reader);
    } catch (error) {
      throw nameOf(error) === 'AbortError'
        ? new EndpointError('The call was given up.', { kind: 'aborted' }, error)
        : error;
    } finally {
      stopListening();
      leaving.abort();
    }
  };

  return { exchange, adaptTo, isContextExceeded };
};

/** The data of each event; an `error` event ends the stream. */
const readEvents = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    const value: unknown = JSON.parse(data);
    if (event === 'error') {
      const { error } = Problem.parse(value);
      throw new EndpointError(error?.message ?? '', { kind: 'broken', code: error?.type });
    }
    yield value;
  }
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

// In this order: what names itself most clearly comes first.
const FEATURES: readonly (readonly [feature: string, words: RegExp])[] = [
  ['temperature', /temperature/],
  ['json_schema', /output_config|output_format|json|schema/],
  ['tools', /\btool/],
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
