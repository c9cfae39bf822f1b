import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inOrderOfRebuilding } from '../../src/maintenance/order-of-rebuilding.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let tenants: TestTenant[];

beforeAll(async () => {
  test = await createTestDatabase();
  tenants = [await test.tenant(), await test.tenant(), await test.tenant()];
});

afterAll(() => test.destroy());

describe('the order in which indexes are rebuilt', () => {
  it('puts tenants with few documents or many questions first', async () => {
    const [large, small, busy] = tenants;
    await test.database.withScope(busy!.admin, (tx) =>
      tx.usage.add(busy!.admin.userId, { questions: 99 }),
    );
    const behind = [
      { tenantId: large!.tenantId, subjects: 100 },
      { tenantId: small!.tenantId, subjects: 2 },
      { tenantId: busy!.tenantId, subjects: 100 },
    ];

    const order = await inOrderOfRebuilding({ ...test, now: () => new Date() }, behind);

    expect(order).toEqual([busy!.tenantId, small!.tenantId, large!.tenantId]);
  });
});
