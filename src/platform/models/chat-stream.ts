import { z } from 'zod';
import { onAbort, untilAborted } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import {
  AnsweringModel,
  mostOf,
  ReportedUsage,
  toFinishReason,
  toUsage,
  type ParsedReply,
} from './chat-reply.js';

type StreamReader = {
  maxTokens: number;
  /** The longest wait for the next piece. */
  idleMs: number;
  signal: AbortSignal;
  /** Awaited before the next piece is read. */
  onText: (text: string) => void | Promise<void>;
};

const ToolCallDelta = z.object({
  index: z.int().optional().catch(undefined),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
type ToolCallDelta = z.infer<typeof ToolCallDelta>;

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
      const next = await nextOf(iterator, reader);
      if (next.done === true) {
        // An aborted stream of the SDK ends as if it were complete.
        reader.signal.throwIfAborted();
        return collector.toReply();
      }
      const text = collector.add(next.value);
      if (text !== '') await hand(text, reader);
      if (collector.isEndless()) return { ...collector.toReply(), finishReason: 'length' };
    }
  } catch (cause) {
    if (!collector.hasText() || isAppError(cause)) throw cause;
    throw new AppError('model_unavailable', 'The answer broke off in the middle.', { cause });
  } finally {
    // Gives the body back, which closes its connection; not awaited, since a read that still waits would hold it up.
    iterator.return?.().catch(() => undefined);
  }
};

const createCollector = (maxTokens: number) => {
  const most = mostOf(maxTokens);
  const calls: Call[] = [];
  let content = '';
  let argumentChars = 0;
  let pieces = 0;
  let hasChoice = false;
  let finishReason: string | undefined;
  let model: string | undefined;
  let usage: ParsedReply['usage'] = null;

  const addToolCall = (delta: ToolCallDelta): void => {
    const call = callOf(calls, delta);
    const added = delta.function?.arguments ?? '';
    if (call.name === '') call.name = delta.function?.name ?? '';
    call.argumentsJson += added;
    argumentChars += added.length;
  };

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
      choice.delta?.tool_calls?.forEach(addToolCall);
      const text = choice.delta?.content ?? choice.delta?.refusal ?? '';
      content += text;
      return text;
    },
    isEndless: (): boolean => pieces > most || content.length + argumentChars > most,
    hasText: (): boolean => content !== '',
    toReply: (): ParsedReply => {
      if (!hasChoice) {
        throw new AppError('model_invalid_output', 'The endpoint streamed nothing.');
      }
      const toolCalls = calls.map(({ id, name, argumentsJson }, position) => ({
        id: id || `call_${position}`,
        name,
        argumentsJson: argumentsJson || '{}',
      }));
      // A stream that just ends may have been cut: that is not "stop".
      return { content, toolCalls, usage, finishReason: toFinishReason(finishReason ?? ''), model };
    },
  };
};

const parseChunk = (value: unknown): z.infer<typeof Chunk> => {
  const { data, error: cause } = Chunk.safeParse(value);
  if (data !== undefined) return data;
  const message = 'The endpoint streamed something else than an answer.';
  throw new AppError('model_invalid_output', message, { cause });
};

type Call = { index: number | undefined; id: string; name: string; argumentsJson: string };

/** The call that a piece belongs to. */
const callOf = (calls: Call[], { index, id }: ToolCallDelta): Call => {
  const open = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  // Some endpoints give every call the index 0, or none, and tell them apart by their ids alone.
  const isNew = open === undefined || (id && id !== open.id);
  if (!isNew) return open;
  const call = { index, id: id ?? '', name: '', argumentsJson: '' };
  calls.push(call);
  return call;
};

/** The next piece, unless it takes too long or the call is given up. */
const nextOf = (
  iterator: AsyncIterator<unknown>,
  { signal, idleMs }: StreamReader,
): Promise<IteratorResult<unknown>> =>
  new Promise((resolve, reject) => {
    const giveUp = (message: string): void => {
      reject(new AppError('model_unavailable', message));
    };
    const silent = 'The endpoint fell silent in the middle of its answer.';
    const timer = setTimeout(giveUp, idleMs, silent);
    const stopListening = onAbort(signal, () => {
      giveUp('The answer did not end in time.');
    });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        stopListening();
      });
  });

const hand = async (text: string, { onText, signal }: StreamReader): Promise<void> => {
  try {
    await untilAborted(Promise.resolve(onText(text)), signal);
  } catch (cause) {
    signal.throwIfAborted();
    // The reader's failure, and none of the endpoint's.
    throw new AppError('cancelled', 'Nobody reads the answer any more.', { cause });
  }
};
