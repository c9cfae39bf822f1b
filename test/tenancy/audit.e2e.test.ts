import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
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

const Entry = z.looseObject({ action: z.string(), actorId: z.string().nullable() });
const Made = z.object({ id: z.string() });

const createUser = async (key: string, email: string) =>
  Made.parse(
    (await house.api.call('POST', '/v1/users', { key, body: { email, role: 'member' } })).json,
  );

const auditOf = async (key: string, query: string) =>
  z
    .object({ items: Entry.array() })
    .parse((await house.api.call('GET', `/v1/audit?${query}`, { key })).json).items;

describe('GET /v1/audit', () => {
  it('names who did it and to whom, except for people who no longer exist', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const me = await house.api.call('GET', '/v1/me', { key: adminKey });
    const { user } = z.object({ user: z.object({ email: z.string() }) }).parse(me.json);
    const { id } = await createUser(adminKey, 'ada@audit.example');

    const [before] = await auditOf(adminKey, 'action=user.create&limit=1');
    await house.api.call('DELETE', `/v1/users/${id}`, { key: adminKey });
    const [after] = await auditOf(adminKey, 'action=user.create&limit=1');

    expect(before).toMatchObject({ actorEmail: user.email, subjectName: 'ada@audit.example' });
    expect(after).toMatchObject({ actorEmail: user.email, subjectId: id, subjectName: null });
  });

  it('shows roles, groups, policies and readers of documents before and after a change', async () => {
    const { adminKey: key } = await createTenantOverApi(house);
    const call = (method: string, path: string, body: unknown) =>
      house.api.call(method, path, { key, body });
    const { id } = await createUser(key, 'eva@audit.example');
    await call('POST', '/v1/groups', { name: 'legal' });
    const text = { title: 'Leases', text: 'A lease ends in March.' };
    const { document } = z
      .object({ document: Made })
      .parse((await call('POST', '/v1/documents', text)).json);

    await call('PATCH', `/v1/users/${id}`, { role: 'admin', groups: ['legal'] });
    await call('PATCH', '/v1/tenant', {
      policy: { memberUploads: true, quotas: { documents: 9 } },
    });
    await call('PATCH', `/v1/documents/${document.id}`, { visibility: 'private' });
    const documentIds = [document.id];
    await call('POST', '/v1/documents/bulk', {
      action: 'set_visibility',
      documentIds,
      visibility: 'group:legal',
    });

    const [bulk, one, policy, role] = await auditOf(key, 'limit=4');
    expect(role).toMatchObject({
      action: 'user.change_role',
      changes: [
        { field: 'role', before: 'member', after: 'admin' },
        { field: 'groups', before: [], after: ['legal'] },
      ],
    });
    expect(policy?.['changes']).toEqual([
      { field: 'memberUploads', before: false, after: true },
      { field: 'quotas.documents', before: null, after: 9 },
    ]);
    expect(one).toMatchObject({
      subjectName: 'Leases',
      changes: [{ field: 'visibility', before: 'tenant', after: 'private' }],
    });
    expect(bulk).toMatchObject({
      subjectName: 'Leases',
      changes: [{ field: 'visibility', before: 'private', after: 'group:legal' }],
    });
  });

  it('can be filtered by person, by action or its first word, and by time', async () => {
    const { adminKey, ...tenant } = await createTenantOverApi(house);
    const member = await tenant.addMember();
    await createUser(adminKey, 'early@audit.example');
    const body = { name: 'hr' };
    await house.api.call('POST', '/v1/groups', { key: adminKey, body });
    const [{ actorId } = { actorId: null }] = await auditOf(adminKey, 'action=group.create');

    const actions = async (query: string) =>
      (await auditOf(adminKey, query)).map(({ action }) => action);

    expect(await actions('action=group')).toEqual(['group.create']);
    expect(new Set(await actions('action=user'))).toEqual(new Set(['user.create']));
    expect(await actions(`actorId=${actorId}&action=group.create`)).toEqual(['group.create']);
    expect(await actions(`actorId=${member.userId}&action=group`)).toEqual([]);
    expect(await actions('from=2999-01-01T00:00:00Z')).toEqual([]);
    const { json } = await house.api.call('GET', '/v1/me', { key: adminKey });
    const { email } = z.object({ user: z.object({ email: z.string() }) }).parse(json).user;
    const begins = encodeURIComponent(email.slice(0, -2).toUpperCase());
    expect(await actions(`actorEmail=${begins}&action=group`)).toEqual(['group.create']);
    expect(await actions('actorEmail=nobody&action=group')).toEqual([]);
    expect(await actions('action=group&to=2999-01-01T00:00:00Z')).toEqual(['group.create']);
  });

  it('refuses an unknown action', async () => {
    const { adminKey: key } = await createTenantOverApi(house);

    const answer = await house.api.call('GET', '/v1/audit?action=%25', { key });

    expect(answer).toMatchObject({ status: 422, json: { errors: [{ path: 'action' }] } });
  });
});
