import { afterEach, describe, expect, it } from '@jest/globals';
import { createChatModel } from '../../../src/platform/models/failover-chat-model.js';
import { closeServers, request, setUp, structured } from './chat-model-setup.js';
import { openai } from '../../../src/platform/models/providers/openai/index.js';

afterEach(closeServers);

describe('a chat model over an OpenAI-compatible endpoint', () => {
  it('returns content, usage, cost, backend and the finish reason', async () => {
    const { complete } = await setUp(() => ({
      content: 'Three.',
      promptTokens: 1_000,
      completionTokens: 100,
    }));

    const result = await complete();

    expect(result).toEqual({
      content: 'Three.',
      toolCalls: [],
      usage: { promptTokens: 1_000, completionTokens: 100 },
      costUsd: (1_000 * 0.15 + 100 * 0.6) / 1_000_000,
      finishReason: 'stop',
      model: 'gpt-4o-mini',
      backend: 'main',
      protocol: 'structured',
      switched: false,
    });
  });

  it('prices a dated release like the model that it belongs to', async () => {
    const { complete } = await setUp(() => ({ content: 'x', model: 'gpt-4o-mini-2024-07-18' }));

    expect((await complete()).costUsd).toBeGreaterThan(0);
  });

  it('leaves the cost of an unknown model open', async () => {
    const { complete } = await setUp(() => 'x', { model: 'llama3' });

    expect((await complete()).costUsd).toBeNull();
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'prices an answer from a model named %s like the requested model',
    async (model) => {
      const { complete } = await setUp(() => ({
        content: 'x',
        model,
        promptTokens: 1_000,
        completionTokens: 0,
      }));

      expect((await complete()).costUsd).toBe((1_000 * 0.15) / 1_000_000);
    },
  );

  it('counts the tokens itself if an endpoint reports more than a prompt can have', async () => {
    const { complete } = await setUp(() => ({ content: 'Three.', promptTokens: 9e15 }));

    const { usage } = await complete();

    expect(usage.promptTokens).toBeGreaterThan(0);
    expect(usage.promptTokens).toBeLessThan(1_000);
  });

  it('keeps its configured name if an endpoint reports an impossible model name', async () => {
    const { complete } = await setUp(() => ({ content: 'x', model: 'm'.repeat(100_000) }));

    expect((await complete()).model).toBe('gpt-4o-mini');
  });

  it('sends the key, the limits and the schema', async () => {
    const { complete, server } = await setUp(() => '{}');

    await complete(structured);

    expect(server.requests[0]).toMatchObject({
      authorization: 'Bearer secret',
      body: {
        max_tokens: 100,
        temperature: 0.3,
        response_format: { type: 'json_schema', json_schema: { name: 'decision', strict: true } },
      },
    });
  });

  it('sends no Authorization header without a key', async () => {
    const { complete, server } = await setUp(() => 'x', { apiKey: '' });

    await complete();

    expect(server.requests[0]?.authorization).toBeUndefined();
  });

  it('passes tool calls on with their arguments unchanged', async () => {
    const { complete } = await setUp(() => ({
      content: '',
      toolCalls: [{ id: 'a', name: 'rag_search', arguments: '{"query":"x"}' }],
    }));

    expect(await complete()).toMatchObject({
      finishReason: 'tool_calls',
      toolCalls: [{ id: 'a', name: 'rag_search', argumentsJson: '{"query":"x"}' }],
    });
  });

  it("does not show the model's thoughts", async () => {
    const { complete } = await setUp(() => '<think>Answer: 42</think>\nThree days.');

    expect((await complete()).content).toBe('Three days.');
  });

  it('refuses to be created without a base URL', () => {
    expect(() =>
      createChatModel({
        provider: openai,
        backend: 'main',
        baseUrl: '',
        apiKey: '',
        model: 'm',
        protocol: 'auto',
        prices: {},
        firstTokenMs: 30_000,
        streamIdleMs: 1,
      }),
    ).toThrow('base URL');
  });
});

describe('unusable output', () => {
  it.each([
    ['a page of HTML with status 200', { fault: 'html' } as const],
    ['no choices', { fault: 'json', body: { choices: [] } } as const],
    ['null', { fault: 'json', body: null } as const],
    ['an empty answer', { content: '' }],
  ])('%s is refused', async (_, reply) => {
    const { complete, server } = await setUp(() => reply);

    await expect(complete()).rejects.toMatchObject({ code: 'model_invalid_output' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer that is cut at its token limit', () => {
  it('is requested once more with twice the limit, and both calls are paid for', async () => {
    const { complete, server } = await setUp(({ max_tokens: limit }) =>
      limit === 100
        ? { content: 'Thr', finishReason: 'length', promptTokens: 10, completionTokens: 5 }
        : { content: 'Three.', promptTokens: 10, completionTokens: 7 },
    );

    const result = await complete();

    expect(result).toMatchObject({
      content: 'Three.',
      finishReason: 'stop',
      usage: { promptTokens: 20, completionTokens: 12 },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('is passed on as it is if twice the limit is not enough', async () => {
    const { complete, server } = await setUp(() => ({ content: 'Thr', finishReason: 'length' }));

    expect((await complete()).finishReason).toBe('length');
    expect(server.requests).toHaveLength(2);
  });
});

describe('an endpoint that refuses a parameter', () => {
  it('gets no temperature after it has refused one', async () => {
    const { complete, server } = await setUp(({ temperature }) =>
      temperature === undefined
        ? 'Three.'
        : { fault: 'status', status: 400, message: "'temperature' does not support 0.3" },
    );

    await complete();
    await complete();

    expect(server.requests.map(({ body }) => body['temperature'])).toEqual([
      0.3,
      undefined,
      undefined,
    ]);
  });

  it('gets the token limit under its new name', async () => {
    const { complete } = await setUp(({ max_completion_tokens: limit }) =>
      limit === 100
        ? 'Three.'
        : { fault: 'status', status: 400, message: "Use 'max_completion_tokens' instead." },
    );

    expect((await complete()).content).toBe('Three.');
  });

  it('gets the schema described in words from then on if it does not support structured output', async () => {
    const { complete, server } = await setUp(({ response_format: format }) =>
      format === undefined
        ? '{}'
        : { fault: 'status', status: 400, message: 'response_format is not supported' },
    );

    await complete(structured);
    await complete(structured);

    const formats = server.requests.map(({ body }) => body['response_format']);
    expect(formats).toMatchObject([
      { type: 'json_schema' },
      { type: 'json_object' },
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(server.requests[3]?.body['messages'])).toContain('JSON schema');
  });
});

describe('a model call that is cancelled', () => {
  it('closes the connection and rejects as cancelled', async () => {
    const { complete, server } = await setUp(() => ({ fault: 'hang' }));
    const controller = new AbortController();

    const answer = complete(request, controller.signal);
    await server.received(1);
    controller.abort();

    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await server.requests[0]?.aborted;
    expect(server.requests).toHaveLength(1);
  });

  it('rejects as a missed deadline if the signal timed out', async () => {
    const { complete } = await setUp(() => ({ fault: 'hang' }));

    await expect(complete(request, AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  });

  it('sends nothing if it was cancelled before', async () => {
    const { complete, server } = await setUp(() => 'x');

    await expect(complete(request, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(server.requests).toHaveLength(0);
  });
});
