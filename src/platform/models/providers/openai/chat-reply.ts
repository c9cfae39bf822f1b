import { z } from 'zod';
import { AppError } from '../../../../shared/errors.js';
import { AnsweringModel, Tokens, toUsage, type ParsedReply } from '../../chat-reply.js';
import type { Collector } from '../../chat-stream.js';
import type { ChatResult } from '../../model.js';

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

type FinishReason = ChatResult['finishReason'];

const FINISH_REASONS = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);

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
    usage: readUsage(reply.data.usage),
    finishReason: toFinishReason(finishReason ?? 'stop'),
    model: reply.data.model,
  };
};

/** Gathers the chunks of a streamed completion. */
export const createCollector = (): Collector => {
  const calls: Call[] = [];
  let content = '';
  let argumentChars = 0;
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
    add: (value) => {
      const chunk = parseChunk(value);
      const choice = chunk.choices?.[0];
      model ??= chunk.model;
      usage = readUsage(chunk.usage) ?? usage;
      if (choice === undefined) return '';
      hasChoice = true;
      finishReason = choice.finish_reason ?? finishReason;
      choice.delta?.tool_calls?.forEach(addToolCall);
      const text = choice.delta?.content ?? choice.delta?.refusal ?? '';
      content += text;
      return text;
    },
    argumentChars: () => argumentChars,
    toReply: () => {
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

const toFinishReason = (reported: string): FinishReason => FINISH_REASONS.get(reported) ?? 'other';

const readUsage = (reported: z.infer<typeof ReportedUsage>): ParsedReply['usage'] =>
  reported == null ? null : toUsage(reported.prompt_tokens, reported.completion_tokens);

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
