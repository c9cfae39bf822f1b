import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createChangeDocuments } from '../../src/documents/change.js';
import { filterOfKey, narrowScope, type UserScope } from '../../src/shared/scope.js';
import { newId, WebhookId, type DocumentId } from '../../src/shared/ids.js';
import type { WebhookEvent } from '../../src/webhooks/schema.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createBatch, finishDocument } from '../support/batches.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { createReadyDocument, leaseOf, type TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.destroy());
beforeEach(async () => {
  tenant = await test.tenant();
});

const ALL: WebhookEvent[] = [
  'document.ready',
  'document.failed',
  'document.deleted',
  'answer.feedback',
  'batch.completed',
];

const subscribe = (owner: UserScope, events: WebhookEvent[] = ALL) =>
  test.database.withScope(owner, (tx) =>
    tx.webhooks.create({
      id: newId(WebhookId),
      ownerId: owner.userId,
      url: 'https://a.example/',
      events,
      filter: filterOfKey(owner),
      secret: Buffer.from('sealed'),
    }),
  );

const noted = async (endpointId: WebhookId) =>
  (
    await queryInTenant<{ event: string; data: Record<string, unknown>; due: boolean }>(
      test,
      tenant.tenantId,
      `SELECT d.event, d.data, t.due_at <= now() AS due FROM webhook_deliveries d
       LEFT JOIN webhook_tasks t ON t.delivery_id = d.id AND t.tenant_id = d.tenant_id
       WHERE d.endpoint_id = '${endpointId}' ORDER BY d.id`,
    )
  ).map(({ event, data, due }) => ({ event, documentId: data['documentId'], due }));

const remove = (scope: UserScope, id: DocumentId): Promise<void> =>
  createChangeDocuments({
    database: test.database,
    files: createFolderFileStore({ root: '/nowhere' }),
    maxUploadBytes: 1,
    wakeUp: () => undefined,
    now: () => new Date(),
  }).delete(scope, id);

describe('a document that becomes ready', () => {
  it('is recorded once for each subscribed endpoint, due at once', async () => {
    const [told, other] = [
      await subscribe(tenant.admin),
      await subscribe(tenant.admin, ['answer.feedback']),
    ];

    const { documentId } = await createReadyDocument(test.database, tenant, {
      owner: tenant.member,
    });

    expect(await noted(told.id)).toEqual([{ event: 'document.ready', documentId, due: true }]);
    expect(await noted(other.id)).toEqual([]);
  });

  it('is not recorded again if it was ready before', async () => {
    const { id } = await subscribe(tenant.admin);
    const { documentId } = await createReadyDocument(test.database, tenant, {
      owner: tenant.member,
    });
    await test.database.withScope(tenant.system, (tx) =>
      tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: documentId,
        version: 1,
        action: 'index',
      }),
    );
    const lease = await leaseOf(test.database, tenant, documentId);

    await test.database.withScope(tenant.system, (tx) =>
      tx.documents.finish({ documentId, version: 1 }, { status: 'ready', errorCode: null }, lease),
    );

    expect(await noted(id)).toHaveLength(1);
  });

  it('is recorded in the same transaction, and not if that fails', async () => {
    const { id } = await subscribe(tenant.admin);
    const { documentId } = await createReadyDocument(test.database, tenant, {
      owner: tenant.member,
    });

    const failing = test.database.withScope(tenant.admin, async (tx) => {
      await tx.documents.markDeleting(documentId);
      throw new Error('The request broke off.');
    });

    await expect(failing).rejects.toThrow('broke off');
    expect((await noted(id)).map(({ event }) => event)).toEqual(['document.ready']);
  });

  it('is not recorded by a worker that has lost its lease', async () => {
    const { id } = await subscribe(tenant.admin);
    const { documentId } = await createReadyDocument(test.database, tenant, {
      owner: tenant.member,
    });
    const stale = { taskId: documentId, epoch: 0 };

    const isFinished = await test.database.withScope(tenant.system, (tx) =>
      tx.documents.finish(
        { documentId, version: 1 },
        { status: 'failed', errorCode: 'document_empty' },
        stale,
      ),
    );

    expect(isFinished).toBe(false);
    expect((await noted(id)).map(({ event }) => event)).toEqual(['document.ready']);
  });
});

describe('a deleted document', () => {
  const deletedOf = async (endpointId: WebhookId) =>
    (await noted(endpointId)).filter(({ event }) => event === 'document.deleted');

  it('is recorded only for endpoints whose owner could read it', async () => {
    const inGroup = await tenant.addUser({ role: 'admin', groups: ['hr'] });
    const [ofAdmin, ofGroup] = [await subscribe(tenant.admin), await subscribe(inGroup)];
    const readyAs = async (visibility: string) =>
      (await createReadyDocument(test.database, tenant, { owner: tenant.member, visibility }))
        .documentId;
    const [shared, closed, group] = [
      await readyAs('tenant'),
      await readyAs('private'),
      await readyAs('group:hr'),
    ];

    for (const id of [shared, closed, group]) await remove(tenant.member, id);

    expect((await deletedOf(ofAdmin.id)).map(({ documentId }) => documentId)).toEqual([shared]);
    expect((await deletedOf(ofGroup.id)).map(({ documentId }) => documentId)).toEqual([
      shared,
      group,
    ]);
  });

  it('is recorded only if it matches the filter of the key that created the endpoint', async () => {
    const filter = { type: 'eq', key: 'metadata.team', value: 'hr' } as const;
    const { id } = await subscribe(narrowScope(tenant.admin, filter, { from: 'key' }));
    const readyOf = async (team: string) =>
      (
        await createReadyDocument(test.database, tenant, {
          owner: tenant.member,
          metadata: { team },
        })
      ).documentId;
    const [inside, outside] = [await readyOf('hr'), await readyOf('it')];

    for (const documentId of [inside, outside]) await remove(tenant.member, documentId);

    expect((await deletedOf(id)).map(({ documentId }) => documentId)).toEqual([inside]);
  });

  it('is recorded when many are deleted at once with a collection', async () => {
    const { id } = await subscribe(tenant.admin);
    const made = [];
    for (const title of ['A', 'B']) {
      made.push(await createReadyDocument(test.database, tenant, { owner: tenant.admin, title }));
    }
    const ids = made.map(({ documentId }) => documentId);

    await test.database.withScope(tenant.admin, (tx) => tx.documents.markAllDeleting(ids));

    expect((await deletedOf(id)).map(({ documentId }) => documentId).sort()).toEqual(ids.sort());
  });
});

describe('a completed batch', () => {
  const batchesOf = async (endpointId: WebhookId) =>
    (
      await queryInTenant<{ data: object }>(
        test,
        tenant.tenantId,
        `SELECT data FROM webhook_deliveries WHERE endpoint_id = '${endpointId}' AND event = 'batch.completed'`,
      )
    ).map(({ data }) => data);
  const finish = (id: DocumentId | undefined) => finishDocument(test.database, tenant, id!);

  it('is recorded once, in the transaction in which its last document finishes', async () => {
    const { id } = await subscribe(tenant.admin);
    const owner = tenant.member;
    const visibilities = ['tenant', 'private'];
    const { batchId, documentIds } = await createBatch(test.database, { owner, visibilities });
    const [first, last] = documentIds;

    await finish(first);
    const between = await batchesOf(id);
    const failing = test.database.withScope(owner, async (tx) => {
      await tx.documents.markDeleting(last!);
      throw new Error('The request broke off.');
    });
    await expect(failing).rejects.toThrow('broke off');
    const afterFailure = await batchesOf(id);
    await finish(last);
    await remove(owner, first!);

    expect([between, afterFailure, await batchesOf(id)]).toEqual([[], [], [{ batchId }]]);
  });

  it('is recorded when its last unfinished document is deleted', async () => {
    const { id } = await subscribe(tenant.admin);
    const batch = { owner: tenant.member, visibilities: ['tenant'] };
    const { batchId, documentIds } = await createBatch(test.database, batch);

    for (const documentId of documentIds) await remove(tenant.member, documentId);

    expect(await batchesOf(id)).toEqual([{ batchId }]);
  });

  it('is recorded when its last file arrives, if nothing is left to do', async () => {
    const { id } = await subscribe(tenant.admin);
    const batch = { owner: tenant.member, visibilities: [], refused: 2 };

    const { batchId } = await createBatch(test.database, batch);

    expect(await batchesOf(id)).toEqual([{ batchId }]);
  });
});

describe('an endpoint in the outbox', () => {
  it.each([
    ['is off', `UPDATE webhook_endpoints SET off_reason = 'gone' WHERE true`],
    ['is of a suspended user', `UPDATE users SET status = 'suspended' WHERE role = 'admin'`],
    ['is of somebody who is no longer an admin', `UPDATE users SET role = 'member' WHERE true`],
  ])('that %s gets no events', async (_, change) => {
    const { id } = await subscribe(tenant.admin);
    await queryInTenant(test, tenant.tenantId, `${change} AND tenant_id = '${tenant.tenantId}'`);

    const { documentId } = await createReadyDocument(test.database, tenant, {
      owner: tenant.member,
    });
    await remove(tenant.member, documentId);

    expect(await noted(id)).toEqual([]);
  });

  it('of another tenant gets no events', async () => {
    const other = await test.tenant();
    const ours = tenant;
    tenant = other;
    const { id } = await subscribe(other.admin);

    await createReadyDocument(test.database, ours, { owner: ours.member });

    expect(await noted(id)).toEqual([]);
  });

  it('is deleted with its owner, together with its deliveries and tasks', async () => {
    const leaving = await tenant.addUser({ role: 'admin' });
    await subscribe(leaving);
    // With something to go with it.
    await createReadyDocument(test.database, tenant, { owner: tenant.member });

    await queryInTenant(test, tenant.tenantId, `DELETE FROM users WHERE id = '${leaving.userId}'`);

    const left = await queryInTenant(
      test,
      tenant.tenantId,
      ['webhook_endpoints', 'webhook_deliveries', 'webhook_tasks']
        .map((table) => `SELECT FROM ${table} WHERE tenant_id = '${tenant.tenantId}'`)
        .join(' UNION ALL '),
    );
    expect(left).toEqual([]);
  });
});

describe('a finished delivery', () => {
  it('is deleted after thirty days, unlike one that waits', async () => {
    const { id } = await subscribe(tenant.admin);
    for (let count = 0; count < 3; count += 1) {
      await createReadyDocument(test.database, tenant, { owner: tenant.member });
    }
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE webhook_deliveries d SET status = 'delivered', finished_at = now() - interval '1 day' * days
       FROM (SELECT id, (ARRAY[29, 31, NULL])[row_number() OVER (ORDER BY id)] AS days FROM webhook_deliveries
         WHERE tenant_id = '${tenant.tenantId}') AS aged
       WHERE aged.id = d.id`,
    );

    const removed = await test.database.withScope(tenant.system, (tx) =>
      tx.webhooks.prune(30 * 86_400_000),
    );

    expect(removed).toBe(1);
    expect(await noted(id)).toHaveLength(2);
  });
});
