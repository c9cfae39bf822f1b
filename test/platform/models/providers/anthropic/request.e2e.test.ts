import { afterEach, describe, expect, it } from '@jest/globals';
import { createChatModel } from '../../../../../src/platform/models/failover-chat-model.js';
import type { ChatMessage, ChatRequest } from '../../../../../src/platform/models/model.js';
import { askEndpoint } from '../../../../../src/platform/models/probe-endpoints.js';
import { anthropic } from '../../../../../src/platform/models/providers/anthropic/index.js';
import {
  startAnthropicServer,
  streamOf,
  type AnthropicReply,
} from '../../../../fakes/anthropic-server.js';

const request: ChatRequest = {
  purpose: 'answer',
  messages: [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'How many days?' },
  ],
  maxTokens: 100,
  temperature: 1.5,
};
const search = {
  name: 'search',
  description: 'Searches.',
  parameters: { type: 'object', properties: {} },
};
const text = (value: string): AnthropicReply => ({
  kind: 'message',
  content: [{ type: 'text', text: value }],
});
const refusal = (message: string, status = 400): AnthropicReply => ({
  kind: 'error',
  status,
  type: 'invalid_request_error',
  message,
});

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A model whose server gives the replies one after another, the last one again and again. */
const setUp = async (
  replies: AnthropicReply[],
  options: { apiKey?: string; path?: string } = {},
) => {
  const left = [...replies];
  const server = await startAnthropicServer(() => (left.length > 1 ? left.shift() : left[0])!);
  open.push(server);
  const waits: number[] = [];
  const model = createChatModel({
    provider: anthropic,
    backend: 'claude',
    model: 'claude-test',
    protocol: 'auto',
    baseUrl: `${server.baseUrl}${options.path ?? ''}`,
    apiKey: options.apiKey ?? 'secret',
    prices: {},
    firstTokenMs: 30_000,
    streamIdleMs: 1_000,
    retry: {
      random: () => 1,
      wait: async (delayMs) => {
        waits.push(delayMs);
      },
    },
  });
  const { signal } = new AbortController();
  const complete = (asked: ChatRequest = request, onText?: (piece: string) => void) =>
    model.complete(asked, { signal, onText });
  return { server, complete, waits };
};

describe("a model behind Anthropic's Messages API", () => {
  it.each(['', '/v1', '/v1/'])('answers if the base URL ends with "%s"', async (path) => {
    const { server, complete } = await setUp([text('25 days.')], { path });

    const result = await complete();

    expect(result).toMatchObject({ content: '25 days.', finishReason: 'stop', backend: 'claude' });
    expect(result.model).toBe('claude-test-20260101');
    expect(result.usage).toEqual({ promptTokens: 25, completionTokens: 7, cachedTokens: 5 });
    expect(server.bodies[0]).toMatchObject({
      model: 'claude-test',
      max_tokens: 100,
      temperature: 1,
      system: 'Rules.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'How many days?' }] }],
    });
  });

  it('marks the part of the prompt that all users of a tenant share as cacheable', async () => {
    const { server, complete } = await setUp([text('25 days.')]);
    const system = { role: 'system' as const, content: 'Rules.\n\nFor Ada.', sharedChars: 6 };

    await complete({ ...request, messages: [system, ...request.messages.slice(1)] });

    expect(server.bodies[0]).toMatchObject({
      system: [
        { type: 'text', text: 'Rules.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: '\n\nFor Ada.' },
      ],
    });
  });

  it('gets the prompt as one text if the endpoint has no cache', async () => {
    const { server, complete } = await setUp([
      refusal('system: Input should be a valid string'),
      text('25 days.'),
    ]);
    const system = { role: 'system' as const, content: 'Rules.\n\nFor Ada.', sharedChars: 6 };

    await complete({ ...request, messages: [system, ...request.messages.slice(1)] });

    expect(server.bodies.at(-1)).toMatchObject({ system: system.content });
  });

  it('streams text as it is written', async () => {
    const { complete } = await setUp([
      { kind: 'events', events: streamOf([{ text: ['25 ', 'days.'] }]) },
    ]);
    const pieces: string[] = [];

    const result = await complete(request, (piece) => pieces.push(piece));

    expect(pieces).toEqual(['25 ', 'days.']);
    expect(result).toMatchObject({ content: '25 days.', finishReason: 'stop' });
    expect(result.usage).toEqual({ promptTokens: 25, completionTokens: 7, cachedTokens: 5 });
  });

  it('calls tools, whole or streamed, and reads their results', async () => {
    const called = { type: 'tool_use', id: 'toolu_1', name: 'search', input: { query: 'days' } };
    const events = streamOf([{ tool: 'search', json: '{"query":"days"}' }], 'tool_use');
    const { server, complete } = await setUp([
      { kind: 'message', content: [called], stopReason: 'tool_use' },
      { kind: 'events', events },
    ]);
    const asked = { ...request, tools: [search] };

    const whole = await complete(asked);
    const messages: ChatMessage[] = [
      ...request.messages,
      { role: 'assistant', content: '', toolCalls: whole.toolCalls },
      { role: 'tool', toolCallId: 'toolu_1', content: 'Nothing found.' },
      { role: 'user', content: 'Try again.' },
    ];
    const streamed = await complete({ ...asked, messages }, () => undefined);

    for (const { toolCalls, finishReason } of [whole, streamed]) {
      expect(finishReason).toBe('tool_calls');
      expect(toolCalls.map(({ name, argumentsJson }) => [name, argumentsJson])).toEqual([
        ['search', '{"query":"days"}'],
      ]);
    }
    expect(server.bodies[1]?.tools).toEqual([
      { name: 'search', description: 'Searches.', input_schema: search.parameters },
    ]);
    expect(server.bodies[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: [called] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Nothing found.' },
          { type: 'text', text: 'Try again.' },
        ],
      },
    ]);
  });

  it('has to follow a schema, or gets it described in words if it cannot', async () => {
    const responseSchema = { name: 'decision', schema: { type: 'object', properties: {} } };
    const { server, complete } = await setUp([
      refusal('output_config.format: structured outputs are not supported by this model'),
      text('{}'),
    ]);

    const result = await complete({ ...request, responseSchema });

    expect(result.content).toBe('{}');
    expect(server.bodies[0]?.output_config).toEqual({
      format: { type: 'json_schema', schema: responseSchema.schema },
    });
    expect(server.bodies[1]?.output_config).toBeUndefined();
    expect(server.bodies[1]?.system).toContain('JSON schema');
  });

  it('gets no temperature after the first refusal', async () => {
    const { server, complete } = await setUp([
      refusal('`temperature` is not supported with this model'),
      text('Yes.'),
    ]);

    await complete();
    await complete();

    expect(server.bodies.map(({ temperature }) => temperature)).toEqual([1, undefined, undefined]);
  });

  it('is asked again with half of the conversation if the prompt is too long', async () => {
    const { server, complete } = await setUp([
      refusal('prompt is too long: 201000 tokens > 200000 maximum'),
      text('Yes.'),
    ]);
    const history: ChatMessage[] = [
      { role: 'user', content: 'Before.', isHistory: true },
      { role: 'assistant', content: 'An answer.', isHistory: true },
    ];

    await complete({ ...request, messages: [...history, { role: 'user', content: 'Now?' }] });

    expect(server.bodies[1]?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Now?' }] },
    ]);
  });

  it('is asked again after an overload, no earlier than its answer says', async () => {
    const overload: AnthropicReply = {
      kind: 'error',
      status: 529,
      type: 'overloaded_error',
      message: 'Overloaded',
      headers: { 'retry-after': '2' },
    };
    const { complete, waits } = await setUp([overload, text('Yes.')]);

    const { content } = await complete();

    expect(content).toBe('Yes.');
    expect(waits).toEqual([2_000]);
  });

  it.each<[string, AnthropicReply, object]>([
    [
      'a page of a proxy',
      { kind: 'message', content: 'no' as never },
      { code: 'model_invalid_output' },
    ],
    ['an empty stream', { kind: 'events', events: [] }, { code: 'model_invalid_output' }],
    [
      'a stream that breaks off with an error',
      {
        kind: 'events',
        events: [
          ...streamOf([{ text: ['25 '] }]).slice(0, 4),
          { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
        ],
      },
      { code: 'model_unavailable' },
    ],
    [
      'a stream that falls silent',
      { kind: 'events', events: streamOf([{ text: ['25 '] }]).slice(0, 4), hangs: true },
      { code: 'model_unavailable' },
    ],
  ])('fails with %s', async (_, reply, failure) => {
    const { complete } = await setUp([reply]);

    await expect(complete(request, () => undefined)).rejects.toMatchObject(failure);
  });

  it('is not asked again if the key is wrong, and the error does not contain the key', async () => {
    const { server, complete } = await setUp([text('Yes.')], { apiKey: 'wrong' });

    const asked = complete();

    await expect(asked).rejects.toMatchObject({ code: 'model_unavailable' });
    await expect(asked).rejects.not.toThrow(/wrong|x-api-key/);
    expect(server.paths).toEqual(['POST /v1/messages']);
  });

  it('is cancelled when its caller cancels', async () => {
    const { server } = await setUp([
      { kind: 'events', events: streamOf([{ text: ['25 '] }]).slice(0, 4), hangs: true },
    ]);
    const caller = new AbortController();
    const model = createChatModel({
      provider: anthropic,
      backend: 'claude',
      model: 'claude-test',
      protocol: 'auto',
      baseUrl: server.baseUrl,
      apiKey: 'secret',
      prices: {},
      firstTokenMs: 30_000,
      streamIdleMs: 60_000,
    });

    const asked = model.complete(request, {
      signal: caller.signal,
      onText: () => {
        caller.abort();
      },
    });

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is checked through its model list', async () => {
    const { server } = await setUp([text('Yes.')]);
    const { signal } = new AbortController();
    const ask = (apiKey: string) =>
      askEndpoint({ baseUrl: server.baseUrl, apiKey, provider: 'anthropic' }, { signal });

    expect(await ask('secret')).toEqual({ kind: 'answers', status: 200 });
    expect(await ask('wrong')).toEqual({ kind: 'refuses_key', status: 401 });
    expect(server.paths).toEqual(['GET /v1/models', 'GET /v1/models']);
  });
});
