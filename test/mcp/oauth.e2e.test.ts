import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import {
  createTenantOverApi,
  PUBLIC_URL,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { queryAsOwner } from '../support/database.js';
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.js';
import { connectByOAuth } from '../support/oauth-client.js';
import { startTokenIssuer, type TokenIssuer } from '../support/token-issuer.js';

type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;

const HOUR_SEC = 3600;
const nowSec = () => Math.floor(Date.now() / 1000);

let served: ApiOverDatabase;
let ours: TokenIssuer;
let theirs: TokenIssuer;
let acme: Tenant;
let other: Tenant;
let without: Tenant;
/** The provider of a tenant of its own, at which browsers sign in. */
let provider: TestIdentityProvider;
let real: Tenant;
const REAL_SLUG = 'with-a-provider';
const REAL_RESOURCE = `${PUBLIC_URL}/mcp/${REAL_SLUG}`;

beforeAll(async () => {
  [ours, theirs] = await Promise.all([startTokenIssuer(), startTokenIssuer()]);
  provider = await startIdentityProvider({ resource: REAL_RESOURCE });
  const privateIssuers = [ours.issuer, theirs.issuer, provider.issuer];
  served = await serveApiOverDatabase({ privateIssuers });
  real = await createTenantOverApi(served, REAL_SLUG);
  [acme, other, without] = [
    await createTenantOverApi(served),
    await createTenantOverApi(served),
    await createTenantOverApi(served),
  ];
  await configure(acme, ours);
  await configure(other, theirs);
  await provider.renew();
  await configure(real, provider);
}, 60_000);
afterAll(async () => {
  await served.close();
  await Promise.all([ours.close(), theirs.close(), provider.close()]);
});

const configure = async ({ adminKey: key }: Tenant, { issuer }: Pick<TokenIssuer, 'issuer'>) => {
  const body = {
    issuer,
    clientId: 'knowledge-router',
    clientSecret: 'secret',
    groupsClaim: 'groups',
    roleClaim: 'roles',
    roleMapping: { bosses: 'admin' },
    allowedEmailDomains: ['staff.example'],
  };
  const { status } = await served.api.call('PUT', '/v1/tenant/sign-in', { key, body });
  expect(status).toBe(200);
};

const resourceOf = ({ slug }: Pick<Tenant, 'slug'>) => `${PUBLIC_URL}/mcp/${slug}`;

/** The claims of a person's good access token for the address of a tenant. */
const claimsOf = (sub: string, tenant: Tenant = acme) => ({
  sub,
  aud: resourceOf(tenant),
  client_id: 'claude',
  scope: 'openid',
  email: `${sub}@staff.example`,
  email_verified: true,
  iat: nowSec(),
  exp: nowSec() + HOUR_SEC,
});

type Sent = { slug?: string; method?: string; headers?: Record<string, string> };

const send = (key: string | null, sent: Sent = {}) => {
  const { slug = acme.slug, method = 'tools/list', headers = {} } = sent;
  return served.api.call('POST', slug === '' ? '/mcp' : `/mcp/${slug}`, {
    ...(key !== null && { key }),
    body: { jsonrpc: '2.0', id: 1, method, params: {} },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });
};

const statusOf = async (key: string | null, sent: Sent = {}) => (await send(key, sent)).status;

const codeOf = ({ json }: { json: unknown }) =>
  z.object({ error: z.object({ data: z.object({ code: z.string() }) }) }).parse(json).error.data
    .code;

/** Titles of what is listed as resources: an admin sees that documents of others exist. */
const titlesOf = async (token: string) => {
  const { text } = await send(token, { method: 'resources/list' });
  return [...text.matchAll(/"title":"([^"]+)"/g)].map(([, title]) => title).sort();
};

const usersOf = async ({ adminKey: key }: Tenant) => {
  const { json } = await served.api.call('GET', '/v1/users?limit=100', { key });
  return z
    .object({ items: z.array(z.looseObject({ id: z.string(), email: z.string() })) })
    .parse(json).items;
};

const idOf = async (sub: string) =>
  (await usersOf(acme)).find(({ email }) => email === `${sub}@staff.example`)?.id ?? '';

const metadataPath = (slug: string) => `/.well-known/oauth-protected-resource/mcp/${slug}`;

describe('an MCP client without a token', () => {
  it("is told where a tenant's tokens come from, and the same for no tenant and no provider", async () => {
    const slugs = [acme.slug, without.slug, 'no-such-tenant'];

    const answers = await Promise.all(slugs.map((slug) => send(null, { slug })));

    const challenges = answers.map(({ headers }) => headers.get('WWW-Authenticate'));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(challenges).toEqual(
      slugs.map(
        (slug) =>
          `Bearer resource_metadata="${PUBLIC_URL}${metadataPath(slug)}", scope="openid email profile"`,
      ),
    );
    expect((await send(null, { slug: '' })).headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('reads there the address that tokens are for, and the provider by its own name', async () => {
    const headers = { Origin: 'https://inspector.example' };

    const answer = await served.api.call('GET', metadataPath(acme.slug), { headers });

    expect(answer).toMatchObject({
      status: 200,
      json: {
        resource: resourceOf(acme),
        authorization_servers: [ours.issuer],
        bearer_methods_supported: ['header'],
      },
    });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(headers.Origin);
  });

  it('finds the same nothing there for an unknown tenant, a missing provider and a missing name', async () => {
    const slugs = [without.slug, 'no-such-tenant', 'No%20name'];

    const answers = await Promise.all(
      slugs.map((slug) => served.api.call('GET', metadataPath(slug))),
    );

    const details = answers.map(({ json }) => (json as { detail: string }).detail);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(details).size).toBe(1);
  });
});

describe("an access token from the tenant's identity provider", () => {
  it('is obtained by a client that knows only the address, and used', async () => {
    const person = { email: 'ada@staff.example', email_verified: true };
    provider.expect('ada', person);

    const client = await connectByOAuth({
      resource: REAL_RESOURCE,
      issuer: provider.issuer,
      // Behind the public address is the test's own.
      fetch: (url, init) => fetch(String(url).replace(PUBLIC_URL, served.api.url), init),
    });

    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'fetch',
      'ask',
      'list_documents',
      'list_collections',
      'list_assistants',
    ]);
    expect((await usersOf(real)).map(({ email }) => email)).toContain(person.email);
  });

  it('creates the account that a sign-in would create, once, however many requests come first', async () => {
    const token = await ours.sign(claimsOf('new'));

    const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf(token)));
    const { email, email_verified, ...nameless } = claimsOf('new');
    const later = await statusOf(await ours.sign(nameless));

    expect([...statuses, later]).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await usersOf(acme)).filter((user) => user.email === email)).toHaveLength(1);
    expect(email_verified).toBe(true);
  });

  it.each<[string, object]>([
    ['an address that is not verified', { email: 'x@staff.example', email_verified: false }],
    ['no address', { email: undefined }],
    ['an address that was not invited', { email: 'x@elsewhere.example' }],
  ])('creates no account for %s', async (what, person) => {
    const token = await ours.sign({ ...claimsOf(`refused ${what}`), ...person });

    const answer = await send(token);

    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
  });

  it('does not take over an existing account', async () => {
    const email = `admin@${acme.slug}.example`;

    expect(await statusOf(await ours.sign({ ...claimsOf('thief'), email }))).toBe(403);
  });

  it('is accepted from clients that send a slash, a list of audiences or another type', async () => {
    const aud = [`${resourceOf(acme)}/`, 'https://elsewhere.example'];

    const statuses = [
      await statusOf(await ours.sign({ ...claimsOf('new'), aud })),
      await statusOf(await ours.sign(claimsOf('new'), { header: { typ: 'JWT' } })),
      await statusOf(await ours.sign(claimsOf('new'), { header: { typ: undefined } })),
      await statusOf(await ours.sign({ ...claimsOf('new'), typ: 'Bearer' })),
    ];

    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  it('is accepted at this address only, for nobody else and without a label', async () => {
    const token = await ours.sign(claimsOf('new'));
    const asUser = { 'X-On-Behalf-Of': 'ada@staff.example' };

    const statuses = [
      (await served.api.call('GET', '/v1/me', { key: token })).status,
      await statusOf(token, { slug: '' }),
      await statusOf(token, { slug: other.slug }),
      await statusOf(token, { slug: 'no-such-tenant' }),
      await statusOf(token, { headers: asUser }),
      await statusOf(token, { headers: { 'X-Knowledge-Router-Label': 'visitor' } }),
      await statusOf(token, { headers: { Origin: 'https://evil.example' } }),
    ];

    expect(statuses).toEqual([401, 401, 401, 401, 403, 400, 403]);
  });

  it('grants what the account may do now, or less if the token says less, and never more', async () => {
    const { adminKey: key, tenantId } = acme;
    for (const [title, visibility] of [
      ['For all', 'tenant'],
      ['For HR', 'group:hr'],
      ['For me', 'private'],
    ]) {
      if (title === 'For HR') {
        await served.api.call('POST', '/v1/groups', { key, body: { name: 'hr' } });
      }
      const body = { title, text: 'Four quokkas.', visibility };
      expect((await served.api.call('POST', '/v1/documents', { key, body })).status).toBe(202);
    }
    const isReady = `UPDATE documents SET status = 'ready' WHERE tenant_id = '${tenantId}'`;
    await queryAsOwner(served.urls, isReady);
    const sign = (said: object) => ours.sign({ ...claimsOf('boss'), ...said });

    const first = await titlesOf(await sign({ roles: ['bosses'], groups: ['hr'] }));
    const silent = await titlesOf(await sign({}));
    const lesser = await titlesOf(await sign({ roles: [], groups: ['hr'] }));
    const least = await titlesOf(await sign({ roles: [], groups: [] }));
    await served.api.call('PATCH', `/v1/users/${await idOf('boss')}`, {
      key,
      body: { role: 'member', groups: [] },
    });
    const old = await titlesOf(await sign({ roles: ['bosses'], groups: ['hr'] }));

    expect([first, silent]).toEqual(Array(2).fill(['For HR', 'For all', 'For me']));
    expect(lesser).toEqual(['For HR', 'For all']);
    expect([least, old]).toEqual([['For all'], ['For all']]);
  });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens that are wrong in one thing each. */
const WRONG: [string, () => Promise<string>][] = [
  ['another tenant’s provider', () => theirs.sign(claimsOf('new'))],
  ['another’s name as issuer', () => theirs.sign({ ...claimsOf('new'), iss: ours.issuer })],
  ['another issuer', () => ours.sign({ ...claimsOf('new'), iss: theirs.issuer })],
  ['another tenant’s address', () => ours.sign({ ...claimsOf('new'), aud: resourceOf(other) })],
  [
    'the address shared by all tenants',
    () => ours.sign({ ...claimsOf('new'), aud: `${PUBLIC_URL}/mcp` }),
  ],
  ['the client as audience', () => ours.sign({ ...claimsOf('new'), aud: 'knowledge-router' })],
  ['no audience', () => ours.sign({ ...claimsOf('new'), aud: undefined })],
  [
    'no signature',
    async () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claimsOf('new'))}.AAAA`,
  ],
  [
    'the public key as a secret',
    () =>
      ours.sign(claimsOf('new'), {
        header: { alg: 'HS256' },
        key: Buffer.from(JSON.stringify(ours.publicJwk())),
      }),
  ],
  [
    'the signature of another key',
    async () => {
      const { privateKey: key, publicKey } = await generateKeyPair('RS256');
      const header = { jwk: await exportJWK(publicKey), jku: `${theirs.issuer}/keys` };
      return ours.sign(claimsOf('new'), { key, header });
    },
  ],
  ['a start in the future', () => ours.sign({ ...claimsOf('new'), nbf: nowSec() + 600 })],
  ['no expiry', () => ours.sign({ ...claimsOf('new'), exp: undefined })],
  ['no user', () => ours.sign({ ...claimsOf('new'), sub: undefined })],
  [
    'the claims of an ID token',
    () => ours.sign({ ...claimsOf('new'), at_hash: 'x' }, { header: { typ: 'JWT' } }),
  ],
  [
    'no claim of an access token',
    () => {
      const claims = { ...claimsOf('new'), client_id: undefined, scope: undefined };
      return ours.sign(claims, { header: { typ: 'JWT' } });
    },
  ],
  ['the type of an ID token', () => ours.sign({ ...claimsOf('new'), typ: 'ID' })],
  ['another type', () => ours.sign(claimsOf('new'), { header: { typ: 'logout+jwt' } })],
  ['a key that has to be proved', () => ours.sign({ ...claimsOf('new'), cnf: { jkt: 'x' } })],
  ['an unknown key', () => ours.sign(claimsOf('new'), { header: { kid: 'unknown' } })],
];

describe('an invalid access token', () => {
  it.each(WRONG)('is refused if it has %s', async (_what, make) => {
    const answer = await send(await make());

    expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(
      /^Bearer resource_metadata="https:\/\/[^"]+", scope="[^"]+", error="invalid_token"$/,
    );
  });

  it('is reported as expired if it was valid once', async () => {
    const expired = { iat: nowSec() - HOUR_SEC, exp: nowSec() - 61 };

    const good = await send(await ours.sign({ ...claimsOf('new'), ...expired }));
    const bad = await send(await theirs.sign({ ...claimsOf('new'), ...expired }));

    expect([codeOf(good), codeOf(bad)]).toEqual(['credential_expired', 'unauthenticated']);
  });
});

describe('an access token of a provider', () => {
  it('stops working while its account is suspended', async () => {
    const token = await ours.sign(claimsOf('leaver'));
    expect(await statusOf(token)).toBe(200);
    const path = `/v1/users/${await idOf('leaver')}`;
    const become = (status: string) =>
      served.api.call('PATCH', path, { key: acme.adminKey, body: { status } });

    await become('suspended');
    const answer = await send(token);
    await become('active');
    const again = await statusOf(token);
    await served.api.call('DELETE', path, { key: acme.adminKey });

    expect([answer.status, codeOf(answer), again]).toEqual([403, 'account_inactive', 200]);
  });

  it('stops working without its provider, whose keys are still cached here, and in a suspended tenant', async () => {
    const [one, two] = [await createTenantOverApi(served), await createTenantOverApi(served)];
    await configure(one, theirs);
    await configure(two, theirs);
    const statuses = [];
    for (const tenant of [one, two]) {
      const token = await theirs.sign(claimsOf('visitor', tenant));
      const at = { slug: tenant.slug };
      statuses.push(await statusOf(token, at));
      if (tenant === one) {
        await served.api.call('DELETE', '/v1/tenant/sign-in', { key: tenant.adminKey });
      } else {
        const body = { status: 'suspended' };
        const key = served.operatorKey;
        await served.api.call('PATCH', `/v1/tenants/${tenant.tenantId}`, { key, body });
      }
      statuses.push(await statusOf(token, at));
    }

    expect(statuses).toEqual([200, 401, 200, 401]);
  });
});

describe("our own API key at a tenant's MCP address", () => {
  it('is accepted at its own tenant, and any other tenant looks unknown', async () => {
    const { adminKey } = acme;

    const own = await statusOf(adminKey);
    const answers = [
      await send(adminKey, { slug: other.slug }),
      await send(adminKey, { slug: 'no-such-tenant' }),
      await send(adminKey, { slug: 'No-name' }),
    ];

    expect(own).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['not_found']));
  });
});
