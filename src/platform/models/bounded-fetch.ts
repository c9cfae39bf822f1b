import type { CleanText } from '../../shared/credential-filter.js';
import { createBodyCleaner, createEventCleaner } from '../web/foreign-text.js';

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The message is shown to the caller, so it names no endpoint. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

type Limits = {
  /** The limit for an answer that is read as a whole. */
  maxBytes: number;
};

type Options = Limits & {
  /** Removes our credentials from answers. Default: none were sent. */
  clean?: CleanText | undefined;
  /** Answers consist of numbers; only errors contain text. */
  isOfNumbers?: boolean;
};

/** A long answer with reasoning, at a few hundred bytes per token. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024;
/** A line reader buffers everything until the line ends. */
const MAX_LINE_BYTES = 1024 * 1024;

/**
 * `fetch` for endpoints whose answers may never end: beyond its limits an answer fails with AnswerTooLarge and the connection is closed, as
 * it is when the reader gives up. An event stream is limited in total and per line. What is read of an answer, including errors, contains
 * none of our credentials.
 */
export const createBoundedFetch =
  (
    { maxBytes, clean = (text) => text, isOfNumbers = false }: Options,
    send: Fetch = fetch,
  ): Fetch =>
  async (url, init) => {
    const response = await send(url, init);
    const { status, headers, body } = response;
    const statusText = clean(response.statusText);
    if (body === null) return new Response(null, { status, statusText, headers });
    const isStream = /event-stream/i.test(headers.get('content-type') ?? '');
    const limits = isStream
      ? { maxBytes: MAX_STREAM_BYTES, maxLineBytes: MAX_LINE_BYTES }
      : { maxBytes, maxLineBytes: Infinity };
    const limited = body.pipeThrough(createLimiter(limits));
    const isText = !(isOfNumbers && response.ok);
    const createCleaner = isStream ? createEventCleaner : createBodyCleaner;
    const content = isText ? limited.pipeThrough(createCleaner(clean)) : limited;
    return new Response(content, { status, statusText, headers });
  };

const LINE_FEED = 0x0a;

const createLimiter = ({ maxBytes, maxLineBytes }: Limits & { maxLineBytes: number }) => {
  let bytes = 0;
  let lineBytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.byteLength;
      const lastBreak = piece.lastIndexOf(LINE_FEED);
      lineBytes = lastBreak < 0 ? lineBytes + piece.byteLength : piece.byteLength - lastBreak - 1;
      if (bytes > maxBytes) {
        throw new AnswerTooLarge(`The endpoint answered with more than ${maxBytes} bytes.`);
      }
      if (lineBytes > maxLineBytes) {
        throw new AnswerTooLarge(
          `The endpoint answered with more than ${maxLineBytes} bytes in one line.`,
        );
      }
      controller.enqueue(piece);
    },
  });
};
