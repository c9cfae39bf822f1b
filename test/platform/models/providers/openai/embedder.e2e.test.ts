import { afterEach, describe, expect, it } from '@jest/globals';
import {
  checkDimensions,
  createOpenAiEmbedder,
  createPace,
} from '../../../../../src/platform/models/providers/openai/embedder.js';
import { AppError } from '../../../../../src/shared/errors.js';
import { hashedEmbeddings } from '../../../../fakes/openai-server/hashed-embeddings.js';
import { createSilentMetrics } from '../../../../fakes/silent-metrics.js';
import {
  startOpenAiServer,
  type OpenAiServer,
  type OpenAiServerOptions,
} from '../../../../fakes/openai-server/index.js';
import type { EmbeddingScript, Fault } from '../../../../fakes/openai-server/replies.js';

const DIMENSIONS = 8;
const { signal } = new AbortController();

const open: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Waiting takes no time and moves the clock. */
const createClock = () => {
  const clock = { now: 1_000_000, waits: new Array<number>() };
  return {
    clock,
    retry: {
      now: () => clock.now,
      random: () => 1,
      wait: async (delayMs: number) => {
        clock.waits.push(delayMs);
        clock.now += delayMs;
      },
    },
  };
};

const setUp = async (embed?: EmbeddingScript) => {
  const server = await startOpenAiServer({ dimensions: DIMENSIONS, ...(embed && { embed }) });
  open.push(server);
  const { clock, retry } = createClock();
  const embedder = createOpenAiEmbedder({
    baseUrl: server.baseUrl,
    apiKey: '',
    model: 'embedder',
    dimensions: DIMENSIONS,
    batchSize: 2,
    prices: { embedder: { input: 0.02, output: 0 } },
    metrics: createSilentMetrics(),
    retry,
  });
  const embed_ = (texts: string[], signal = new AbortController().signal) =>
    embedder.embed(texts, { signal }).then(({ vectors }) => vectors);
  return { server, embedder, clock, embed: embed_ };
};

describe('an embedder over an OpenAI-compatible endpoint', () => {
  it('embeds in batches, keeps the order of the texts, and requests floats', async () => {
    const { server, embed } = await setUp();

    const vectors = await embed(['one', 'two', 'three']);

    const expected = hashedEmbeddings(['one', 'two', 'three'], DIMENSIONS);
    expect(vectors).toEqual(expected.map((vector) => Float32Array.from(vector)));
    expect(server.requests.map(({ body }) => body)).toMatchObject([
      { input: ['one', 'two'], encoding_format: 'float' },
      { input: ['three'], encoding_format: 'float' },
    ]);
  });

  it('sends nothing if there are no texts', async () => {
    const { server, embed } = await setUp();

    expect(await embed([])).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  it('sorts vectors that come in another order by their index', async () => {
    const [one = [], two = []] = hashedEmbeddings(['one', 'two'], DIMENSIONS);
    const { embed } = await setUp(() => ({
      fault: 'json',
      body: {
        data: [
          { index: 1, embedding: two },
          { index: 0, embedding: one },
        ],
      },
    }));

    expect(await embed(['one', 'two'])).toEqual([Float32Array.from(one), Float32Array.from(two)]);
  });

  it.each<[string, EmbeddingScript]>([
    ['one vector too few', () => [[1, 0, 0, 0, 0, 0, 0, 0]]],
    ['another dimension', () => [[1], [1]]],
    ['a zero vector', () => [new Array<number>(8).fill(0), new Array<number>(8).fill(1)]],
    [
      'a number too large for a float',
      () => [new Array<number>(8).fill(1e300), new Array<number>(8).fill(1)],
    ],
    ['nulls', () => ({ fault: 'json', body: { data: [{ index: 0, embedding: [null] }] } })],
    [
      'the same index twice',
      () => ({
        fault: 'json',
        body: {
          data: [0, 0].map((index) => ({ index, embedding: new Array<number>(8).fill(1) })),
        },
      }),
    ],
    ['a page of HTML', () => ({ fault: 'html' })],
  ])('refuses %s', async (_, script) => {
    const { server, embed } = await setUp(script);

    await expect(embed(['one', 'two'])).rejects.toMatchObject({ code: 'embedder_invalid_output' });
    expect(server.requests).toHaveLength(1);
  });

  it('adds up the cost of its batches', async () => {
    const { embedder } = await setUp();

    const { promptTokens, costUsd } = await embedder.embed(['one two', 'three', 'four'], {
      signal,
    });

    // The test server counts a token for every four characters of a batch.
    expect(promptTokens).toBe(4 + 1);
    expect(costUsd).toBeCloseTo((5 * 0.02) / 1_000_000, 12);
  });

  it('does not report embeddings as free if the endpoint counts no tokens', async () => {
    const vector = new Array<number>(DIMENSIONS).fill(1);
    const { embedder } = await setUp(() => ({
      fault: 'json',
      body: { data: [{ index: 0, embedding: vector }] },
    }));

    expect(await embedder.embed(['one'], { signal })).toMatchObject({
      promptTokens: 0,
      costUsd: null,
    });
  });

  it.each<[string, Fault]>([
    ['breaks off', { fault: 'cut' }],
    ['fails', { fault: 'status', status: 500 }],
  ])('sends the request again when the endpoint %s', async (_, fault) => {
    const { embed } = await setUp((_call, number) =>
      number === 1 ? fault : [[1, 1, 1, 1, 1, 1, 1, 1]],
    );

    expect(await embed(['one'])).toHaveLength(1);
  });

  it('retries after 429 and reports the endpoint as unavailable after the third', async () => {
    const { server, embed } = await setUp(() => ({ fault: 'status', status: 429 }));

    await expect(embed(['one'])).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(server.requests).toHaveLength(3);
  });

  it('closes the connection when the request is cancelled', async () => {
    const { server, embed } = await setUp(() => ({ fault: 'hang' }));
    const controller = new AbortController();

    const vectors = embed(['one'], controller.signal);
    await server.received(1);
    controller.abort();

    await expect(vectors).rejects.toMatchObject({ code: 'cancelled' });
    await server.requests[0]?.aborted;
  });
});

describe('an embedder that answers 429', () => {
  const tooMany = (seconds: string): Fault => ({
    fault: 'status',
    status: 429,
    headers: { 'retry-after': seconds },
  });

  it('is not used by anyone until the time that it named', async () => {
    const { embedder, server, clock } = await setUp((_, number) =>
      number === 1 ? tooMany('10') : [[1, 1, 1, 1, 1, 1, 1, 1]],
    );

    await embedder.embed(['one'], { signal, priority: 'background' });

    expect(server.requests).toHaveLength(2);
    // Ten seconds, and the head start of those who ask a question.
    expect(clock.waits).toEqual([10_000, 250]);
  });

  it('lets a question be searched without vectors if the wait is too long', async () => {
    const { embedder, server } = await setUp(() => tooMany('10'));

    const first = embedder.embed(['one'], { signal });
    await expect(first).rejects.toMatchObject({ code: 'embedder_unavailable', retryAfterSec: 10 });
    const second = embedder.embed(['two'], { signal });
    await expect(second).rejects.toMatchObject({ code: 'embedder_unavailable', retryAfterSec: 10 });

    expect(server.requests).toHaveLength(1);
  });
});

describe('an embedder that is slow', () => {
  type Slow = { fault?: Fault; batchSize?: number; timeoutMs?: number };

  /** Does not embed more texts than that. */
  const setUpSlow = async (most: number, slow: Slow = {}) => {
    const { fault = { fault: 'stall' }, batchSize = 8, timeoutMs = 1_000 } = slow;
    const server = await startOpenAiServer({
      dimensions: DIMENSIONS,
      embed: ({ input }) => (input.length > most ? fault : hashedEmbeddings(input, DIMENSIONS)),
    });
    open.push(server);
    const embedder = createOpenAiEmbedder({
      baseUrl: server.baseUrl,
      apiKey: '',
      model: 'embedder',
      dimensions: DIMENSIONS,
      batchSize,
      prices: {},
      metrics: createSilentMetrics(),
      retry: { ...createClock().retry, timeoutMs },
    });
    const sizes = () => server.requests.map(({ body }) => (body['input'] as string[]).length);
    return { embedder, sizes };
  };
  const texts = Array.from({ length: 12 }, (_, at) => `text ${at}`);

  it('gets half as many texts after a time-out, and each part is reported as it finishes', async () => {
    const { embedder, sizes } = await setUpSlow(2);
    const parts: number[] = [];

    const { vectors } = await embedder.embed(texts.slice(0, 5), {
      signal,
      priority: 'background',
      onPart: (part) => parts.push(part.vectors.length),
    });

    const expected = hashedEmbeddings(texts.slice(0, 5), DIMENSIONS);
    expect(vectors).toEqual(expected.map((vector) => Float32Array.from(vector)));
    expect(sizes().slice(0, 3)).toEqual([5, 2, 3]);
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('makes progress after one time-out for each size, and seldom has another', async () => {
    const gateway = { fault: 'status', status: 504 } as const;
    const { embedder, sizes } = await setUpSlow(4, { fault: gateway, batchSize: 64 });
    const many = Array.from({ length: 60 }, (_, at) => `text ${at}`);
    const askedBeforePart: number[] = [];

    const { vectors } = await embedder.embed(many, {
      signal,
      priority: 'background',
      onPart: () => askedBeforePart.push(sizes().length),
    });

    expect(vectors).toHaveLength(60);
    expect(sizes().slice(0, 5)).toEqual([60, 30, 15, 7, 3]);
    expect(askedBeforePart[0]).toBe(5);
    expect(sizes().filter((size) => size > 4)).toEqual([60, 30, 15, 7, 6]);
  });

  it('gets fewer texts long before the time limit for a single text is reached', async () => {
    const timeoutMs = 2_000;
    const { embedder, sizes } = await setUpSlow(4, { fault: { fault: 'hang' }, timeoutMs });
    const order: string[] = [];
    const timer = setTimeout(() => order.push('the time of a single one'), timeoutMs);

    await embedder.embed(texts.slice(0, 8), { signal, priority: 'background' });
    order.push('the vectors');
    clearTimeout(timer);

    expect(order).toEqual(['the vectors']);
    expect(sizes()).toEqual([8, 4, 4]);
  });

  it('is reported as unavailable when a single text takes too long', async () => {
    const { embedder, sizes } = await setUpSlow(0);

    const embedded = embedder.embed(texts.slice(0, 4), { signal, priority: 'background' });

    await expect(embedded).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(sizes()).toEqual([4, 2, 1]);
  });

  it('is asked only once if the caller waits for an answer', async () => {
    const { embedder, sizes } = await setUpSlow(2);

    await expect(embedder.embed(texts.slice(0, 4), { signal })).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    expect(sizes()).toEqual([4]);
  });
});

describe('the size of background embedding requests', () => {
  const setUpPace = () => {
    const clock = { now: 0 };
    const pace = createPace(64, { now: () => clock.now });
    const ask = (tookMs: number) =>
      pace.measure(pace.size(), async () => {
        clock.now += tookMs;
        return 'done';
      });
    return { pace, ask };
  };

  it('shrinks while requests take long, and grows while they are fast', async () => {
    const { pace, ask } = setUpPace();
    const sizes: number[] = [];

    for (const tookMs of [60_000, 30_000, 9_000, 9_000, 1_000, 1_000, 1_000]) {
      await ask(tookMs);
      sizes.push(pace.size());
    }

    expect(sizes).toEqual([32, 16, 16, 16, 32, 64, 64]);
  });

  it('is never less than one text', async () => {
    const { pace, ask } = setUpPace();

    for (let at = 0; at < 10; at += 1) await ask(100_000);

    expect(pace.size()).toBe(1);
  });

  it('stays below the size that timed out and retries it ever less often', async () => {
    const { pace } = setUpPace();
    const refusal = new AppError('embedder_unavailable', 'Too late.', {
      cause: new DOMException('Too late.', 'TimeoutError'),
    });
    const failures: number[] = [];

    for (let request = 0; request < 400; request += 1) {
      const count = pace.size();
      const value = await pace.measure(count, () =>
        count > 4 ? Promise.reject(refusal) : Promise.resolve('done'),
      );
      if (value === null) failures.push(request);
    }

    const [, , , , retried = 0, again = 0, ...others] = failures;
    expect(failures.slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(pace.size()).toBe(4);
    expect(again - retried).toBeGreaterThan(1.8 * retried);
    expect(others.length).toBeLessThan(3);
  });

  it('grows to the maximum again once as many texts were embedded as had failed', async () => {
    const { pace, ask } = setUpPace();
    await pace.measure(64, () => Promise.reject(new DOMException('Too late.', 'TimeoutError')));

    for (let request = 0; request < 40; request += 1) await ask(1_000);

    expect(pace.size()).toBe(64);
  });

  it('does not change after failures of another kind', async () => {
    const { pace } = setUpPace();
    const refused = pace.measure(64, () => Promise.reject(new Error('refused')));

    await expect(refused).rejects.toThrow('refused');
    expect(pace.size()).toBe(64);
  });
});

const check = async (server: OpenAiServerOptions, dimensions: number): Promise<void> => {
  const started = await startOpenAiServer(server);
  open.push(started);
  await checkDimensions({
    baseUrl: started.baseUrl,
    apiKey: '',
    model: 'embedder',
    dimensions,
    prices: {},
    metrics: createSilentMetrics(),
  });
};

describe('the check of an embedder at startup', () => {
  it('fails if its vectors have another length than the settings say, and names both numbers', async () => {
    await expect(check({ dimensions: 8 }, 12)).rejects.toThrow(
      'EMBEDDINGS_DIMENSIONS says 12, but the embedder gives vectors of 8 numbers.',
    );
  });

  it('passes if the length of its vectors matches the settings', async () => {
    await expect(check({ dimensions: 8 }, 8)).resolves.toBeUndefined();
  });

  it('passes if the embedder is down: search works without vectors until it is back', async () => {
    const broken = { embed: () => ({ fault: 'status', status: 503 }) as const };

    await expect(check(broken, 8)).resolves.toBeUndefined();
  });
});
