import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createServiceClient } from '../../../src/platform/web/service-client.js';
import { createCredentialFilter } from '../../../src/shared/credential-filter.js';
import { startWebServer } from '../../support/web-server.js';

type Server = Awaited<ReturnType<typeof startWebServer>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const serve = async (answer: RequestListener): Promise<Server> => {
  const server = await startWebServer(answer);
  servers.push(server);
  return server;
};

const askService = createServiceClient({ userAgent: 'knowledge-router' });
const NEVER = new AbortController().signal;
const ask = (baseUrl: string, signal = NEVER) =>
  askService({ service: 'the tide service', baseUrl, path: 'tides' }, signal);

describe('a service that the operator configured', () => {
  it('can be called at any address, with path, query and headers', async () => {
    const server = await serve((_, response) => response.end('{"high":"12:00"}'));

    const answer = await askService(
      {
        service: 'the tide service',
        baseUrl: `${server.url}/v1/?units=metric`,
        path: '/tides',
        query: { harbour: 'Kiel & Åbo', days: 2, year: undefined },
        headers: { Authorization: 'Bearer s3cret' },
      },
      NEVER,
    );

    expect(answer).toEqual({ status: 200, body: { high: '12:00' } });
    expect(server.requests).toMatchObject([
      {
        url: '/v1/tides?units=metric&harbour=Kiel+%26+%C3%85bo&days=2',
        headers: { accept: 'application/json', authorization: 'Bearer s3cret' },
      },
    ]);
  });

  it('receives its body as JSON', async () => {
    const bodies: string[] = [];
    const server = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (piece: string) => bodies.push(piece));
      request.once('end', () => response.end('[]'));
    });
    const request = { service: 'the tide service', baseUrl: server.url, method: 'POST' };

    await askService({ ...request, body: { query: 'tides' } }, NEVER);

    expect(bodies.join('')).toBe('{"query":"tides"}');
  });

  it('may refuse a request: status and reason are passed on', async () => {
    const server = await serve((_, response) => response.writeHead(404).end('{"reason":"no"}'));
    const silent = await serve((_, response) => response.writeHead(400).end('<html>'));

    expect(await ask(server.url)).toEqual({ status: 404, body: { reason: 'no' } });
    expect(await ask(silent.url)).toEqual({ status: 400, body: null });
  });

  it.each([
    ['answered with status 503', (_, response) => response.writeHead(503).end('{}')],
    ['answered with status 304', (_, response) => response.writeHead(304).end()],
    ['did not answer with JSON', (_, response) => response.end('<html>busy</html>')],
    ['did not answer with JSON', (_, response) => response.end('{"high":')],
    ['did not answer with JSON', (_, response) => response.end()],
    ['cannot be reached', (request) => request.socket.destroy()],
    ['answered with more than 1048576 bytes', (_, response) => response.end('1'.repeat(1_100_000))],
    [
      'answered with more than 1048576 bytes',
      (_, response) =>
        response.setHeader('Content-Encoding', 'gzip').end(gzipSync(' '.repeat(10_000_000))),
    ],
    [
      'redirected to an address that is not allowed',
      (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    ],
    [
      'redirected to an address that is not allowed',
      (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:6379/' }).end(),
    ],
  ] satisfies [string, RequestListener][])(
    'is unavailable when it %s (case %#)',
    async (reason, answer) => {
      const server = await serve(answer);

      await expect(ask(server.url)).rejects.toMatchObject({
        code: 'tool_unavailable',
        message: `The tide service ${reason}.`,
      });
    },
  );

  it('reports when it may be called again after too many requests', async () => {
    const patient = await serve((_, response) =>
      response.writeHead(429, { 'Retry-After': '30' }).end(),
    );
    const vague = await serve((_, response) => response.writeHead(429).end());

    await expect(ask(patient.url)).rejects.toMatchObject({
      code: 'tool_rate_limited',
      message: 'Too many requests to the tide service; it can be asked again in 30 seconds.',
      retryAfterSec: 30,
    });
    await expect(ask(vague.url)).rejects.toMatchObject({
      message: 'Too many requests to the tide service; it can be asked again later.',
    });
  });

  it('is the only one to get its credentials: redirect targets get none', async () => {
    const other = await serve((_, response) => response.end('{}'));
    const server = await serve((_, response) =>
      response.writeHead(307, { Location: `${other.url}/` }).end(),
    );
    const request = { service: 'the tide service', baseUrl: server.url };

    const asked = askService({ ...request, headers: { 'X-Token': 's3cret' } }, NEVER);

    await expect(asked).rejects.toMatchObject({ code: 'tool_unavailable' });
    expect(other.connections()).toBe(0);
  });

  it('may redirect to another of its own paths', async () => {
    const server = await serve((request, response) =>
      request.url === '/tides'
        ? response.writeHead(301, { Location: '/v2/tides' }).end()
        : response.end('{"version":2}'),
    );

    expect(await ask(server.url)).toEqual({ status: 200, body: { version: 2 } });
  });

  it.each([200, 400])(
    'never has our key passed on with status %i, neither in names nor escaped',
    async (status) => {
      const key = 'tide-Key_9aB7c4xQ2mT8';
      const escaped = `\\u0074ide-Ke\\u0079_9aB7c4xQ2mT8`;
      const half = key.slice(0, key.length / 2);
      const body = `{"reason":"${escaped} of ${half}","${key}":[{"inner":"${key}"}],"high":12.50}`;
      const server = await serve((_, response) => response.writeHead(status).end(body));
      const asked = createServiceClient({
        userAgent: 'knowledge-router',
        clean: createCredentialFilter([key]),
      });

      const answer = await asked({ service: 'the tide service', baseUrl: server.url }, NEVER);

      expect(answer.body).toEqual({
        reason: '[credential] of [credential]',
        '[credential]': [{ inner: '[credential]' }],
        high: 12.5,
      });
    },
  );

  it('has its request cancelled when the caller no longer waits', async () => {
    const caller = new AbortController();
    const server = await serve(() => {
      caller.abort();
    });

    await expect(ask(server.url, caller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
