import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../config/index.js';
import { probeEndpoints } from '../../../src/platform/models/probe-endpoints.js';
import { createSilentLogger, type LoggedLine } from '../../fakes/silent-logger.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Asked = { url: string | undefined; authorization: string | undefined };

/** An endpoint that answers every request with this status; null: with nothing. */
const serve = async (status: number | null) => {
  const asked: Asked[] = [];
  const server = createServer(({ url, headers: { authorization } }, response) => {
    asked.push({ url, authorization });
    if (status !== null) response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, port, baseUrl: `http://127.0.0.1:${port}/v1` };
};

const probe = async (
  baseUrl: string,
  limits: { signal?: AbortSignal; timeoutMs?: number } = {},
) => {
  const lines: LoggedLine[] = [];
  const variables = { urlVariable: 'OPENAI_BASE_URL', keyVariable: 'OPENAI_API_KEY' };
  const endpoint = { baseUrl, apiKey: 'zqkey', ...variables };
  const { signal } = new AbortController();
  await probeEndpoints([endpoint], { logger: createSilentLogger(lines), signal, ...limits });
  return lines;
};

describe('the check of a model endpoint at startup', () => {
  it('requests its model list once, with the key, and logs nothing if it answers', async () => {
    const { baseUrl, asked } = await serve(200);

    const lines = await probe(baseUrl);

    expect(lines).toEqual([]);
    expect(asked).toEqual([{ url: '/v1/models', authorization: 'Bearer zqkey' }]);
  });

  it('logs nothing if the endpoint has no model list', async () => {
    expect(await probe((await serve(404)).baseUrl)).toEqual([]);
  });

  it('names the variable of a refused key, but not the key', async () => {
    const { baseUrl, port } = await serve(401);

    const lines = await probe(baseUrl);

    const fields = { variable: 'OPENAI_API_KEY', host: `127.0.0.1:${port}`, status: 401 };
    expect(lines).toEqual([{ level: 'warn', message: 'A model endpoint refuses the key', fields }]);
  });

  it.each([
    ['nothing listens at', async () => 'http://127.0.0.1:9/v1'],
    ['is silent', async () => (await serve(null)).baseUrl],
    ['is out of order', async () => (await serve(502)).baseUrl],
  ])('names the variable of an address that %s', async (_what, open) => {
    const lines = await probe(await open(), { timeoutMs: 500 });

    expect(lines).toMatchObject([{ level: 'warn', message: 'A model endpoint does not answer' }]);
    expect(lines[0]?.fields['variable']).toBe('OPENAI_BASE_URL');
  });

  it('logs nothing if the process ends before the check is over', async () => {
    const stopping = new AbortController();
    const probed = probe((await serve(null)).baseUrl, { signal: stopping.signal });

    stopping.abort();

    expect(await probed).toEqual([]);
  });
});

describe('the endpoints that are checked at startup', () => {
  it('are all that the environment names, each with its variables', () => {
    const { modelEndpoints } = parseConfig({
      LLM_BACKENDS: 'big',
      LLM_BIG_BASE_URL: 'http://big.example/v1',
      LLM_BIG_MODEL: 'gpt-5',
      EMBEDDINGS_API_KEY: 'key',
      EMBEDDINGS_MODEL: 'embed-3',
      EMBEDDINGS_DIMENSIONS: '256',
      RERANK_BASE_URL: 'http://rerank.example/v1',
      RERANK_MODEL: 'rerank-2',
    });

    expect(
      modelEndpoints.map(({ baseUrl, urlVariable, keyVariable }) => [
        baseUrl,
        urlVariable,
        keyVariable,
      ]),
    ).toEqual([
      ['http://big.example/v1', 'LLM_BIG_BASE_URL', 'LLM_BIG_API_KEY'],
      ['https://api.openai.com/v1', 'EMBEDDINGS_BASE_URL', 'EMBEDDINGS_API_KEY'],
      ['http://rerank.example/v1', 'RERANK_BASE_URL', 'RERANK_API_KEY'],
    ]);
  });

  it('do not exist if no model is set', () => {
    expect(parseConfig({}).modelEndpoints).toEqual([]);
  });
});
