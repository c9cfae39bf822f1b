import { describe, expect, it } from '@jest/globals';
import {
  createCollector,
  parseMessage,
} from '../../../../../src/platform/models/providers/anthropic/chat.js';

const collect = (events: readonly unknown[]) => {
  const collector = createCollector();
  for (const event of events) collector.add(event);
  return collector.toReply();
};

const start = (usage: object = { input_tokens: 5, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { model: 'claude', usage },
});

describe('a message from Anthropic', () => {
  it('is converted to its texts, without thoughts, and its tool calls', () => {
    const reply = parseMessage({
      model: 'claude',
      content: [
        { type: 'thinking', thinking: 'Hm.', text: 'hidden' },
        { type: 'text', text: 'Four weeks.' },
        { type: 'tool_use', id: 'a', name: 'rag_search', input: { query: 'x' } },
      ],
      stop_reason: 'tool_use',
    });

    expect(reply).toMatchObject({
      content: 'Four weeks.',
      finishReason: 'tool_calls',
      toolCalls: [{ id: 'a', name: 'rag_search', argumentsJson: '{"query":"x"}' }],
    });
  });

  it('counts cached tokens as prompt tokens', () => {
    const { usage } = parseMessage({
      content: [],
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 20,
        cache_read_input_tokens: 100,
        output_tokens: 7,
      },
    });

    expect(usage).toEqual({ promptTokens: 125, completionTokens: 7, cachedTokens: 100 });
  });

  it('is refused in any other form', () => {
    expect(() => parseMessage({ choices: [] })).toThrow(
      expect.objectContaining({ code: 'model_invalid_output' }),
    );
  });
});

describe('a streamed message from Anthropic', () => {
  it('is assembled from its pieces, with the usage that was reported last', () => {
    const reply = collect([
      start(),
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { text: 'Four ' } },
      { type: 'content_block_delta', index: 0, delta: { text: 'weeks.' } },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 9 } },
    ]);

    expect(reply).toMatchObject({
      content: 'Four weeks.',
      finishReason: 'length',
      usage: { promptTokens: 5, completionTokens: 9 },
    });
  });

  it('has the arguments of each tool call assembled', () => {
    const piece = (index: number, json: string) => ({
      type: 'content_block_delta',
      index,
      delta: { partial_json: json },
    });
    const call = (index: number, name: string) => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: name, name },
    });

    const { toolCalls } = collect([
      start(),
      call(1, 'one'),
      call(2, 'two'),
      piece(1, '{"x"'),
      piece(1, ':1}'),
    ]);

    expect(toolCalls.map(({ argumentsJson }) => argumentsJson)).toEqual(['{"x":1}', '{}']);
  });

  it('is not an answer if it is empty, and counts as possibly cut off without an end event', () => {
    expect(() => collect([{ type: 'ping' }])).toThrow(
      expect.objectContaining({ code: 'model_invalid_output' }),
    );
    expect(collect([start()]).finishReason).toBe('other');
  });
});
