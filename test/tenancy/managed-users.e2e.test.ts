import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { createTenantWithPassword } from '../support/accounts.js';

let house: ApiOverDatabase;
let acme: Awaited<ReturnType<typeof createTenantWithPassword>>;
let application: string;

const call = (
  asked: string,
  key: string,
  { body, forWhom }: { body?: object; forWhom?: string } = {},
) => {
  const [method = '', path = ''] = asked.split(' ');
  return house.api.call(method, path, {
    key,
    ...(body && { body }),
    ...(forWhom !== undefined && { headers: { 'X-On-Behalf-Of': forWhom } }),
  });
};

const Created = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  externalId: z.string().nullable(),
  managed: z.boolean(),
  groups: z.array(z.string()),
  invitation: z.unknown(),
});

const put = async (externalId: string, fields: object = {}) => {
  const body = { managed: true, externalId, ...fields };
  const { status, json } = await call('POST /v1/users', acme.adminKey, { body });
  return { status, user: Created.parse(json) };
};

const askAs = (forWhom: string, key = application) => call('GET /v1/me', key, { forWhom });

beforeAll(async () => {
  house = await serveApiOverDatabase();
  acme = await createTenantWithPassword(house);
  const body = { name: 'portal', permissions: ['chat', 'memories', 'act_for_users'] };
  const { json } = await call('POST /v1/api-keys', acme.adminKey, { body });
  application = z.object({ apiKey: z.string() }).parse(json).apiKey;
}, 60_000);
afterAll(() => house.close());

describe('a managed user', () => {
  it('can be asked for by externalId at once, without an address, a password or an invitation', async () => {
    const { status, user } = await put('crm-4711', { name: 'Grace Hopper', groups: ['sales'] });

    const answer = await askAs('crm-4711');

    expect(status).toBe(201);
    expect(user).toMatchObject({
      name: 'Grace Hopper',
      externalId: 'crm-4711',
      email: 'crm-4711@managed.invalid',
      managed: true,
      groups: ['sales'],
      invitation: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ user: { id: user.id }, role: 'member' });
  });

  it('is changed by a second request with the same externalId, which keeps what it leaves out', async () => {
    const first = await put('crm-1', { name: 'Ida', groups: ['sales'] });

    const renamed = await put('crm-1', { name: 'Ida Rhodes' });
    const moved = await put('crm-1', { groups: ['finance'] });

    expect([first.status, renamed.status, moved.status]).toEqual([201, 200, 200]);
    expect(renamed.user).toMatchObject({
      id: first.user.id,
      name: 'Ida Rhodes',
      groups: ['sales'],
    });
    expect(moved.user).toMatchObject({ name: 'Ida Rhodes', groups: ['finance'] });
  });

  it('is created once by many requests at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => put('crm-race')));

    expect(new Set(made.map(({ user }) => user.id)).size).toBe(1);
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('may have the id of another user as its externalId, and is not asked for in their place', async () => {
    const member = await acme.addMember();
    await put(member.userId);

    const answer = await askAs(member.userId);

    expect(answer.json).toMatchObject({ user: { id: member.userId, managed: false } });
  });

  it('has memories of their own, which another one of the application does not see', async () => {
    await put('crm-a');
    await put('crm-b');
    const body = { content: 'I park in bay 9.', memoryType: 'explicit_fact' };
    await call('POST /v1/memories', application, { body, forWhom: 'crm-a' });

    const own = await call('GET /v1/memories', application, { forWhom: 'crm-a' });
    const others = await call('GET /v1/memories', application, { forWhom: 'crm-b' });

    expect(own.text).toContain('bay 9');
    expect(others.text).not.toContain('bay 9');
  });

  it('is not found by the externalId in another tenant', async () => {
    await put('crm-elsewhere');
    const other = await createTenantOverApi(house);
    const body = { name: 'portal', permissions: ['chat', 'act_for_users'] };
    const { json } = await call('POST /v1/api-keys', other.adminKey, { body });
    const { apiKey } = z.object({ apiKey: z.string() }).parse(json);

    const answer = await askAs('crm-elsewhere', apiKey);

    expect(answer.status).toBe(403);
    expect(answer.text).toContain('this tenant has no such user');
  });

  it('is refused to an application once suspended or deleted', async () => {
    const { user } = await put('crm-gone');
    await call(`PATCH /v1/users/${user.id}`, acme.adminKey, { body: { status: 'suspended' } });
    const suspended = await askAs('crm-gone');
    await call(`DELETE /v1/users/${user.id}`, acme.adminKey);

    const deleted = await askAs('crm-gone');

    expect([suspended.status, deleted.status]).toEqual([403, 403]);
    expect(suspended.text).toContain('suspended');
    expect(deleted.text).toContain('no such user');
  });

  it('gets no link to a password, no invitation and no rights of an admin', async () => {
    const { user } = await put('crm-locked');

    const link = await call(`POST /v1/users/${user.id}/password-link`, acme.adminKey);
    const invitation = await call(`POST /v1/users/${user.id}/invitation`, acme.adminKey);
    const admin = await call(`PATCH /v1/users/${user.id}`, acme.adminKey, {
      body: { role: 'admin' },
    });
    const login = await acme.login({ email: user.email });

    expect([link.status, invitation.status, admin.status]).toEqual([409, 409, 422]);
    expect(login.status).toBe(401);
  });

  it.each([
    ['externalId', { managed: true }],
    ['email', { managed: true, externalId: 'x', email: 'x@acme.example' }],
    ['password', { managed: true, externalId: 'x', password: 'four lanterns by the canal' }],
    ['role', { managed: true, externalId: 'x', role: 'admin' }],
    ['externalId', { managed: true, externalId: 'a b' }],
    ['email', { role: 'member' }],
  ])('is refused with the field %s named: %j', async (path, body) => {
    const { status, json } = await call('POST /v1/users', acme.adminKey, { body });

    expect(status).toBe(422);
    expect(json).toMatchObject({ errors: [{ path }] });
  });

  it('is not made of a user who signs in here', async () => {
    const body = { email: 'vera@acme.example', externalId: 'hr-7', name: 'Vera' };
    const created = await call('POST /v1/users', acme.adminKey, { body });

    const again = await call('POST /v1/users', acme.adminKey, {
      body: { managed: true, externalId: 'hr-7' },
    });

    expect(created.json).toMatchObject({ externalId: 'hr-7', name: 'Vera', managed: false });
    expect(again.status).toBe(409);
  });
});
