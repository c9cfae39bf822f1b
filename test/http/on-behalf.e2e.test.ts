import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createRoutes } from '../../src/compose/routes.js';
import { newId, UserId } from '../../src/shared/ids.js';
import { isForSelfOnly } from '../../src/http/route.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createTenantWithPassword, toTokens } from '../support/accounts.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { serveApi } from '../support/serve-api.js';

const serveFake = async (overrides: Parameters<typeof createFakeApiDeps>[0]) => {
  const fake = createFakeApiDeps(overrides);
  fakeApi = await serveApi(fake.deps);
  return { api: fakeApi, keys: fake.keys };
};

let fakeApi: Awaited<ReturnType<typeof serveApi>> | undefined;
let house: ApiOverDatabase;
let acme: Awaited<ReturnType<typeof createTenantWithPassword>>;
let service: { id: string; apiKey: string };
let ada: { userId: string; apiKey: string; email: string };

const PERMISSIONS = ['chat', 'memories', 'documents:read', 'documents:write'];

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

const makeKey = async (key: string, permissions: readonly string[]) => {
  const body = { name: 'app server', permissions };
  return call('POST /v1/api-keys', key, { body });
};

const me = async (key: string, forWhom?: string) =>
  call('GET /v1/me', key, forWhom === undefined ? {} : { forWhom });

beforeAll(async () => {
  house = await serveApiOverDatabase();
  acme = await createTenantWithPassword(house);
  const made = await makeKey(acme.adminKey, [...PERMISSIONS, 'act_for_users', 'admin']);
  service = made.json as typeof service;
  const member = await acme.addMember();
  const { json } = await me(member.apiKey);
  ada = { ...member, email: (json as { user: { email: string } }).user.email };
}, 60_000);
afterAll(async () => {
  await fakeApi?.close();
  await house.close();
});

describe('X-On-Behalf-Of', () => {
  it('runs a request as the user named by id or address, with the rights that key and member share', async () => {
    const answers = [
      await me(service.apiKey, ada.userId),
      await me(service.apiKey, ada.email.toUpperCase()),
    ];

    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json).toMatchObject({ user: { id: ada.userId }, role: 'member' });
      const { permissions } = json as { permissions: string[] };
      expect([...permissions].sort()).toEqual([...PERMISSIONS].sort());
    }
  });

  it('never gives admin rights, not even for an admin', async () => {
    const { json } = await me(service.apiKey, acme.adminId);

    expect(json).toMatchObject({ user: { id: acme.adminId }, role: 'member' });
    expect((json as { permissions: string[] }).permissions).not.toContain('admin');
  });

  it('reads and writes the memories of that user and of nobody else', async () => {
    const body = { content: 'I sit in room 4.', memoryType: 'explicit_fact' };

    const made = await call('POST /v1/memories', service.apiKey, { body, forWhom: ada.userId });

    expect(made.status).toBe(201);
    expect((await call('GET /v1/memories', ada.apiKey)).text).toContain('room 4');
    expect((await call('GET /v1/memories', service.apiKey)).text).not.toContain('room 4');
  });

  it('is optional: a request without it is answered as before', async () => {
    const { json } = await me(service.apiKey);

    expect(json).toMatchObject({ user: { id: acme.adminId }, role: 'admin' });
    expect((json as { permissions: string[] }).permissions).not.toContain('act_for_users');
  });

  it('names both the key and the user in the audit', async () => {
    const body = { anything: 'a file' };
    await call('PUT /v1/files/notes.txt', service.apiKey, { body, forWhom: ada.userId });
    await house.flushAudit();

    const { json } = await call('GET /v1/audit?limit=100', acme.adminKey);

    const { items } = z
      .object({ items: z.array(z.looseObject({ action: z.string() })) })
      .parse(json);
    const named = { askedByKeyId: service.id, askedByKeyName: 'app server' };
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'file.create', actorId: ada.userId, ...named }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'user.act_for',
        actorId: acme.adminId,
        subjectId: ada.userId,
        ...named,
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'api_key.create', askedByKeyId: null }),
    );
  });
});

describe('X-On-Behalf-Of is refused', () => {
  const refusal = async (key: string, forWhom: string) => {
    const { status, json } = await me(key, forWhom);
    return { status, detail: (json as { detail: string }).detail };
  };

  it('for a key without the permission, a signed-in user and the operator', async () => {
    const tokens = toTokens(await acme.login());
    const keys = [acme.adminKey, ada.apiKey, tokens.accessToken, house.operatorKey];

    const answers = await Promise.all(keys.map((key) => me(key, ada.userId)));

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(answers[0]?.text).toContain('needs a key with the permission act_for_users');
  });

  it('for a user of another tenant, just as for a nonexistent one', async () => {
    const other = await createTenantOverApi(house);
    const unknown = '0199c0de-0000-7000-8000-000000000000';
    const address = `admin@${other.slug}.example`;

    const answers = await Promise.all(
      [other.adminId, unknown, address].map((name) => refusal(service.apiKey, name)),
    );

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual({
      status: 403,
      detail: 'X-On-Behalf-Of: this tenant has no such user.',
    });
  });

  it('for a user who is suspended or has not activated the account', async () => {
    const member = await acme.addMember();
    await call(`PATCH /v1/users/${member.userId}`, acme.adminKey, {
      body: { status: 'suspended' },
    });
    const body = { email: 'waiting@acting.example', role: 'member' };
    const { json } = await call('POST /v1/users', acme.adminKey, { body });

    expect(await refusal(service.apiKey, member.userId)).toMatchObject({
      status: 403,
      detail: expect.stringContaining('suspended'),
    });
    for (const name of [(json as { id: string }).id, body.email]) {
      expect(await refusal(service.apiKey, name)).toMatchObject({
        status: 403,
        detail: expect.stringContaining('not activated'),
      });
    }
  });

  it('if it is sent twice, is empty or names nobody', async () => {
    const twice = `${ada.userId}, ${ada.userId}`;
    const names = [twice, '', `${ada.email}, ${ada.email}`, 'ada smith'];

    const answers = await Promise.all(names.map((name) => refusal(service.apiKey, name)));

    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 422));
  });

  it('on all routes for keys, users, sign-in and administration', async () => {
    const routes = createRoutes(createFakeApiDeps().deps).filter(isForSelfOnly);
    const names = routes.map(({ method, path }) => `${method} ${path}`);

    const answers = await Promise.all(
      routes.map(({ method, path }) =>
        call(`${method.toUpperCase()} ${path.replace(/:\w+/g, ada.userId)}`, service.apiKey, {
          forWhom: ada.userId,
        }),
      ),
    );

    expect(answers.map(({ json }) => json)).toEqual(
      answers.map(() => expect.objectContaining({ status: 403, code: 'forbidden' })),
    );
    const all = createRoutes(createFakeApiDeps().deps).map(
      ({ method, path }) => `${method} ${path}`,
    );
    const closed =
      /^\w+ \/v1\/(?:api-keys|users|auth|tenants?|audit|groups)\b|^(?:put|delete) \/v1\/me\/(?:password|sign-ins)/;
    expect(names).toEqual(expect.arrayContaining(all.filter((name) => closed.test(name))));
  });
});

describe('rate limits of requests on behalf of a user', () => {
  it('are those of the user, not of the key, and the error says whose', async () => {
    const { api, keys } = await serveFake({ perMinutePerKey: 1, perMinutePerUser: 2 });
    const { apiKey: key } = keys.issue({ role: 'member', permissions: ['chat', 'act_for_users'] });
    const ask = (forWhom: string) =>
      api.call('GET', '/v1/me', { key, headers: { 'X-On-Behalf-Of': forWhom } });
    const [one, other] = [newId(UserId), newId(UserId)];

    const answers = [await ask(one), await ask(one), await ask(other), await ask(one)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.json).toMatchObject({
      detail: `Too many requests: user ${one} may send 2 a minute.`,
    });
  });
});

describe('the permission act_for_users', () => {
  it('can be granted only by admins', async () => {
    const answers = [
      await makeKey(ada.apiKey, ['chat', 'act_for_users']),
      await makeKey(service.apiKey, ['chat', 'act_for_users']),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 201]);
  });

  it('can only be confirmed by its holder with a key as wide as their own rights', async () => {
    const narrow = (await makeKey(ada.apiKey, ['chat'])).json as { apiKey: string };
    const body = { name: 'for ada', userId: ada.userId, permissions: ['chat', 'act_for_users'] };
    const made = (await call('POST /v1/api-keys', acme.adminKey, { body })).json as { id: string };
    const confirm = (key: string) => call(`POST /v1/api-keys/${made.id}/confirm`, key);

    const statuses = [(await confirm(narrow.apiKey)).status, (await confirm(ada.apiKey)).status];

    expect(statuses).toEqual([403, 200]);
  });
});
