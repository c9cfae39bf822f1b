import type { components } from './api.js';
import {
  fromProblem,
  isKnowledgeRouterError,
  KnowledgeRouterError,
  type Problem,
} from './errors.js';
import { readEvents, type ServerEvent } from './events.js';
import type { Call, CallOptions, Transport } from './transport.js';

type Schemas = components['schemas'];

export type ChatRequest = Schemas['ChatRequest'];
export type ChatAnswer = Schemas['ChatAnswer'];
export type Citation = ChatAnswer['citations'][number];
/** An event of a stream; a failure is thrown. */
export type ChatEvent = Exclude<Schemas['ChatEvent'], { event: 'error' }>;

export type ChatOptions = CallOptions & {
  /** One per question that is meant once; a random one where it is not given. */
  idempotencyKey?: string;
};

/** Asks and waits for the whole answer. */
export const createAsk =
  (transport: Transport) =>
  (question: string | ChatRequest, options: ChatOptions = {}): Promise<ChatAnswer> =>
    transport.json('POST', '/v1/chat', toCall(question, options));

/**
 * Asks and yields what happens: the texts of all `delta` are the answer, and `answer` with its citations comes last. When the
 * connection breaks on the way, the same question under the same key brings the `answer` alone. Whoever stops reading cancels the turn.
 */
export const createStream = (transport: Transport) =>
  async function* (
    question: string | ChatRequest,
    options: ChatOptions = {},
  ): AsyncGenerator<ChatEvent> {
    const { signal, idempotencyKey = crypto.randomUUID() } = options;
    const call = toCall(question, { signal, idempotencyKey });
    for (let attempt = 1; ; attempt++) {
      try {
        for await (const event of follow(transport, call)) {
          if (attempt === 1 || event.event === 'answer') yield event;
          if (event.event === 'answer') return;
        }
        throw new KnowledgeRouterError('The answer was cut off.', { code: 'connection_lost' });
      } catch (error) {
        if (attempt > MAX_RECONNECTS || !isKnowledgeRouterError(error, 'connection_lost'))
          throw error;
      }
    }
  };

const MAX_RECONNECTS = 2;

const toCall = (
  question: string | ChatRequest,
  { signal, idempotencyKey = crypto.randomUUID() }: ChatOptions,
): Call => ({
  signal,
  json: typeof question === 'string' ? { message: question } : question,
  isRepeatable: true,
  headers: { 'Idempotency-Key': idempotencyKey },
});

async function* follow(transport: Transport, call: Call): AsyncGenerator<ChatEvent> {
  const headers = { ...call.headers, Accept: 'text/event-stream' };
  const response = await transport.send('POST', '/v1/chat', { ...call, headers });
  for await (const told of readEvents(response, call.signal)) yield toChatEvent(told);
}

const toChatEvent = ({ event, data }: ServerEvent): ChatEvent => {
  const told = parse(data);
  // A problem of the API, as its document says.
  if (event === 'error') throw fromProblem(told as Problem);
  // The API's own events, of the shapes that its document says.
  return { event, data: told } as ChatEvent;
};

const parse = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new KnowledgeRouterError('An event is not one of this API.', {
      code: 'unexpected_answer',
      cause,
    });
  }
};
