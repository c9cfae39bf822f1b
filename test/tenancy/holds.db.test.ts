import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteUser } from '../../src/tenancy/users.js';
import { createHolds } from '../../src/tenancy/holds/holds.js';
import type { NewHold } from '../../src/tenancy/holds/repository.js';
import { createTenants } from '../../src/tenancy/tenants.js';
import { DocumentId, MemoryId, newId, SourceId, UserId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { createReadyDocument, type TestTenant } from '../support/tenant.js';
import { openSession } from '../support/turn.js';

let test: TestDatabase;
let tenant: TestTenant;
let holds: ReturnType<typeof createHolds>;

beforeAll(async () => {
  test = await createTestDatabase();
  holds = createHolds(test);
});

beforeEach(async () => {
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const UNDER_HOLD = { code: 'under_hold' };
const DAY_MS = 86_400_000;

const place = (covered: Partial<NewHold> = {}) =>
  holds.create(tenant.admin, {
    name: 'Case 7',
    reason: 'Court order',
    userId: null,
    documentId: null,
    from: null,
    to: null,
    ...covered,
  });

const saveFile = (owner: UserScope) =>
  test.database.withScope(owner, (tx) =>
    tx.workspace.create('notes.txt', { key: randomUUID(), sizeBytes: 1, sha256: 'a'.repeat(64) }),
  );

const remember = (owner: UserScope) =>
  test.database.withScope(owner, (tx) =>
    tx.memories.create({
      id: newId(MemoryId),
      userId: owner.userId,
      content: 'Tea, not coffee.',
      memoryType: 'explicit_fact',
      language: 'en',
      sourceSessionId: null,
      sourceMessageId: null,
    }),
  );

const createDocument = async (owner: UserScope) =>
  (await createReadyDocument(test.database, tenant, { owner })).documentId;

const markDeleting = (owner: UserScope, id: DocumentId) =>
  test.database.withScope(owner, (tx) => tx.documents.markDeleting(id));

describe('a hold on a person', () => {
  it.each([
    [
      'a conversation',
      async (owner: UserScope) => {
        const id = await openSession(test.database, owner);
        return () => test.database.withScope(owner, (tx) => tx.sessions.delete(id));
      },
    ],
    [
      'a memory',
      async (owner: UserScope) => {
        const { id } = await remember(owner);
        return () => test.database.withScope(owner, (tx) => tx.memories.delete(id));
      },
    ],
    [
      'a file of the workspace',
      async (owner: UserScope) => {
        const { name } = await saveFile(owner);
        return () => test.database.withScope(owner, (tx) => tx.workspace.remove(name));
      },
    ],
    [
      'the content of a file of the workspace',
      async (owner: UserScope) => {
        const { id } = await saveFile(owner);
        const other = { key: randomUUID(), sizeBytes: 1, sha256: 'b'.repeat(64) };
        return () => test.database.withScope(owner, (tx) => tx.workspace.replace(id, other));
      },
    ],
    [
      'a document',
      async (owner: UserScope) => {
        const id = await createDocument(owner);
        return () => markDeleting(owner, id);
      },
    ],
    [
      'the account',
      async (owner: UserScope) => () =>
        test.database.withScope(tenant.system, (tx) => deleteUser(tx, owner.userId)),
    ],
  ])('keeps %s until it is released, and nothing of anybody else', async (_what, prepare) => {
    const deleteHeld = await prepare(tenant.member);
    const deleteOther = await prepare(await tenant.addUser());
    const { id } = await place({ userId: tenant.member.userId });

    await expect(deleteHeld()).rejects.toMatchObject(UNDER_HOLD);
    await deleteOther();
    await holds.release(tenant.admin, id);
    await deleteHeld();
  });

  it('keeps their memories after the tenant’s policy has expired them', async () => {
    const other = await tenant.addUser();
    await remember(tenant.member);
    await remember(other);
    await place({ userId: tenant.member.userId });
    await test.database.withScope(tenant.system, async (tx) => {
      const { policy } = await tx.settings.get();
      await tx.settings.update({ policy: { ...policy, memoryTtlDays: 1 } });
    });
    await queryAsOwner(test, `UPDATE memories SET updated_at = now() - interval '3 days'`);

    const removed = await test.database.withScope(tenant.system, (tx) =>
      tx.memories.removeExpired(10),
    );

    expect(removed).toHaveLength(1);
    expect(await queryAsOwner(test, 'SELECT user_id FROM memories')).toContainEqual({
      user_id: tenant.member.userId,
    });
  });
});

describe('a hold on a document', () => {
  it('keeps it and its earlier versions, and no other document', async () => {
    const held = await createDocument(tenant.member);
    const other = await createDocument(tenant.member);
    await queryAsOwner(
      test,
      `INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256, status)
       SELECT tenant_id, id, 9, 'old', filename, mime_type, size_bytes, sha256, 'replaced' FROM documents
       WHERE tenant_id = '${tenant.tenantId}'`,
    );
    await place({ documentId: held });

    const dropped = await test.database.withScope(tenant.system, (tx) =>
      tx.documents.dropKeptBeyond(0),
    );

    expect(dropped).toBe(1);
    await expect(markDeleting(tenant.member, held)).rejects.toMatchObject(UNDER_HOLD);
    await markDeleting(tenant.member, other);
  });
});

describe('a document under hold whose source no longer has it', () => {
  it('stays after the days of grace, and when the source is removed with its documents', async () => {
    const held = await createDocument(tenant.member);
    const other = await createDocument(tenant.member);
    const sourceId = newId(SourceId);
    await queryAsOwner(
      test,
      `INSERT INTO sources (tenant_id, id, owner_id, name, kind, settings, visibility, rules, grace_days)
       VALUES ($1, $2, $3, 'share', 'folder', '{}', 'private', '[]', 7)`,
      [tenant.tenantId, sourceId, tenant.member.userId],
    );
    await queryAsOwner(
      test,
      `INSERT INTO source_items (tenant_id, source_id, external_id, path, revision, size_bytes, visibility, state, seen_run, document_id, gone_at)
       SELECT $1, $2, d, 'p', 'r', 1, 'private', 'gone', $2, d, now() - interval '9 days' FROM unnest($3::uuid[]) AS d`,
      [tenant.tenantId, sourceId, [held, other]],
    );
    await place({ documentId: held });

    const forget = (which: 'all' | { goneForMs: number }) =>
      test.database.withScope(tenant.system, (tx) =>
        tx.sources.forgetItems(sourceId, { which, limit: 10 }),
      );

    expect(await forget({ goneForMs: DAY_MS })).toEqual([other]);
    expect(await forget('all')).toBeNull();
  });
});

describe('a hold on a time', () => {
  it.each([
    ['that began before now', { from: new Date(Date.now() - DAY_MS) }, true],
    ['that ends after now', { to: new Date(Date.now() + DAY_MS) }, true],
    ['that is still to come', { from: new Date(Date.now() + DAY_MS) }, false],
    ['that is over', { to: new Date(Date.now() - DAY_MS) }, false],
  ])('%s covers only what existed then', async (_which, covered, isKept) => {
    const id = await openSession(test.database, tenant.member);
    await place(covered);

    const deleting = test.database.withScope(tenant.member, (tx) => tx.sessions.delete(id));

    const refusal = await deleting.catch((error: unknown) => error);
    expect(refusal).toEqual(isKept ? expect.objectContaining(UNDER_HOLD) : undefined);
  });
});

describe('holds', () => {
  it('keep the tenant from being deleted, and say nothing but their number to the operator', async () => {
    const tenants = createTenants({ ...test, wakeUp: () => undefined });
    const { id } = await place();

    await expect(tenants.delete(tenant.tenantId)).rejects.toMatchObject(UNDER_HOLD);
    expect(await holds.count(tenant.tenantId)).toBe(1);
    await holds.release(tenant.admin, id);
    expect(await tenants.delete(tenant.tenantId)).toMatchObject({ status: 'deleting' });
  });

  it('of another tenant change nothing here', async () => {
    const other = await test.tenant();
    await place();
    const id = await openSession(test.database, other.member);

    await test.database.withScope(other.member, (tx) => tx.sessions.delete(id));

    expect(await holds.list(other.admin, { limit: 10 })).toMatchObject({ items: [] });
    await expect(holds.release(other.admin, (await place({ name: 'B' })).id)).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });

  it('refuse a person, a document or a name that they cannot take', async () => {
    await place();
    const refused = place({ name: 'B', userId: newId(UserId), documentId: newId(DocumentId) });

    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'userId' }, { path: 'documentId' }],
    });
    await expect(place()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('leave an audit entry when they are placed and released', async () => {
    const { id } = await place();
    await holds.release(tenant.admin, id);

    const { items } = await test.database.withScope(tenant.admin, (tx) =>
      tx.audit.list({ limit: 2 }),
    );
    expect(items.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['hold.delete', id],
      ['hold.create', id],
    ]);
  });
});
