import { z } from 'zod';
import { AppError } from '../../../../shared/errors.js';
import { AnsweringModel, Tokens, toUsage, type ParsedReply } from '../../chat-reply.js';
import type { Collector } from '../../chat-stream.js';
import type { ChatResult } from '../../model.js';

// Only what we use; of other blocks, such as thoughts, only the type is read.
const Block = z.object({
  type: z.string(),
  text: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
});
/** Tokens that were read from a cache, or written to it, are not part of `input_tokens`. */
const Usage = z
  .object({
    input_tokens: Tokens.optional(),
    cache_creation_input_tokens: Tokens.nullish(),
    cache_read_input_tokens: Tokens.nullish(),
    output_tokens: Tokens.optional(),
  })
  .nullish()
  .catch(null);
type Usage = z.infer<typeof Usage>;

const Message = z.object({
  model: AnsweringModel,
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: Usage,
});

const Event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ model: AnsweringModel, usage: Usage }),
  }),
  z.object({
    type: z.literal('content_block_start'),
    index: z.int().nonnegative(),
    content_block: Block,
  }),
  z.object({
    type: z.literal('content_block_delta'),
    index: z.int().nonnegative(),
    delta: z.object({ text: z.string().nullish(), partial_json: z.string().nullish() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: Usage,
  }),
]);

type FinishReason = ChatResult['finishReason'];

const FINISH_REASONS = new Map<string, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** A whole message; throws AppError `model_invalid_output` for anything else. */
export const parseMessage = (value: unknown): ParsedReply => {
  const { data, error: cause } = Message.safeParse(value);
  if (data === undefined) {
    throw new AppError('model_invalid_output', 'The endpoint did not answer with a message.', {
      cause,
    });
  }
  const toolCalls = data.content.flatMap(({ type, id, name, input }, position) =>
    type === 'tool_use' && name != null
      ? [{ id: id ?? `call_${position}`, name, argumentsJson: JSON.stringify(input ?? {}) }]
      : [],
  );
  return {
    content: data.content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    toolCalls,
    usage: readUsage(data.usage),
    finishReason: toFinishReason(data.stop_reason ?? 'end_turn'),
    model: data.model,
  };
};

/** Gathers the events of a streamed message; those of other types are left aside, as the API asks. */
export const createCollector = (): Collector => {
  const calls = new Map<number, { id: string; name: string; argumentsJson: string }>();
  let content = '';
  let argumentChars = 0;
  let hasBegun = false;
  let stopReason = '';
  let model: string | undefined;
  let usage: Usage = null;

  const addText = (text: string): string => {
    content += text;
    return text;
  };

  const addArguments = (index: number, piece: string): void => {
    argumentChars += piece.length;
    const call = calls.get(index);
    if (call !== undefined) call.argumentsJson += piece;
  };

  return {
    add: (value) => {
      const { data: event } = Event.safeParse(value);
      switch (event?.type) {
        case undefined:
          return '';
        case 'message_start':
          hasBegun = true;
          ({ model, usage } = event.message);
          return '';
        case 'content_block_start': {
          const { index, content_block: block } = event;
          if (block.type === 'tool_use') {
            const { id, name } = block;
            calls.set(index, { id: id ?? `call_${index}`, name: name ?? '', argumentsJson: '' });
          }
          return block.type === 'text' ? addText(block.text ?? '') : '';
        }
        case 'content_block_delta':
          addArguments(event.index, event.delta.partial_json ?? '');
          return addText(event.delta.text ?? '');
        case 'message_delta':
          stopReason = event.delta.stop_reason ?? stopReason;
          usage = { ...usage, ...event.usage };
          return '';
      }
    },
    argumentChars: () => argumentChars,
    toReply: () => {
      if (!hasBegun) throw new AppError('model_invalid_output', 'The endpoint streamed nothing.');
      const toolCalls = [...calls.values()].map(({ argumentsJson, ...call }) => ({
        ...call,
        argumentsJson: argumentsJson || '{}',
      }));
      const finishReason = toFinishReason(stopReason);
      return { content, toolCalls, usage: readUsage(usage), finishReason, model };
    },
  };
};

const toFinishReason = (reported: string): FinishReason => FINISH_REASONS.get(reported) ?? 'other';

const readUsage = (usage: Usage): ParsedReply['usage'] =>
  usage == null
    ? null
    : toUsage(
        (usage.input_tokens ?? 0) +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0),
        usage.output_tokens ?? 0,
      );
