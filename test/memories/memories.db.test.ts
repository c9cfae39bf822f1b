import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryId, newId } from '../../src/shared/ids.js';
import type { Scope, UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { leaseOf, type TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const remember = async (scope: UserScope, content: string) => {
  const id = newId(MemoryId);
  await database.withScope(scope, async (tx) => {
    await tx.memories.create({
      id,
      userId: scope.userId,
      content,
      memoryType: 'explicit_fact',
      language: 'en',
      sourceSessionId: null,
      sourceMessageId: null,
    });
    await tx.tasks.schedule({ subjectKind: 'memory', subjectId: id, version: 1, action: 'index' });
  });
  return id;
};

describe('a memory', () => {
  it('is accessible only to its user and the indexing worker', async () => {
    const id = await remember(tenant.member, 'I like tea.');
    const find = (scope: Scope) => database.withScope(scope, (tx) => tx.memories.find(id));

    expect(await find(tenant.member)).toMatchObject({ content: 'I like tea.', embedded: false });
    expect(await find(tenant.admin)).toBeNull();
    expect(await find(tenant.system)).not.toBeNull();
    expect(await find((await test.tenant()).system)).toBeNull();
    const read = await database.withScope(tenant.admin, (tx) => tx.memories.readByIds([id]));
    expect(read).toEqual([]);
  });

  it('is pending until its vector is written, and again after its text has changed', async () => {
    const id = await remember(tenant.member, 'I live in Pécs.');
    const lease = await leaseOf(database, tenant, id);
    const pending = () =>
      database.withScope(tenant.member, async (tx) =>
        (await tx.memories.recent({ limit: 50, unindexedOnly: true })).some(
          (memory) => memory.id === id,
        ),
      );
    const markEmbedded = (epoch: number) =>
      database.withScope(tenant.system, (tx) => tx.memories.markEmbedded(id, { ...lease, epoch }));

    expect(await markEmbedded(lease.epoch - 1)).toBe(false);
    expect(await pending()).toBe(true);
    expect(await markEmbedded(lease.epoch)).toBe(true);
    expect(await pending()).toBe(false);
    await database.withScope(tenant.member, (tx) =>
      tx.memories.update(id, { content: 'Győr', language: 'hu', source: null }),
    );
    expect(await pending()).toBe(true);
    const row = await database.withScope(tenant.system, (tx) => tx.memories.findForIndexing(id));
    expect(row).toMatchObject({ content: 'Győr', language: 'hu', userId: tenant.member.userId });
  });

  it('is listed newest first, by type, and counted', async () => {
    const user = await tenant.addUser();
    const ids = [await remember(user, 'one'), await remember(user, 'two')];

    const facts = await database.withScope(user, (tx) =>
      tx.memories.list({ limit: 1, memoryType: 'explicit_fact' }),
    );
    const summaries = await database.withScope(user, (tx) =>
      tx.memories.list({ limit: 1, memoryType: 'session_summary' }),
    );

    expect(facts).toMatchObject({ items: [{ id: ids[1] }], nextAfter: ids[1] });
    expect(summaries.items).toEqual([]);
    expect(await database.withScope(user, (tx) => tx.memories.count())).toBe(2);
  });

  it('is deleted by its user only, or all of them with the user', async () => {
    const user = await tenant.addUser();
    const ids = [await remember(user, 'one'), await remember(user, 'two')];
    const remove = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.memories.delete(ids[0]!));

    await expect(remove(tenant.admin)).rejects.toMatchObject({ code: 'not_found' });
    await remove(user);

    const rest = await database.withScope(tenant.admin, (tx) =>
      tx.memories.deleteAllOfUser(user.userId),
    );
    expect(rest).toEqual([ids[1]]);
  });
});
