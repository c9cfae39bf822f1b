import { afterEach, describe, expect, it } from '@jest/globals';
import { createOpenAiEmbedder } from '../../../src/adapters/models/openai-embedder.js';
import { hashedEmbeddings } from '../../fakes/openai-server/hashed-embeddings.js';
import { startOpenAiServer } from '../../fakes/openai-server/index.js';
import type { OpenAiServer } from '../../fakes/openai-server/index.js';
import type { EmbeddingScript } from '../../fakes/openai-server/replies.js';

const DIMENSIONS = 8;

const open: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const setUp = async (embed?: EmbeddingScript) => {
  const server = await startOpenAiServer({ dimensions: DIMENSIONS, ...(embed && { embed }) });
  open.push(server);
  const embedder = createOpenAiEmbedder({
    baseUrl: server.baseUrl,
    apiKey: '',
    model: 'embedder',
    dimensions: DIMENSIONS,
    batchSize: 2,
    retry: { wait: async () => undefined },
  });
  const embed_ = (texts: string[], signal = new AbortController().signal) =>
    embedder.embed(texts, { signal }).then(({ vectors }) => vectors);
  return { server, embed: embed_ };
};

describe('an embedder over an OpenAI-compatible endpoint', () => {
  it('embeds in batches, in the order of the texts, and asks for floats', async () => {
    const { server, embed } = await setUp();

    const vectors = await embed(['one', 'two', 'three']);

    const expected = hashedEmbeddings(['one', 'two', 'three'], DIMENSIONS);
    expect(vectors).toEqual(expected.map((vector) => Float32Array.from(vector)));
    expect(server.requests.map(({ body }) => body)).toMatchObject([
      { input: ['one', 'two'], encoding_format: 'float' },
      { input: ['three'], encoding_format: 'float' },
    ]);
  });

  it('sends nothing for no texts', async () => {
    const { server, embed } = await setUp();

    expect(await embed([])).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  it('places vectors that come in another order by their index', async () => {
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
    ['a vector too few', () => [[1, 0, 0, 0, 0, 0, 0, 0]]],
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

  it('is asked again after 429 and reported as unavailable after the third', async () => {
    const { server, embed } = await setUp(() => ({ fault: 'status', status: 429 }));

    await expect(embed(['one'])).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(server.requests).toHaveLength(3);
  });

  it('closes the connection when it is given up', async () => {
    const { server, embed } = await setUp(() => ({ fault: 'hang' }));
    const controller = new AbortController();

    const vectors = embed(['one'], controller.signal);
    await server.received(1);
    controller.abort();

    await expect(vectors).rejects.toMatchObject({ code: 'cancelled' });
    await server.requests[0]?.aborted;
  });
});
