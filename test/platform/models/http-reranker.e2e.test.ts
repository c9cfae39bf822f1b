import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpReranker } from '../../../src/platform/models/http-reranker.js';
import { startRerankServer, toReply, type RerankServer } from '../../fakes/rerank-server.js';

const open: RerankServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const setUp = async (script?: Parameters<typeof startRerankServer>[0], apiKey = '') => {
  const server = await startRerankServer(script);
  open.push(server);
  const reranker = createHttpReranker({ baseUrl: server.baseUrl, apiKey, model: 'rerank-1' });
  const rerank = (texts: string[], signal = new AbortController().signal) =>
    reranker.rerank('What is best?', texts, { signal });
  return { server, rerank };
};

describe('a reranker over HTTP', () => {
  it('gives each text its score, whatever the order of the answer', async () => {
    const { server, rerank } = await setUp();

    const scores = await rerank(['good', 'best of the best', 'the best']);

    expect(scores).toEqual([0, 2, 1]);
    expect(server.calls).toEqual([
      {
        path: '/v1/rerank',
        authorization: undefined,
        model: 'rerank-1',
        query: 'What is best?',
        documents: ['good', 'best of the best', 'the best'],
        top_n: 3,
      },
    ]);
  });

  it('sends its key, and sends nothing if there are no texts', async () => {
    const { server, rerank } = await setUp(undefined, 'secret');

    await rerank(['one']);
    await rerank([]);

    expect(server.calls.map(({ authorization }) => authorization)).toEqual(['Bearer secret']);
  });

  const score = (index: number, relevance: unknown) => ({ index, relevance_score: relevance });

  it.each([
    ['an index that does not exist', toReply([score(0, 1), score(7, 1)])],
    ['a negative index', toReply([score(0, 1), score(-1, 1)])],
    ['one text twice', toReply([score(0, 1), score(0, 0.5)])],
    ['a text without a score', toReply([score(0, 1)])],
    ['a score that is not a number', toReply([score(0, 'high'), score(1, 1)])],
    ['an infinite score', { text: '{"results":[{"index":0,"relevance_score":1e999}]}' }],
    ['NaN', { text: '{"results":[{"index":0,"relevance_score":NaN}]}' }],
    ['a list of something else', toReply(['first', 'second'])],
    ['a page', { text: '<html>Sign in</html>' }],
  ])('rejects a response with %s', async (_, reply) => {
    const { rerank } = await setUp(() => reply);

    await expect(rerank(['one', 'two'])).rejects.toMatchObject({ code: 'model_invalid_output' });
  });

  it.each([500, 429, 401])('is unavailable when the endpoint answers %d', async (status) => {
    const { server, rerank } = await setUp(() => ({ status, text: '{}' }));

    await expect(rerank(['one'])).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(server.calls).toHaveLength(1);
  });

  it('does not send the passages to a redirect target', async () => {
    const other = await setUp();
    const headers = { location: `${other.server.baseUrl}/rerank` };
    const { rerank } = await setUp(() => ({ status: 307, headers, text: '' }));

    await expect(rerank(['one'])).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(other.server.calls).toEqual([]);
  });

  it('is unavailable when nothing listens at its address, and does not reveal the host', async () => {
    const reranker = createHttpReranker({ baseUrl: 'http://127.0.0.1:9', apiKey: '', model: 'm' });
    const { signal } = new AbortController();

    const scores = reranker.rerank('q', ['one'], { signal });

    await expect(scores).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.not.stringContaining('127.0.0.1'),
    });
  });

  it('cancels its request to an endpoint that hangs as soon as the caller cancels', async () => {
    const { server, rerank } = await setUp(() => 'hang');
    const controller = new AbortController();
    const scores = rerank(['one'], controller.signal);

    controller.abort();

    await expect(scores).rejects.toMatchObject({ code: 'cancelled' });
    await server.close();
    open.splice(0);
  });
});
