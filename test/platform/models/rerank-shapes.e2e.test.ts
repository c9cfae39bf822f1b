import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpReranker } from '../../../src/platform/models/http-reranker.js';

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

type Reply = { status?: number; text: string } | 'hang';
type Call = { path: string | undefined; body: Record<string, unknown> };

/** A server that answers each request as it is told, and a reranker that asks it. */
const setUp = async (shape: 'voyage' | 'tei', reply: (call: Call) => Reply) => {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const call = { path: request.url, body: body as Call['body'] };
      calls.push(call);
      const answer = reply(call);
      if (answer === 'hang') return;
      const headers = { 'content-type': 'application/json' };
      response.writeHead(answer.status ?? 200, headers).end(answer.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const reranker = createHttpReranker({ baseUrl, apiKey: 'secret', model: 'rerank-1', shape });
  const rerank = (texts: readonly string[], { signal } = new AbortController()) =>
    reranker.rerank('What is best?', texts, { signal });
  return { calls, rerank };
};

describe("a reranker in Voyage's format", () => {
  const ANSWER = `{"object":"list","data":[{"relevance_score":0.4375,"index":1},
    {"relevance_score":0.421875,"index":0}],"model":"rerank-2.5","usage":{"total_tokens":26}}`;

  it('gets requests in its format, and each text gets its score', async () => {
    const { calls, rerank } = await setUp('voyage', () => ({ text: ANSWER }));

    expect(await rerank(['good', 'best'])).toEqual([0.421875, 0.4375]);
    expect(calls).toEqual([
      {
        path: '/rerank',
        body: {
          query: 'What is best?',
          documents: ['good', 'best'],
          model: 'rerank-1',
          top_k: 2,
          truncation: true,
        },
      },
    ]);
  });

  const list = (...data: unknown[]): string => JSON.stringify({ object: 'list', data });
  const first = { index: 0, relevance_score: 0.5 };

  it.each([
    ['too few scores', list(first)],
    ['an index out of range', list(first, { index: 2, relevance_score: 0.1 })],
    ['one text twice', list(first, first)],
    ['a score of null, which is NaN in JSON', list(first, { index: 1, relevance_score: null })],
    ['the response of another server', '{"results":[{"index":0,"relevance_score":0.5}]}'],
    ['an error with status 200', '{"detail":"Provided API key is invalid."}'],
  ])('is rejected if it answers with %s', async (_, text) => {
    const { rerank } = await setUp('voyage', () => ({ text }));

    await expect(rerank(['one', 'two'])).rejects.toMatchObject({ code: 'model_invalid_output' });
  });

  it.each([400, 401, 429, 500])('is unavailable when it answers %d', async (status) => {
    const { rerank } = await setUp('voyage', () => ({ status, text: '{"detail":"No."}' }));

    await expect(rerank(['one'])).rejects.toMatchObject({ code: 'model_unavailable' });
  });
});

describe('a reranker in the format of text-embeddings-inference', () => {
  /** Scores each text by its own number, best first. */
  const honest = ({ body }: Call): Reply => {
    const scores = (body['texts'] as string[]).map((text, index) => ({
      index,
      score: Number(text) / 1000,
    }));
    return { text: JSON.stringify(scores.toSorted((one, other) => other.score - one.score)) };
  };

  it('gets requests in its format, without a model', async () => {
    const { calls, rerank } = await setUp('tei', () => ({
      text: '[{"index":1,"score":0.9987814},{"index":0,"score":0.022949383}]',
    }));

    expect(await rerank(['good', 'best'])).toEqual([0.022949383, 0.9987814]);
    expect(calls).toEqual([
      {
        path: '/rerank',
        body: {
          query: 'What is best?',
          texts: ['good', 'best'],
          raw_scores: false,
          truncate: true,
        },
      },
    ]);
  });

  it('is sent 32 texts at a time, and the scores keep the order of the texts', async () => {
    const { calls, rerank } = await setUp('tei', honest);
    const numbers = Array.from({ length: 70 }, (_, index) => (index * 7) % 70);

    expect(await rerank(numbers.map(String))).toEqual(numbers.map((number) => number / 1000));
    expect(calls.map(({ body }) => (body['texts'] as string[]).length)).toEqual([32, 32, 6]);
  });

  it.each([404, 405, 422])(
    'suggests checking address and format after status %i',
    async (status) => {
      const { rerank } = await setUp('tei', () => ({ status, text: '{"error":"no"}' }));

      await expect(rerank(['good'])).rejects.toThrow(
        `status ${status}. Compare RERANK_BASE_URL and RERANK_SHAPE`,
      );
    },
  );

  it('gets no further batch after one was refused', async () => {
    const { calls, rerank } = await setUp('tei', () => ({
      status: 413,
      text: '{"error":"batch size 32 > maximum allowed batch size 8","error_type":"Validation"}',
    }));

    await expect(rerank(Array<string>(40).fill('1'))).rejects.toMatchObject({
      code: 'model_unavailable',
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['too few scores', '[{"index":0,"score":0.5}]'],
    ['an index out of range', '[{"index":0,"score":0.5},{"index":7,"score":0.5}]'],
    ['a score of null, which is NaN in JSON', '[{"index":0,"score":0.5},{"index":1,"score":null}]'],
    ['NaN itself', '[{"index":0,"score":0.5},{"index":1,"score":NaN}]'],
    ['the response of another server', '{"results":[]}'],
    ['an error with status 200', '{"error":"Model is overloaded","error_type":"Overloaded"}'],
  ])('is rejected if it answers with %s', async (_, text) => {
    const { rerank } = await setUp('tei', () => ({ text }));

    await expect(rerank(['one', 'two'])).rejects.toMatchObject({ code: 'model_invalid_output' });
  });

  it('gets no further batch after the caller gives up', async () => {
    const controller = new AbortController();
    const { calls, rerank } = await setUp('tei', (call) => {
      if (calls.length === 1) return honest(call);
      controller.abort();
      return 'hang';
    });

    await expect(rerank(Array<string>(80).fill('1'), controller)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(calls).toHaveLength(2);
  });
});
