import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { newId, TenantId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { eventually } from '../support/eventually.js';
import { serveApi } from '../support/serve-api.js';

type Fake = ReturnType<typeof createFakeApiDeps>;
const open: { close: () => Promise<void> }[] = [];
const serve = async (overrides: Parameters<typeof createFakeApiDeps>[0]) => {
  const fake: Fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps);
  open.push(api);
  return { ...fake, api };
};
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

const question = { message: 'How many days?' };

describe('limits of requests per minute', () => {
  it('apply per key: one request over gets 429 with the time to wait', async () => {
    const { api, keys } = await serve({ perMinutePerKey: 3 });
    const [one, other] = [keys.issue({ role: 'admin' }), keys.issue({ role: 'admin' })];
    for (let request = 0; request < 3; request += 1) {
      await api.call('GET', '/v1/me', { key: one.apiKey });
    }

    const refused = await api.call('GET', '/v1/me', { key: one.apiKey });
    const served = await api.call('GET', '/v1/me', { key: other.apiKey });

    expect(refused.json).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: 'Too many requests: this key, token or sign-in may send 3 a minute.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(served.status).toBe(200);
  });

  it('apply per tenant, across its keys and separately from other tenants', async () => {
    const { api, keys } = await serve({ perMinutePerTenant: 2 });
    const tenantId = newId(TenantId);
    const ours = [1, 2, 3].map(() => keys.issue({ role: 'admin', tenantId }));
    const theirs = keys.issue({ role: 'admin' });
    const ask = async (key: string) => (await api.call('GET', '/v1/me', { key })).status;

    const statuses = [];
    for (const { apiKey } of [...ours, theirs]) statuses.push(await ask(apiKey));

    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('apply per user, across all of their keys', async () => {
    const { api, keys } = await serve({ perMinutePerUser: 2 });
    const { tenantId, holder, apiKey } = keys.issue({ role: 'member' });
    const second = keys.issue({ role: 'member', tenantId, userId: holder.userId });
    const colleague = keys.issue({ role: 'member', tenantId });

    const statuses = [];
    for (const key of [apiKey, second.apiKey, apiKey, second.apiKey, colleague.apiKey]) {
      statuses.push((await api.call('GET', '/v1/me', { key })).status);
    }

    expect(statuses).toEqual([200, 200, 429, 429, 200]);
  });

  it('do not charge a tenant for the refused requests of a flooding key', async () => {
    const { api, keys } = await serve({ perMinutePerKey: 2, perMinutePerTenant: 4 });
    const flooding = keys.issue({ role: 'member' });
    const calm = keys.issue({ role: 'member', tenantId: flooding.tenantId });
    const ask = async (key: string) => (await api.call('GET', '/v1/me', { key })).status;

    const flood = await Promise.all(Array.from({ length: 20 }, () => ask(flooding.apiKey)));

    expect(flood.filter((status) => status === 200)).toHaveLength(2);
    expect([await ask(calm.apiKey), await ask(calm.apiKey)]).toEqual([200, 200]);
  });

  it('apply per address without a valid credential, and do not hold back requests with one', async () => {
    const { api, keys } = await serve({ perMinutePerAddress: 4 });
    const { apiKey: key } = keys.issue({ role: 'member' });
    const ask = async (path: string, given?: string) =>
      (await api.call('GET', path, given === undefined ? {} : { key: given })).status;
    const bad = 'not-a-key-of-this-house';

    const statuses = [
      await ask('/docs'),
      await ask('/v1/me'),
      await ask('/v1/openapi.json'),
      await ask('/v1/me', bad),
    ];

    expect(statuses).toEqual([200, 401, 200, 401]);
    expect([await ask('/docs'), await ask('/v1/me'), await ask('/v1/me', bad)]).toEqual([
      429, 429, 429,
    ]);
    expect(await ask('/v1/me', key)).toBe(200);
  });

  it('do not apply to health probes', async () => {
    const { api } = await serve({ perMinutePerKey: 1, perMinutePerAddress: 1 });

    const answers = await Promise.all([1, 2, 3, 4].map(() => api.call('GET', '/healthz')));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('the rate limit headers of a response', () => {
  // Stands still, so that nothing is refilled.
  const now = () => new Date('2026-01-01T00:00:00Z');
  const limitsOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`));

  it('report what is left of the limit closest to its end', async () => {
    const { api, keys } = await serve({ perMinutePerKey: 600, perMinutePerTenant: 60, now });
    const { apiKey: key } = keys.issue({ role: 'member' });

    const first = await api.call('GET', '/v1/me', { key });

    expect(limitsOf(first)).toEqual(['60', '59', '1', '60;w=60']);
    expect(first.headers.get('retry-after')).toBeNull();
  });

  it('are also sent when the request is refused, for whatever reason', async () => {
    const { api, keys } = await serve({ perMinutePerKey: 3, now });
    const { apiKey: key } = keys.issue({ role: 'member' });

    const forbidden = await api.call('GET', '/v1/users', { key });
    const invalid = await api.call('POST', '/v1/search', { key, body: {} });
    const missing = await api.call('GET', '/v1/documents/no-id', { key });
    const limited = await api.call('GET', '/v1/me', { key });

    const answers = [forbidden, invalid, missing, limited];
    expect(answers.map(({ status }) => status)).toEqual([403, 422, 404, 429]);
    expect(answers.map((answer) => limitsOf(answer)[1])).toEqual(['2', '1', '0', '0']);
    expect(limitsOf(limited)).toEqual(['3', '0', '60', '3;w=60']);
    expect(limited.headers.get('retry-after')).toBe('20');
  });

  it('are not sent to a client without a credential', async () => {
    const { api } = await serve({});

    const answers = [await api.call('GET', '/docs'), await api.call('GET', '/v1/me')];

    expect(answers.map(limitsOf)).toEqual([
      [null, null, null, null],
      [null, null, null, null],
    ]);
  });
});

describe('X-Forwarded-For', () => {
  const guess = (api: Awaited<ReturnType<typeof serveApi>>, address: string) =>
    api.call('GET', '/v1/me', {
      key: 'not-a-key-of-this-house',
      headers: { 'X-Forwarded-For': address },
    });

  it('is ignored from an address that is not a configured proxy', async () => {
    const { api } = await serve({ badCredentialsPerMinute: 1 });

    const answers = [await guess(api, '192.0.2.1'), await guess(api, '192.0.2.2')];

    expect(answers.map(({ status }) => status)).toEqual([401, 429]);
  });

  it('is logged once if no proxy is configured, since all clients then count as one', async () => {
    const { api, logLines } = await serve({});

    await guess(api, '192.0.2.1');
    await guess(api, '192.0.2.2');

    expect(logLines.filter((line) => line.includes('TRUST_PROXY is unset'))).toHaveLength(1);
  });

  it('is used if it comes from a configured proxy', async () => {
    const { api } = await serve({ badCredentialsPerMinute: 1, trustedProxies: ['127.0.0.1'] });

    const answers = [await guess(api, '192.0.2.1'), await guess(api, '192.0.2.2')];

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  it.each([
    ['the same address with different ports', '192.0.2.1:1000', '192.0.2.1:2000'],
    ['an IPv4 address and the IPv6 address that contains it', '192.0.2.1', '::ffff:192.0.2.1'],
    ['two addresses of one IPv6 network', '2001:db8:1:2::1', '[2001:db8:1:2:ffff::9]:443'],
    ['one client of a trusted proxy that adds its port', '192.0.2.1', '192.0.2.1, 127.0.0.1:8443'],
    [
      'one client of a trusted proxy with an IPv6 address',
      '192.0.2.1',
      '192.0.2.1:9, [::ffff:127.0.0.1]:1',
    ],
  ])('identifies the same client: %s', async (_how, first, second) => {
    const { api } = await serve({ badCredentialsPerMinute: 1, trustedProxies: ['127.0.0.1'] });

    const answers = [await guess(api, first), await guess(api, second)];

    expect(answers.map(({ status }) => status)).toEqual([401, 429]);
  });

  it.each([
    ['two IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['two clients of the same trusted proxy', '192.0.2.1, 127.0.0.1:1', '192.0.2.2, 127.0.0.1:2'],
  ])('distinguishes %s', async (_who, first, second) => {
    const { api } = await serve({ badCredentialsPerMinute: 1, trustedProxies: ['127.0.0.1'] });

    const answers = [await guess(api, first), await guess(api, second)];

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
});

describe('POST /v1/chat', () => {
  it('runs as many turns of a user at once as allowed, and refuses one more', async () => {
    const finish: (() => void)[] = [];
    const { runTurn } = createFakeUseCases();
    const { api, keys } = await serve({
      maxParallelChatsPerUser: 2,
      runTurn: async (turn) => {
        await new Promise<void>((resolve) => void finish.push(resolve));
        return runTurn(turn);
      },
    });
    const { apiKey: key } = keys.issue({ role: 'member' });
    const running = [1, 2].map(() => api.call('POST', '/v1/chat', { key, body: question }));
    await eventually(
      () => finish.length,
      (count) => count === 2,
    );

    const third = await api.call('POST', '/v1/chat', { key, body: question });

    for (const end of finish) end();
    const answers = await Promise.all(running);
    expect(third.json).toMatchObject({ status: 429, code: 'too_many_parallel_chats' });
    expect(third.headers.get('Retry-After')).toBe('1');
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('cancels the turn when its client goes away', async () => {
    const signals: AbortSignal[] = [];
    const { api, keys } = await serve({
      runTurn: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () =>
            reject(new AppError('cancelled', 'The turn was cancelled.')),
          );
        }),
    });
    const { apiKey } = keys.issue({ role: 'member' });
    const body = JSON.stringify(question);
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST /v1/chat HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await eventually(
      () => signals.length,
      (count) => count === 1,
    );

    socket.destroy();

    await eventually(
      () => signals[0]?.aborted,
      (isAborted) => isAborted === true,
    );
  });
});

describe('a request body that arrives too slowly', () => {
  it('is answered with 400 at the time limit', async () => {
    const { api, keys } = await serve({ bodyTimeoutMs: 100 });
    const { apiKey } = keys.issue({ role: 'member' });
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /v1/chat HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );

    const [answer] = (await once(socket, 'data')) as [Buffer];

    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400/);
  });
});

const away = async (): Promise<void> => {
  throw new Error('connect ECONNREFUSED 10.1.2.3:6379');
};

describe('GET /readyz', () => {
  it('is 503 while the database is down', async () => {
    const { api } = await serve({
      dependencyChecks: { database: away, queue: async () => undefined },
    });

    const answer = await api.call('GET', '/readyz');

    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({
      status: 'not_ready',
      dependencies: { database: 'down', queue: 'up' },
      reindexing: null,
    });
  });

  it('is 200 while only other parts are down, and lists them as degraded', async () => {
    const { api } = await serve({
      dependencyChecks: { database: async () => undefined, queue: away },
    });

    const answer = await api.call('GET', '/readyz');

    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      status: 'ready',
      degraded: ['queue'],
      dependencies: { database: 'up', queue: 'down' },
      reindexing: null,
    });
  });

  it('explains why a dependency is down if the reason is known', async () => {
    const { api } = await serve({
      dependencyChecks: {
        files: async () => {
          throw new AppError('insufficient_storage', 'No room on /srv/secret-place.');
        },
      },
    });

    const answer = await api.call('GET', '/readyz');

    expect(answer.json).toEqual({
      status: 'ready',
      degraded: ['files'],
      dependencies: { files: 'down' },
      reasons: { files: 'There is no storage space left.' },
      reindexing: null,
    });
  });

  it('names the models that are temporarily not used, and stays ready', async () => {
    const { api } = await serve({ modelsLeftAlone: () => ['main: answer'] });

    expect(await api.call('GET', '/readyz')).toMatchObject({
      status: 200,
      json: { status: 'ready', modelsLeftAlone: ['main: answer'] },
    });
  });

  it('says that the embedder is not calibrated, and stays ready', async () => {
    const { api } = await serve({ isUncalibrated: true });

    expect(await api.call('GET', '/readyz')).toMatchObject({
      status: 200,
      json: { status: 'ready', embedder: 'uncalibrated' },
    });
  });

  it('shows the progress of a re-index', async () => {
    const { api } = await serve({ reindexing: async () => ({ done: 3, total: 9, etaSec: 40 }) });

    expect(await api.call('GET', '/readyz')).toMatchObject({
      status: 200,
      json: { status: 'ready', reindexing: { done: 3, total: 9, etaSec: 40 } },
    });
  });

  it('is 503 while the server shuts down', async () => {
    const { api } = await serve({ isShuttingDown: () => true });

    expect(await api.call('GET', '/readyz')).toMatchObject({
      status: 503,
      json: { status: 'shutting_down' },
    });
  });
});
