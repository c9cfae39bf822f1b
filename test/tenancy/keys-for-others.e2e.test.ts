import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

type Key = {
  id: string;
  apiKey: string;
  userId: string;
  createdBy: string | null;
  confirmedAt: string | null;
  revokedAt: string | null;
};
type AuditEntry = { action: string; actorId: string; subjectId: string; holderId: string };

const PERMISSIONS = ['chat', 'search', 'documents:read', 'documents:write', 'memories'];

let house: ApiOverDatabase;
beforeAll(async () => {
  house = await serveApiOverDatabase();
});
afterAll(() => house.close());

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return house.api.call(method, path, { key, ...(body && { body }) });
};

const makeKey = async (makerKey: string, userId: string, permissions = PERMISSIONS) =>
  (await call('POST /v1/api-keys', makerKey, { name: 'theirs', userId, permissions })).json as Key;

const confirm = (id: string, key: string) => call(`POST /v1/api-keys/${id}/confirm`, key);

const addUser = async (adminKey: string) => {
  const body = { email: `${Math.random().toString(36).slice(2)}@house.example`, role: 'member' };
  return (await call('POST /v1/users', adminKey, body)).json as {
    id: string;
    activatedAt: string | null;
  };
};

const auditOf = async (adminKey: string, subjectId: string) => {
  const { json } = await call('GET /v1/audit?limit=100', adminKey);
  return (json as { items: AuditEntry[] }).items.filter((entry) => entry.subjectId === subjectId);
};

describe('a key that an admin makes for a colleague', () => {
  it('cannot open anything until the colleague confirms it', async () => {
    const tenant = await createTenantOverApi(house);
    const colleague = await tenant.addMember();
    const memory = { content: 'My salary is 4000.', memoryType: 'explicit_fact' };
    await call('POST /v1/memories', colleague.apiKey, memory);
    const made = await makeKey(tenant.adminKey, colleague.userId);

    const answers = await Promise.all(
      [
        'GET /v1/me',
        'GET /v1/memories',
        'GET /v1/sessions',
        'GET /v1/files',
        'GET /v1/documents',
        'GET /v1/executions',
        'GET /v1/api-keys',
        `DELETE /v1/api-keys/${made.id}`,
      ].map((asked) => call(asked, made.apiKey)),
    );
    const asked = await call('POST /v1/chat', made.apiKey, { message: 'What is my salary?' });
    const searched = await call('POST /v1/search', made.apiKey, { query: 'salary' });
    const spread = await call('POST /v1/api-keys', made.apiKey, {
      name: 'x',
      permissions: ['chat'],
    });

    const all = [...answers, asked, searched, spread];
    expect(all.map(({ json }) => json)).toEqual(
      all.map(() => expect.objectContaining({ status: 403, code: 'key_unconfirmed' })),
    );
    expect(all.map(({ text }) => text).join('')).not.toContain('4000');
  });

  it('cannot confirm itself or another of its kind once the colleague has a credential', async () => {
    const tenant = await createTenantOverApi(house);
    const colleague = await tenant.addMember();
    const [one, other] = [
      await makeKey(tenant.adminKey, colleague.userId),
      await makeKey(tenant.adminKey, colleague.userId),
    ];

    const answers = [
      await confirm(one.id, one.apiKey),
      await confirm(other.id, one.apiKey),
      await confirm(one.id, tenant.adminKey),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await call('GET /v1/memories', one.apiKey)).status).toBe(403);
  });

  it("is exchanged by the colleague for a working one, and the admin's copy never works", async () => {
    const tenant = await createTenantOverApi(house);
    const colleague = await tenant.addMember();
    const made = await makeKey(tenant.adminKey, colleague.userId);

    const confirmed = await confirm(made.id, colleague.apiKey);

    const { id, apiKey } = confirmed.json as Key;
    const [copy, working, again] = [
      await call('GET /v1/memories', made.apiKey),
      await call('GET /v1/memories', apiKey),
      await confirm(made.id, colleague.apiKey),
    ];
    expect(id).toBe(made.id);
    expect([copy.status, working.status, again.status]).toEqual([401, 200, 409]);
  });

  it('does not get more rights than the key that confirms it', async () => {
    const tenant = await createTenantOverApi(house);
    const colleague = await tenant.addMember();
    const narrow = await call('POST /v1/api-keys', colleague.apiKey, {
      name: 'narrow',
      permissions: ['search'],
    });
    const made = await makeKey(tenant.adminKey, colleague.userId);

    const { status } = await confirm(made.id, (narrow.json as Key).apiKey);

    expect(status).toBe(403);
  });

  it('cannot be confirmed by a stranger', async () => {
    const tenant = await createTenantOverApi(house);
    const [colleague, other] = [await tenant.addMember(), await tenant.addMember()];
    const stranger = await createTenantOverApi(house);
    const made = await makeKey(tenant.adminKey, colleague.userId);

    const answers = [
      await confirm(made.id, other.apiKey),
      await confirm(made.id, stranger.adminKey),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('is audited with its creator, its holder and its id, also after its revocation', async () => {
    const tenant = await createTenantOverApi(house);
    const colleague = await tenant.addMember();
    const made = await makeKey(tenant.adminKey, colleague.userId);
    await confirm(made.id, colleague.apiKey);

    const revoked = await call(`DELETE /v1/api-keys/${made.id}`, tenant.adminKey);

    const ids = { subjectId: made.id, holderId: colleague.userId };
    expect(revoked.status).toBe(204);
    expect(await auditOf(tenant.adminKey, made.id)).toMatchObject([
      { action: 'api_key.revoke', actorId: tenant.adminId, ...ids },
      { action: 'api_key.confirm', actorId: colleague.userId, ...ids },
      { action: 'api_key.create', actorId: tenant.adminId, ...ids },
    ]);
  });
});

describe('the first key of a user', () => {
  it('is confirmed with itself, by whoever receives it', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const user = await addUser(adminKey);
    const made = await makeKey(adminKey, user.id);

    const confirmed = await confirm(made.id, made.apiKey);

    const { apiKey } = confirmed.json as Key;
    const { json } = await call(`GET /v1/users/${user.id}`, adminKey);
    expect(user.activatedAt).toBeNull();
    expect((json as typeof user).activatedAt).not.toBeNull();
    expect((await call('GET /v1/me', apiKey)).status).toBe(200);
    expect((await call('GET /v1/me', made.apiKey)).status).toBe(401);
  });

  it('is confirmed only once, however many are tried at the same time', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const user = await addUser(adminKey);
    const made = await Promise.all([1, 2, 3, 4].map(() => makeKey(adminKey, user.id)));

    const answers = await Promise.all(
      made.flatMap(({ id, apiKey }) => [confirm(id, apiKey), confirm(id, apiKey)]),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not exist a second time after the confirmed one is revoked', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const user = await addUser(adminKey);
    const first = await makeKey(adminKey, user.id);
    await confirm(first.id, first.apiKey);
    await call(`DELETE /v1/api-keys/${first.id}`, adminKey);
    const second = await makeKey(adminKey, user.id);

    expect((await confirm(second.id, second.apiKey)).status).toBe(403);
  });
});

describe('a revoked key', () => {
  it('stays in the list with its creator, its holder and its end time, but no longer works', async () => {
    const tenant = await createTenantOverApi(house);
    const colleague = await tenant.addMember();
    const made = await makeKey(tenant.adminKey, colleague.userId);

    await call(`DELETE /v1/api-keys/${made.id}`, tenant.adminKey);

    const { json } = await call('GET /v1/api-keys', tenant.adminKey);
    expect((json as { items: Key[] }).items.find(({ id }) => id === made.id)).toMatchObject({
      userId: colleague.userId,
      createdBy: tenant.adminId,
      confirmedAt: null,
      revokedAt: expect.any(String),
      revokedBy: tenant.adminId,
    });
    expect((await confirm(made.id, made.apiKey)).status).toBe(401);
    expect((await confirm(made.id, colleague.apiKey)).status).toBe(409);
    expect((await call(`DELETE /v1/api-keys/${made.id}`, tenant.adminKey)).status).toBe(404);
  });
});
