import { afterEach, describe, expect, it } from '@jest/globals';
import { createBoundedFetch } from '../../../src/platform/models/bounded-fetch.js';
import { createHttpReranker } from '../../../src/platform/models/http-reranker.js';
import { createChatModel } from '../../../src/platform/models/failover-chat-model.js';
import { createOpenAiEmbedder } from '../../../src/platform/models/providers/openai/embedder.js';
import { createCredentialFilter } from '../../../src/shared/credential-filter.js';
import { startFloodingServer, type Flood } from '../../fakes/flooding-server.js';
import { createSilentMetrics } from '../../fakes/silent-metrics.js';
import { request } from './chat-model-setup.js';
import { openai } from '../../../src/platform/models/providers/openai/index.js';

const MEGABYTE = 1024 * 1024;
const NEVER = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const startFlood = async (flood: Flood) => {
  const server = await startFloodingServer(flood);
  closers.push(server.close);
  return server;
};

const createChat = (baseUrl: string) =>
  createChatModel({
    provider: openai,
    backend: 'main',
    baseUrl,
    apiKey: '',
    model: 'm',
    protocol: 'auto',
    prices: {},
    firstTokenMs: 30_000,
    streamIdleMs: 15_000,
  });

const event = `data: ${JSON.stringify({ choices: [{ delta: {}, index: 0 }], pad: 'x'.repeat(60_000) })}\n\n`;

describe('an endpoint whose answer never ends', () => {
  it.each([
    [
      'text without line breaks',
      { contentType: 'text/event-stream', piece: 'x'.repeat(65_536) },
      8,
    ],
    ['empty events', { contentType: 'text/event-stream', piece: event }, 72],
    ['JSON', { contentType: 'application/json', piece: `"${'x'.repeat(65_533)}",` }, 16],
    ['a page', { contentType: 'text/html', piece: '<p>'.repeat(20_000) }, 16],
  ] satisfies [string, Flood, number][])(
    'is abandoned when a stream was requested and it sends %s',
    async (_what, flood, megabytes) => {
      const { baseUrl, taken } = await startFlood(flood);
      const onText = () => undefined;

      const asked = createChat(baseUrl).complete(request, { signal: NEVER, onText });

      await expect(asked).rejects.toMatchObject({ code: 'model_unavailable' });
      expect(await taken).toBeLessThan(megabytes * MEGABYTE);
    },
  );

  it('is abandoned by a chat model that reads its answer as a whole, and by an embedder', async () => {
    const flood = { contentType: 'application/json', piece: `[${'1,'.repeat(30_000)}1],` };
    const [chat, embedder] = [await startFlood(flood), await startFlood(flood)];
    const options = { baseUrl: embedder.baseUrl, apiKey: '', model: 'm', dimensions: 3 };
    const embedding = createOpenAiEmbedder({
      ...options,
      prices: {},
      metrics: createSilentMetrics(),
    });

    await expect(
      createChat(chat.baseUrl).complete(request, { signal: NEVER }),
    ).rejects.toMatchObject({
      code: 'model_unavailable',
      message: 'The endpoint answered with more than 8388608 bytes.',
    });
    await expect(embedding.embed(['three days'], { signal: NEVER })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: 'The endpoint answered with more than 33554432 bytes.',
    });
    expect(await chat.taken).toBeLessThan(16 * MEGABYTE);
    expect(await embedder.taken).toBeLessThan(48 * MEGABYTE);
  });

  it('is abandoned by a reranker', async () => {
    const flood = { contentType: 'application/json', piece: `[${'1,'.repeat(30_000)}1],` };
    const { baseUrl, taken } = await startFlood(flood);
    const reranker = createHttpReranker({ baseUrl, apiKey: '', model: 'm' });

    await expect(reranker.rerank('days', ['three days'], { signal: NEVER })).rejects.toMatchObject({
      code: 'model_invalid_output',
      message: "The reranker's answer is unusable: too long.",
    });
    expect(await taken).toBeLessThan(16 * MEGABYTE);
  });

  it('is abandoned at once when nobody waits for its answer any more', async () => {
    const { baseUrl, taken } = await startFlood({ contentType: 'text/event-stream', piece: event });
    const caller = new AbortController();
    const onText = () => undefined;

    const asked = createChat(baseUrl).complete(request, { signal: caller.signal, onText });
    setImmediate(() => {
      caller.abort();
    });

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(await taken).toBeLessThan(64 * MEGABYTE);
  });
});

describe('an endpoint that repeats our API key', () => {
  const key = 'sk-Main_9aB7c4xQ2mT8vW3z';
  const clean = createCredentialFilter([key]);
  const half = key.slice(0, key.length / 2);
  const problem = { error: { message: `Bad key ${key}, ${half}`, code: key } };

  const answering = (status: number, { type, body }: { type: string; body: string }) =>
    createBoundedFetch(
      { maxBytes: MEGABYTE, clean },
      async () =>
        new Response(body, {
          status,
          statusText: `No ${key}`,
          headers: { 'content-type': type },
        }),
    );

  it.each([
    ['an error of JSON', 401, { type: 'application/json', body: JSON.stringify(problem) }],
    ['an error of text', 500, { type: 'text/plain', body: `${key} is unknown` }],
    ['an answer', 200, { type: 'application/json', body: JSON.stringify({ text: half }) }],
    [
      'an event',
      200,
      { type: 'text/event-stream', body: `data: ${JSON.stringify(problem)}\n\ndata: [DONE]\n\n` },
    ],
    ['a line that never ends', 200, { type: 'text/event-stream', body: `: ${key}` }],
    [
      'escapes',
      400,
      { type: 'application/json', body: `{"message":"\\u0073k-Main_9aB7c4xQ\\u0032mT8vW3z"}` },
    ],
  ])('has the key removed from its response, in %s', async (_where, status, answer) => {
    const response = await answering(status, answer)('https://model.example');
    const text = await response.text();

    expect(response.status).toBe(status);
    expect(`${text} ${response.statusText}`).not.toContain(half);
    expect(text).toContain('[credential]');
    expect(text).not.toMatch(/u0073/);
  });

  it('has its other stream events passed on unchanged and at once', async () => {
    const bodies = [`data: {"a": 1.50}\n\nda`, 'ta: {"b": "é"}\n\n'];
    const send = createBoundedFetch({ maxBytes: MEGABYTE, clean }, async () => {
      const pieces = bodies.map((piece) => new TextEncoder().encode(piece));
      const body = new ReadableStream({
        pull: (controller) => {
          const next = pieces.shift();
          if (next) controller.enqueue(next);
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });

    const reader = (await send('https://model.example')).body?.getReader();
    const first = await reader?.read();
    const second = await reader?.read();
    await reader?.cancel();

    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: {"a": 1.50}\n\n');
    expect(Buffer.from(second?.value ?? []).toString()).toBe('data: {"b": "é"}\n\n');
  });

  it('is not searched for the key if its answers are numbers', async () => {
    const body = JSON.stringify({ data: key });
    const options = { maxBytes: MEGABYTE, clean, isOfNumbers: true };
    const send = (status: number) =>
      createBoundedFetch(options, async () => new Response(body, { status }))('https://x.example');

    expect(await (await send(200)).text()).toBe(body);
    expect(await (await send(500)).text()).toBe('{"data":"[credential]"}');
  });
});
