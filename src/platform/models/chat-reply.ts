import { z } from 'zod';
import { loadTokenizer } from '../../language/index.js';
import { onAbort, untilAborted } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import type { ChatRequest, ChatResult, ChatUsage } from './model.js';

/** More than any model reads or writes; a larger figure is no count, and the ledger has no room for it. */
export const MAX_TOKENS = 100_000_000;
const Tokens = z.int().nonnegative().max(MAX_TOKENS).catch(0);

/** No answer within its limit has as many characters or pieces per token: only one that knows no end reaches this. */
const MOST_PER_TOKEN = 8;
const SLACK = 256;

/** A name that no model has is none: it would be stored with every call. */
const AnsweringModel = z.string().min(1).max(200).optional().catch(undefined);

const ReportedUsage = z
  .object({ prompt_tokens: Tokens, completion_tokens: Tokens })
  .nullish()
  .catch(null);

// Only what we use: an endpoint may add what it likes and leave out what it does not know.
const Text = z.string().nullish();
const ToolCall = z.object({ id: Text, function: z.object({ name: z.string(), arguments: Text }) });
const Message = z.object({ content: Text, refusal: Text, tool_calls: z.array(ToolCall).nullish() });
const Reply = z.object({
  model: AnsweringModel,
  choices: z.array(z.object({ finish_reason: Text, message: Message })).min(1),
  usage: ReportedUsage,
});

/** A tool call as a stream brings it, in pieces. */
const ToolCallDelta = z.object({
  index: z.int().optional().catch(undefined),
  id: Text,
  function: z.object({ name: Text, arguments: Text }).nullish(),
});
type ToolCallDelta = z.infer<typeof ToolCallDelta>;
const Delta = Message.extend({ tool_calls: z.array(ToolCallDelta).nullish() });
const Chunk = z.object({
  model: AnsweringModel,
  choices: z.array(z.object({ finish_reason: Text, delta: Delta.nullish() })).nullish(),
  usage: ReportedUsage,
});

type StreamReader = {
  maxTokens: number;
  /** The longest wait for the next piece. */
  idleMs: number;
  signal: AbortSignal;
  /** Awaited before the next piece is read. */
  onText: (text: string) => void | Promise<void>;
};

export type ParsedReply = Pick<ChatResult, 'content' | 'toolCalls' | 'finishReason'> & {
  /** Null where the endpoint reports none. */
  usage: ChatUsage | null;
  model: string | undefined;
};

type FinishReason = ChatResult['finishReason'];

const FINISH_REASONS = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);

/** What the role and the borders of a message cost beside its text. */
const TOKENS_PER_MESSAGE = 4;

export const mostOf = (maxTokens: number): number => MOST_PER_TOKEN * maxTokens + SLACK;

const toFinishReason = (reported: string): FinishReason => FINISH_REASONS.get(reported) ?? 'other';

/** No prompt is of no tokens: an endpoint that says so does not count. */
const toUsage = (reported: z.infer<typeof ReportedUsage>): ChatUsage | null =>
  reported == null || reported.prompt_tokens === 0
    ? null
    : { promptTokens: reported.prompt_tokens, completionTokens: reported.completion_tokens };

/** The first choice of a reply; rejects what is no chat completion, such as a proxy's HTML page sent with status 200. */
export const parseChatReply = (value: unknown): ParsedReply => {
  const reply = Reply.safeParse(value);
  const choice = reply.data?.choices[0];
  if (!reply.success || choice === undefined) {
    throw new AppError('model_invalid_output', 'The endpoint did not answer with a completion.', {
      cause: reply.error,
    });
  }
  const { message, finish_reason: finishReason } = choice;
  const toolCalls = (message.tool_calls ?? []).map((call, position) => ({
    id: call.id ?? `call_${position}`,
    name: call.function.name,
    argumentsJson: call.function.arguments ?? '{}',
  }));
  return {
    content: message.content ?? message.refusal ?? '',
    toolCalls,
    usage: toUsage(reply.data.usage),
    finishReason: toFinishReason(finishReason ?? 'stop'),
    model: reply.data.model,
  };
};

/**
 * Tokens as o200k counts them, for endpoints that report none: no usage would be a lie. Another tokenizer's model is off by some
 * per cent, more in scripts that it knows badly.
 */
export const estimateUsage = async (
  request: ChatRequest,
  reply: Pick<ParsedReply, 'content' | 'toolCalls'>,
): Promise<ChatUsage> => {
  // Loaded here, because most endpoints report their usage and the vocabulary takes time and room.
  const { countTokens } = await loadTokenizer();
  const prompt = [
    ...request.messages.map(({ content }) => content),
    ...(request.tools === undefined ? [] : [JSON.stringify(request.tools)]),
    ...(request.responseSchema === undefined ? [] : [JSON.stringify(request.responseSchema)]),
  ];
  const completion = [
    reply.content,
    ...reply.toolCalls.map(({ name, argumentsJson }) => `${name} ${argumentsJson}`),
  ];
  const sum = (texts: readonly string[]): number =>
    texts.reduce((total, text) => total + countTokens(text), 0);
  return {
    promptTokens: sum(prompt) + TOKENS_PER_MESSAGE * request.messages.length,
    completionTokens: sum(completion),
  };
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
