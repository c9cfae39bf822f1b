import { onAbort, untilAborted } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { mostOf, type ParsedReply } from './chat-reply.js';

type StreamReader = {
  maxTokens: number;
  signal: AbortSignal;
  /** Awaited before the next piece is read. Undefined: nobody receives the text while it is written. */
  onText: ((text: string) => void | Promise<void>) | undefined;
  onProgress: (() => void) | undefined;
};

/** Collects the events of one provider's stream. */
export type Collector = {
  /** Returns the new text. */
  add: (event: unknown) => string;
  /** Characters of arguments so far, which count like text. */
  argumentChars: () => number;
  /** Characters of reasoning so far: not shown to anyone, but they show that the endpoint is working. */
  thoughtChars: () => number;
  /** Throws AppError `model_invalid_output` if nothing came. */
  toReply: () => ParsedReply;
};

/**
 * Reads a streamed completion to its end, or until it is longer than any answer within the limit. A failure after the first text was
 * delivered is an AppError, so that the call is not retried.
 */
export const readChatStream = async (
  events: AsyncIterable<unknown>,
  collector: Collector,
  reader: StreamReader,
): Promise<ParsedReply> => {
  const most = mostOf(reader.maxTokens);
  const iterator = events[Symbol.asyncIterator]();
  let textChars = 0;
  let pieces = 0;
  let heardChars = 0;
  try {
    for (;;) {
      const next = await nextOf(iterator, reader);
      if (next.done === true) {
        // The SDK ends an aborted stream as if it were complete.
        reader.signal.throwIfAborted();
        return collector.toReply();
      }
      const text = collector.add(next.value);
      pieces += 1;
      textChars += text.length;
      const chars = textChars + collector.argumentChars() + collector.thoughtChars();
      // Some endpoints send empty pieces to keep a connection open.
      if (chars > heardChars) reader.onProgress?.();
      heardChars = chars;
      if (text !== '') await hand(text, reader);
      const isEndless = pieces > most || textChars + collector.argumentChars() > most;
      if (isEndless) return { ...collector.toReply(), finishReason: 'length' };
    }
  } catch (cause) {
    if (textChars === 0 || reader.onText === undefined || isAppError(cause)) throw cause;
    throw new AppError('model_unavailable', 'The answer broke off in the middle.', { cause });
  } finally {
    // Releases the body, which closes its connection; not awaited, since a pending read would delay it.
    iterator.return?.().catch(() => undefined);
  }
};

/** The next piece; fails if the endpoint was silent for too long or the call was aborted. */
const nextOf = (
  iterator: AsyncIterator<unknown>,
  { signal }: StreamReader,
): Promise<IteratorResult<unknown>> =>
  new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => {
      const silent = 'The endpoint fell silent in the middle of its answer.';
      reject(new AppError('model_unavailable', silent));
    });
    iterator.next().then(resolve, reject).finally(stopListening);
  });

const hand = async (text: string, { onText, signal }: StreamReader): Promise<void> => {
  try {
    await untilAborted(Promise.resolve(onText?.(text)), signal);
  } catch (cause) {
    signal.throwIfAborted();
    // The reader failed, not the endpoint.
    throw new AppError('cancelled', 'Nobody reads the answer any more.', { cause });
  }
};
