import { describe, expect, it } from '@jest/globals';
import { tools as protocol } from '../../../src/workflow/decide/tools.js';
import type { ChatToolCall } from '../../../src/platform/models/model.js';
import { toToolCall } from '../../fakes/decisions.js';

const parse = (toolCalls: readonly ChatToolCall[], content = '') =>
  protocol.parse({ content, toolCalls }, []);

describe('the tools protocol', () => {
  it('offers every tool as a function, and one more for a clarifying question', () => {
    const { tools, responseSchema } = protocol.toShape([
      { name: 'rag_search', description: 'Searches.', parameters: { type: 'object' } },
    ]);

    expect(tools).toEqual([
      { name: 'rag_search', description: 'Searches.', parameters: { type: 'object' } },
      {
        name: 'ask_clarification',
        description: expect.any(String),
        parameters: expect.objectContaining({ required: ['question'] }),
      },
    ]);
    expect(responseSchema).toBeUndefined();
  });

  it('does not need ids: it accepts calls without one and calls with the same one', () => {
    const calls = [
      toToolCall('rag_search', { query: 'a' }, ''),
      toToolCall('rag_search', { query: 'b' }, 'same'),
      toToolCall('rag_search', { query: 'c' }, 'same'),
    ];

    expect(parse(calls)).toMatchObject({
      decision: {
        tools: [
          { arguments: { query: 'a' } },
          { arguments: { query: 'b' } },
          { arguments: { query: 'c' } },
        ],
      },
    });
  });

  it('asks the clarifying question and calls no tool if the model wanted both at once', () => {
    const calls = [
      toToolCall('create_memory', { quote: 'x' }),
      toToolCall('ask_clarification', { question: 'Which one?' }),
    ];

    expect(parse(calls)).toMatchObject({
      decision: { decision: 'ASK_CLARIFICATION', question: 'Which one?' },
    });
  });

  it('reads a tool call without arguments as one with an empty object', () => {
    expect(parse([{ id: '1', name: 'ping', argumentsJson: '' }])).toMatchObject({
      decision: { tools: [{ name: 'ping', arguments: {} }] },
    });
  });

  it('reads text next to tool calls as the reason and not as an answer', () => {
    expect(
      parse([toToolCall('rag_search', { query: 'a' })], '<think>42</think>I look.'),
    ).toMatchObject({
      decision: { decision: 'CALL_TOOLS', reasoning: 'I look.' },
    });
  });

  it('drops an answer that is too long to keep whole', () => {
    expect(parse([], 'x'.repeat(40_000))).toMatchObject({
      decision: { decision: 'ANSWER', text: null },
    });
  });
});
