import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_TENANT_LIMITS, type TenantLimits } from '../../src/tenancy/limits.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import type { Answer } from '../support/serve-api.js';

type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;
type Changes = Record<string, number | null>;

let house: ApiOverDatabase;
let tenant: Tenant;
beforeAll(async () => {
  house = await serveApiOverDatabase();
});
beforeEach(async () => {
  tenant = await createTenantOverApi(house);
});
afterAll(() => house.close());

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return house.api.call(method, path, { key, ...(body && { body }) });
};
const limit = (limits: Changes, key = house.operatorKey) =>
  call(`PATCH /v1/tenants/${tenant.tenantId}`, key, { limits });
const limitsOf = ({ json }: Answer) => (json as { limits: TenantLimits }).limits;
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

const upload = (text: string) => call('POST /v1/documents', tenant.adminKey, { title: text, text });
const addUser = (name: string) =>
  call('POST /v1/users', tenant.adminKey, { email: `${name}@people.example`, role: 'member' });
const addKey = (name: string) =>
  call('POST /v1/api-keys', tenant.adminKey, { name, permissions: ['search'] });

const atOnce = (count: number, work: (name: string) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_unused, index) => work(`n${index}`)));

const refusal = (name: string, value: number) => ({
  status: 429,
  json: { code: 'quota_exceeded', detail: expect.stringContaining(`${name} (${value})`) },
});

describe('the limits of a tenant', () => {
  it("are the installation's until the operator sets others, one by one", async () => {
    const before = await call(`GET /v1/tenants/${tenant.tenantId}`, house.operatorKey);
    const changed = await limit({ documents: 5, keys: 7 });
    const after = await limit({ keys: null });

    expect(limitsOf(before)).toEqual(DEFAULT_TENANT_LIMITS);
    expect(limitsOf(changed)).toEqual({ ...DEFAULT_TENANT_LIMITS, documents: 5, keys: 7 });
    expect(limitsOf(after)).toEqual({ ...DEFAULT_TENANT_LIMITS, documents: 5 });
    const shown = await call('GET /v1/tenant', tenant.adminKey);
    expect(limitsOf(shown)).toEqual(limitsOf(after));
  });

  it('are never unlimited, and no admin can set them', async () => {
    const byAdmin = await limit({ documents: 1_000_000 }, tenant.adminKey);
    const inSettings = await call('PATCH /v1/tenant', tenant.adminKey, { limits: { keys: 9 } });
    const bad: Changes[] = [{ documents: -1 }, { keys: 1.5 }, { requestsPerMinute: 0 }, { all: 1 }];
    const nonsense = await Promise.all(bad.map((one) => limit(one)));

    expect(byAdmin.status).toBe(403);
    expect([inSettings, ...nonsense].map(({ status }) => status)).toEqual(Array(5).fill(422));
    for (const value of Object.values(DEFAULT_TENANT_LIMITS)) expect(value).toBeLessThan(1e15);
  });

  it('override a higher quota set by the admin, and leave a lower one', async () => {
    await limit({ documents: 2 });
    const quota = (documents: number | null) =>
      call('PATCH /v1/tenant', tenant.adminKey, { policy: { quotas: { documents } } });

    await quota(1000);
    const high = [await upload('one'), await upload('two'), await upload('three')];
    await quota(null);
    const without = await upload('three');
    await quota(1);
    const low = await upload('four');

    expect(high.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(without).toMatchObject(refusal('documents', 2));
    expect(low).toMatchObject(refusal('documents', 1));
  });

  it('are not exceeded by many concurrent uploads', async () => {
    await limit({ documents: 3 });

    expect(statusesOf(await atOnce(8, upload))).toEqual([202, 202, 202, ...Array(5).fill(429)]);
  });

  it('apply to the bytes of files', async () => {
    await limit({ storageBytes: 10 });

    expect((await upload('12345')).status).toBe(202);
    expect(await upload('123456')).toMatchObject(refusal('storageBytes', 10));
  });

  it('apply to users, also if many are added at once', async () => {
    await limit({ users: 3 });

    const answers = await atOnce(6, addUser);

    expect(statusesOf(answers)).toEqual([201, 201, 429, 429, 429, 429]);
    expect(await addUser('late')).toMatchObject(refusal('users', 3));
  });

  it('apply to active keys, also if many are created at once', async () => {
    await limit({ keys: 3 });

    const answers = await atOnce(6, addKey);

    const [made] = answers.filter(({ status }) => status === 201);
    expect(statusesOf(answers)).toEqual([201, 201, 429, 429, 429, 429]);
    expect(await addKey('late')).toMatchObject(refusal('keys', 3));
    await call(`DELETE /v1/api-keys/${(made?.json as { id: string }).id}`, tenant.adminKey);
    expect((await addKey('late')).status).toBe(201);
  });

  it('apply to requests per minute', async () => {
    await limit({ requestsPerMinute: 4 });

    const answers = await atOnce(6, () => call('GET /v1/me', tenant.adminKey));

    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.json).toMatchObject({
      code: 'rate_limited',
    });
  });

  it('apply to one tenant and no other', async () => {
    await limit({ documents: 0, users: 0, keys: 0 });
    tenant = await createTenantOverApi(house);

    const answers = [await upload('one'), await addUser('ann'), await addKey('ci')];

    expect(answers.map(({ status }) => status)).toEqual([202, 201, 201]);
  });

  it('can be set when a tenant is created', async () => {
    const created = await call('POST /v1/tenants', house.operatorKey, {
      slug: 'small',
      name: 'Small',
      admin: { email: 'admin@small.example' },
      limits: { users: 2 },
    });

    const { tenant: made } = created.json as { tenant: { limits: TenantLimits } };
    expect(made.limits).toEqual({ ...DEFAULT_TENANT_LIMITS, users: 2 });
  });
});
