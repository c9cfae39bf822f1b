import { afterEach, describe, expect, it } from '@jest/globals';
import type { TellingApart } from '../../../../../src/platform/models/model.js';
import { createOpenAiEmbedder } from '../../../../../src/platform/models/providers/openai/embedder.js';
import { startOpenAiServer, type OpenAiServer } from '../../../../fakes/openai-server/index.js';
import { createSilentMetrics } from '../../../../fakes/silent-metrics.js';

const DIMENSIONS = 8;
const { signal } = new AbortController();

const open: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const setUp = async (tellingApart: TellingApart) => {
  const server = await startOpenAiServer({ dimensions: DIMENSIONS });
  open.push(server);
  const embedder = createOpenAiEmbedder({
    baseUrl: server.baseUrl,
    apiKey: '',
    model: 'embedder',
    dimensions: DIMENSIONS,
    tellingApart,
    prices: {},
    metrics: createSilentMetrics(),
  });
  return { server, embedder };
};

describe('an embedder that distinguishes questions from passages', () => {
  it('puts the prefixes that its model expects before questions and passages', async () => {
    const apart = { queryPrefix: 'query: ', passagePrefix: 'passage: ', inputType: null };
    const { server, embedder } = await setUp(apart);

    await embedder.embed(['one', 'two'], { signal, questions: 1 });

    expect(server.requests.map(({ body }) => body)).toMatchObject([
      { input: ['query: one', 'passage: two'] },
    ]);
  });

  it.each([
    ['cohere' as const, 'search_query', 'search_document'],
    ['voyage' as const, 'query', 'document'],
  ])('marks questions and passages in its requests as %s does', async (...named) => {
    const [inputType, ofQuestions, ofPassages] = named;
    const apart = { queryPrefix: '', passagePrefix: '', inputType };
    const { server, embedder } = await setUp(apart);

    const { vectors } = await embedder.embed(['one', 'two'], { signal, questions: 1 });

    expect(vectors).toHaveLength(2);
    expect(server.requests.map(({ body }) => body)).toMatchObject([
      { input: ['one'], input_type: ofQuestions },
      { input: ['two'], input_type: ofPassages },
    ]);
  });
});
