import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { Database } from '../../src/compose/repositories.js';
import { createEmbeddingUsage } from '../../src/ingestion/embedding-usage.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { aroundToday } from '../support/around-today.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 2 });
});
afterAll(() => test.destroy());
beforeEach(async () => {
  tenant = await test.tenant();
});

const open = (database: Pick<Database, 'withScope'> = test.database) => {
  const deps = { database, logger: createSilentLogger() };
  return createEmbeddingUsage(deps, tenant.system, tenant.admin.userId);
};

const chargedTokens = async (): Promise<number> => {
  const { promptTokens } = await test.database.withScope(tenant.admin, (tx) =>
    tx.usage.totals(aroundToday()),
  );
  return promptTokens;
};

describe('the embedding usage of a run', () => {
  it('is charged once, in the transaction of the work', async () => {
    const usage = open();
    usage.add({ promptTokens: 7, costUsd: 0 });
    usage.add({ promptTokens: 5, costUsd: 0 });

    await usage.chargeWith(() => Promise.resolve());
    await usage.charge();
    await usage.close();

    expect(await chargedTokens()).toBe(12);
  });

  it('is not charged with refused work, but when the run is closed', async () => {
    const usage = open();
    usage.add({ promptTokens: 7, costUsd: 0 });

    const refused = usage.chargeWith(() => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    const before = await chargedTokens();
    await usage.close();

    expect([before, await chargedTokens()]).toEqual([0, 7]);
  });

  it('is not charged twice if the reply to its commit was lost', async () => {
    let isLost = true;
    const usage = open({
      withScope: async (scope, work) => {
        const result = await test.database.withScope(scope, work);
        if (!isLost) return result;
        isLost = false;
        throw new AppError('storage_unavailable', 'The answer was lost.');
      },
    });
    usage.add({ promptTokens: 7, costUsd: 0 });

    await expect(usage.chargeWith(() => Promise.resolve())).rejects.toThrow('lost');
    await usage.close();

    expect(await chargedTokens()).toBe(7);
  });

  it('does not hide a failure of the run behind its own', async () => {
    const usage = open({
      withScope: () => Promise.reject(new AppError('storage_unavailable', 'Down.')),
    });
    usage.add({ promptTokens: 7, costUsd: 0 });

    await expect(usage.close()).resolves.toBeUndefined();
  });
});
