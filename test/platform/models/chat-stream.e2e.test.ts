import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChatModelOptions } from '../../../src/platform/models/failover-chat-model.js';
import type { ChatScript } from '../../fakes/openai-server/replies.js';
import type { ChatRequest } from '../../../src/platform/models/model.js';
import { closeServers, request, setUp, structured } from './chat-model-setup.js';

afterEach(closeServers);

const stream = async (chat: ChatScript, options: Partial<ChatModelOptions> = {}) => {
  const parts = await setUp(chat, options);
  const texts: string[] = [];
  const complete = (
    onText: (text: string) => void | Promise<void> = (text) => void texts.push(text),
    signal = new AbortController().signal,
  ) => parts.model.complete(request, { signal, deadlineAt: Date.now() + 60_000, onText });
  return { ...parts, texts, complete };
};

const chunk = (delta: Record<string, unknown>, finish: string | null = null) => ({
  choices: [{ delta, finish_reason: finish }],
});

describe('a streamed model answer', () => {
  it('comes in pieces that make up the content, with usage and cost', async () => {
    const { complete, texts, server } = await stream(() => ({
      content: 'Three days, as it says.',
      promptTokens: 1_000,
      completionTokens: 100,
    }));

    const result = await complete();

    expect(texts).toEqual(['Three', ' days,', ' as', ' it', ' says.']);
    expect(result).toEqual({
      content: 'Three days, as it says.',
      toolCalls: [],
      usage: { promptTokens: 1_000, completionTokens: 100 },
      costUsd: (1_000 * 0.15 + 100 * 0.6) / 1_000_000,
      finishReason: 'stop',
      model: 'gpt-4o-mini',
      backend: 'main',
      protocol: 'structured',
      switched: false,
    });
    expect(server.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('passes reasoning on as it was written: the pieces are the content', async () => {
    const { complete, texts } = await stream(() => '<think>Hm.</think> Three.');

    expect((await complete()).content).toBe('<think>Hm.</think> Three.');
    expect(texts.join('')).toBe('<think>Hm.</think> Three.');
  });

  it('is read no faster than its consumer reads it', async () => {
    const { complete } = await stream(() => 'one two three');
    const seen: string[] = [];

    await complete(async (text) => {
      seen.push(`begin${text}`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`end${text}`);
    });

    expect(seen).toEqual([
      'beginone',
      'endone',
      'begin two',
      'end two',
      'begin three',
      'end three',
    ]);
  });

  it('assembles tool calls from their pieces', async () => {
    const { complete } = await stream(() => ({
      content: '',
      toolCalls: [
        { id: 'a', name: 'rag_search', arguments: '{"query":"leave"}' },
        { id: 'b', name: 'memory_search', arguments: '{}' },
      ],
    }));

    expect(await complete()).toMatchObject({
      finishReason: 'tool_calls',
      toolCalls: [
        { id: 'a', name: 'rag_search', argumentsJson: '{"query":"leave"}' },
        { id: 'b', name: 'memory_search', argumentsJson: '{}' },
      ],
    });
  });

  it('distinguishes tool calls by their ids if they all have the same index', async () => {
    const call = (id: string) => chunk({ tool_calls: [{ index: 0, id, function: { name: id } }] });
    const { complete } = await stream(() => ({ fault: 'events', events: [call('a'), call('b')] }));

    expect((await complete()).toolCalls.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('counts its tokens itself if the endpoint reports none', async () => {
    const { complete } = await stream(() => ({
      fault: 'events',
      events: [chunk({ content: 'Three days.' }, 'stop'), '[DONE]'],
    }));

    const { usage, costUsd } = await complete();

    expect(usage.completionTokens).toBe(3);
    expect(usage.promptTokens).toBeGreaterThan(3);
    expect(costUsd).toBeGreaterThan(0);
  });

  it('that reached its token limit says so and is not started again', async () => {
    const { complete, server } = await stream(() => ({ content: 'Thr', finishReason: 'length' }));

    expect(await complete()).toMatchObject({ content: 'Thr', finishReason: 'length' });
    expect(server.requests).toHaveLength(1);
  });

  it('that spent its limit on reasoning and wrote nothing is requested once more', async () => {
    const { complete, texts } = await stream(({ max_tokens: limit }) =>
      limit === 100 ? { content: '', finishReason: 'length' } : 'Three.',
    );

    expect((await complete()).finishReason).toBe('stop');
    expect(texts).toEqual(['Three.']);
  });

  it.each([
    ['in tags', { content: '<thinking>Hm.</thinking>' }],
    ['next to the content', { reasoning_content: 'Hm.' }],
    ['next to it under another name', { reasoning: 'Hm.' }],
    ['in parts', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }],
  ])('that consists only of thoughts %s is requested once more', async (_, delta) => {
    const { complete, server } = await stream(({ max_tokens: limit }) =>
      limit === 100 ? { fault: 'events', events: [chunk(delta, 'length'), '[DONE]'] } : 'Three.',
    );

    const { content } = await complete();

    expect(content.endsWith('Three.')).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  it('treats thoughts as a sign that the endpoint works, but not empty pieces', async () => {
    const pieces = [{ role: 'assistant', content: '' }, { reasoning_content: 'Hm.' }, {}];
    const { model } = await stream(() => ({
      fault: 'events',
      events: [...pieces, { content: 'Three.' }].map((delta) => chunk(delta)),
    }));
    let heard = 0;

    await model.complete(request, {
      signal: new AbortController().signal,
      onProgress: () => void (heard += 1),
    });

    expect(heard).toBe(2);
  });

  it('that ends without a finish reason is not taken for a complete one', async () => {
    const { complete } = await stream(() => ({
      fault: 'events',
      events: [chunk({ content: 'Three' })],
    }));

    expect(await complete()).toMatchObject({ content: 'Three', finishReason: 'other' });
  });
});

describe('an endpoint that cannot stream as requested', () => {
  it('is not asked for usage again after it refused that', async () => {
    const { complete, server } = await stream(({ stream_options: options }) =>
      options === undefined
        ? 'Three.'
        : { fault: 'status', status: 400, message: 'Unknown field: stream_options' },
    );

    await complete();
    await complete();

    expect(server.requests.map(({ body }) => 'stream_options' in body)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is asked for the whole answer after it refused to stream', async () => {
    const { complete, texts, server } = await stream(({ stream: isStreamed }) =>
      isStreamed === true
        ? { fault: 'status', status: 400, message: 'You must be verified to stream this model.' }
        : 'Three days.',
    );

    expect((await complete()).content).toBe('Three days.');
    expect(texts).toEqual(['Three days.']);
    expect(server.requests).toHaveLength(2);
  });

  it('may answer in one piece although a stream was requested', async () => {
    const { complete, texts } = await stream(() => ({ fault: 'one_piece', reply: 'Three days.' }));

    expect(await complete()).toMatchObject({ content: 'Three days.', finishReason: 'stop' });
    expect(texts).toEqual(['Three days.']);
  });
});

describe('a call whose answer nobody reads as it is written', () => {
  it.each<[string, Partial<ChatRequest>]>([
    ['an answer', {}],
    ['a decision by schema', { responseSchema: { name: 'decision', schema: {} } }],
    ['a decision by tools', { tools: [{ name: 'a', description: '', parameters: {} }] }],
  ])('is streamed as well, so that silence is noticed: %s', async (_, asked) => {
    const { complete, server } = await setUp(() => 'Three.');

    expect((await complete({ ...request, ...asked })).content).toBe('Three.');
    expect(server.requests.map(({ body }) => body['stream'])).toEqual([true]);
  });

  it('gets its form in one piece if the endpoint can only stream text', async () => {
    const { complete, server } = await setUp(({ stream: isStreamed, response_format: format }) =>
      isStreamed === true && format !== undefined
        ? { fault: 'status', status: 400, message: 'response_format does not support streaming' }
        : '{}',
    );

    await complete(structured);
    await complete(structured);
    await complete(request);

    expect(server.requests.map(({ body }) => body['stream'] ?? false)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('an endless stream from a model', () => {
  it('is abandoned when it is longer than any answer within its limit', async () => {
    const { complete, server } = await stream(() => ({
      fault: 'endless',
      piece: ' more and more',
    }));

    const { content, finishReason } = await complete();

    await server.requests[0]?.aborted;
    expect(finishReason).toBe('length');
    expect(content.length).toBeLessThan(2_000);
  });

  it('is abandoned also when its pieces are empty', async () => {
    const { model, server } = await stream(() => ({ fault: 'endless', piece: '' }));

    const answer = model.complete(
      { ...request, maxTokens: 5 },
      { signal: new AbortController().signal, onText: () => undefined },
    );

    await expect(answer).rejects.toMatchObject({ code: 'model_invalid_output' });
    // Twice: nothing was written, so there was room for a second try with twice the limit.
    await server.requests[1]?.aborted;
  });

  it('is abandoned at the deadline', async () => {
    const { complete, server } = await stream(() => ({
      fault: 'endless',
      piece: ' a',
      pauseMs: 20,
    }));

    await expect(complete(undefined, AbortSignal.timeout(100))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    await server.requests[0]?.aborted;
  });
});
