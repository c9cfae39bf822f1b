import { z } from 'zod';
import type { ChatToolCall } from './model.js';
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

type Call = { index: number | undefined; id: string; name: string; argumentsJson: string };

/** Puts the calls together that a stream brings in pieces. */
const createToolCallCollector = () => {
  const calls: Call[] = [];

  const callOf = ({ index, id }: ToolCallDelta): Call => {
    const open =
      index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
    // Some endpoints give every call the index 0, or none, and tell them apart by their ids alone.
    const isNew = open === undefined || (id != null && id !== '' && id !== open.id);
    if (!isNew) return open;
    const call = { index, id: id ?? '', name: '', argumentsJson: '' };
    calls.push(call);
    return call;
  };

  return {
    add: (delta: ToolCallDelta): void => {
      const call = callOf(delta);
      if (call.name === '') call.name = delta.function?.name ?? '';
      call.argumentsJson += delta.function?.arguments ?? '';
    },
    length: (): number => calls.reduce((sum, call) => sum + call.argumentsJson.length, 0),
    list: (): ChatToolCall[] =>
      calls.map(({ id, name, argumentsJson }, position) => ({
        id: id === '' ? `call_${position}` : id,
        name,
        argumentsJson: argumentsJson === '' ? '{}' : argumentsJson,
      })),
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
