import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createInTenant, createStatementNamer } from '../../../src/platform/database/in-tenant.js';
import { createModels } from '../../../src/platform/database/models.js';
import { APPLICATION_SESSION } from '../../../src/platform/database/sessions.js';
import type { InTenant } from '../../../src/platform/database/in-tenant.js';
import { translating } from '../../../src/platform/database/translate-error.js';
import { ApiKeyId, GroupId, newId } from '../../../src/shared/ids.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startSqlRecorder } from '../../support/record-sql.js';
import type { TestTenant } from '../../support/tenant.js';

let test: TestDatabase;
let pool: pg.Pool;
let inTenant: InTenant;
let a: TestTenant;
let b: TestTenant;

const open = (url: string) =>
  new pg.Pool({ connectionString: url, max: 4, pipeline: true, options: APPLICATION_SESSION });

const onPool = (of: pg.Pool): InTenant => {
  const nameOf = createStatementNamer();
  const run = createInTenant({ pool: of, nameOf, bindModels: createModels(nameOf) });
  return (...one) => translating(() => run(...one));
};

beforeAll(async () => {
  test = await createTestDatabase();
  [a, b] = [await test.tenant(), await test.tenant()];
  pool = open(test.url);
  inTenant = onPool(pool);
});

afterAll(async () => {
  await pool.end();
  await test.destroy();
});

const newGroup = ({ tenantId }: TestTenant, name: string) => {
  const id = newId(GroupId);
  return { tenantId, id, key: id, name };
};

const namesOf = (tenant: TestTenant) =>
  inTenant(tenant.tenantId, async ({ models }) => {
    const groups = await models.group.findMany({ orderBy: { name: 'asc' } });
    return groups.map(({ name }) => name);
  });

describe('the Prisma models of a transaction', () => {
  it("find only rows of the transaction's tenant, whatever the query asks for", async () => {
    await inTenant(a.tenantId, ({ models }) => models.group.create({ data: newGroup(a, 'of a') }));
    await inTenant(b.tenantId, ({ models }) => models.group.create({ data: newGroup(b, 'of b') }));

    const others = await inTenant(a.tenantId, ({ models }) =>
      models.group.findMany({ where: { tenantId: b.tenantId } }),
    );

    expect(others).toEqual([]);
    expect(await namesOf(a)).toEqual(['of a']);
    expect(await namesOf(b)).toEqual(['of b']);
  });

  it('stay within their tenant while transactions of several tenants run at once', async () => {
    const turns = Array.from({ length: 60 }, (_, turn) => [a, b][turn % 2] ?? a);

    const found = await Promise.all(
      turns.map(({ tenantId }) =>
        inTenant(tenantId, ({ models }) =>
          Promise.all([models.user.findMany(), models.group.findMany(), models.user.findMany()]),
        ),
      ),
    );

    for (const [turn, lists] of found.entries()) {
      const tenants = new Set(lists.flat().map(({ tenantId }) => tenantId));
      expect([...tenants]).toEqual([turns[turn]?.tenantId]);
    }
  });

  it('cannot write a row of another tenant', async () => {
    const written = inTenant(a.tenantId, ({ models }) =>
      models.group.create({ data: newGroup(b, 'smuggled') }),
    );

    await expect(written).rejects.toMatchObject({ code: 'internal_error' });
    expect(await namesOf(b)).toEqual(['of b']);
  });

  it("send no statement before the tenant's scope is set", async () => {
    const recorder = await startSqlRecorder(test.url);
    const recorded = open(recorder.through(test.url));

    await onPool(recorded)(a.tenantId, ({ models }) => models.group.count());

    const sent = recorder.statements.filter(({ sql }) => sql.includes('"groups"'));
    expect(sent.map(({ tenantId }) => tenantId)).toEqual([a.tenantId]);
    await recorded.end();
    await recorder.close();
  });

  it('keep nothing when the transaction fails', async () => {
    const failing = inTenant(a.tenantId, async ({ models }) => {
      await models.group.create({ data: newGroup(a, 'undone') });
      throw new Error('later');
    });

    await expect(failing).rejects.toThrow('later');
    expect(await namesOf(a)).toEqual(['of a']);
  });

  it('cannot be used after the transaction has ended', async () => {
    const models = await inTenant(a.tenantId, (tx) => Promise.resolve(tx.models));

    await expect(models.group.count()).rejects.toThrow('has ended');
  });

  it('return a secret only if it is selected by name', async () => {
    const id = newId(ApiKeyId);
    const [plain, named] = await inTenant(a.tenantId, async ({ models }) => {
      const secretHash = new Uint8Array([1, 2, 250]);
      const owner = { tenantId: a.tenantId, userId: a.admin.userId };
      const key = { id, name: 'key', prefix: 'p', secretHash, permissions: ['chat'] };
      await models.apiKey.create({ data: { ...owner, ...key } });
      const select = { secretHash: true };
      return Promise.all([
        models.apiKey.findFirst({ where: { id } }),
        models.apiKey.findFirst({ where: { id }, select }),
      ]);
    });

    expect(plain).not.toHaveProperty('secretHash');
    expect(named).toEqual({ secretHash: new Uint8Array([1, 2, 250]) });
  });
});

describe('a failing operation of a Prisma model', () => {
  it('is reported as a conflict if the row must be unique', async () => {
    const twice = inTenant(a.tenantId, ({ models }) =>
      models.group.createMany({ data: [newGroup(a, 'twin'), newGroup(a, 'twin')] }),
    );

    await expect(twice).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is reported as not found if there is no row to change', async () => {
    const { tenantId } = a;
    const where = { tenantId_id: { tenantId, id: newId(GroupId) } };

    const absent = inTenant(tenantId, ({ models }) =>
      models.group.update({ where, data: { name: 'nobody' } }),
    );

    await expect(absent).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused if Prisma needs a transaction of its own', async () => {
    const nested = inTenant(a.tenantId, ({ models }) =>
      models.tenant.update({
        where: { id: a.tenantId },
        data: { groups: { create: { id: newId(GroupId), key: 'nested', name: 'nested' } } },
      }),
    );

    await expect(nested).rejects.toThrow('several statements');
    expect(await namesOf(a)).toEqual(['of a']);
  });

  it('does not exist if Prisma would batch several callers into one statement', async () => {
    const found = await inTenant(a.tenantId, ({ models }) =>
      Promise.resolve([
        Reflect.get(models.group, 'findUnique'),
        Reflect.get(models.group, 'findUniqueOrThrow'),
      ]),
    );

    expect(found).toEqual([undefined, undefined]);
  });
});
