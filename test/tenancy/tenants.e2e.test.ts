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

describe('the operator', () => {
  it('creates a tenant whose admin key works at once', async () => {
    const { adminKey, slug } = await createTenantOverApi(house);

    const { json } = await house.api.call('GET', '/v1/me', { key: adminKey });

    expect(json).toMatchObject({ role: 'admin', tenant: { slug, name: 'Acme' } });
  });

  it('cannot use a slug twice', async () => {
    const { slug } = await createTenantOverApi(house);

    const { status } = await house.api.call('POST', '/v1/tenants', {
      key: house.operatorKey,
      body: { slug, name: 'Other', admin: { email: 'x@example.com' } },
    });

    expect(status).toBe(409);
  });

  it('gets the same answer if a creation was interrupted after its first half', async () => {
    const { id } = await house.database.platform.tenants.create({
      id: '0197e0b2-0000-7000-8000-00000000abcd' as never,
      slug: 'cut-off',
    });

    const { status, json } = await house.api.call('POST', '/v1/tenants', {
      key: house.operatorKey,
      body: { slug: 'cut-off', name: 'Whole', admin: { email: 'x@example.com' } },
    });

    expect(status).toBe(201);
    expect(json).toMatchObject({ tenant: { id } });
  });

  it('stops a suspended tenant from the next request on, and can resume it', async () => {
    const { tenantId, adminKey } = await createTenantOverApi(house);
    const set = (status: string) =>
      house.api.call('PATCH', `/v1/tenants/${tenantId}`, {
        key: house.operatorKey,
        body: { status },
      });

    await set('suspended');
    const suspended = await house.api.call('GET', '/v1/me', { key: adminKey });
    await set('active');
    const active = await house.api.call('GET', '/v1/me', { key: adminKey });

    expect(suspended.json).toMatchObject({ status: 403, code: 'account_inactive' });
    expect(active.status).toBe(200);
  });

  it('deletes a tenant: nothing of it is accessible any more, its documents are handed to the purge', async () => {
    const { tenantId, adminKey } = await createTenantOverApi(house);
    await house.api.call('POST', '/v1/documents', {
      key: adminKey,
      body: { title: 'Note', text: 'Three days.' },
    });

    const deleted = await house.api.call('DELETE', `/v1/tenants/${tenantId}`, {
      key: house.operatorKey,
    });

    expect(deleted.status).toBe(202);
    expect(deleted.json).toMatchObject({ status: 'deleting' });
    const answer = await house.api.call('GET', '/v1/documents', { key: adminKey });
    expect(answer.status).toBe(401);
    const again = await house.api.call('PATCH', `/v1/tenants/${tenantId}`, {
      key: house.operatorKey,
      body: { status: 'active' },
    });
    expect(again.status).toBe(409);
  });

  it('cannot read content: all routes of a tenant are closed to the operator', async () => {
    const paths = ['/v1/documents', '/v1/sessions', '/v1/memories', '/v1/users', '/v1/tenant'];

    const answers = await Promise.all(
      paths.map((path) => house.api.call('GET', path, { key: house.operatorKey })),
    );

    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 403));
  });
});

describe('another tenant', () => {
  it('gets "not found" for our ids, exactly as for ids that do not exist', async () => {
    const [ours, theirs] = [await createTenantOverApi(house), await createTenantOverApi(house)];
    const member = await ours.addMember();
    const make = (path: string, body: object) =>
      house.api.call('POST', path, { key: ours.adminKey, body });
    const document = await make('/v1/documents', { title: 'Note', text: 'Three days.' });
    const documentId = (document.json as { document: { id: string } }).document.id;
    const memoryId = idOf(await make('/v1/memories', { content: 'Likes tea.' }));
    const keyId = idOf(await make('/v1/api-keys', { name: 'ci', permissions: ['chat'] }));
    const targets = [
      ['GET', '/v1/documents/', documentId],
      ['GET', '/v1/documents/', documentId, '/chunks'],
      ['PATCH', '/v1/documents/', documentId, '', { title: 'x' }],
      ['DELETE', '/v1/documents/', documentId],
      ['PATCH', '/v1/memories/', memoryId, '', { content: 'x' }],
      ['DELETE', '/v1/memories/', memoryId],
      ['GET', '/v1/users/', member.userId],
      ['PATCH', '/v1/users/', member.userId, '', { role: 'admin' }],
      ['DELETE', '/v1/users/', member.userId],
      ['GET', '/v1/api-keys/', keyId],
      ['DELETE', '/v1/api-keys/', keyId],
    ] as const;

    for (const [method, path, id, rest = '', body] of targets) {
      const ask = (one: string) =>
        house.api.call(method, `${path}${one}${rest}`, {
          key: theirs.adminKey,
          headers: { 'X-Request-Id': 'same' },
          ...(body && { body }),
        });
      const foreign = await ask(id);
      const absent = await ask('0197e0b2-0000-7000-8000-000000000000');

      expect([method, path, foreign.status, foreign.text]).toEqual([
        method,
        path,
        404,
        absent.text,
      ]);
    }
    const still = await house.api.call('GET', `/v1/documents/${documentId}`, {
      key: ours.adminKey,
    });
    expect(still.json).toMatchObject({ title: 'Note' });
  });

  it('cannot use a cursor of ours', async () => {
    const [ours, theirs] = [await createTenantOverApi(house), await createTenantOverApi(house)];
    await ours.addMember();
    const first = await house.api.call('GET', '/v1/users?limit=1', { key: ours.adminKey });
    const { nextCursor } = first.json as { nextCursor: string };
    const path = `/v1/users?limit=1&cursor=${nextCursor}`;

    const own = await house.api.call('GET', path, { key: ours.adminKey });
    const foreign = await house.api.call('GET', path, { key: theirs.adminKey });
    const otherList = await house.api.call('GET', path.replace('users', 'api-keys'), {
      key: ours.adminKey,
    });

    expect([own.status, foreign.status, otherList.status]).toEqual([200, 400, 400]);
    expect((own.json as { items: unknown[] }).items).toHaveLength(1);
  });
});
