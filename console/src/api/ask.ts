import { EventSourceParserStream } from 'eventsource-parser/stream';
import { authorizedFetch, type ChatAnswer, type ChatEvent } from './client.js';
import { parseProblem, readProblem, RequestError, toProblem } from './problem.js';

export type Asking = {
  message: string;
  sessionId: string | null;
  /** The message that the question follows, null for none; undefined: the newest. */
  parentId: string | null | undefined;
  /** Limits the question to some documents; without it, all are searched. */
  filter: { type: 'eq'; key: string; value: string } | undefined;
  /** The assistant that answers; empty: the default one. */
  assistantId: string;
  /** One for each question: however often it is sent, it is asked once. */
  key: string;
};

type Listener = {
  onEvent: (event: ChatEvent) => void;
  /** The connection broke; the answer is fetched once it is there. */
  onLost: () => void;
};

const TRIES = 60;

/**
 * Asks and follows the answer as it is written. When the connection breaks, the same key asks for what has become of it: the stored
 * answer, once it is there.
 */
export const ask = async (
  asking: Asking,
  { onEvent, onLost }: Listener,
  signal: AbortSignal,
): Promise<ChatAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await follow(asking, onEvent, signal);
    } catch (error) {
      signal.throwIfAborted();
      const { code, retryAfterSec } = toProblem(error);
      const mayCome = code === 'offline' || code === 'idempotency_in_progress';
      if (!mayCome || attempt >= TRIES) throw error;
      onLost();
      await pause(Math.min(5, Math.max(1, retryAfterSec)) * 1000, signal);
    }
  }
};

const follow = async (
  { message, sessionId, parentId, key, filter, assistantId }: Asking,
  onEvent: (event: ChatEvent) => void,
  signal: AbortSignal,
): Promise<ChatAnswer> => {
  const request = new Request('/v1/chat', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({
      message,
      ...(sessionId !== null && { sessionId, parentMessageId: parentId }),
      ...(assistantId !== '' && { assistantId }),
      options: { citationStyle: 'numbered', ...(filter !== undefined && { filter }) },
    }),
    signal,
  });
  const response = await authorizedFetch(request);
  if (!response.ok || response.body === null) throw new RequestError(await readProblem(response));
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const { event = '', data } = read.value;
    // The API's own events, of the shapes that its document says.
    const told = { event, data: JSON.parse(data) as unknown } as ChatEvent;
    if (told.event === 'answer') return told.data;
    if (told.event === 'error') throw new RequestError(parseProblem(told.data, told.data.status));
    onEvent(told);
  }
  throw new Error('The stream has ended without an answer.');
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
