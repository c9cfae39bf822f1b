import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { queryAsOwner } from '../support/database.js';
import { addPerson } from '../support/people.js';

let house: ApiOverDatabase;
let tenant: Awaited<ReturnType<typeof createTenantOverApi>>;
let other: Awaited<ReturnType<typeof createTenantOverApi>>;

beforeAll(async () => {
  house = await serveApiOverDatabase();
  tenant = await createTenantOverApi(house);
  other = await createTenantOverApi(house);
});
afterAll(() => house.close());

const call = (method: string, path: string, ...[key, body]: [key: string, body?: unknown]) =>
  house.api.call(method, path, { key, ...(body === undefined ? {} : { body }) });

type Shown = { id: string; secret: string; [field: string]: unknown };

const BODY = { url: 'https://app.example.com/hooks', events: ['document.ready'] };

const create = async (key = tenant.adminKey, changes: object = {}): Promise<Shown> => {
  const { status, json, text } = await call('POST', '/v1/webhooks', key, { ...BODY, ...changes });
  if (status !== 201) throw new Error(text);
  return json as Shown;
};
const makeKey = async (permissions: string[], key = tenant.adminKey): Promise<string> => {
  const { json, text, status } = await call('POST', '/v1/api-keys', key, {
    name: 'k',
    permissions,
  });
  if (status !== 201) throw new Error(text);
  return (json as { apiKey: string }).apiKey;
};
/** The key of another admin of the tenant. */
const addAdmin = async (): Promise<string> => {
  const permissions = ['admin'] as const;
  return (await addPerson(house.api, tenant.adminKey, { role: 'admin', permissions })).apiKey;
};

describe('POST /v1/webhooks', () => {
  it('shows the secret once, and stores it encrypted', async () => {
    const created = await create();

    const read = await call('GET', `/v1/webhooks/${created.id}`, tenant.adminKey);
    const listed = await call('GET', '/v1/webhooks', tenant.adminKey);
    const [row] = await queryAsOwner<{ secret: Buffer }>(
      house.urls,
      `SELECT secret FROM webhook_endpoints WHERE id = '${created.id}'`,
    );

    expect(created.secret).toMatch(/^whsec_/);
    expect(read.json).toEqual({ ...created, secret: undefined });
    expect(`${read.text}${listed.text}`).not.toContain('whsec_');
    expect(row?.secret.toString('latin1')).not.toContain(created.secret.slice(6));
    expect(house.logLines.join()).not.toContain(created.secret.slice(6));
  });

  it.each([
    ['http', 'http://app.example.com/'],
    ['a private address', 'https://10.0.0.1/'],
    ['the cloud metadata address', 'https://169.254.169.254/latest'],
    ['this machine', 'https://localhost/'],
    ['another port', 'https://app.example.com:8443/'],
    ['a password', 'https://a:b@app.example.com/'],
    ['something that is not an address', 'app.example.com'],
  ])('refuses the address %s', async (_, url) => {
    const { status, json } = await call('POST', '/v1/webhooks', tenant.adminKey, { ...BODY, url });

    expect([status, json]).toMatchObject([422, { code: 'url_refused', errors: [{ path: 'url' }] }]);
  });

  it.each([
    ['unknown events', { events: ['document.read'] }],
    ['no events', { events: [] }],
    ['a secret chosen by the caller', { secret: 'whsec_AAAA' }],
  ])('refuses %s', async (_, changes) => {
    const { status } = await call('POST', '/v1/webhooks', tenant.adminKey, { ...BODY, ...changes });

    expect(status).toBe(422);
  });

  it('allows twenty per tenant, and no more', async () => {
    const full = await createTenantOverApi(house);
    for (let count = 0; count < 20; count += 1) await create(full.adminKey);

    const { status, json } = await call('POST', '/v1/webhooks', full.adminKey, BODY);

    expect([status, json]).toMatchObject([429, { code: 'quota_exceeded' }]);
  });
});

describe('the permission "webhooks"', () => {
  it('lets a key of an admin manage their own webhooks and nothing else', async () => {
    const key = await makeKey(['webhooks']);
    const own = await create(key);
    const ofOther = await create(await addAdmin());

    const answers = await Promise.all(
      [`/v1/webhooks/${own.id}`, `/v1/webhooks/${ofOther.id}`, '/v1/users', '/v1/documents'].map(
        (path) => call('GET', path, key),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 403, 403]);
  });

  it('belongs to no role: a key needs it, or "admin"', async () => {
    const key = await makeKey(['chat', 'search', 'documents:read', 'documents:write', 'memories']);

    const { status } = await call('GET', '/v1/webhooks', key);
    const me = await call('GET', '/v1/me', tenant.adminKey);

    expect(status).toBe(403);
    expect((me.json as { permissions: string[] }).permissions).not.toContain('webhooks');
  });

  it("cannot be granted to a member's key", async () => {
    const member = await tenant.addMember();
    const body = { name: 'k', permissions: ['webhooks'] };

    const own = await call('POST', '/v1/api-keys', member.apiKey, body);
    const theirs = await call('POST', '/v1/api-keys', tenant.adminKey, {
      ...body,
      userId: member.userId,
    });

    expect([own.status, theirs.status]).toEqual([422, 422]);
  });
});

describe('a webhook of another admin', () => {
  it('can be read, disabled and removed, but not redirected or enabled', async () => {
    const { id } = await create(await addAdmin());
    const path = `/v1/webhooks/${id}`;

    const elsewhere = await call('PATCH', path, tenant.adminKey, { url: 'https://mine.example/' });
    const more = await call('PATCH', path, tenant.adminKey, { events: ['answer.feedback'] });
    const secret = await call('POST', `${path}/secret`, tenant.adminKey);
    const off = await call('PATCH', path, tenant.adminKey, { enabled: false });
    const on = await call('PATCH', path, tenant.adminKey, { enabled: true });
    const removed = await call('DELETE', path, tenant.adminKey);

    expect([elsewhere, more, secret, on].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(off.json).toMatchObject({ enabled: false, offReason: 'switched_off' });
    expect(removed.status).toBe(204);
  });
});

describe('a disabled webhook', () => {
  it('sends neither tests nor repeated deliveries until it is enabled', async () => {
    const { id } = await create();
    const path = `/v1/webhooks/${id}`;
    const sent = await call('POST', `${path}/test`, tenant.adminKey);
    const { id: deliveryId } = sent.json as Shown;
    await call('PATCH', path, tenant.adminKey, { enabled: false });

    const failed = await call('GET', `${path}/deliveries?status=failed`, tenant.adminKey);
    const again = `${path}/deliveries/${deliveryId}/redeliver`;
    const refused = [
      await call('POST', `${path}/test`, tenant.adminKey),
      await call('POST', again, tenant.adminKey),
    ];
    const on = await call('PATCH', path, tenant.adminKey, { enabled: true });
    const resent = await call('POST', again, tenant.adminKey);

    expect(sent.status).toBe(202);
    expect(failed.json).toMatchObject({ items: [{ id: deliveryId, error: 'endpoint_off' }] });
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(on.json).toMatchObject({ enabled: true, offReason: null, offAt: null });
    expect([resent.status, resent.json]).toMatchObject([
      202,
      { id: deliveryId, status: 'waiting' },
    ]);
  });
});

describe('a webhook of another tenant', () => {
  it('is unknown on every route, and so is its delivery', async () => {
    const { id } = await create(other.adminKey);
    const { json } = await call('POST', `/v1/webhooks/${id}/test`, other.adminKey);
    const deliveryId = (json as Shown).id;
    const own = await create();
    const path = `/v1/webhooks/${id}`;

    const answers = [
      await call('GET', path, tenant.adminKey),
      await call('PATCH', path, tenant.adminKey, { enabled: false }),
      await call('DELETE', path, tenant.adminKey),
      await call('POST', `${path}/secret`, tenant.adminKey),
      await call('POST', `${path}/test`, tenant.adminKey),
      await call('GET', `${path}/deliveries`, tenant.adminKey),
      await call('POST', `${path}/deliveries/${deliveryId}/redeliver`, tenant.adminKey),
      await call(
        'POST',
        `/v1/webhooks/${own.id}/deliveries/${deliveryId}/redeliver`,
        tenant.adminKey,
      ),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const listed = await call('GET', '/v1/webhooks?limit=100', tenant.adminKey);
    expect(listed.text).not.toContain(id);
  });
});

describe('the audit log of webhooks', () => {
  it('names who created, changed and removed a webhook', async () => {
    const { id } = await create();
    const path = `/v1/webhooks/${id}`;
    await call('PATCH', path, tenant.adminKey, { events: ['document.failed'] });
    await call('POST', `${path}/secret`, tenant.adminKey);
    await call('DELETE', path, tenant.adminKey);

    const { json } = await call('GET', '/v1/audit?action=webhook&limit=4', tenant.adminKey);

    const { items } = json as { items: Record<string, unknown>[] };
    expect(items.map(({ action }) => action)).toEqual([
      'webhook.delete',
      'webhook.rotate_secret',
      'webhook.update',
      'webhook.create',
    ]);
    expect(
      items.every((item) => item['subjectId'] === id && item['actorId'] === tenant.adminId),
    ).toBe(true);
  });
});

describe('a key that is limited to some documents', () => {
  it('finds only webhooks that report on the same documents', async () => {
    const limitTo = async (team: string): Promise<string> => {
      const { json } = await call('POST', '/v1/api-keys', tenant.adminKey, {
        name: 'limited',
        permissions: ['webhooks', 'documents:read'],
        filter: { type: 'eq', key: 'metadata.team', value: team },
      });
      return (json as { apiKey: string }).apiKey;
    };
    const [hr, again, it] = [await limitTo('hr'), await limitTo('hr'), await limitTo('it')];
    const whole = await create(await makeKey(['webhooks']));
    const { id } = await create(hr);

    const read = (key: string, webhook: string) => call('GET', `/v1/webhooks/${webhook}`, key);
    const answers = [
      await read(hr, id),
      await read(again, id),
      await read(tenant.adminKey, id),
      await read(it, id),
      await read(hr, whole.id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404]);
  });
});
