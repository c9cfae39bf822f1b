import { afterEach, describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/platform/telemetry/metrics.js';
import { AppError } from '../../src/shared/errors.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { eventually } from '../support/eventually.js';
import { serveApi } from '../support/serve-api.js';
import { serveStreams, turnOf, writesUntilAborted } from '../support/streaming-api.js';
import { collectEvents, readEvents } from '../support/event-stream.js';

type Line = Record<string, unknown>;

const FIELDS = ['level', 'time', 'requestId', 'method', 'route', 'status', 'durationMs', 'bytes'];

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

const serve = async (overrides: Parameters<typeof createFakeApiDeps>[0] = {}) => {
  const fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps);
  open.push(api);
  return { ...fake, api };
};

const finishedIn = (lines: readonly string[]): Line[] =>
  lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ message }) => message === 'Request finished');

/** The line is written when the response has been sent, a little after its caller has read it. */
const accessLines = (lines: readonly string[], count = 1) =>
  eventually(
    () => finishedIn(lines),
    (found) => found.length >= count,
  );

describe('the access line of a request', () => {
  it('logs method, route, status, time, bytes, key prefix and tenant, and nothing else', async () => {
    const { api, keys, logLines } = await serve();
    const { apiKey, prefix, tenantId } = keys.issue({ role: 'admin' });

    const { text } = await api.call('GET', '/v1/me', { key: apiKey });

    const [line = {}] = await accessLines(logLines);
    expect(Object.keys(line)).toEqual([...FIELDS, 'keyPrefix', 'tenantId', 'message']);
    expect(line).toMatchObject({ level: 'info', method: 'GET', route: '/v1/me', status: 200 });
    expect(line).toMatchObject({ keyPrefix: prefix, tenantId });
    expect(line['bytes']).toBeGreaterThan(text.length);
    expect(JSON.stringify(line)).not.toContain(apiKey.split('_').slice(3).join('_'));
  });

  it('names the operator, who has no tenant', async () => {
    const { api, operatorKey, logLines } = await serve();

    await api.call('GET', '/v1/tenants', { key: operatorKey });

    const [line = {}] = await accessLines(logLines);
    expect(line).toMatchObject({ keyPrefix: 'operator', route: '/v1/tenants' });
    expect(line).not.toHaveProperty('tenantId');
  });

  it('does not name a key that was not verified', async () => {
    const { api, logLines } = await serve();

    await api.call('GET', '/v1/me', { key: `kr_${'0'.repeat(32)}_abcd1234_${'x'.repeat(43)}` });

    const [line = {}] = await accessLines(logLines);
    expect(Object.keys(line)).toEqual([...FIELDS, 'message']);
    expect(line).toMatchObject({ status: 401 });
  });

  it('contains the pattern of a route, never the actual path', async () => {
    const { api, keys, logLines } = await serve();
    const { apiKey: key } = keys.issue({ role: 'admin' });
    const id = '0197a3f0-0000-7000-8000-00000000cafe';

    await api.call('GET', `/v1/documents/${id}`, { key });
    await api.call('GET', `/v1/nothing/${id}?q=secret`, { key });
    await api.call('PUT', `/v1/documents/${id}`, { key });

    const lines = await accessLines(logLines, 3);
    expect(lines.map(({ route }) => route)).toEqual([
      '/v1/documents/:id',
      'unmatched',
      '/v1/documents/:id',
    ]);
    expect(lines.map(({ status }) => status)).toEqual([404, 404, 405]);
    expect(JSON.stringify(lines)).not.toMatch(/cafe|secret/);
  });

  it.each([
    ['a body that is not JSON', 400, {}],
    ['a key over its rate limit', 429, { perMinutePerKey: 0 }],
    ['a server that is shutting down', 503, { isShuttingDown: () => true }],
    [
      'an internal error',
      500,
      {
        searchChunks: async () => {
          throw new Error('bug');
        },
      },
    ],
  ])('is written for %s', async (_what, status, overrides) => {
    const { api, keys, logLines } = await serve(overrides);
    const { apiKey: key } = keys.issue({ role: 'admin' });

    await api.call('POST', '/v1/search', { key, body: status === 400 ? '{' : { query: 'days' } });

    expect(await accessLines(logLines)).toMatchObject([{ method: 'POST', status }]);
  });

  it('is written at the end of a stream, with the total number of bytes', async () => {
    const { api, ask, logLines } = await serveStreams({
      runTurn: turnOf(async (emit) => {
        await emit({ type: 'delta', text: 'x'.repeat(5000) });
      }),
    });
    open.push(api);

    await collectEvents(await ask());

    const [line = {}] = await accessLines(logLines);
    expect(line).toMatchObject({ route: '/v1/chat', status: 200 });
    expect(line['bytes']).toBeGreaterThan(5000);
    expect(line).not.toHaveProperty('aborted');
  });

  it('says that the client disconnected from a stream', async () => {
    const { api, ask, logLines } = await serveStreams({ runTurn: writesUntilAborted });
    open.push(api);
    const client = new AbortController();
    await readEvents(await ask(client.signal)).next();

    client.abort();

    expect(await accessLines(logLines)).toMatchObject([{ status: 200, aborted: true }]);
  });

  it('has status 499 if the client disconnected before a status was sent', async () => {
    const client = new AbortController();
    const { api, keys, logLines } = await serve({
      searchChunks: (_scope, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Left.')));
          client.abort();
        }),
    });
    const { apiKey } = keys.issue({ role: 'admin' });

    await fetch(`${api.url}/v1/search`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: '{"query":"days"}',
      signal: client.signal,
    }).catch(() => undefined);

    expect(await accessLines(logLines)).toMatchObject([{ status: 499, bytes: 0, aborted: true }]);
  });

  it('has level debug for health probes', async () => {
    const { api, logLines } = await serve();

    await api.call('GET', '/readyz');

    expect(await accessLines(logLines)).toMatchObject([{ level: 'debug', route: '/readyz' }]);
  });
});

describe('the metric of a request', () => {
  it('has method, route pattern and status as its labels, from closed sets', async () => {
    const { metrics, render } = createMetrics();
    const fake = createFakeApiDeps();
    const api = await serveApi({ ...fake.deps, metrics });
    open.push(api);
    const { apiKey: key } = fake.keys.issue({ role: 'admin' });

    await api.call('GET', '/v1/me', { key });
    await api.call('PROPFIND', '/v1/zq/1', { key });
    await accessLines(fake.logLines, 2);

    const { body } = await render();
    expect(body).toContain(
      'http_server_request_duration_seconds_count{method="GET",route="/v1/me",status="200"} 1',
    );
    expect(body).toContain(
      'http_server_request_duration_seconds_count{method="other",route="unmatched",status="404"} 1',
    );
    expect(body).not.toContain('zq');
  });
});
