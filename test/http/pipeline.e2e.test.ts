import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentId, newId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { serveApi, type Answer } from '../support/serve-api.js';

type Api = Awaited<ReturnType<typeof serveApi>>;

const codeOf = ({ json }: Answer) => (json as { code: string }).code;

describe('a request to the API', () => {
  const fake = createFakeApiDeps();
  const { apiKey: key } = fake.keys.issue({ role: 'admin' });
  let api: Api;

  beforeAll(async () => {
    api = await serveApi(fake.deps);
  });
  afterAll(() => api.close());

  it('is answered with a problem that contains its own valid request id', async () => {
    const answer = await api.call('GET', '/v1/documents', {
      headers: { 'X-Request-Id': 'mine-1' },
    });

    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(answer.json).toMatchObject({
      code: 'credential_missing',
      status: 401,
      requestId: 'mine-1',
    });
  });

  it('gets a new request id instead of one that could break a log line', async () => {
    const answer = await api.call('GET', '/healthz', { headers: { 'X-Request-Id': 'a b"{}' } });

    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is answered without revealing the framework, and with security headers', async () => {
    const { headers } = await api.call('GET', '/healthz');

    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('gets no CORS header, whatever origin it comes from', async () => {
    const answer = await api.call('GET', '/v1/me', {
      key,
      headers: { Origin: 'https://evil.example' },
    });

    const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
    expect(allowed).toEqual([]);
  });

  it.each([
    ['a body that is not JSON', { body: '{"message":' }, 400, 'unparsable_request'],
    [
      'an empty body',
      { headers: { 'Content-Type': 'application/json' } },
      400,
      'unparsable_request',
    ],
    ['a body nested 10,000 deep', { body: '['.repeat(10_000) }, 400, 'unparsable_request'],
    [
      'a body of 500,000 values',
      { body: { message: new Array(500_000).fill(1) } },
      400,
      'unparsable_request',
    ],
    [
      'another content type',
      { body: 'x', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a foreign charset',
      { body: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } },
      415,
      'unsupported_media_type',
    ],
    [
      'an encoded body',
      { body: '{}', headers: { 'Content-Encoding': 'gzip' } },
      415,
      'unsupported_media_type',
    ],
    ['a body over 1 MiB', { body: { message: 'x'.repeat(1_100_000) } }, 413, 'payload_too_large'],
    ['an unknown field', { body: { message: 'hi', userId: '1' } }, 422, 'validation_failed'],
    [
      'a field named __proto__',
      { body: '{"message":"hi","__proto__":{"role":"admin"}}' },
      422,
      'validation_failed',
    ],
    ['text with NUL', { body: { message: 'a\u0000b' } }, 422, 'validation_failed'],
    ['a lone surrogate', { body: '{"message":"\\ud800"}' }, 422, 'validation_failed'],
    ['a blank message', { body: { message: '   ' } }, 422, 'validation_failed'],
    [
      'an image as the only accepted response type',
      { body: { message: 'hi' }, headers: { Accept: 'image/png' } },
      406,
      'not_acceptable',
    ],
  ])('with %s is refused', async (...[, call, status, code]) => {
    const answer = await api.call('POST', '/v1/chat', { key, ...call });

    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });

  it.each(['login', 'accept', 'refresh', 'logout', 'link'])(
    'to /v1/auth/%s is refused over 16 KiB, since it needs no credential',
    async (name) => {
      const body = { token: 'x'.repeat(17_000) };

      const answer = await api.call('POST', `/v1/auth/${name}`, { body });

      expect([answer.status, codeOf(answer)]).toEqual([413, 'payload_too_large']);
    },
  );

  it.each([
    ['/v1/search', { 'Content-Type': 'text/plain' }, 'Send application/json.'],
    [
      '/v1/documents',
      { 'Content-Type': 'text/plain' },
      'Send application/json or multipart/form-data.',
    ],
    ['/v1/search', { 'Content-Type': 'application/json; charset=utf-16' }, 'Send text in UTF-8'],
    ['/v1/search', { 'Content-Encoding': 'gzip' }, 'Send the body uncompressed'],
  ])(
    'to %s with another content type (%j) learns which ones are accepted',
    async (path, headers, words) => {
      const answer = await api.call('POST', path, { key, body: '{}', headers });

      expect(answer).toMatchObject({
        status: 415,
        json: { detail: expect.stringContaining(words) },
      });
    },
  );

  it('for an unknown path gets another error than one for an unknown object', async () => {
    const route = await api.call('GET', '/v1/document', { key });
    const object = await api.call('GET', `/v1/documents/${newId(DocumentId)}`, { key });

    expect([route.status, codeOf(route)]).toEqual([404, 'route_not_found']);
    expect(route.json).toMatchObject({ detail: expect.stringContaining('/v1/openapi.json') });
    expect([object.status, codeOf(object)]).toEqual([404, 'not_found']);
  });

  it('is refused with every invalid field named', async () => {
    const answer = await api.call('POST', '/v1/search', { key, body: { query: 'x', topK: 1e9 } });

    expect(answer.json).toMatchObject({ errors: [{ path: 'topK' }] });
  });

  it('with a method that the path does not support gets 405 and the supported ones', async () => {
    const answer = await api.call('PUT', '/v1/memories', { key });

    expect([answer.status, codeOf(answer)]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  it.each(['//v1/me', '/v1/./me', '/V1/ME', '/v1/me/', '/v1/%2e/me', '/v1/nothing', '/v1/mé'])(
    'for %s gets 404',
    async (path) => {
      const status = await statusOf(api, `GET ${encodeURI(path)} HTTP/1.1`);

      expect(status).toBe(404);
    },
  );

  it('for a path with invalid percent-encoding is unparsable', async () => {
    expect(await statusOf(api, 'GET /v1/users/%zz HTTP/1.1')).toBe(400);
  });

  it('keeps its method, whatever X-HTTP-Method-Override says', async () => {
    const answer = await api.call('POST', '/v1/memories/0197e0b2-0000-7000-8000-000000000000', {
      key,
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    });

    expect(answer.status).toBe(405);
  });

  it('with headers over 16 KiB is cut off by the server', async () => {
    const header = `X-Long: ${'x'.repeat(20_000)}\r\n`;

    expect(await statusOf(api, 'GET /v1/me HTTP/1.1', header)).toBe(431);
  });
});

/** fetch would tidy the path before sending it. */
const statusOf = async (api: Api, line: string, extraHeader = ''): Promise<number> => {
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${line}\r\nHost: localhost\r\nConnection: close\r\n${extraHeader}\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString())?.[1]);
};
