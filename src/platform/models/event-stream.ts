import { EventSourceParserStream } from 'eventsource-parser/stream';
import { EndpointError, findReportedError } from './endpoint.js';
import { parseJsonValues } from './json-values.js';

/** Reads server-sent events up to `[DONE]` or `message_stop`; the connection may stay open. Throws an EndpointError for an error event. */
export const readEvents = async function* (
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator {
  if (body === null) return;
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (data.startsWith('[DONE]') || event === 'message_stop') return;
    for (const value of parseJsonValues(data)) {
      const failure = findReportedError(value);
      if (failure !== undefined) throw failure;
      if (event === 'error') throw new EndpointError(data, { kind: 'broken' });
      yield value;
    }
  }
};
