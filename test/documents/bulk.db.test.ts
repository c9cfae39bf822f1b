import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBulkChange, type BulkChange } from '../../src/documents/many/bulk.js';
import { CollectionId, DocumentId, newId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';

import { createReadyDocument, type TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let tenant: TestTenant;
let wokenUp = 0;
let changeAll: ReturnType<typeof createBulkChange>;

beforeAll(async () => {
  test = await createTestDatabase();
  const wakeUp = () => {
    wokenUp += 1;
  };
  changeAll = createBulkChange({ database: test.database, wakeUp });
});
afterAll(() => test.destroy());

const add = async (owner: UserScope, visibility = 'tenant') =>
  (await createReadyDocument(test.database, tenant, { owner, visibility })).documentId;

const change = async (scope: UserScope, wanted: BulkChange) =>
  (await changeAll(scope, wanted)).outcomes.map(({ status }) => status);

const visibilityOf = async (scope: UserScope, id: DocumentId) =>
  (await test.database.withScope(scope, (tx) => tx.documents.find(id)))?.visibility ?? null;

const tasksOf = (ids: readonly DocumentId[]) =>
  queryAsOwner<{ action: string; state: string }>(
    test,
    `SELECT action, state FROM ingestion_tasks WHERE subject_id = ANY('{${ids.join(',')}}') ORDER BY subject_id`,
  );

const auditOf = (action: string) =>
  queryAsOwner<{ subject: string; count: number }>(
    test,
    `SELECT subject_id AS subject, count FROM audit_entries WHERE tenant_id = '${tenant.tenantId}' AND action = '${action}'`,
  );

const createCollection = (owner: UserScope, groups: readonly string[] = []) =>
  test.database.withScope(owner, async (tx) => {
    const id = newId(CollectionId);
    await tx.collections.create({
      id,
      ownerId: owner.userId,
      name: 'Travel',
      description: null,
      visibility: 'tenant',
      editors: { users: [], groups: [...groups] },
    });
    return id;
  });

describe('a change of many documents', () => {
  it('deletes at once what the caller may delete, and says why the rest was not deleted', async () => {
    tenant = await test.tenant();
    const own = [await add(tenant.member), await add(tenant.member)];
    const others = await add(tenant.admin);
    const hidden = await add(tenant.admin, 'private');
    const documentIds = [...own, others, hidden, newId(DocumentId)];

    const statuses = await change(tenant.member, { action: 'delete', documentIds });

    expect(statuses).toEqual(['done', 'done', 'forbidden', 'not_found', 'not_found']);
    expect(await visibilityOf(tenant.member, own[0] ?? others)).toBeNull();
    expect(await visibilityOf(tenant.member, others)).toBe('tenant');
    expect(await tasksOf(own)).toEqual([
      { action: 'purge', state: 'due' },
      { action: 'purge', state: 'due' },
    ]);
    const noted = await auditOf('document.delete');
    expect(noted.map(({ subject }) => subject).sort()).toEqual([...own].sort());
    expect(wokenUp).toBeGreaterThan(0);
  });

  it('shows documents to others at once, and their vectors follow', async () => {
    tenant = await test.tenant();
    const [first, second] = [await add(tenant.admin, 'private'), await add(tenant.admin)];
    const wanted = { action: 'set_visibility', visibility: 'tenant' } as const;

    const statuses = await change(tenant.admin, { ...wanted, documentIds: [first, second] });

    expect(statuses).toEqual(['done', 'done']);
    expect(await visibilityOf(tenant.member, first)).toBe('tenant');
    expect(await tasksOf([first])).toEqual([{ action: 'index', state: 'due' }]);
    expect(await auditOf('document.change_visibility')).toEqual([{ subject: first, count: 1 }]);
  });

  it('does not let an admin share a document that they may not read', async () => {
    tenant = await test.tenant();
    const secret = await add(tenant.member, 'private');
    const wanted = { action: 'set_visibility', visibility: 'tenant' } as const;

    const statuses = await change(tenant.admin, { ...wanted, documentIds: [secret] });

    expect(statuses).toEqual(['forbidden']);
    expect(await visibilityOf(tenant.admin, secret)).toBe('private');
  });

  it('is refused as a whole for a group that does not exist', async () => {
    tenant = await test.tenant();
    const document = await add(tenant.admin);
    const wanted = { action: 'set_visibility', visibility: 'group:nobody' } as const;

    const changed = change(tenant.admin, { ...wanted, documentIds: [document] });

    await expect(changed).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('reports a document that another request is changing, and changes the others', async () => {
    tenant = await test.tenant();
    const [busy, free] = [await add(tenant.admin), await add(tenant.admin)];
    const statuses = await test.database.withScope(tenant.admin, async (tx) => {
      await tx.documents.update(busy, { title: 'Being renamed' });
      return change(tenant.admin, { action: 'delete', documentIds: [busy, free] });
    });

    expect(statuses).toEqual(['conflict', 'done']);
    expect(await visibilityOf(tenant.admin, busy)).toBe('tenant');
  });

  it('lets an editor by group membership add documents to a collection and remove them', async () => {
    tenant = await test.tenant();
    const editor = await tenant.addUser({ groups: ['hr'] });
    const id = await createCollection(tenant.admin, ['hr']);
    const [first, second] = [await add(tenant.admin), await add(tenant.admin)];
    const hidden = await add(tenant.admin, 'private');
    const documentIds = [first, second, hidden];

    const added = await change(editor, {
      action: 'add_to_collection',
      documentIds,
      collectionId: id,
    });
    const again = await change(editor, {
      action: 'add_to_collection',
      documentIds,
      collectionId: id,
    });
    const removed = await change(editor, {
      action: 'remove_from_collection',
      documentIds: [first],
      collectionId: id,
    });

    expect([added, again]).toEqual([
      ['done', 'done', 'not_found'],
      ['done', 'done', 'not_found'],
    ]);
    expect(removed).toEqual(['done']);
    const found = await test.database.withScope(editor, (tx) => tx.collections.find(id));
    expect(found?.documentCount).toBe(1);
    expect(await auditOf('collection.add_document')).toEqual([{ subject: id, count: 2 }]);
  });

  it('is refused as a whole for a collection that the caller may not edit or does not know', async () => {
    tenant = await test.tenant();
    const id = await createCollection(tenant.admin);
    const wanted: Pick<BulkChange & { action: 'add_to_collection' }, 'action' | 'documentIds'> = {
      action: 'add_to_collection',
      documentIds: [await add(tenant.admin)],
    };

    const ends = await Promise.allSettled([
      change(tenant.member, { ...wanted, collectionId: id }),
      change(tenant.admin, { ...wanted, collectionId: newId(CollectionId) }),
    ]);

    expect(ends).toMatchObject([
      { status: 'rejected', reason: { code: 'forbidden' } },
      { status: 'rejected', reason: { code: 'not_found' } },
    ]);
  });

  it("does not touch another tenant's documents", async () => {
    tenant = await test.tenant();
    const document = await add(tenant.admin);
    const stranger = await test.tenant();

    const statuses = await change(stranger.admin, { action: 'delete', documentIds: [document] });

    expect(statuses).toEqual(['not_found']);
    expect(await visibilityOf(tenant.admin, document)).toBe('tenant');
  });
});
