import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readAuditOf, toTokens } from '../support/accounts.js';
import {
  createTenantOverApi,
  PUBLIC_URL,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import {
  startIdentityProvider,
  startHangingProvider,
  visit,
  type TestIdentityProvider,
} from '../support/identity-provider.js';

type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;

let provider: TestIdentityProvider;
let later = 0;
let hanging: Awaited<ReturnType<typeof startHangingProvider>>;
let served: ApiOverDatabase;
let acme: Tenant;
let other: Tenant;

const CLAIMS = {
  groupsClaim: 'groups',
  roleClaim: 'roles',
  roleMapping: { bosses: 'admin' },
  allowedEmailDomains: ['staff.example'],
};

const configure = async ({ slug, adminKey }: Tenant) => {
  const redirectUri = `${PUBLIC_URL}/v1/auth/oidc/${slug}/callback`;
  const client = { id: `client-of-${slug}`, secret: `secret-of-${slug}`, redirectUri };
  await provider.addClient(client);
  const body = {
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    ...CLAIMS,
  };
  return served.api.call('PUT', '/v1/tenant/sign-in', { key: adminKey, body });
};

beforeAll(async () => {
  provider = await startIdentityProvider();
  hanging = await startHangingProvider();
  served = await serveApiOverDatabase({
    privateIssuers: [provider.issuer, hanging.url],
    now: () => new Date(Date.now() + later),
  });
  acme = await createTenantOverApi(served);
  other = await createTenantOverApi(served);
  await configure(acme);
  await configure(other);
}, 60_000);
afterAll(async () => {
  await served.close();
  await provider.close();
  await hanging.close();
});

/** The browser's first step: where it is sent, and the cookie it was given. */
const begin = async ({ slug }: Tenant) => {
  const response = await fetch(`${served.api.url}/v1/auth/oidc/${slug}`, { redirect: 'manual' });
  const [cookie = ''] = response.headers.getSetCookie();
  return {
    status: response.status,
    location: response.headers.get('Location') ?? '',
    cookie,
  };
};

const comeBack = (url: URL, cookie: string) =>
  served.api.call('GET', `${url.pathname}${url.search}`, {
    headers: { Cookie: cookie.split(';')[0] ?? '' },
  });

const signIn = async (tenant: Tenant) => {
  const { location, cookie } = await begin(tenant);
  return comeBack(await visit(location, provider.issuer), cookie);
};

const invite = async (tenant: Tenant, email: string) => {
  const { json } = await served.api.call('POST', '/v1/users', {
    key: tenant.adminKey,
    body: { email, role: 'member' },
  });
  return json as { id: string; invitation: { token: string } };
};

const me = async (tokens: { accessToken: string }) =>
  (await served.api.call('GET', '/v1/me', { key: tokens.accessToken })).json;

describe('signing in with OpenID Connect', () => {
  it('admits an invited person with the groups and the role that the provider names', async () => {
    const { id } = await invite(acme, 'ada@example.com');
    const person = { email: 'Ada@example.com', email_verified: true };
    provider.expect('ada', { ...person, groups: ['hr', 'no good name!'], roles: ['bosses'] });

    const first = await me(toTokens(await signIn(acme)));
    provider.expect('ada', { email: 'renamed@example.com', groups: [], roles: [] });
    const second = await me(toTokens(await signIn(acme)));

    expect(first).toMatchObject({ user: { id, groups: ['hr'] }, role: 'admin' });
    expect(second).toMatchObject({ user: { id, groups: [] }, role: 'member' });
    const entries = await readAuditOf(served, acme.adminKey);
    expect(entries.filter(({ subjectId }) => subjectId === id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'invitation.accept', actorId: id }),
        expect.objectContaining({ action: 'sign_in.start', actorId: id, result: 'ok' }),
      ]),
    );
    const ofRole = entries.filter(({ action }) => action === 'user.change_role');
    expect(ofRole.map(({ actorId }) => actorId)).toEqual([null, null]);
  });

  it('redirects the browser with PKCE, a state and a nonce, and a cookie that no script can read', async () => {
    const { status, location, cookie } = await begin(acme);

    const query = Object.fromEntries(new URL(location).searchParams);
    expect(status).toBe(302);
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
      redirect_uri: `${PUBLIC_URL}/v1/auth/oidc/${acme.slug}/callback`,
    });
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  });

  it('creates an account for a verified address of a domain that the tenant admits', async () => {
    provider.expect('new', { email: 'new@staff.example', email_verified: true });

    const answer = await signIn(acme);

    expect(await me(toTokens(answer))).toMatchObject({
      user: { email: 'new@staff.example' },
      role: 'member',
    });
  });

  it.each([
    ['an address that was not invited', { email: 'stranger@example.com', email_verified: true }],
    ['an address that is not verified', { email: 'invited@example.com', email_verified: false }],
    ['an unverified address of a domain', { email: 'x@staff.example' }],
    ['no address', {}],
    [
      'a domain that only has the same ending',
      { email: 'x@evilstaff.example', email_verified: true },
    ],
  ])('refuses %s', async (what, person) => {
    await invite(acme, 'invited@example.com');
    provider.expect(`refused ${what}`, person);

    expect((await signIn(acme)).status).toBe(403);
  });

  it('does not take over an existing account, whatever address the provider names', async () => {
    provider.expect('thief', { email: `admin@${acme.slug}.example`, email_verified: true });

    expect((await signIn(acme)).status).toBe(403);
  });

  it('does not recognise anyone of another tenant', async () => {
    provider.expect('only-acme', { email: 'only-acme@example.com', email_verified: true });
    await invite(acme, 'only-acme@example.com');
    const here = await signIn(acme);

    const there = await signIn(other);

    expect([here.status, there.status]).toEqual([200, 403]);
  });

  it('continues after the provider has changed its keys', async () => {
    provider.expect('rotated', { email: 'rotated@staff.example', email_verified: true });
    const before = await signIn(acme);
    await provider.renew();

    const after = await signIn(acme);

    expect([before.status, after.status]).toEqual([200, 200]);
  });
});

describe('an identity provider that hangs', () => {
  const TEN_MINUTES_MS = 600_000;

  it('is called once for 60 strangers, tells them when to retry, and does not block another tenant', async () => {
    const tenant = await createTenantOverApi(served);
    const body = { issuer: hanging.url, clientId: 'c', clientSecret: 's' };
    await served.api.call('PUT', '/v1/tenant/sign-in', { key: tenant.adminKey, body });
    later += TEN_MINUTES_MS;
    hanging.hang();
    const path = `/v1/auth/oidc/${tenant.slug}`;
    const strangers = Array.from({ length: 60 }, () => served.api.call('GET', path));
    await hanging.isAsked();
    provider.expect('meanwhile', { email: 'meanwhile@staff.example', email_verified: true });

    const meanwhile = await signIn(acme);
    hanging.letGo();
    const answers = await Promise.all(strangers);
    const afterwards = await served.api.call('GET', path);

    expect(meanwhile.status).toBe(200);
    expect(hanging.asked()).toBe(1);
    for (const { status, json, headers } of [...answers, afterwards]) {
      expect({ status, json }).toMatchObject({
        status: 503,
        json: { code: 'identity_provider_unavailable' },
      });
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    }
  });
});

describe('administrators whom their provider demotes', () => {
  it('keep the role in one of them if all sign in at the same moment', async () => {
    const tenant = await createTenantOverApi(served);
    await configure(tenant);
    for (const name of ['one', 'two']) {
      await invite(tenant, `${name}@example.com`);
      const email = `${name}@example.com`;
      provider.expect(name, { email, email_verified: true, roles: ['bosses'] });
      await signIn(tenant);
    }
    await served.api.call('PATCH', `/v1/users/${tenant.adminId}`, {
      key: tenant.adminKey,
      body: { role: 'member' },
    });
    const returns = [];
    for (const name of ['one', 'two']) {
      provider.expect(name, { email: `${name}@example.com`, email_verified: true, roles: [] });
      const { location, cookie } = await begin(tenant);
      returns.push({ url: await visit(location, provider.issuer), cookie });
    }

    const answers = await Promise.all(returns.map(({ url, cookie }) => comeBack(url, cookie)));

    const roles = await Promise.all(answers.map(async (answer) => me(toTokens(answer))));
    expect(roles.map((one) => (one as { role: string }).role).sort()).toEqual(['admin', 'member']);
  });
});

describe('accounts that a provider creates', () => {
  it("count against the operator's limit of users", async () => {
    const tenant = await createTenantOverApi(served);
    await configure(tenant);
    await served.api.call('PATCH', `/v1/tenants/${tenant.tenantId}`, {
      key: served.operatorKey,
      body: { limits: { users: 3 } },
    });
    const statuses = [];
    for (const name of ['first', 'second', 'third']) {
      provider.expect(`limit-${name}`, { email: `${name}@staff.example`, email_verified: true });
      statuses.push((await signIn(tenant)).status);
    }

    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a callback from an identity provider', () => {
  const returned = async () => {
    provider.expect('caller', { email: 'caller@staff.example', email_verified: true });
    const { location, cookie } = await begin(acme);
    return { url: await visit(location, provider.issuer), cookie };
  };

  it('is accepted once: a replayed state is refused', async () => {
    const { url, cookie } = await returned();

    const answers = [await comeBack(url, cookie), await comeBack(url, cookie)];

    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });

  it('is refused in another browser than the one that started', async () => {
    const { url } = await returned();
    const { cookie } = await begin(acme);

    expect((await comeBack(url, cookie)).status).toBe(401);
  });

  it('is refused without a cookie', async () => {
    const { url } = await returned();

    expect((await comeBack(url, '')).status).toBe(401);
  });

  it('is refused with an unknown state', async () => {
    const { url, cookie } = await returned();
    url.searchParams.set('state', 'made-up');

    expect((await comeBack(url, cookie)).status).toBe(401);
  });

  it('is refused if the ID token has another nonce', async () => {
    const { location, cookie } = await begin(acme);
    const changed = new URL(location);
    changed.searchParams.set('nonce', 'the-nonce-of-somebody-else');

    const url = await visit(changed.href, provider.issuer);

    expect((await comeBack(url, cookie)).status).toBe(401);
  });

  it('is refused with a code of another tenant', async () => {
    const { location } = await begin(other);
    const foreign = (await visit(location, provider.issuer)).searchParams.get('code') ?? '';
    const { url, cookie } = await returned();
    url.searchParams.set('code', foreign);

    expect(foreign).not.toBe('');
    expect((await comeBack(url, cookie)).status).toBe(401);
  });

  it('of one tenant is not accepted by another', async () => {
    const { url, cookie } = await returned();
    url.pathname = url.pathname.replace(acme.slug, other.slug);

    expect((await comeBack(url, cookie)).status).toBe(401);
  });
});

describe('the identity provider of a tenant', () => {
  const put = (key: string, changes: object) =>
    served.api.call('PUT', '/v1/tenant/sign-in', {
      key,
      body: { issuer: provider.issuer, clientId: 'c', clientSecret: 's', ...changes },
    });

  it('is shown without its secret and is audited', async () => {
    const { text, json } = await served.api.call('GET', '/v1/tenant/sign-in', {
      key: acme.adminKey,
    });

    expect(json).toMatchObject({ issuer: `${provider.issuer}/`, ...CLAIMS });
    expect(text).not.toContain('secret');
    const entries = await readAuditOf(served, acme.adminKey);
    expect(entries.map(({ action }) => action)).toContain('sign_in.configure');
  });

  it.each([
    'http://127.0.0.1:1',
    'http://169.254.169.254/latest',
    'https://localhost',
    'https://10.0.0.1',
    'http://example.invalid',
    'https://no-such-host.invalid',
  ])('cannot be %s, and the refusal does not reveal why', async (issuer) => {
    const { status, json } = await put(other.adminKey, { issuer });

    expect(status).toBe(422);
    expect(json).toMatchObject({
      errors: [
        { path: 'issuer', message: 'is not an OpenID Connect provider that can be reached' },
      ],
    });
  });

  it('can be removed, after which nobody is redirected there', async () => {
    const tenant = await createTenantOverApi(served);
    await configure(tenant);
    const remove = () => served.api.call('DELETE', '/v1/tenant/sign-in', { key: tenant.adminKey });

    const before = await begin(tenant);
    const removed = await remove();
    const again = await remove();
    const after = await begin(tenant);

    const statuses = [before.status, removed.status, again.status, after.status];
    expect(statuses).toEqual([302, 204, 404, 404]);
  });

  it('of an unknown tenant looks like one that is not set', async () => {
    expect((await begin({ ...acme, slug: 'no-such-tenant' })).status).toBe(404);
  });
});
