import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimKey } from '../../src/http/index.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const AT = new Date('2026-03-02T09:30:00.000Z');
const LATER = new Date('2026-03-02T09:35:00.000Z');
const nameless = { route: 'createGroup', result: null };

describe('an idempotency key that is set free', () => {
  let test: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    test = await createTestDatabase();
    ({ database } = test);
  });
  afterAll(() => test.destroy());

  it('serves another request, and leaves the claim of others alone', async () => {
    const { admin, member } = await test.tenant();
    const mine = { ...nameless, key: 'mine', requestHash: 'one', lockedUntil: LATER };
    const claim = (scope: typeof admin, requestHash = 'one') =>
      database.withScope(scope, (tx) => claimKey(tx, { ...mine, requestHash }, AT));
    await claim(admin);
    await claim(member);

    await database.withScope(admin, (tx) => tx.idempotency.release({ ...mine, lockedUntil: AT }));
    await expect(claim(admin, 'two')).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await database.withScope(admin, (tx) => tx.idempotency.release(mine));

    await expect(claim(admin, 'two')).resolves.toEqual({ kind: 'claimed', previous: null });
    await expect(claim(member)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  });
});
