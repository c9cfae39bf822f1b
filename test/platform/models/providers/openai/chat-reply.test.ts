import { describe, expect, it } from '@jest/globals';
import {
  createCollector,
  parseChatReply,
} from '../../../../../src/platform/models/providers/openai/chat-reply.js';

const chunk = (delta: object, more: object = {}) => ({ choices: [{ delta, ...more }] });

const collect = (chunks: readonly unknown[]) => {
  const collector = createCollector();
  for (const one of chunks) collector.add(one);
  return collector.toReply();
};

const toolDelta = (delta: object) => chunk({ tool_calls: [delta] });

describe('a completion from OpenAI', () => {
  it('needs nothing but its text', () => {
    expect(parseChatReply({ choices: [{ message: { content: 'Four weeks.' } }] })).toEqual({
      content: 'Four weeks.',
      toolCalls: [],
      thoughtChars: 0,
      usage: null,
      finishReason: 'stop',
      model: undefined,
    });
  });

  it('may report unusable usage, which counts as none', () => {
    const reply = (usage: unknown) =>
      parseChatReply({ choices: [{ message: { content: 'x' } }], usage }).usage;

    expect(reply({ prompt_tokens: 7, completion_tokens: 2 })).toEqual({
      promptTokens: 7,
      completionTokens: 2,
    });
    const prompt_tokens_details = { cached_tokens: 4 };
    expect(reply({ prompt_tokens: 7, completion_tokens: 2, prompt_tokens_details })).toEqual({
      promptTokens: 7,
      completionTokens: 2,
      cachedTokens: 4,
    });
    expect(reply({ prompt_tokens: 0, completion_tokens: 2 })).toBeNull();
    expect(reply({ prompt_tokens: -7, completion_tokens: 2 })).toBeNull();
    expect(reply('7')).toBeNull();
  });

  it('gets ids from us for calls without one', () => {
    const call = { function: { name: 'rag_search', arguments: null } };

    expect(parseChatReply({ choices: [{ message: { tool_calls: [call, call] } }] })).toMatchObject({
      toolCalls: [
        { id: 'call_0', name: 'rag_search', argumentsJson: '{}' },
        { id: 'call_1', name: 'rag_search', argumentsJson: '{}' },
      ],
    });
  });

  it.each([['<html>'], [{ choices: [] }], [null]])('cannot be read from %j', (value) => {
    expect(() => parseChatReply(value)).toThrow(
      expect.objectContaining({ code: 'model_invalid_output' }),
    );
  });
});

describe('a streamed completion from OpenAI', () => {
  it('is assembled from its pieces, with the usage that comes last', () => {
    const reply = collect([
      { model: 'm', ...chunk({ content: 'Four ' }) },
      chunk({ content: 'weeks.' }, { finish_reason: 'stop' }),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } },
    ]);

    expect(reply).toMatchObject({
      content: 'Four weeks.',
      finishReason: 'stop',
      usage: { promptTokens: 7, completionTokens: 2 },
      model: 'm',
    });
  });

  it('distinguishes its calls by their index', () => {
    const { toolCalls } = collect([
      toolDelta({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x"' } }),
      toolDelta({ index: 1, id: 'b', function: { name: 'two', arguments: '{}' } }),
      toolDelta({ index: 0, function: { arguments: ':1}' } }),
    ]);

    expect(toolCalls).toEqual([
      { id: 'a', name: 'one', argumentsJson: '{"x":1}' },
      { id: 'b', name: 'two', argumentsJson: '{}' },
    ]);
  });

  it('distinguishes its calls by their ids if all have the same index, or none', () => {
    const { toolCalls } = collect([
      toolDelta({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
      toolDelta({ index: 0, id: 'b', function: { name: 'two', arguments: '{' } }),
      toolDelta({ function: { arguments: '}' } }),
    ]);

    expect(toolCalls.map(({ name, argumentsJson }) => `${name}${argumentsJson}`)).toEqual([
      'one{}',
      'two{}',
    ]);
  });

  it('without an end marker counts as possibly cut off', () => {
    expect(collect([chunk({ content: 'Four' })]).finishReason).toBe('other');
  });

  it('is not an answer if it is empty', () => {
    expect(() => collect([{ choices: [] }])).toThrow(
      expect.objectContaining({ code: 'model_invalid_output' }),
    );
  });
});
