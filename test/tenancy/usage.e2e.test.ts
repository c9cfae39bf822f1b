import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { queryAsOwner } from '../support/database.js';
import { addPerson } from '../support/people.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';

type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;

const Usage = z.object({
  from: z.string(),
  to: z.string(),
  totals: z.record(z.string(), z.number().nullable()),
  items: z.array(z.record(z.string(), z.unknown())),
  nextCursor: z.string().nullable(),
});

let house: ApiOverDatabase;
let tenant: Tenant;

beforeAll(async () => {
  house = await serveApiOverDatabase();
});
beforeEach(async () => {
  tenant = await createTenantOverApi(house);
});
afterAll(() => house.close());

const usageOf = async (key: string, query = '') =>
  Usage.parse((await house.api.call('GET', `/v1/usage?${query}`, { key })).json);
const upload = (text: string, key = tenant.adminKey) =>
  house.api.call('POST', '/v1/documents', { key, body: { title: text, text } });
const setQuotas = (quotas: Record<string, number | null>, key = tenant.adminKey) =>
  house.api.call('PATCH', '/v1/tenant', { key, body: { policy: { quotas } } });

describe('GET /v1/usage', () => {
  it('covers the last 30 days, with totals, and counts each document once', async () => {
    await upload('one');
    await upload('two');
    await upload('two');

    const usage = await usageOf(tenant.adminKey);

    const days = (Date.parse(usage.to) - Date.parse(usage.from)) / 86_400_000 + 1;
    expect(days).toBe(30);
    expect(usage.totals).toMatchObject({ questions: 0, documents: 2, costUsd: 0 });
    expect(usage.items).toMatchObject([{ userId: tenant.adminId, documents: 2 }]);
    expect(usage.nextCursor).toBeNull();
  });

  it('names people by address, and shows current usage next to the limits', async () => {
    await upload('twelve bytes');
    await setQuotas({ documents: 3, questionsPerDay: 7 });
    const me = await house.api.call('GET', '/v1/me', { key: tenant.adminKey });

    const { json } = await house.api.call('GET', '/v1/usage', { key: tenant.adminKey });

    const { user } = z.object({ user: z.object({ email: z.string() }) }).parse(me.json);
    expect(json).toMatchObject({
      items: [{ userId: tenant.adminId, email: user.email }],
      now: {
        documents: { used: 1, limit: 3 },
        storageBytes: { used: 12 },
        questionsPerDay: { used: 0, limit: 7 },
        tokensPerMonth: { used: 0 },
      },
    });
  });

  it('is split into pages, with the totals of all pages', async () => {
    const system = makeSystemScope(TenantId.parse(tenant.tenantId));
    const users = [newId(UserId), newId(UserId), newId(UserId)];
    for (const userId of users) {
      await house.database.withScope(system, (tx) =>
        tx.usage.add(userId, { questions: 1, promptTokens: 5_000_000_000, costUsd: 0.5 }),
      );
    }

    const first = await usageOf(tenant.adminKey, 'limit=2');
    const second = await usageOf(tenant.adminKey, `limit=2&cursor=${first.nextCursor}`);

    expect([...first.items, ...second.items].map(({ userId }) => userId)).toEqual(
      users.toReversed(),
    );
    expect(second.totals).toEqual(first.totals);
    expect(first.totals).toMatchObject({
      questions: 3,
      promptTokens: 15_000_000_000,
      costUsd: 1.5,
      unpricedCalls: 0,
    });
  });

  it("covers only the admin's own tenant, and is forbidden to members", async () => {
    const other = await createTenantOverApi(house);
    await upload('one');
    const { apiKey } = await tenant.addMember();

    expect((await usageOf(other.adminKey)).items).toEqual([]);
    expect((await house.api.call('GET', '/v1/usage', { key: apiKey })).status).toBe(403);
  });

  it.each([
    'from=2026-02-01&to=2026-01-01',
    'from=2024-01-01&to=2026-01-01',
    'from=2026-02-30',
    'to=0001-01-01',
    'from=yesterday',
    'userId=x',
  ])('refuses ?%s', async (query) => {
    const { status } = await house.api.call('GET', `/v1/usage?${query}`, { key: tenant.adminKey });

    expect(status).toBe(422);
  });
});

describe('GET /v1/tenants/:id/usage', () => {
  const usageForOperator = (id: string, query = '', key = house.operatorKey) =>
    house.api.call('GET', `/v1/tenants/${id}/usage?${query}`, { key });

  it('shows the operator days, totals and current usage next to the limits, and names nobody', async () => {
    const colleague = await addPerson(house.api, tenant.adminKey, { role: 'admin' });
    await upload('twelve bytes');
    await upload('ten bytes.', colleague.apiKey);
    await setQuotas({ documents: 3 });

    const answer = await usageForOperator(tenant.tenantId);

    expect(answer.json).toMatchObject({
      totals: { documents: 2, bytes: 22, searches: 0, chunks: 0 },
      items: [{ users: 2, documents: 2, bytes: 22 }],
      now: { documents: { used: 2, limit: 3 }, storageBytes: { used: 22 } },
      nextCursor: null,
    });
    expect(answer.text).not.toMatch(/@|userId|bytes\./);
  });

  it('is split into pages by day, with the totals of all pages', async () => {
    await upload('today');
    await queryAsOwner(
      house.urls,
      `INSERT INTO usage_daily (tenant_id, day, user_id, questions, bytes)
        SELECT $1, (now() AT TIME ZONE 'UTC')::date - ago, $2, ago, 5000000000 FROM generate_series(1, 2) ago`,
      [tenant.tenantId, tenant.adminId],
    );

    const first = Usage.parse((await usageForOperator(tenant.tenantId, 'limit=2')).json);
    const cursor = `limit=2&cursor=${first.nextCursor}`;
    const second = Usage.parse((await usageForOperator(tenant.tenantId, cursor)).json);

    const questions = [...first.items, ...second.items].map((day) => day['questions']);
    expect(questions).toEqual([0, 1, 2]);
    expect(second.totals).toMatchObject({ questions: 3, bytes: 10_000_000_005 });
    const other = await createTenantOverApi(house);
    expect((await usageForOperator(other.tenantId, cursor)).status).toBe(400);
  });

  it('is for the operator only, and 404 for a tenant that does not exist', async () => {
    const foreign = await usageForOperator(tenant.tenantId, '', tenant.adminKey);
    const absent = await usageForOperator(newId(TenantId));

    expect([foreign.status, absent.status]).toEqual([403, 404]);
  });
});

describe('the quotas of a tenant', () => {
  it('are unlimited until set, keep what an update does not name, and their change is audited', async () => {
    const before = await house.api.call('GET', '/v1/tenant', { key: tenant.adminKey });
    await setQuotas({ documents: 5, storageBytes: 100 });

    const after = await setQuotas({ storageBytes: null });

    const unlimited = { questionsPerDay: null, tokensPerMonth: null, storageBytes: null };
    expect(before.json).toMatchObject({ policy: { quotas: { ...unlimited, documents: null } } });
    expect(after.json).toMatchObject({ policy: { quotas: { ...unlimited, documents: 5 } } });
    const audit = await house.api.call('GET', '/v1/audit?limit=1', { key: tenant.adminKey });
    expect(audit.json).toMatchObject({ items: [{ action: 'policy.update' }] });
  });

  it.each([{ documents: -1 }, { documents: 1.5 }, { documents: '5' }, { users: 5 }])(
    'cannot be set to %j',
    async (quotas) => {
      const { status } = await house.api.call('PATCH', '/v1/tenant', {
        key: tenant.adminKey,
        body: { policy: { quotas } },
      });

      expect(status).toBe(422);
    },
  );

  it('refuse a document above the quota, by name, until one is deleted', async () => {
    await setQuotas({ documents: 1 });
    const first = await upload('one');
    const second = await upload('two');
    const same = await upload('one');

    expect([first.status, same.status]).toEqual([202, 200]);
    expect(second).toMatchObject({ status: 429, json: { code: 'quota_exceeded' } });
    expect(second.json).toMatchObject({ detail: expect.stringContaining('documents (1)') });
    const { document } = z.object({ document: z.object({ id: z.string() }) }).parse(first.json);
    await house.api.call('DELETE', `/v1/documents/${document.id}`, { key: tenant.adminKey });
    expect((await upload('two')).status).toBe(202);
  });

  it('refuse a file above the quota of bytes, and leave no file behind', async () => {
    await setQuotas({ storageBytes: 10 });
    await upload('12345');
    const files = (await house.storedFiles()).length;

    const refused = await upload('123456');
    const fitting = await upload('54321');

    expect(refused).toMatchObject({ status: 429, json: { code: 'quota_exceeded' } });
    expect(refused.json).toMatchObject({ detail: expect.stringContaining('storageBytes (10)') });
    expect(fitting.status).toBe(202);
    expect(await house.storedFiles()).toHaveLength(files + 1);
  });

  it('are not exceeded by many concurrent uploads', async () => {
    await setQuotas({ documents: 3 });

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_unused, index) => upload(`document ${index}`)),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429, 429, 429]);
    expect((await usageOf(tenant.adminKey)).totals).toMatchObject({ documents: 3 });
  });

  it('apply to one tenant and no other', async () => {
    const other = await createTenantOverApi(house);
    await setQuotas({ documents: 0 });

    expect((await upload('one')).status).toBe(429);
    expect((await upload('one', other.adminKey)).status).toBe(202);
  });
});
