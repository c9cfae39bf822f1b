import { Readable } from 'node:stream';

export type ReadEvent = { event: string; data: unknown } | { comment: string };

const toEvent = (block: string): ReadEvent => {
  if (block.startsWith(':')) return { comment: block.slice(1).trim() };
  const lines = block.split('\n').map((line) => line.split(/: (.*)/s));
  const fieldOf = (name: string) => lines.find(([field]) => field === name)?.[1] ?? '';
  // Tests say what they expect to find in it.
  return { event: fieldOf('event'), data: JSON.parse(fieldOf('data')) as unknown };
};

/** The events of a response as they come in, comments among them. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  const body: AsyncIterable<Uint8Array> = response.body ?? Readable.from([]);
  for await (const piece of body) {
    const blocks = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks.map(toEvent);
  }
  if (rest !== '') throw new Error(`The stream was cut in the middle of an event: ${rest}`);
  return undefined;
}

/** All events of a stream that ends, without comments. */
export const collectEvents = async (response: Response) => {
  const events: { event: string; data: unknown }[] = [];
  for await (const one of readEvents(response)) if ('event' in one) events.push(one);
  return events;
};

export const textOf = (events: readonly { event: string; data: unknown }[]): string =>
  events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => (data as { text: string }).text)
    .join('');

type Ask = { url: string; key: string; body: unknown; headers?: Record<string, string> };

/** Asks a question whose answer comes as events. */
export const askForEvents = (
  { url, key, body, headers }: Ask,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
