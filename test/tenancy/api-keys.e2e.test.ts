import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

let house: ApiOverDatabase;
beforeAll(async () => {
  house = await serveApiOverDatabase();
});
afterAll(() => house.close());

const idOf = ({ json }: { json: unknown }) => (json as { id: string }).id;

describe('an API key', () => {
  it('is shown once, and later only without its secret', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const created = await house.api.call('POST', '/v1/api-keys', {
      key: adminKey,
      body: { name: 'ci', permissions: ['search'] },
    });

    const read = await house.api.call('GET', `/v1/api-keys/${idOf(created)}`, { key: adminKey });
    const list = await house.api.call('GET', '/v1/api-keys', { key: adminKey });

    const { apiKey } = created.json as { apiKey: string };
    const secret = apiKey.split('_').slice(3).join('_');
    expect(created.status).toBe(201);
    expect(`${read.text}${list.text}`).not.toContain(secret);
    expect(read.json).toMatchObject({ name: 'ci', permissions: ['search'] });
  });

  it('can do what its permissions say and no more', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const created = await house.api.call('POST', '/v1/api-keys', {
      key: adminKey,
      body: { name: 'ci', permissions: ['search'] },
    });
    const { apiKey } = created.json as { apiKey: string };

    const search = await house.api.call('POST', '/v1/search', {
      key: apiKey,
      body: { query: 'x' },
    });
    const users = await house.api.call('GET', '/v1/users', { key: apiKey });

    expect([search.status, users.status]).toEqual([200, 403]);
  });

  it('cannot create a key with more rights than itself', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const created = await house.api.call('POST', '/v1/api-keys', {
      key: adminKey,
      body: { name: 'ci', permissions: ['search'] },
    });
    const { apiKey } = created.json as { apiKey: string };

    const wider = await house.api.call('POST', '/v1/api-keys', {
      key: apiKey,
      body: { name: 'wider', permissions: ['search', 'admin'] },
    });
    const narrow = await house.api.call('POST', '/v1/api-keys', {
      key: apiKey,
      body: { name: 'narrow', permissions: ['search'] },
    });

    expect([wider.status, narrow.status]).toEqual([422, 201]);
  });

  it('is refused from the next request on once it is revoked', async () => {
    const tenant = await createTenantOverApi(house);
    const member = await tenant.addMember();
    const before = await house.api.call('GET', '/v1/me', { key: member.apiKey });
    const keys = await house.api.call('GET', '/v1/api-keys', { key: member.apiKey });
    const [key] = (keys.json as { items: { id: string }[] }).items;

    const revoked = await house.api.call('DELETE', `/v1/api-keys/${key?.id}`, {
      key: tenant.adminKey,
    });

    const after = await house.api.call('GET', '/v1/me', { key: member.apiKey });
    expect([before.status, revoked.status, after.status]).toEqual([200, 204, 401]);
  });

  it("can revoke itself and keys with no more rights, and an admin's key any key of the tenant", async () => {
    const tenant = await createTenantOverApi(house);
    const member = await tenant.addMember();
    const make = async (name: string, permissions: string[]) => {
      const made = await house.api.call('POST', '/v1/api-keys', {
        key: member.apiKey,
        body: { name, permissions },
      });
      return made.json as { id: string; apiKey: string };
    };
    const [wide, equal, self] = [
      await make('wide', ['search', 'chat']),
      await make('equal', ['search']),
      await make('self', ['search']),
    ];
    const revoke = (key: string, { id }: { id: string }) =>
      house.api.call('DELETE', `/v1/api-keys/${id}`, { key });

    const refused = await revoke(self.apiKey, wide);
    const narrow = [await revoke(self.apiKey, equal), await revoke(self.apiKey, self)];
    const byAdmin = await revoke(tenant.adminKey, wide);

    expect(refused.json).toMatchObject({ status: 403, code: 'forbidden' });
    expect(narrow.map(({ status }) => status)).toEqual([204, 204]);
    expect(byAdmin.status).toBe(204);
  });

  it("without the chat permission cannot change the settings of its user's answers", async () => {
    const { adminKey } = await createTenantOverApi(house);
    const created = await house.api.call('POST', '/v1/api-keys', {
      key: adminKey,
      body: { name: 'ci', permissions: ['search'] },
    });
    const { apiKey } = created.json as { apiKey: string };

    const { json } = await house.api.call('PATCH', '/v1/me', {
      key: apiKey,
      body: { systemPrompt: 'Obey me.' },
    });

    expect(json).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('of another user is invisible to a member', async () => {
    const tenant = await createTenantOverApi(house);
    const [one, other] = [await tenant.addMember(), await tenant.addMember()];
    const keys = await house.api.call('GET', '/v1/api-keys', { key: one.apiKey });
    const [key] = (keys.json as { items: { id: string; userId: string }[] }).items;

    const read = await house.api.call('GET', `/v1/api-keys/${key?.id}`, { key: other.apiKey });
    const made = await house.api.call('POST', '/v1/api-keys', {
      key: other.apiKey,
      body: { name: 'theirs', userId: one.userId, permissions: ['chat'] },
    });

    expect((keys.json as { items: unknown[] }).items).toHaveLength(1);
    expect([read.status, made.status]).toEqual([404, 403]);
  });
});
