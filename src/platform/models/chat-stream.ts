import { z } from 'zod';
import { onAbort } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import {
  AnsweringModel,
  mostOf,
  ReportedUsage,
  toFinishReason,
  toUsage,
  type ParsedReply,
} from './chat-reply.js';
import { createToolCallCollector, ToolCallDelta } from './tool-call-deltas.js';

export type StreamReader = {
  maxTokens: number;
  /** The longest wait for the next piece. */
  idleMs: number;
  signal: AbortSignal;
  /** Awaited before the next piece is read. */
  onText: (text: string) => void | Promise<void>;
};

/**
 * Reads a streamed completion to its end, or until it is longer than any answer within the limit. What fails after the first
 * text is an AppError, so that nobody asks again.
 */
export const readChatStream = async (
  chunks: AsyncIterable<unknown>,
  reader: StreamReader,
): Promise<ParsedReply> => {
  const collector = createCollector(reader.maxTokens);
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await waitFor(iterator.next(), reader);
      if (next.done === true) {
        // An aborted stream of the SDK ends as if it were complete.
        reader.signal.throwIfAborted();
        return collector.toReply(false);
      }
      const text = collector.add(next.value);
      if (text !== '') await hand(text, reader);
      if (collector.isEndless()) return collector.toReply(true);
    }
  } catch (cause) {
    if (!collector.hasText() || isAppError(cause)) throw cause;
    throw new AppError('model_unavailable', 'The answer broke off in the middle.', { cause });
  } finally {
    leave(iterator);
  }
};

const createCollector = (maxTokens: number) => {
  const most = mostOf(maxTokens);
  const toolCalls = createToolCallCollector();
  let content = '';
  let pieces = 0;
  let hasChoice = false;
  let finishReason: string | undefined;
  let model: string | undefined;
  let usage: ParsedReply['usage'] = null;
  return {
    /** Returns the new text. */
    add: (value: unknown): string => {
      const chunk = parseChunk(value);
      const choice = chunk.choices?.[0];
      model ??= chunk.model;
      usage = toUsage(chunk.usage) ?? usage;
      pieces += 1;
      if (choice === undefined) return '';
      hasChoice = true;
      finishReason = choice.finish_reason ?? finishReason;
      for (const delta of choice.delta?.tool_calls ?? []) toolCalls.add(delta);
      const text = choice.delta?.content ?? choice.delta?.refusal ?? '';
      content += text;
      return text;
    },
    isEndless: (): boolean => pieces > most || content.length + toolCalls.length() > most,
    hasText: (): boolean => content !== '',
    toReply: (isCut: boolean): ParsedReply => {
      if (!hasChoice) {
        throw new AppError('model_invalid_output', 'The endpoint streamed nothing.');
      }
      // A stream that just ends may have been cut: that is not "stop".
      const reason = finishReason === undefined ? 'other' : toFinishReason(finishReason);
      return {
        content,
        toolCalls: toolCalls.list(),
        usage,
        finishReason: isCut ? 'length' : reason,
        model,
      };
    },
  };
};

// Only what we use, as in a reply that comes in one piece.
const Chunk = z.object({
  model: AnsweringModel,
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.array(ToolCallDelta).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usage: ReportedUsage,
});

const parseChunk = (value: unknown): z.infer<typeof Chunk> => {
  const chunk = Chunk.safeParse(value);
  if (chunk.success) return chunk.data;
  throw new AppError(
    'model_invalid_output',
    'The endpoint streamed something else than an answer.',
    {
      cause: chunk.error,
    },
  );
};

type Patience = { signal: AbortSignal; idleMs?: number };

/** What the work comes to, unless it takes too long or the call is given up. */
const waitFor = <Value>(work: Promise<Value>, { signal, idleMs }: Patience): Promise<Value> =>
  new Promise((resolve, reject) => {
    const giveUp = (message: string) => (): void => {
      reject(new AppError('model_unavailable', message));
    };
    const abort = giveUp('The answer did not end in time.');
    const timer =
      idleMs === undefined
        ? undefined
        : setTimeout(giveUp('The endpoint fell silent in the middle of its answer.'), idleMs);
    const stopListening = onAbort(signal, abort);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      stopListening();
    });
  });

const hand = async (text: string, { onText, signal }: StreamReader): Promise<void> => {
  try {
    await waitFor(Promise.resolve(onText(text)), { signal });
  } catch (cause) {
    signal.throwIfAborted();
    // The reader's failure, and none of the endpoint's.
    throw new AppError('cancelled', 'Nobody reads the answer any more.', { cause });
  }
};

/** Gives the body back, which closes its connection; not awaited, since a read that still waits would hold it up. */
const leave = (iterator: AsyncIterator<unknown>): void => {
  iterator.return?.().catch(() => undefined);
};
