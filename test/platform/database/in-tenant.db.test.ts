import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createInTenant, createStatementNamer } from '../../../src/platform/database/in-tenant.js';
import { createModels } from '../../../src/platform/database/models.js';
import { APPLICATION_SESSION, OPERATOR_ROLE } from '../../../src/platform/database/sessions.js';
import type { Transaction } from '../../../src/platform/database/transaction.js';
import { newId, TenantId, UserId } from '../../../src/shared/ids.js';
import type { SystemScope } from '../../../src/shared/scope.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import type { TestTenant } from '../../support/tenant.js';

let test: TestDatabase;
let a: TestTenant;
let b: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  [a, b] = [await test.tenant(), await test.tenant()];
});

afterAll(() => test.destroy());

const statements = () => {
  const nameOf = createStatementNamer();
  return { nameOf, bindModels: createModels(nameOf) };
};

describe('a connection of the application role', () => {
  it('gets an error instead of rows if no scope was set, also after a scoped transaction', async () => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const readUsers = () => client.query('SELECT * FROM users');

    await expect(readUsers()).rejects.toMatchObject({ code: '42704' });
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [a.tenantId]);
    expect((await readUsers()).rowCount).toBe(2);
    await client.query('COMMIT');
    await expect(readUsers()).rejects.toMatchObject({ code: '22P02' });
    await client.end();
  });
});

describe('a scope that was set for a whole session', () => {
  const openPool = () =>
    new pg.Pool({
      connectionString: test.url,
      max: 1,
      pipeline: true,
      options: APPLICATION_SESSION,
    });
  const keepScope = (client: pg.Pool | Transaction, tenantId: string) =>
    'query' in client
      ? client.query(`SELECT set_config('app.tenant_id', $1, false)`, [tenantId])
      : client.$queryRaw`SELECT set_config('app.tenant_id', ${tenantId}, false)`;
  const readUsers = (pool: pg.Pool) => pool.query('SELECT * FROM users');

  it('does not outlive the transaction that set it', async () => {
    const pool = openPool();
    let told = 0;
    const inTenant = createInTenant({
      pool,
      ...statements(),
      onScopeLeft: () => (told += 1),
    });

    await inTenant(a.tenantId, (tx) => keepScope(tx, b.tenantId));

    await expect(readUsers(pool)).rejects.toMatchObject({ code: '42704' });
    expect(told).toBe(1);
    await pool.end();
  });

  it('does not outlive the next transaction when a statement outside any transaction set it', async () => {
    const pool = openPool();
    let told = 0;
    const inTenant = createInTenant({
      pool,
      ...statements(),
      onScopeLeft: () => (told += 1),
    });
    await keepScope(pool, b.tenantId);

    const users = await inTenant(a.tenantId, (tx) => tx.$queryRaw<object[]>`SELECT * FROM users`);

    expect(users).toMatchObject([{ tenant_id: a.tenantId }, { tenant_id: a.tenantId }]);
    await expect(readUsers(pool)).rejects.toMatchObject({ code: '42704' });
    expect(told).toBe(1);
    await pool.end();
  });

  it('is checked for silently if there is none, and the connection is kept', async () => {
    const pool = openPool();
    let told = 0;
    const inTenant = createInTenant({
      pool,
      ...statements(),
      onScopeLeft: () => (told += 1),
    });
    const readConnection = () =>
      inTenant(a.tenantId, async (tx) => {
        const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        return row?.pid;
      });

    const [first, second] = [await readConnection(), await readConnection()];

    expect(first).toBe(second);
    expect(told).toBe(0);
    await pool.end();
  });
});

describe('a role that was set for a whole session', () => {
  const createTransactions = () => {
    const pool = new pg.Pool({
      connectionString: test.url,
      max: 1,
      pipeline: true,
      options: APPLICATION_SESSION,
    });
    let told = 0;
    const inTenant = createInTenant({
      pool,
      ...statements(),
      onScopeLeft: () => (told += 1),
    });
    return { pool, inTenant, told: () => told };
  };
  const deleteTenants = (tx: Transaction) => tx.$executeRaw`DELETE FROM tenants`;

  it('does not outlive the transaction that set it', async () => {
    const { pool, inTenant, told } = createTransactions();

    await inTenant(
      a.tenantId,
      (tx) => tx.$queryRaw`SELECT set_config('role', ${OPERATOR_ROLE}, false)`,
    );

    await expect(pool.query('DELETE FROM tenants')).rejects.toMatchObject({ code: '42501' });
    expect(told()).toBe(1);
    await pool.end();
  });

  it('does not apply to the next transaction when a statement outside any transaction set it', async () => {
    const { pool, inTenant, told } = createTransactions();
    await pool.query(`SET ROLE ${OPERATOR_ROLE}`);

    const deleted = inTenant(a.tenantId, deleteTenants);

    await expect(deleted).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('DELETE FROM tenants')).rejects.toMatchObject({ code: '42501' });
    expect(told()).toBe(1);
    await pool.end();
  });
});

describe('withScope', () => {
  it('keeps 200 interleaved transactions of two tenants apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const tenant = index % 2 === 0 ? a : b;
        return test.database.withScope(tenant.system, async (tx) => {
          const first = await tx.users.list({ limit: 50 });
          const other = index % 2 === 0 ? b : a;
          const foreign = await tx.users.find(other.admin.userId);
          return { tenant, ids: first.items.map(({ id }) => id), foreign };
        });
      }),
    );

    for (const { tenant, ids, foreign } of answers) {
      expect([...ids].sort()).toEqual([tenant.admin.userId, tenant.member.userId].sort());
      expect(foreign).toBeNull();
    }
  });

  it('cannot change a row of another tenant', async () => {
    const change = test.database.withScope(a.admin, (tx) =>
      tx.users.update(b.member.userId, { role: 'admin' }),
    );

    await expect(change).rejects.toMatchObject({ code: 'not_found' });
  });

  it('rolls everything back when the work fails', async () => {
    const id = newId(UserId);
    const work = test.database.withScope(a.system, async (tx) => {
      await tx.users.create({ id, email: 'gone@example.test', role: 'member', groups: [] });
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    const found = await test.database.withScope(a.system, (tx) => tx.users.find(id));
    expect(found).toBeNull();
  });

  it('refuses a scope that was not created by the scope functions', async () => {
    const partial = Object.freeze({ kind: 'system', tenantId: '' }) as SystemScope;
    const forged = { kind: 'system', tenantId: newId(TenantId) } as SystemScope;

    await expect(test.database.withScope(partial, (tx) => tx.settings.get())).rejects.toThrow();
    await expect(test.database.withScope(forged, (tx) => tx.settings.get())).rejects.toThrow(
      'makers',
    );
  });

  it('retries a transaction that conflicted with another one', async () => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    let tries = 0;

    const result = await test.database.withScope(a.system, async () => {
      tries += 1;
      // What PostgreSQL answers on a deadlock.
      if (tries < 3) {
        await client.query(`DO $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '40P01'; END $$`);
      }
      return 'done';
    });

    expect(result).toBe('done');
    expect(tries).toBe(3);
    await client.end();
  });
});

describe('transactions that wait for the same lock', () => {
  it('hold no connection while they wait', async () => {
    const pool = new pg.Pool({
      connectionString: test.url,
      max: 2,
      pipeline: true,
      options: APPLICATION_SESSION,
      connectionTimeoutMillis: 2_000,
    });
    const inTenant = createInTenant({ pool, ...statements() });
    const holding = createGate();
    const free = createGate();
    const held = inTenant(a.tenantId, async (tx) => {
      await tx.$lock('place');
      holding.open();
      await free.opened;
    });
    await holding.opened;
    const waiting = Array.from({ length: 8 }, () =>
      inTenant(a.tenantId, async (tx) => {
        await tx.$lock('place');
        return 'had it';
      }),
    );

    const ofOther = await inTenant(b.tenantId, (tx) => tx.$queryRaw`SELECT 1 AS one`);

    expect(ofOther).toEqual([{ one: 1 }]);
    free.open();
    expect(await Promise.all([held, ...waiting])).toEqual([
      undefined,
      ...Array.from({ length: 8 }, () => 'had it'),
    ]);
    await pool.end();
  });
});

/** A promise and what resolves it. */
const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};
