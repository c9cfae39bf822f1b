import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, TenantId } from '../../src/shared/ids.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  [tenant, other] = [await test.tenant(), await test.tenant()];
});

afterAll(() => test.destroy());

describe('the tenants', () => {
  it('have unique slugs', async () => {
    const { tenants } = database.platform;

    const again = tenants.create({ id: newId(TenantId), slug: tenant.slug });

    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    expect(await tenants.findBySlug(tenant.slug)).toMatchObject({ id: tenant.tenantId });
    expect(await tenants.find(newId(TenantId))).toBeNull();
  });

  it('are listed newest first, page by page, and can change their status', async () => {
    const { tenants } = database.platform;
    const first = await tenants.list({ limit: 1 });
    const second = await tenants.list({ limit: 1, after: first.nextAfter! });

    expect(first.items[0]?.id).toBe(other.tenantId);
    expect(second).toMatchObject({ items: [{ id: tenant.tenantId }], nextAfter: null });
    expect(await tenants.setStatus(other.tenantId, 'suspended')).toMatchObject({
      status: 'suspended',
    });
    await expect(tenants.setStatus(newId(TenantId), 'active')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(tenants.list({ limit: 1, after: 'x' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('a tenant that is being deleted', () => {
  it('is removed with its settings once nothing else of it is left', async () => {
    const { tenants } = database.platform;
    const leaving = await test.tenant();
    const removeUsers = () =>
      database.withScope(leaving.system, async (tx) => {
        for (const { id } of (await tx.users.list({ limit: 10 })).items) await tx.users.delete(id);
      });

    const active = await tenants.remove(leaving.tenantId);
    await tenants.setStatus(leaving.tenantId, 'deleting');
    const withUsers = await tenants.remove(leaving.tenantId);
    await removeUsers();
    const empty = await tenants.remove(leaving.tenantId);

    expect([active, withUsers, empty]).toEqual([false, false, true]);
    expect(await tenants.find(leaving.tenantId)).toBeNull();
    expect(await tenants.remove(leaving.tenantId)).toBe(false);
  });
});

describe('the settings of a tenant', () => {
  it('keep what an update does not name', async () => {
    const changed = await database.withScope(tenant.admin, (tx) =>
      tx.settings.update({ systemPrompt: 'Be brief.' }),
    );

    expect(changed).toMatchObject({ name: 'Test tenant', systemPrompt: 'Be brief.' });
    const read = await database.withScope(tenant.member, (tx) => tx.settings.get());
    expect(read).toEqual(changed);
    expect(read.policy.groundedOnly).toBe(true);
  });
});
