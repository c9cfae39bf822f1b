import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeyId, newId, UserId } from '../../src/shared/ids.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
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

const newKey = (userId: UserId, prefix: string) => ({
  id: newId(ApiKeyId),
  userId,
  name: 'laptop',
  prefix,
  secretHash: new Uint8Array([1, 2, 250]),
  permissions: ['chat', 'search'] as const,
  expiresAt: null,
  createdBy: null,
  isConfirmed: true,
});

describe('the users of a tenant', () => {
  it('have e-mail addresses that are unique within the tenant only', async () => {
    const user = { email: 'ann@example.test', role: 'member', groups: ['hr'] } as const;
    const create = (where: TestTenant) =>
      database.withScope(where.admin, (tx) => tx.users.create({ id: newId(UserId), ...user }));

    expect(await create(tenant)).toMatchObject({ ...user, status: 'active', timezone: 'UTC' });
    await expect(create(tenant)).rejects.toMatchObject({ code: 'conflict' });
    await expect(create(other)).resolves.toMatchObject({ email: user.email });
  });

  it('keep the fields that an update does not name', async () => {
    const changed = await database.withScope(tenant.admin, (tx) =>
      tx.users.update(tenant.member.userId, {
        groups: ['hr', 'it'],
        preferences: { city: 'Pécs', citationStyle: 'inline', tools: [] },
      }),
    );

    expect(changed).toMatchObject({
      role: 'member',
      groups: ['hr', 'it'],
      preferences: { city: 'Pécs', citationStyle: 'inline', tools: [] },
    });
  });

  it('are counted as admins only if they can act', async () => {
    const second = await tenant.addUser({ role: 'admin' });
    const count = () => database.withScope(tenant.admin, (tx) => tx.users.countAdmins());
    expect(await count()).toBe(2);

    await database.withScope(tenant.admin, (tx) =>
      tx.users.update(second.userId, { status: 'suspended' }),
    );

    expect(await count()).toBe(1);
  });

  it('are deleted together with their keys', async () => {
    const user = await tenant.addUser();
    await database.withScope(tenant.admin, (tx) => tx.apiKeys.create(newKey(user.userId, 'gone')));

    await database.withScope(tenant.admin, (tx) => tx.users.delete(user.userId));

    const claim = { tenantId: tenant.tenantId, prefix: 'gone' };
    expect(await database.platform.authentication.findKey(claim)).toBeNull();
    const again = database.withScope(tenant.admin, (tx) => tx.users.delete(user.userId));
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the API keys of a tenant', () => {
  it('are found by the tenant and prefix that they name, with their holder', async () => {
    const key = newKey(tenant.admin.userId, 'found');
    await database.withScope(tenant.admin, (tx) => tx.apiKeys.create(key));

    const found = await database.platform.authentication.findKey({
      tenantId: tenant.tenantId,
      prefix: 'found',
    });

    expect(found).toMatchObject({
      apiKeyId: key.id,
      keyPermissions: ['chat', 'search'],
      lastUsedAt: null,
      tenantStatus: 'active',
      userId: tenant.admin.userId,
      role: 'admin',
    });
    expect([...found!.secretHash]).toEqual([1, 2, 250]);
    const claimed = { tenantId: other.tenantId, prefix: 'found' };
    expect(await database.platform.authentication.findKey(claimed)).toBeNull();
  });

  it('record their last use', async () => {
    const key = newKey(tenant.member.userId, 'used');
    await database.withScope(tenant.admin, (tx) => tx.apiKeys.create(key));

    await database.platform.authentication.touchKey({
      tenantId: tenant.tenantId,
      apiKeyId: key.id,
    });

    const read = await database.withScope(tenant.admin, (tx) => tx.apiKeys.find(key.id));
    expect(read?.lastUsedAt).not.toBeNull();
  });

  it('stop working at once when revoked', async () => {
    const key = newKey(tenant.member.userId, 'ended');
    await database.withScope(tenant.admin, (tx) => tx.apiKeys.create(key));
    const revoke = () =>
      database.withScope(tenant.admin, (tx) => tx.apiKeys.revoke(key.id, tenant.admin.userId));

    await revoke();

    const claim = { tenantId: tenant.tenantId, prefix: 'ended' };
    expect(await database.platform.authentication.findKey(claim)).toBeNull();
    await expect(revoke()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are kept for 90 days after their revocation', async () => {
    const [old, recent] = [
      newKey(tenant.member.userId, 'old'),
      newKey(tenant.member.userId, 'recent'),
    ];
    await database.withScope(tenant.system, async (tx) => {
      for (const key of [old, recent]) {
        await tx.apiKeys.create(key);
        await tx.apiKeys.revoke(key.id, null);
      }
    });
    const age = `UPDATE api_keys SET revoked_at = now() - interval '91 days' WHERE prefix = 'old'`;
    await queryInTenant(test, tenant.tenantId, age);

    await database.withScope(tenant.system, (tx) => tx.apiKeys.removeRevoked());

    const left = await database.withScope(tenant.system, async (tx) => [
      await tx.apiKeys.find(old.id),
      await tx.apiKeys.find(recent.id),
    ]);
    expect(left).toMatchObject([null, { id: recent.id }]);
  });

  it('are listed for the tenant or for one user', async () => {
    const user = await tenant.addUser();
    await database.withScope(tenant.admin, (tx) => tx.apiKeys.create(newKey(user.userId, 'mine')));

    const own = await database.withScope(tenant.admin, (tx) =>
      tx.apiKeys.list({ limit: 10, userId: user.userId }),
    );

    expect(own.items.map(({ prefix }) => prefix)).toEqual(['mine']);
    const all = await database.withScope(tenant.admin, (tx) => tx.apiKeys.list({ limit: 50 }));
    expect(all.items.length).toBeGreaterThan(1);
  });
});

describe('audit entries', () => {
  it('are appended under the tenant', async () => {
    const action = 'user.create' as const;
    await database.withScope(tenant.admin, (tx) =>
      tx.audit.append({ actorId: tenant.admin.userId, action, subjectId: 'x', result: 'ok' }),
    );

    const rows = await queryInTenant(
      test,
      tenant.tenantId,
      `SELECT tenant_id, actor_id, action, result FROM audit_entries`,
    );
    expect(rows).toEqual([
      { tenant_id: tenant.tenantId, actor_id: tenant.admin.userId, action, result: 'ok' },
    ]);
  });
});
