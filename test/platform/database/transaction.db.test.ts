import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { createInTenant, createStatementNamer } from '../../../src/platform/database/in-tenant.js';
import { createModels } from '../../../src/platform/database/models.js';
import { APPLICATION_SESSION } from '../../../src/platform/database/sessions.js';
import type { ScopedRepositories } from '../../../src/compose/repositories.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../../support/database.js';
import type { TestTenant } from '../../support/tenant.js';

const OUT_OF_RANGE = '22003';

let test: TestDatabase;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 2 });
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const statements = () => {
  const nameOf = createStatementNamer();
  return { nameOf, bindModels: createModels(nameOf) };
};

const entriesOf = async (subjectId: string): Promise<number> => {
  const [row] = await queryInTenant<{ entries: number }>(
    test,
    tenant.tenantId,
    `SELECT count(*)::int AS entries FROM audit_entries WHERE subject_id = '${subjectId}'`,
  );
  return row?.entries ?? -1;
};

const append = (tx: ScopedRepositories, subjectId: string) =>
  tx.audit.append({
    actorId: tenant.admin.userId,
    action: 'document.create',
    subjectId,
    result: 'ok',
  });

describe('a transaction of a tenant', () => {
  it('takes no connection until its first query', async () => {
    const inside = Array.from({ length: 5 }, async () => {
      let open: () => void = () => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      const ended = test.database.withScope(tenant.admin, () => opened);
      await test.database.withScope(tenant.admin, (tx) => tx.users.list({ limit: 1 }));
      open();
      return ended;
    });

    await expect(Promise.all(inside)).resolves.toHaveLength(5);
  });

  it('commits all statements that were sent at once', async () => {
    await test.database.withScope(tenant.admin, (tx) =>
      Promise.all([append(tx, 'together'), append(tx, 'together'), append(tx, 'together')]),
    );

    expect(await entriesOf('together')).toBe(3);
  });

  it('sends statements that are issued together in one packet, BEGIN included', async () => {
    const pool = new pg.Pool({
      connectionString: test.url,
      options: APPLICATION_SESSION,
      max: 1,
      pipeline: true,
    });
    const inTenant = createInTenant({ pool, ...statements() });
    const client = await pool.connect();
    const { stream } = client.connection;
    client.release();
    const packets = [
      jest.spyOn(stream, '_write'),
      jest.spyOn(stream as Required<Duplex>, '_writev'),
    ];

    await inTenant(tenant.tenantId, (tx) =>
      Promise.all([tx.$queryRaw`SELECT 1`, tx.$queryRaw`SELECT 2`, tx.$queryRaw`SELECT 3`]),
    );

    // The commit is one by itself; what is gathered goes another way through Node.
    expect(packets.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await pool.end();
  });

  it('keeps none of the statements that were sent at once if one of them fails', async () => {
    const failed = test.database.withScope(tenant.admin, (tx) =>
      Promise.all([
        append(tx, 'broken'),
        tx.usage.add(tenant.admin.userId, { documents: 10 ** 12 }),
        append(tx, 'broken'),
      ]),
    );

    await expect(failed).rejects.toThrow();
    expect(await entriesOf('broken')).toBe(0);
    expect(
      await test.database.withScope(tenant.admin, (tx) => tx.users.list({ limit: 1 })),
    ).toBeDefined();
  });

  it('fails if it was rolled back before its commit, because nothing of it is kept', async () => {
    const pool = new pg.Pool({
      connectionString: test.url,
      options: APPLICATION_SESSION,
      max: 1,
      pipeline: true,
    });
    const inTenant = createInTenant({ pool, ...statements() });
    const ended = inTenant(tenant.tenantId, (tx) => tx.$executeRaw`ROLLBACK`);

    await expect(ended).rejects.toMatchObject({ code: 'storage_unavailable' });
    await pool.end();
  });

  it('fails if a statement failed and the error was swallowed, because nothing of it is kept', async () => {
    const swallowed = test.database.withScope(tenant.admin, async (tx) => {
      await append(tx, 'swallowed');
      await tx.usage.add(tenant.admin.userId, { documents: 10 ** 12 }).catch(() => undefined);
    });

    await expect(swallowed).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await entriesOf('swallowed')).toBe(0);
  });

  it('fails with the reason of the first failure, whichever statement reports first', async () => {
    const failed = test.database.withScope(tenant.admin, (tx) => {
      const first = tx.usage.add(tenant.admin.userId, { documents: 10 ** 12 });
      const heardOfLate = first.finally(() => new Promise((resolve) => setImmediate(resolve)));
      return Promise.all([heardOfLate, append(tx, 'behind')]);
    });

    await expect(failed).rejects.toMatchObject({ cause: { code: OUT_OF_RANGE } });
  });

  it('refuses statements after its end', async () => {
    const leaked = await test.database.withScope(tenant.admin, (tx) => Promise.resolve(tx));

    await expect(append(leaked, 'late')).rejects.toThrow('has ended');
    expect(await entriesOf('late')).toBe(0);
  });
});
