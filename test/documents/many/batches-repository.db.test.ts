import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BatchId, DocumentId, newId } from '../../../src/shared/ids.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../support/database.js';
import { leaseOf, type TestTenant } from '../../support/tenant.js';

let test: TestDatabase;
let tenant: TestTenant;
beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
});
afterAll(() => test.destroy());

const inTenant: TestDatabase['database']['withScope'] = (scope, work) =>
  test.database.withScope(scope, work);

const createDocument = (batchId: BatchId, position: number) => {
  const id = newId(DocumentId);
  return inTenant(tenant.admin, async (tx) => {
    await tx.documents.create({
      id,
      ownerId: tenant.admin.userId,
      title: 'A',
      visibility: 'tenant',
      metadata: {},
      filename: 'a.txt',
      mimeType: 'text/plain',
      sizeBytes: 1,
      sha256: id,
      fileKey: id,
    });
    await tx.tasks.schedule({
      subjectKind: 'document',
      subjectId: id,
      version: 1,
      action: 'index',
    });
    const status = 'accepted' as const;
    await tx.batches.addDocument({
      batchId,
      position,
      name: `${position}.txt`,
      status,
      documentId: id,
      version: 1,
    });
    return id;
  });
};

const createBatch = async (count: number) => {
  const batchId = newId(BatchId);
  await inTenant(tenant.admin, (tx) => tx.batches.create(batchId));
  const ids: DocumentId[] = [];
  for (let position = 0; position < count; position += 1) {
    ids.push(await createDocument(batchId, position));
  }
  return { batchId, ids };
};

const finish = async (documentId: DocumentId, status: 'ready' | 'failed') => {
  const lease = await leaseOf(test.database, tenant, documentId);
  const errorCode = status === 'failed' ? ('document_empty' as const) : null;
  await inTenant(tenant.system, (tx) =>
    tx.documents.finish({ documentId, version: 1 }, { status, errorCode }, lease),
  );
};

const close = (batchId: BatchId) => inTenant(tenant.admin, (tx) => tx.batches.close(batchId, []));
const find = (batchId: BatchId) => inTenant(tenant.admin, (tx) => tx.batches.find(batchId));
const isComplete = async (batchId: BatchId) => (await find(batchId))?.completedAt instanceof Date;

describe('a batch of uploads', () => {
  it('completes with its last document, in the same transaction', async () => {
    const { batchId, ids } = await createBatch(2);
    await close(batchId);
    const [first = newId(DocumentId), last = newId(DocumentId)] = ids;

    await finish(first, 'ready');
    const between = await isComplete(batchId);
    await finish(last, 'failed');

    expect(between).toBe(false);
    expect(await find(batchId)).toMatchObject({
      ready: 1,
      failed: 1,
      processing: 0,
      completedAt: expect.any(Date),
    });
  });

  it('does not complete before all of its files have arrived', async () => {
    const { batchId, ids } = await createBatch(1);

    await finish(ids[0] ?? newId(DocumentId), 'ready');
    const before = await isComplete(batchId);
    await close(batchId);

    expect([before, await isComplete(batchId)]).toEqual([false, true]);
  });

  it('is completed once if many documents end at the same time', async () => {
    const { batchId, ids } = await createBatch(6);
    await close(batchId);

    await Promise.all(ids.map((id) => finish(id, 'ready')));

    expect(await isComplete(batchId)).toBe(true);
  });

  it('belongs to its owner, and is deleted with them', async () => {
    const leaver = await tenant.addUser();
    const batchId = newId(BatchId);
    await inTenant(leaver, (tx) => tx.batches.create(batchId));

    const seen = await find(batchId);
    await inTenant(tenant.system, (tx) => tx.users.delete(leaver.userId));

    const left = await queryAsOwner(test, `SELECT FROM document_batches WHERE id = '${batchId}'`);
    expect([seen, left]).toEqual([null, []]);
  });

  it('is deleted once it is old', async () => {
    const { batchId } = await createBatch(1);
    const old = `UPDATE document_batches SET created_at = now() - interval '31 days' WHERE id = '${batchId}'`;
    await queryAsOwner(test, old);

    await inTenant(tenant.system, (tx) => tx.batches.removeOld(30 * 24 * 3_600_000));

    expect(await find(batchId)).toBeNull();
  });
});
