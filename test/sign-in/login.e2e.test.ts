import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTenantWithPassword,
  givePassword,
  PASSWORD,
  readAuditOf,
  toTokens,
} from '../support/accounts.js';
import { serveApiOverDatabase, type ApiOverDatabase } from '../support/api-over-database.js';
import { queryInTenant } from '../support/database.js';
import { eventually } from '../support/eventually.js';

let served: ApiOverDatabase;
let acme: Awaited<ReturnType<typeof createTenantWithPassword>>;
let other: Awaited<ReturnType<typeof createTenantWithPassword>>;
/** The server's clock is ahead by so much, to reach the end of what expires. */
let aheadMs = 0;
const AFTER_GRACE_MS = 10_001;

beforeAll(async () => {
  served = await serveApiOverDatabase({ now: () => new Date(Date.now() + aheadMs) });
  acme = await createTenantWithPassword(served);
  other = await createTenantWithPassword(served);
});
afterAll(() => served.close());

const me = (key: string) => served.api.call('GET', '/v1/me', { key });
const post = (path: string, body: unknown) => served.api.call('POST', path, { body });
const refresh = (refreshToken: string) => post('/v1/auth/refresh', { refreshToken });
const logout = (refreshToken: string) => post('/v1/auth/logout', { refreshToken });

describe('POST /v1/auth/login', () => {
  it("returns tokens, and the access token has all rights of the person's role", async () => {
    const answer = await acme.login();

    const { accessToken, expiresAt } = toTokens(answer);
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    expect((await me(accessToken)).json).toMatchObject({
      user: { id: acme.adminId, email: acme.email },
      tenant: { id: acme.tenantId },
      role: 'admin',
      permissions: expect.arrayContaining(['admin', 'chat', 'memories']),
    });
  });

  it('accepts the address in any case, and compares passwords by characters, not by encoding', async () => {
    const { status } = await acme.login({ email: acme.email.toUpperCase() });

    expect(status).toBe(200);
  });

  it('refuses a wrong password, address and tenant in the same words', async () => {
    const answers = await Promise.all([
      acme.login({ password: `${PASSWORD}!` }),
      acme.login({ email: 'nobody@example.com' }),
      acme.login({ tenant: 'no-such-tenant' }),
      acme.login({ email: other.email }),
      acme.login({ tenant: other.slug }),
    ]);

    const seen = answers.map(({ status, json }) => ({
      status,
      ...(json as Record<string, unknown>),
      requestId: '',
    }));
    expect(seen[0]).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(seen).toEqual(seen.map(() => seen[0]));
  });

  it('refuses a user who has no password, whatever they send', async () => {
    const { json } = await served.api.call('POST', '/v1/users', {
      key: acme.adminKey,
      body: { email: 'no-password@example.com', role: 'member' },
    });

    const { status } = await acme.login({ email: (json as { email: string }).email });

    expect(status).toBe(401);
  });

  it('tells a suspended user so only after the right password', async () => {
    const tenant = await createTenantWithPassword(served);
    await served.api.call('PATCH', `/v1/tenants/${tenant.tenantId}`, {
      key: served.operatorKey,
      body: { status: 'suspended' },
    });

    const [right, wrong] = [await tenant.login(), await tenant.login({ password: 'wrong' })];

    expect([right.status, wrong.status]).toEqual([403, 401]);
    expect(right.json).toMatchObject({ code: 'account_inactive' });
  });

  it('is audited with the account as an id, also if it fails', async () => {
    const tenant = await createTenantWithPassword(served);

    await tenant.login();
    await tenant.login({ password: 'wrong' });

    const own = { action: 'sign_in.start', subjectId: tenant.adminId };
    const entries = await eventually(
      async () =>
        (await readAuditOf(served, tenant.adminKey)).filter(
          ({ action }) => action === 'sign_in.start',
        ),
      ({ length }) => length === 2,
    );
    expect(entries).toEqual([
      { ...own, actorId: tenant.adminId, result: 'ok' },
      { ...own, actorId: null, result: 'refused' },
    ]);
  });

  it('writes neither address nor password nor token into the log', async () => {
    const { accessToken, refreshToken } = toTokens(await acme.login());
    await acme.login({ password: 'a wrong one, spoken aloud' });
    await me(accessToken);

    const log = served.logLines.join('');

    const secrets = [acme.email, PASSWORD, 'spoken aloud', accessToken, refreshToken];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).toContain('/v1/auth/login');
  });
});

describe('an access token that is used in requests', () => {
  it('is refused if one bit of its signature is flipped, and counted as a guess', async () => {
    const { accessToken } = toTokens(await acme.login());
    const last = accessToken.at(-1) === 'A' ? 'B' : 'A';

    const { status } = await me(`${accessToken.slice(0, -1)}${last}`);

    expect(status).toBe(401);
    expect(served.denied).toContain('bad_credential');
  });

  it('cannot be used as a refresh token, and neither can an API key', async () => {
    const { accessToken, refreshToken } = toTokens(await acme.login());

    const answers = await Promise.all([
      refresh(accessToken),
      refresh(acme.adminKey),
      logout(acme.adminKey),
      me(refreshToken),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('loses on the next request what its user loses', async () => {
    const member = await acme.addMember();
    await givePassword(served, { tenantId: acme.tenantId, userId: member.userId });
    const { json } = await served.api.call('GET', `/v1/users/${member.userId}`, {
      key: acme.adminKey,
    });
    const { email } = json as { email: string };
    const change = (body: unknown) =>
      served.api.call('PATCH', `/v1/users/${member.userId}`, { key: acme.adminKey, body });
    await change({ role: 'admin' });
    const { accessToken } = toTokens(await acme.login({ email }));
    const users = () => served.api.call('GET', '/v1/users', { key: accessToken });

    const asAdmin = await users();
    await change({ role: 'member' });
    const asMember = await users();
    await change({ status: 'suspended' });
    const suspended = await users();
    await served.api.call('DELETE', `/v1/users/${member.userId}`, { key: acme.adminKey });
    const removed = await users();

    expect([asAdmin, asMember, suspended, removed].map(({ status }) => status)).toEqual([
      200, 403, 403, 401,
    ]);
  });

  it('cannot make an API key act as another user', async () => {
    const { accessToken } = toTokens(await acme.login());

    const { status } = await served.api.call('GET', `/v1/users/${other.adminId}`, {
      key: accessToken,
    });

    expect(status).toBe(404);
  });
});

describe('POST /v1/auth/refresh', () => {
  it('returns new tokens, once', async () => {
    const first = toTokens(await acme.login());

    const second = toTokens(await refresh(first.refreshToken));

    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await me(second.accessToken)).status).toBe(200);
  });

  it('ends the whole sign-in if a used token is shown again, and audits that', async () => {
    const tenant = await createTenantWithPassword(served);
    const first = toTokens(await tenant.login());
    const another = toTokens(await tenant.login());
    const second = toTokens(await refresh(first.refreshToken));
    aheadMs += AFTER_GRACE_MS;

    const reused = await refresh(first.refreshToken);

    expect(reused.status).toBe(401);
    const after = await Promise.all([
      refresh(second.refreshToken),
      me(second.accessToken),
      me(first.accessToken),
      me(another.accessToken),
    ]);
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
    const entries = await readAuditOf(served, tenant.adminKey);
    expect(entries.filter(({ action }) => action === 'sign_in.token_reused')).toMatchObject([
      { actorId: null, result: 'refused' },
    ]);
  });

  it('returns the same successor to all who send a token at once, with a valid access token each', async () => {
    const { refreshToken } = toTokens(await acme.login());

    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));

    const given = answers.map(toTokens);
    expect(new Set(given.map((tokens) => tokens.refreshToken)).size).toBe(1);
    const asked = await Promise.all(given.map(({ accessToken }) => me(accessToken)));
    expect(asked.map(({ status }) => status)).toEqual(given.map(() => 200));
  });

  it('returns the successor again, for ten seconds, to anyone who never got the answer', async () => {
    const { refreshToken } = toTokens(await acme.login());
    const lost = toTokens(await refresh(refreshToken));
    aheadMs += AFTER_GRACE_MS - 2000;

    const again = toTokens(await refresh(refreshToken));

    expect(again.refreshToken).toBe(lost.refreshToken);
    expect((await refresh(again.refreshToken)).status).toBe(200);
  });

  it('starts no second ten seconds if a token is shown again', async () => {
    const { refreshToken } = toTokens(await acme.login());
    await refresh(refreshToken);
    aheadMs += AFTER_GRACE_MS / 2;
    await refresh(refreshToken);
    aheadMs += AFTER_GRACE_MS / 2;

    const reused = await refresh(refreshToken);

    expect(reused.status).toBe(401);
  });

  it('ends the sign-in if a token is shown again whose successor has been used, however soon', async () => {
    const first = toTokens(await acme.login());
    const second = toTokens(await refresh(first.refreshToken));
    const third = toTokens(await refresh(second.refreshToken));

    const reused = await refresh(first.refreshToken);

    expect([reused.status, (await me(third.accessToken)).status]).toEqual([401, 401]);
  });

  it('refuses a token that names another tenant', async () => {
    const { refreshToken } = toTokens(await acme.login());
    const [own, foreign] = [acme.tenantId, other.tenantId].map((id) => id.replaceAll('-', ''));

    const { status } = await refresh(refreshToken.replace(own ?? '', foreign ?? ''));

    expect(status).toBe(401);
  });

  it('refuses a suspended user and keeps the token for when they return', async () => {
    const tenant = await createTenantWithPassword(served);
    const { refreshToken } = toTokens(await tenant.login());
    const setStatus = (status: string) =>
      served.api.call('PATCH', `/v1/tenants/${tenant.tenantId}`, {
        key: served.operatorKey,
        body: { status },
      });
    await setStatus('suspended');

    const refused = await refresh(refreshToken);
    await setStatus('active');
    const accepted = await refresh(refreshToken);

    expect([refused.status, accepted.status]).toEqual([403, 200]);
  });

  it.each(['null', '[]', '{}', 'krr_', `krr_${'0'.repeat(32)}_${'A'.repeat(43)}`])(
    'refuses %s',
    async (token) => {
      expect((await refresh(token)).status).toBe(401);
    },
  );
});

describe('a sign-in that is refreshed again and again', () => {
  const countRows = async (tenantId: string): Promise<number | undefined> => {
    const rows = await queryInTenant<{ count: number }>(
      served.urls,
      tenantId,
      `SELECT count(*)::int AS count FROM sign_ins WHERE tenant_id = '${tenantId}'`,
    );
    return rows[0]?.count;
  };

  it('is refused after thirty times a minute, keeps its token, and occupies one row', async () => {
    const tenant = await createTenantWithPassword(served);
    let { refreshToken } = toTokens(await tenant.login());
    const statuses: number[] = [];
    for (let time = 0; time < 80; time += 1) {
      const answer = await refresh(refreshToken);
      statuses.push(answer.status);
      if (answer.status === 200) refreshToken = toTokens(answer).refreshToken;
    }

    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(50);
    expect(await countRows(tenant.tenantId)).toBe(1);
  });

  it('recognises a token that was used long before, which ends it', async () => {
    const first = toTokens(await acme.login());
    let last = first;
    for (let time = 0; time < 5; time += 1) last = toTokens(await refresh(last.refreshToken));

    const old = await refresh(first.refreshToken);

    expect([old.status, (await refresh(last.refreshToken)).status]).toEqual([401, 401]);
  });

  it('is one of at most a hundred per user', async () => {
    const tenant = await createTenantWithPassword(served);
    const first = toTokens(await tenant.login());
    for (let time = 0; time < 100; time += 1) await tenant.login();

    expect(await countRows(tenant.tenantId)).toBe(100);
    expect((await me(first.accessToken)).status).toBe(401);
  }, 60_000);
});

describe('POST /v1/auth/logout', () => {
  it('ends access and refresh tokens at once, and may be repeated', async () => {
    const { accessToken, refreshToken } = toTokens(await acme.login());

    const answers = [
      await logout(refreshToken),
      await me(accessToken),
      await refresh(refreshToken),
      await logout(refreshToken),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 401, 401, 204]);
  });

  it('leaves the same person signed in elsewhere', async () => {
    const [here, elsewhere] = [toTokens(await acme.login()), toTokens(await acme.login())];

    await logout(here.refreshToken);

    expect((await me(elsewhere.accessToken)).status).toBe(200);
  });
});
