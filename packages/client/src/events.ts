import { KnowledgeRouterError } from './errors.js';

export type ServerEvent = { event: string; data: string };

/** Events of a text/event-stream as they arrive. Whoever stops reading closes the connection. */
export async function* readEvents(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new KnowledgeRouterError('The answer was cut off.', {
          code: 'connection_lost',
          status: response.status,
          cause,
        });
      });
      // A line break at the very end may be half of one.
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r(?!\n)/);
      rest = blocks.pop() ?? '';
      if (rest.length > MAX_EVENT_CHARS) throw tooLong(response.status);
      yield* blocks.flatMap(toEvent);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const MAX_EVENT_CHARS = 16 * 1024 * 1024;

const tooLong = (status: number) =>
  new KnowledgeRouterError('An event is longer than any of this API.', {
    code: 'unexpected_answer',
    status,
  });

/** Comment lines keep the connection open and say nothing. */
const toEvent = (block: string): ServerEvent[] => {
  const data: string[] = [];
  let event = 'message';
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field = '', value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? [] : [{ event, data: data.join('\n') }];
};
