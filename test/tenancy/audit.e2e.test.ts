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
  it('names who did it and to whom, and no longer those who are gone', async () => {
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

  it('is filtered by person, by action or its first word, and by time', async () => {
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

  it('refuses an action that is no word of ours', async () => {
    const { adminKey: key } = await createTenantOverApi(house);

    const answer = await house.api.call('GET', '/v1/audit?action=%25', { key });

    expect(answer).toMatchObject({ status: 422, json: { errors: [{ path: 'action' }] } });
  });
});
