import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashSecret } from '../../src/shared/api-key.js';
import { ApiKeyId, TenantId, UserId } from '../../src/shared/ids.js';
import type { Keys } from '../../src/sign-in/keys.js';
import { createOperatorSignIn } from '../../src/sign-in/operator-sign-in.js';
import { createTenantWithPassword, PASSWORD } from '../support/accounts.js';
import {
  PUBLIC_URL,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

const LINK = 'krl_the-token-of-the-link';

let served: ApiOverDatabase;
let acme: Awaited<ReturnType<typeof createTenantWithPassword>>;
/** The server's clock is ahead by so much. */
let aheadMs = 0;
const HOUR_MS = 3_600_000;
let openLinks: Set<string>;
let holder: { tenantId: TenantId; userId: UserId; apiKeyId: ApiKeyId } | null = null;

beforeAll(async () => {
  served = await serveApiOverDatabase({
    now: () => new Date(Date.now() + aheadMs),
    firstAdmin: { take: async (token) => openLinks.delete(token), findKey: async () => holder },
  });
  acme = await createTenantWithPassword(served);
});
afterAll(() => served.close());
beforeEach(() => {
  openLinks = new Set([LINK]);
});

type Sent = { cookie?: string; key?: string; origin?: string | null; headers?: object };

const post = (path: string, body: unknown, { cookie, key, origin, headers }: Sent = {}) =>
  served.api.call('POST', path, {
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body }),
    headers: {
      ...(origin !== null && { Origin: origin ?? served.api.url }),
      ...(cookie !== undefined && { Cookie: `a=b; kr_refresh=${cookie}` }),
      ...headers,
    },
  });

const credentials = () => ({ tenant: acme.slug, email: acme.email, password: PASSWORD });
const login = (sent?: Sent) => post('/v1/auth/login', { ...credentials(), cookie: true }, sent);
const cookieOf = ({ headers }: { headers: Headers }): string =>
  /^kr_refresh=([^;]*)/u.exec(headers.get('set-cookie') ?? '')?.[1] ?? 'no cookie';
const accessOf = ({ json }: { json: unknown }) => (json as { accessToken: string }).accessToken;
const me = (key: string) => served.api.call('GET', '/v1/me', { key });
const createKey = async (
  permissions: string[],
  limit: object = {},
): Promise<{ id: string; apiKey: string }> => {
  const body = { name: 'For the console', permissions, ...limit };
  const { json } = await served.api.call('POST', '/v1/api-keys', { key: acme.adminKey, body });
  return json as { id: string; apiKey: string };
};

describe('signing in from a page of this server', () => {
  it('keeps the refresh token out of the body, in a cookie that no script can read', async () => {
    const answer = await login();

    expect(answer.json).toEqual({
      accessToken: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^kr_refresh=krr_\w{32}_[\w-]{43}; Path=\/v1\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/u,
    );
  });

  it('requires https everywhere but on this machine', async () => {
    const body = JSON.stringify({ ...credentials(), cookie: true });
    const headers = { 'Content-Type': 'application/json', Host: 'router.example' };
    // fetch sends the address as the host, whatever it is asked to send.
    const asked = request(`${served.api.url}/v1/auth/login`, {
      method: 'POST',
      headers: { ...headers, Origin: PUBLIC_URL },
    });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    const elsewhere = response.headers['set-cookie']?.[0];

    expect(elsewhere).toMatch(/; SameSite=Strict; Secure$/u);
  });

  it('exchanges the cookie for another, without a body', async () => {
    const first = cookieOf(await login());

    const answer = await post('/v1/auth/refresh', undefined, { cookie: first });

    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('refreshToken');
    expect((await me(accessOf(answer))).status).toBe(200);
    expect(cookieOf(answer)).not.toBe(first);
  });

  it('keeps two tabs signed in that refresh at the same moment', async () => {
    const cookie = cookieOf(await login());
    const tab = () => post('/v1/auth/refresh', undefined, { cookie });

    const answers = await Promise.all([tab(), tab()]);

    const next = await Promise.all(
      answers.map((answer) => post('/v1/auth/refresh', undefined, { cookie: cookieOf(answer) })),
    );
    expect(next.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('refuses pages of other sites and callers without a page, before anything is used up', async () => {
    const cookie = cookieOf(await login());

    const answers = await Promise.all([
      post('/v1/auth/refresh', undefined, { cookie, origin: 'https://evil.example' }),
      post('/v1/auth/refresh', undefined, { cookie, origin: 'null' }),
      post('/v1/auth/refresh', undefined, { cookie, origin: null }),
      post('/v1/auth/logout', undefined, { cookie, origin: 'https://evil.example' }),
      login({ origin: 'https://evil.example' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await post('/v1/auth/refresh', undefined, { cookie })).status).toBe(200);
  });

  it('treats the origin of PUBLIC_URL as its own', async () => {
    expect((await login({ origin: PUBLIC_URL })).status).toBe(200);
  });

  it('reports that nobody is signed in if there is no cookie', async () => {
    const { status, json } = await post('/v1/auth/refresh', undefined);

    expect(status).toBe(401);
    expect(json).toMatchObject({ code: 'credential_missing' });
  });

  it('deletes the cookie when its holder signs out', async () => {
    const signedIn = await login();

    const answer = await post('/v1/auth/logout', undefined, { cookie: cookieOf(signedIn) });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toContain('kr_refresh=; Path=/v1/auth; Max-Age=0');
    expect((await me(accessOf(signedIn))).status).toBe(401);
  });
});

describe('POST /v1/auth/key', () => {
  it("signs in with the key's rights and no more", async () => {
    const { apiKey } = await createKey(['search', 'documents:read']);

    const answer = await post('/v1/auth/key', { cookie: true }, { key: apiKey });

    expect(answer.status).toBe(200);
    expect((await me(accessOf(answer))).json).toMatchObject({
      user: { id: acme.adminId },
      permissions: ['search', 'documents:read'],
    });
  });

  it('signs in for the documents that the key may see, and limits new documents like the key', async () => {
    const filter = { type: 'eq', key: 'language', value: 'en' };
    const { apiKey } = await createKey(['search'], { filter });

    const answer = await post('/v1/auth/key', { cookie: true }, { key: apiKey });
    const made = await served.api.call('POST', '/v1/api-keys', {
      key: accessOf(answer),
      body: { name: 'Next', permissions: ['search'] },
    });

    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ filter });
  });

  it('creates a sign-in that ends with the key, access and refresh alike', async () => {
    const { id, apiKey } = await createKey(['chat']);
    const answer = await post('/v1/auth/key', { cookie: true }, { key: apiKey });
    const cookie = cookieOf(answer);

    await served.api.call('DELETE', `/v1/api-keys/${id}`, { key: acme.adminKey });

    expect((await me(accessOf(answer))).status).toBe(401);
    expect((await post('/v1/auth/refresh', undefined, { cookie })).status).toBe(401);
  });

  it('refuses an access token, which is not a key', async () => {
    const answer = await post('/v1/auth/key', {}, { key: accessOf(await login()) });

    expect(answer.status).toBe(403);
  });
});

describe('the operator, who signs in with their key', () => {
  const signInAsOperator = () =>
    post('/v1/auth/key', { cookie: true }, { key: served.operatorKey });
  const refresh = (cookie: string) => post('/v1/auth/refresh', undefined, { cookie });

  it('may do what the operator may, and nothing in a tenant', async () => {
    const answer = await signInAsOperator();

    const key = accessOf(answer);
    expect((await me(key)).json).toMatchObject({ role: 'operator', tenant: null });
    expect((await served.api.call('GET', '/v1/tenants', { key })).status).toBe(200);
    expect((await served.api.call('GET', '/v1/documents', { key })).status).toBe(403);
  });

  it('stays signed in through the cookie for twelve hours, whatever is refreshed meanwhile', async () => {
    const cookie = cookieOf(await signInAsOperator());
    const { tenantId } = acme;
    aheadMs += 11 * HOUR_MS;

    const late = await refresh(cookie);
    aheadMs += HOUR_MS;
    const over = await refresh(cookieOf(late));

    expect([late.status, over.status]).toEqual([200, 401]);
    expect(late.json).not.toHaveProperty('refreshToken');
    const tenant = await served.api.call('GET', `/v1/tenants/${tenantId}`, { key: accessOf(late) });
    expect(tenant.json).toMatchObject({ code: 'credential_expired' });
  });

  it('cannot prolong a sign-in by exchanging its token for another', async () => {
    const answer = await post('/v1/auth/key', {}, { key: accessOf(await signInAsOperator()) });

    expect(answer.status).toBe(403);
  });

  it('cannot use either token instead of the other', async () => {
    const answer = await signInAsOperator();

    const statuses = [
      (await me(cookieOf(answer))).status,
      (await refresh(accessOf(answer))).status,
      (await me(accessOf(answer).slice(0, -2))).status,
    ];
    expect(statuses).toEqual([401, 401, 401]);
  });

  it('deletes the cookie by signing out', async () => {
    const cookie = cookieOf(await signInAsOperator());

    const answer = await post('/v1/auth/logout', undefined, { cookie });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toContain('kr_refresh=; Path=/v1/auth; Max-Age=0');
  });
});

describe('tokens of the operator', () => {
  const sign = (...operatorKeys: string[]) =>
    createOperatorSignIn({
      keys,
      operatorKeyHashes: operatorKeys.map(hashSecret),
      now: () => new Date(),
    });
  const key = (): Keys => [createSecretKey(randomBytes(32))];
  const keys = { accessToken: key(), refreshToken: key() };
  const yesterday = 'the key of yesterday';

  it('end with the key that they were created with', async () => {
    const { accessToken, refreshToken = '' } = await sign(yesterday).start(hashSecret(yesterday));

    const meanwhile = sign('the key of today', yesterday);
    const after = sign('the key of today');

    expect(await meanwhile.verifyAccess(accessToken)).toBe('operator');
    expect(await meanwhile.refresh(refreshToken)).not.toBeNull();
    expect(await after.verifyAccess(accessToken)).toBeNull();
    expect(await after.refresh(refreshToken)).toBeNull();
  });

  it('end with the previous key, even if they were created while a newer one was known', async () => {
    const both = sign('the key of today', yesterday);
    const { accessToken } = await both.start(hashSecret(yesterday));
    const { accessToken: today } = await both.start(hashSecret('the key of today'));

    const after = sign('the key of today');

    expect(await after.verifyAccess(accessToken)).toBeNull();
    expect(await after.verifyAccess(today)).toBe('operator');
  });
});

describe('POST /v1/auth/link', () => {
  const useLink = (sent?: Sent) => post('/v1/auth/link', { token: LINK, cookie: true }, sent);
  beforeAll(async () => {
    const { id } = await createKey(['admin', 'chat']);
    holder = {
      tenantId: TenantId.parse(acme.tenantId),
      userId: UserId.parse(acme.adminId),
      apiKeyId: ApiKeyId.parse(id),
    };
  });

  it('signs the first administrator in, once', async () => {
    const answer = await useLink();

    expect(answer.status).toBe(200);
    expect((await me(accessOf(answer))).json).toMatchObject({ user: { id: acme.adminId } });
    expect((await useLink()).status).toBe(401);
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-Host'])(
    'is refused with the header %s, which does not use it up',
    async (name) => {
      const refused = await useLink({ headers: { [name]: '203.0.113.9' } });

      expect(refused.status).toBe(403);
      expect((await useLink()).status).toBe(200);
    },
  );

  it('refuses another token', async () => {
    expect((await post('/v1/auth/link', { token: 'krl_guessed' })).status).toBe(401);
  });
});
