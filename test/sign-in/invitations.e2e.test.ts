import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createTenantWithPassword, PASSWORD, readAuditOf, toTokens } from '../support/accounts.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { MIGRATIONS_FOLDER, queryInTenant, restoreAsOwner } from '../support/database.js';

const Created = z.object({
  id: z.string(),
  email: z.string(),
  invitation: z.object({ token: z.string(), expiresAt: z.iso.datetime() }).nullable(),
});

let served: ApiOverDatabase;
let acme: Awaited<ReturnType<typeof createTenantWithPassword>>;
let nowMs = Date.now();
let count = 0;

beforeAll(async () => {
  served = await serveApiOverDatabase({ now: () => new Date(nowMs) });
  acme = await createTenantWithPassword(served);
});
afterAll(() => served.close());

const call = (request: string, key: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  return served.api.call(method, path, { key, ...(body !== undefined && { body }) });
};
const create = async (fields: Record<string, unknown> = {}) => {
  count += 1;
  const email = `person-${count}@${acme.slug}.example`;
  const answer = await call('POST /v1/users', acme.adminKey, {
    email,
    role: 'member',
    ...fields,
  });
  const { id, invitation } = Created.parse(answer.json);
  return { id, email, token: invitation?.token ?? '', invitation };
};
const accept = (token: string, password = PASSWORD) =>
  served.api.call('POST', '/v1/auth/accept', { body: { token, password } });
const me = async (key: string) => (await call('GET /v1/me', key)).status;

describe('an invitation', () => {
  it('comes once with a new user, who chooses a password that nobody else knows', async () => {
    const { id, email, token, invitation } = await create();

    const { accessToken } = toTokens(await accept(token));

    const days = (Date.parse(invitation?.expiresAt ?? '') - nowMs) / 86_400_000;
    expect(days).toBeCloseTo(7);
    expect((await call('GET /v1/me', accessToken)).json).toMatchObject({ user: { id } });
    expect((await acme.login({ email })).status).toBe(200);
    expect((await call(`GET /v1/users/${id}`, acme.adminKey)).text).not.toContain('kri_');
  });

  it('can be accepted once, also if several accept it at the same time: the others get 410', async () => {
    const { token } = await create();

    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
  });

  it('expires after seven days and can be renewed, which invalidates the previous one', async () => {
    const { id, token } = await create();
    const renew = () => call(`POST /v1/users/${id}/invitation`, acme.adminKey);
    nowMs += 7 * 86_400_000 + 1000;

    const expired = await accept(token);
    const first = z.object({ token: z.string() }).parse((await renew()).json).token;
    const second = z.object({ token: z.string() }).parse((await renew()).json).token;
    const answers = [await accept(first), await accept(second)];

    expect(expired.json).toMatchObject({ status: 410, code: 'gone' });
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('cannot be renewed for an accepted account: no admin becomes another user', async () => {
    const { id, token } = await create();
    await accept(token);

    const { status } = await call(`POST /v1/users/${id}/invitation`, acme.adminKey);

    expect(status).toBe(409);
  });

  it('ends when its holder signs in to the account with a key of theirs', async () => {
    const { id, token } = await create();
    const made = await call('POST /v1/api-keys', acme.adminKey, {
      name: 'first',
      userId: id,
      permissions: ['chat'],
    });
    const { id: keyId, apiKey } = made.json as { id: string; apiKey: string };
    const confirmed = await call(`POST /v1/api-keys/${keyId}/confirm`, apiKey);

    const { status } = await accept(token);

    expect([confirmed.status, status]).toEqual([200, 410]);
  });

  it('of a suspended user is refused but stays valid', async () => {
    const { id, token } = await create();
    const setStatus = (status: string) => call(`PATCH /v1/users/${id}`, acme.adminKey, { status });
    await setStatus('suspended');

    const refused = await accept(token);
    await setStatus('active');
    const accepted = await accept(token);

    expect([refused.status, accepted.status]).toEqual([403, 200]);
  });

  it('refuses a password that is too short, and stays valid', async () => {
    const { token } = await create();

    const answers = [await accept(token, 'short'), await accept(token)];

    expect(answers.map(({ status }) => status)).toEqual([422, 200]);
  });

  it('is in the audit log, with ids only', async () => {
    const { id, token, email } = await create();
    await accept(token);

    const entries = await readAuditOf(served, acme.adminKey);

    const own = entries.filter(({ subjectId }) => subjectId === id);
    expect(own.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user.create', acme.adminId],
      ['invitation.create', acme.adminId],
      ['invitation.accept', id],
    ]);
    expect(JSON.stringify(entries)).not.toContain(email);
    expect(served.logLines.join('')).not.toContain(token);
  });

  it.each(['kri_', 'null', `kri_${'0'.repeat(32)}_${'A'.repeat(43)}`])(
    'that was made up (%s) is refused',
    async (token) => {
      expect((await accept(token)).status).toBe(401);
    },
  );

  it('is not accepted as a refresh token', async () => {
    const { token } = await create();

    const { status } = await served.api.call('POST', '/v1/auth/refresh', {
      body: { refreshToken: token },
    });

    expect(status).toBe(401);
  });
});

describe('an initial password that an admin gives a new user', () => {
  const newPassword = 'known to nobody else';

  it('signs nobody in until they choose another, and the error names the field for it', async () => {
    const { email, invitation } = await create({ password: PASSWORD });

    const { status, json } = await acme.login({ email });

    expect([status, invitation]).toEqual([403, null]);
    expect(json).toMatchObject({
      code: 'password_change_required',
      errors: [{ path: 'newPassword' }],
    });
  });

  it('is replaced at the first login, and is worthless from then on', async () => {
    const { id, email } = await create({ password: PASSWORD });

    const tokens = toTokens(await acme.login({ email, newPassword }));

    expect((await call('GET /v1/me', tokens.accessToken)).json).toMatchObject({ user: { id } });
    const after = [
      await acme.login({ email }),
      await acme.login({ email, newPassword: 'chosen by the admin' }),
      await acme.login({ email, password: newPassword }),
    ];
    expect(after.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  it('is replaced once, even if several log in with it at the same time', async () => {
    const { email } = await create({ password: PASSWORD });

    const answers = await Promise.all(
      ['first', 'second', 'third'].map((name) =>
        acme.login({ email, newPassword: `the password of the ${name}` }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is not replaced by itself, by a short password, or if the current password is wrong', async () => {
    const { email } = await create({ password: PASSWORD });

    const answers = [
      await acme.login({ email, newPassword: PASSWORD }),
      await acme.login({ email, newPassword: 'short' }),
      await acme.login({ email, password: `${PASSWORD}!`, newPassword }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 401]);
    expect(answers[2]?.text).toContain('"unauthenticated"');
  });

  it('is in the audit log with its creator, and so is its replacement', async () => {
    const { id, email } = await create({ password: PASSWORD });
    await acme.login({ email, newPassword });

    const entries = await readAuditOf(served, acme.adminKey);

    expect(entries.filter(({ subjectId }) => subjectId === id)).toMatchObject([
      { action: 'user.create', actorId: acme.adminId },
      { action: 'password.change', actorId: acme.adminId },
      { action: 'password.change', actorId: id },
      { action: 'sign_in.start', actorId: id },
    ]);
  });

  it('is worthless once the user has a credential of their own', async () => {
    const { id, email } = await create({ password: PASSWORD });
    const made = await call('POST /v1/api-keys', acme.adminKey, {
      name: 'first',
      userId: id,
      permissions: ['chat'],
    });
    const { id: keyId, apiKey } = made.json as { id: string; apiKey: string };
    await call(`POST /v1/api-keys/${keyId}/confirm`, apiKey);

    const { status } = await acme.login({ email, newPassword });

    expect(status).toBe(401);
  });

  it('can be given to the first admin of a new tenant, and is replaced like any other', async () => {
    const slug = 'with-password';
    const email = 'ada@example.com';
    const created = await call('POST /v1/tenants', served.operatorKey, {
      slug,
      name: 'Acme',
      admin: { email, password: PASSWORD },
    });

    const answers = [
      await acme.login({ tenant: slug, email }),
      await acme.login({ tenant: slug, email, newPassword }),
      await acme.login({ tenant: slug, email }),
    ];

    expect(created.status).toBe(201);
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 401]);
    const { apiKey, admin } = created.json as { apiKey: string; admin: { id: string } };
    const entries = await readAuditOf(served, apiKey);
    const changes = entries.filter(({ action }) => action === 'password.change');
    expect(changes.map(({ actorId }) => actorId)).toEqual([null, admin.id]);
    expect(created.text).not.toContain(PASSWORD);
  });

  it('is not needed by the first admin, who can set a password with their key', async () => {
    const slug = 'with-key';
    const email = 'ada@example.com';
    const created = await call('POST /v1/tenants', served.operatorKey, {
      slug,
      name: 'Acme',
      admin: { email, password: PASSWORD },
    });
    const { apiKey } = created.json as { apiKey: string };

    const { status } = await call('PUT /v1/me/password', apiKey, { newPassword });

    expect(status).toBe(204);
    expect((await acme.login({ tenant: slug, email })).status).toBe(401);
  });

  it('has to be replaced after an upgrade, too, if its user has not done so', async () => {
    const [given, own] = [await create({ password: PASSWORD }), await create()];
    await accept(own.token);
    const before = `UPDATE user_passwords SET is_initial = false; UPDATE users SET activated_at = now()`;
    await queryInTenant(served.urls, acme.tenantId, before);
    const migration = join(MIGRATIONS_FOLDER, '20261124070000_initial_passwords', 'migration.sql');

    await restoreAsOwner(served.urls, await readFile(migration, 'utf8'));

    const answers = [
      await acme.login({ email: given.email }),
      await acme.login({ email: given.email, newPassword }),
      await acme.login({ email: own.email }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 200]);
  });
});

describe('a new password that is sent with a login', () => {
  it("replaces the user's own password as well, and signs out all other sessions", async () => {
    const { email, token } = await create();
    const elsewhere = toTokens(await accept(token));

    const here = await acme.login({ email, newPassword: 'another long password' });

    expect(await me(toTokens(here).accessToken)).toBe(200);
    expect(await me(elsewhere.accessToken)).toBe(401);
    expect((await acme.login({ email })).status).toBe(401);
  });
});

describe('PUT /v1/me/password', () => {
  const change = (key: string, body: unknown) => call('PUT /v1/me/password', key, body);
  const newPassword = 'another long password';

  it('requires the current password, and signs out all other sessions', async () => {
    const { email, token } = await create();
    await accept(token);
    const here = toTokens(await acme.login({ email }));
    const elsewhere = toTokens(await acme.login({ email }));

    const wrong = await change(here.accessToken, { currentPassword: 'wrong', newPassword });
    const none = await change(here.accessToken, { newPassword });
    const right = await change(here.accessToken, { currentPassword: PASSWORD, newPassword });

    expect([wrong.status, none.status, right.status]).toEqual([422, 422, 204]);
    const after = [
      await me(here.accessToken),
      await me(elsewhere.accessToken),
      (await acme.login({ email })).status,
      (await acme.login({ email, password: newPassword })).status,
    ];
    expect(after).toEqual([200, 401, 401, 200]);
  });

  it('accepts a first password from a key with all rights of the role, and from no lesser key', async () => {
    const { adminKey } = await createTenantOverApi(served);
    const lesser = await call('POST /v1/api-keys', adminKey, {
      name: 'search only',
      permissions: ['search'],
    });
    const { apiKey } = lesser.json as { apiKey: string };

    const answers = [
      await change(apiKey, { newPassword }),
      await change(adminKey, { newPassword }),
      await change(adminKey, { newPassword }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 204, 422]);
  });
});

describe('a link to reset a password', () => {
  const link = async (id: string) => {
    const { status, json } = await call(`POST /v1/users/${id}/password-link`, acme.adminKey);
    return { status, token: z.object({ token: z.string() }).safeParse(json).data?.token ?? '' };
  };
  const CHOSEN = 'four lanterns by the canal';

  it('lets a user who forgot theirs choose a password once, and ends earlier sign-ins', async () => {
    const { id, email, token } = await create();
    const before = toTokens(await accept(token));

    const made = await link(id);
    const { accessToken } = toTokens(await accept(made.token, CHOSEN));

    expect((await accept(made.token)).status).toBe(410);
    expect([await me(before.accessToken), await me(accessToken)]).toEqual([401, 200]);
    expect((await acme.login({ email })).status).toBe(401);
    expect((await acme.login({ email, password: CHOSEN })).status).toBe(200);
    const actions = (await readAuditOf(served, acme.adminKey))
      .filter(({ subjectId }) => subjectId === id)
      .map(({ action, actorId }) => [action, actorId]);
    expect(actions).toContainEqual(['password.link', acme.adminId]);
    expect(actions).toContainEqual(['password.reset', id]);
  });

  it('expires after a day, or when a second one is made or the password is changed', async () => {
    const { id, token } = await create();
    const { accessToken } = toTokens(await accept(token));
    const first = await link(id);
    const second = await link(id);

    expect((await accept(first.token)).status).toBe(401);
    await call('PUT /v1/me/password', accessToken, {
      currentPassword: PASSWORD,
      newPassword: CHOSEN,
    });
    expect((await accept(second.token)).status).toBe(410);
    const third = await link(id);
    nowMs += 86_400_000 + 1000;
    expect((await accept(third.token)).status).toBe(410);
  });

  it('is not available for an account that nobody has accepted, and only for administrators', async () => {
    const { id, token } = await create();
    const early = await link(id);
    const { accessToken } = toTokens(await accept(token));

    const own = await call(`POST /v1/users/${id}/password-link`, accessToken);

    expect([early.status, own.status]).toEqual([409, 403]);
  });
});
