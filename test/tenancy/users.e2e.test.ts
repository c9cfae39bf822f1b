import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createTenantWithPassword, toTokens } from '../support/accounts.js';
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

describe('a user of a tenant', () => {
  it('loses and gains rights from the next request on', async () => {
    const tenant = await createTenantOverApi(house);
    const member = await tenant.addMember();
    const change = (body: object) =>
      house.api.call('PATCH', `/v1/users/${member.userId}`, { key: tenant.adminKey, body });

    await change({ status: 'suspended' });
    const suspended = await house.api.call('GET', '/v1/me', { key: member.apiKey });
    await change({ status: 'active', role: 'admin' });
    const promoted = await house.api.call('GET', '/v1/me', { key: member.apiKey });

    expect(suspended.json).toMatchObject({ code: 'account_inactive' });
    // The key itself never got the permission `admin`.
    expect(promoted.json).toMatchObject({ role: 'admin' });
    expect((promoted.json as { permissions: string[] }).permissions).not.toContain('admin');
  });

  it('is audited for a change of role separately from other changes', async () => {
    const tenant = await createTenantOverApi(house);
    const { userId } = await tenant.addMember();
    const change = (body: object) =>
      house.api.call('PATCH', `/v1/users/${userId}`, { key: tenant.adminKey, body });

    await change({ role: 'admin', groups: ['hr'] });
    await change({ role: 'admin', status: 'suspended' });

    const { json } = await house.api.call('GET', '/v1/audit', { key: tenant.adminKey });
    const { items } = json as { items: { subjectId: string; action: string }[] };
    const actions = items.filter(({ subjectId }) => subjectId === userId).map((it) => it.action);
    expect(actions.slice(0, 2)).toEqual(['user.update', 'user.change_role']);
  });

  it('who is the last admin cannot be demoted, suspended or deleted', async () => {
    const { adminKey, adminId } = await createTenantOverApi(house);
    const change = (method: string, body?: object) =>
      house.api.call(method, `/v1/users/${adminId}`, { key: adminKey, ...(body && { body }) });

    const answers = await Promise.all([
      change('PATCH', { role: 'member' }),
      change('PATCH', { status: 'suspended' }),
      change('DELETE'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  it('is deleted with keys, memories and private documents, but not what was shared', async () => {
    const tenant = await createTenantOverApi(house);
    const member = await tenant.addMember();
    await house.api.call('PATCH', '/v1/tenant', {
      key: tenant.adminKey,
      body: { policy: { memberUploads: true } },
    });
    const upload = (title: string, visibility: string) =>
      house.api.call('POST', '/v1/documents', {
        key: member.apiKey,
        body: { title, text: title, visibility },
      });
    await upload('secret plan', 'private');
    await upload('shared plan', 'tenant');
    await house.api.call('POST', '/v1/memories', {
      key: member.apiKey,
      body: { content: 'Likes tea.' },
    });

    const { status } = await house.api.call('DELETE', `/v1/users/${member.userId}`, {
      key: tenant.adminKey,
    });

    const list = await house.api.call('GET', '/v1/documents', { key: tenant.adminKey });
    const me = await house.api.call('GET', '/v1/me', { key: member.apiKey });
    expect([status, me.status]).toEqual([204, 401]);
    expect(list.text).toContain('shared plan');
    expect(list.text).not.toContain('secret plan');
  });

  it("may upload if the tenant's policy allows it", async () => {
    const tenant = await createTenantOverApi(house);
    const member = await tenant.addMember();
    const upload = () =>
      house.api.call('POST', '/v1/documents', {
        key: member.apiKey,
        body: { title: 'Note', text: 'Three days.' },
      });

    const before = await upload();
    await house.api.call('PATCH', '/v1/tenant', {
      key: tenant.adminKey,
      body: { policy: { memberUploads: true } },
    });
    const after = await upload();

    expect([before.status, after.status]).toEqual([403, 202]);
  });

  it('who is an admin enables tools by name, and a name that no tool has is reported', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const change = (tools: object) =>
      house.api.call('PATCH', '/v1/tenant', { key: adminKey, body: { policy: { tools } } });

    const unknown = await change({ rag_search: true, nope: true });
    const known = await change({ rag_search: false });

    expect(unknown.json).toMatchObject({ status: 422, errors: [{ path: 'policy.tools.nope' }] });
    expect(known.json).toMatchObject({ policy: { tools: { rag_search: false } } });
  });

  it('cannot set preferences that name a tool that does not exist', async () => {
    const { adminKey: key } = await createTenantOverApi(house);
    const prefer = (tools: string[]) =>
      house.api.call('PATCH', '/v1/me', { key, body: { preferences: { tools } } });

    expect((await prefer(['nope'])).json).toMatchObject({
      status: 422,
      errors: [{ path: 'preferences.tools.0' }],
    });
    expect((await prefer(['create_memory'])).json).toMatchObject({
      user: { preferences: { tools: ['create_memory'] } },
    });
  });

  it('changes their own profile, one field at a time', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const change = (body: object) => house.api.call('PATCH', '/v1/me', { key: adminKey, body });

    await change({ language: 'hu', preferences: { city: 'Budapest' } });
    const { json } = await change({ preferences: { citationStyle: 'inline' } });

    expect(json).toMatchObject({
      user: { language: 'hu', preferences: { city: 'Budapest', citationStyle: 'inline' } },
    });

    const themed = await change({ preferences: { theme: 'dark', consoleLanguage: 'hu' } });
    const unset = await change({ preferences: { theme: null, consoleLanguage: null } });
    const savedFilters = [{ name: 'Failed', query: 'status=failed' }];
    const kept = await change({ preferences: { savedFilters } });
    expect(themed.json).toMatchObject({
      user: { preferences: { theme: 'dark', consoleLanguage: 'hu', city: 'Budapest' } },
    });
    expect(unset.json).not.toMatchObject({ user: { preferences: { theme: 'dark' } } });
    expect(kept.json).toMatchObject({ user: { preferences: { savedFilters, city: 'Budapest' } } });
  });
});

describe('DELETE /v1/me/sign-ins', () => {
  it('signs out everywhere, here too, but not for a key with fewer rights', async () => {
    const acme = await createTenantWithPassword(house);
    const me = async (key: string) => (await house.api.call('GET', '/v1/me', { key })).status;
    const [here, elsewhere] = [toTokens(await acme.login()), toTokens(await acme.login())];
    const body = { name: 'search only', permissions: ['search'] };
    const lesser = await house.api.call('POST', '/v1/api-keys', { key: here.accessToken, body });
    const { apiKey } = z.object({ apiKey: z.string() }).parse(lesser.json);

    const refused = await house.api.call('DELETE', '/v1/me/sign-ins', { key: apiKey });
    const stillIn = await me(here.accessToken);
    const done = await house.api.call('DELETE', '/v1/me/sign-ins', { key: here.accessToken });

    expect([refused.status, stillIn, done.status]).toEqual([403, 200, 204]);
    expect([await me(here.accessToken), await me(elsewhere.accessToken)]).toEqual([401, 401]);
  });
});

describe('GET /v1/me', () => {
  it('shows whether there is a password, and whether documents may be added', async () => {
    const { adminKey, ...acme } = await createTenantWithPassword(house);
    const member = await acme.addMember();
    const me = async (key: string) => (await house.api.call('GET', '/v1/me', { key })).json;

    const closed = await me(member.apiKey);
    await house.api.call('PATCH', '/v1/tenant', {
      key: adminKey,
      body: { policy: { memberUploads: true } },
    });

    expect(await me(adminKey)).toMatchObject({ mayUpload: true, hasPassword: true });
    expect(closed).toMatchObject({ role: 'member', mayUpload: false, hasPassword: false });
    expect(await me(member.apiKey)).toMatchObject({ mayUpload: true });
  });
});
