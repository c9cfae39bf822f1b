import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { askForEvents, readEvents } from '../support/event-stream.js';
import { serveApi } from '../support/serve-api.js';
import { QUESTION, TIMING, writesUntilAborted } from '../support/streaming-api.js';

const ORIGIN = 'https://www.example.com';
const PERMISSIONS = ['chat', 'search', 'tokens'] as const;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const clock = { nowMs: START_MS };

const fake = createFakeApiDeps({
  now: () => new Date(clock.nowMs),
  streamTiming: { ...TIMING, recheckMs: 20 },
  runTurn: writesUntilAborted,
  perMinutePerKey: 4,
  perMinutePerUser: 6,
});
let api: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  api = await serveApi(fake.deps);
});
afterAll(() => api.close());

const issueKey = () =>
  fake.keys.issue({ role: 'admin', kind: 'service', permissions: PERMISSIONS });

const mint = async (key: string, fields: object = {}): Promise<string> => {
  const body = { origins: [ORIGIN], ...fields };
  const { json, status } = await api.call('POST', '/v1/browser-tokens', { key, body });
  expect(status).toBe(201);
  return (json as { token: string }).token;
};

const search = (key: string, headers: Record<string, string> = { Origin: ORIGIN }) =>
  api.call('POST', '/v1/search', { key, headers, body: { query: 'quokkas' } });

const codeOf = async (answer: ReturnType<typeof search>) => {
  const { status, json } = await answer;
  return status === 200 ? 'ok' : (json as { code: string }).code;
};

describe('a browser token', () => {
  it('is accepted from its origins, and refused from others and without an origin', async () => {
    const token = await mint(issueKey().apiKey, { origins: [ORIGIN, 'http://localhost:5173'] });

    const codes = [
      await codeOf(search(token)),
      await codeOf(search(token, { Origin: 'http://localhost:5173' })),
      await codeOf(search(token, { Origin: 'https://evil.example' })),
      await codeOf(search(token, {})),
    ];

    expect(codes).toEqual(['ok', 'ok', 'forbidden', 'forbidden']);
  });

  it('is reported as expired', async () => {
    const token = await mint(issueKey().apiKey, { ttlSeconds: 60 });

    clock.nowMs += 121_000;

    expect(await codeOf(search(token))).toBe('credential_expired');
  });

  it('has the rights that its key has now, whatever the key had when the token was created', async () => {
    const { apiKey, holder, revoke } = issueKey();
    const token = await mint(apiKey);
    const codes = [await codeOf(search(token))];

    holder.keyPermissions = ['chat', 'tokens'];
    codes.push(await codeOf(search(token)));
    holder.keyPermissions = ['chat', 'search'];
    codes.push(await codeOf(search(token)));
    holder.keyPermissions = [...PERMISSIONS];
    holder.userStatus = 'suspended';
    codes.push(await codeOf(search(token)));
    holder.userStatus = 'active';
    holder.expiresAt = new Date(clock.nowMs - 1);
    codes.push(await codeOf(search(token)));
    holder.expiresAt = null;
    revoke();
    codes.push(await codeOf(search(token)));

    expect(codes).toEqual([
      'ok',
      'forbidden',
      'unauthenticated',
      'account_inactive',
      'credential_expired',
      'unauthenticated',
    ]);
  });

  it('has its stream ended if the key is revoked in the middle', async () => {
    const { apiKey, revoke } = issueKey();
    const headers = { Origin: ORIGIN };
    const key = await mint(apiKey);
    const response = await askForEvents({ url: api.url, key, body: QUESTION, headers });
    const events = readEvents(response);
    await events.next();

    revoke();

    const rest = [];
    for await (const one of events) if ('event' in one) rest.push(one);
    expect(rest.at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
  });

  it('has a rate limit of its own, and shares that of its label', async () => {
    const { apiKey } = issueKey();
    const statuses = async (token: string, times: number) => {
      const answers = [];
      for (let turn = 0; turn < times; turn += 1) answers.push((await search(token)).status);
      return answers;
    };
    const [one, same, other] = [
      await mint(apiKey, { label: 'one' }),
      await mint(apiKey, { label: 'one' }),
      await mint(apiKey, { label: 'other' }),
    ];

    expect(await statuses(one, 5)).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(same, 3)).toEqual([200, 200, 429]);
    expect(await statuses(other, 1)).toEqual([200]);
  });

  it('cannot act for anyone else, and keeps the label that it was created with', async () => {
    const token = await mint(issueKey().apiKey);

    const answers = [
      await search(token, { Origin: ORIGIN, 'X-On-Behalf-Of': 'ada@example.com' }),
      await search(token, { Origin: ORIGIN, 'X-Knowledge-Router-Label': 'another' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 422]);
  });
});

describe('POST /v1/browser-tokens', () => {
  const refused = async (key: string, fields: object) => {
    const body = { origins: [ORIGIN], ...fields };
    return (await api.call('POST', '/v1/browser-tokens', { key, body })).status;
  };

  it('creates no token with more rights than the key', async () => {
    const { apiKey: key } = fake.keys.issue({
      role: 'admin',
      kind: 'service',
      permissions: ['chat', 'tokens'],
    });

    expect(await refused(key, { permissions: ['search'] })).toBe(422);
    expect(await refused(key, { permissions: ['documents:read'] })).toBe(422);
    expect(await refused(key, { assistantId: 'unknown' })).toBe(404);
  });

  it.each([
    [{ origins: [] }],
    [{ origins: ['*'] }],
    [{ origins: ['null'] }],
    [{ origins: ['https://www.example.com/'] }],
    [{ origins: ['javascript:alert(1)'] }],
    [{ ttlSeconds: 59 }],
    [{ ttlSeconds: 3601 }],
    [{ label: 'two words' }],
    [{ label: '' }],
  ])('refuses %j', async (fields) => {
    expect(await refused(issueKey().apiKey, fields)).toBe(422);
  });

  it('is for application keys only', async () => {
    const personal = fake.keys.issue({ role: 'admin', permissions: [...PERMISSIONS, 'admin'] });

    expect(await refused(personal.apiKey, {})).toBe(403);
    expect(await refused(await mint(issueKey().apiKey), {})).toBe(403);
  });
});

describe('X-Knowledge-Router-Label', () => {
  it('must be one visible name, and is accepted with application keys only', async () => {
    const { apiKey: key } = issueKey();
    const personal = fake.keys.issue({ role: 'member' }).apiKey;
    const label = (of: string, value: string) => search(of, { 'X-Knowledge-Router-Label': value });

    const answers = [
      await label(key, 'visitor-42'),
      await label(key, 'two words'),
      await label(key, ''),
      await label(personal, 'visitor-42'),
      await label(fake.operatorKey, 'visitor-42'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422]);
  });
});

describe('web pages of any origin', () => {
  const preflight = (path: string, headers: Record<string, string> = {}) =>
    api.call('OPTIONS', path, {
      headers: {
        Origin: 'https://anywhere.example',
        'Access-Control-Request-Method': 'POST',
        ...headers,
      },
    });

  it.each(['/v1/chat', '/v1/search', '/openai/v1/chat/completions', '/openai/v1/unknown'])(
    'are told by %s what they may send, according to what they ask',
    async (path) => {
      const asked = 'x-stainless-lang, Mcp-Protocol-Version, cookie, x-evil, openai-organization';

      const { status, headers } = await preflight(path, {
        'Access-Control-Request-Headers': asked,
      });

      expect(status).toBe(204);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('https://anywhere.example');
      const allowed = headers.get('Access-Control-Allow-Headers')?.split(', ');
      expect(allowed).toEqual([
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'X-Request-Id',
        'x-stainless-lang',
        'mcp-protocol-version',
        'openai-organization',
      ]);
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    },
  );

  it.each(['/v1/documents', '/v1/search/explain', '/v1/browser-tokens', '/v1/auth/refresh'])(
    'are told nothing by %s',
    async (path) => {
      const { headers } = await preflight(path);

      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );

  it('may read answers and refusals, and the headers that clients need', async () => {
    const { status, headers } = await search('kr_not_a_key', {
      Origin: 'https://anywhere.example',
    });

    expect(status).toBe(401);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('https://anywhere.example');
    expect(headers.get('Vary')).toContain('Origin');
    for (const name of ['X-Request-Id', 'Retry-After', 'RateLimit-Limit', 'WWW-Authenticate']) {
      expect(headers.get('Access-Control-Expose-Headers')).toContain(name);
    }
  });
});
