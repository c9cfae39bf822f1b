import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { serveApi } from '../support/serve-api.js';

const ALLOWED = 'https://app.example.com';

const fake = createFakeApiDeps({ corsOrigins: [ALLOWED] });
let api: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  api = await serveApi(fake.deps);
});
afterAll(() => api.close());

const ask = (origin: string, method = 'GET', headers: Record<string, string> = {}) =>
  api.call(method, '/v1/me', { headers: { Origin: origin, ...headers } });
const preflight = { 'Access-Control-Request-Method': 'POST' };
const corsOf = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('a web page of another origin', () => {
  it('may read answers if its origin is on the list, and never sends cookies', async () => {
    const { status, headers } = await ask(ALLOWED);

    expect(status).toBe(401);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED);
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
    expect(headers.get('Vary')).toContain('Origin');
  });

  it('learns what it may send', async () => {
    const { status, headers } = await ask(ALLOWED, 'OPTIONS', preflight);

    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    expect(headers.get('Access-Control-Allow-Methods')).toContain('DELETE');
  });

  it.each([
    'https://evil.example',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'https://APP.example.com',
    'null',
  ])('of %s gets no CORS header', async (origin) => {
    const answers = [await ask(origin), await ask(origin, 'OPTIONS', preflight)];

    expect(answers.flatMap(({ headers }) => corsOf(headers))).toEqual([]);
    expect(answers[1]?.status).toBe(405);
  });
});

describe('every HTTP response', () => {
  it('carries the headers that keep browsers from sniffing, framing and leaking', async () => {
    const { headers } = await api.call('GET', '/docs');

    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });

  it('makes browsers stay with https if they used it', async () => {
    const secure = await serveApi(createFakeApiDeps({ isBehindTls: true }).deps);

    const { headers } = await secure.call('GET', '/healthz');

    await secure.close();
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });
});

describe('CORS_ORIGINS', () => {
  it.each(['*', 'app.example.com', 'https://app.example.com/', 'https://a.example/path', 'null'])(
    'refuses %s at startup',
    (origins) => {
      expect(() => parseConfig({ CORS_ORIGINS: origins })).toThrow('CORS_ORIGINS');
    },
  );

  it('accepts several origins', () => {
    const { http } = parseConfig({ CORS_ORIGINS: `${ALLOWED}, http://localhost:5173` });

    expect(http.corsOrigins).toEqual([ALLOWED, 'http://localhost:5173']);
  });
});
