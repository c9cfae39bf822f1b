import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentId, newId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { DocumentWarning } from '../../src/shared/document-warnings.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createReadyDocument, leaseOf, type TestTenant } from '../support/tenant.js';
import type { NewDocument } from '../../src/documents/schema.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const newDocument = (owner: UserScope, changes: Partial<NewDocument> = {}): NewDocument => ({
  id: newId(DocumentId),
  ownerId: owner.userId,
  title: 'Plan',
  filename: 'plan.txt',
  mimeType: 'text/plain',
  sizeBytes: 7,
  sha256: 'abc',
  fileKey: 'key-abc',
  visibility: 'tenant',
  metadata: { year: 2026 },
  ...changes,
});

const create = async (owner: UserScope, changes: Partial<NewDocument> = {}) => {
  const document = newDocument(owner, changes);
  return database.withScope(owner, async (tx) => {
    await tx.tasks.schedule({
      subjectKind: 'document',
      subjectId: document.id,
      version: 1,
      action: 'index',
    });
    return tx.documents.create(document);
  });
};

describe('a new document', () => {
  it('is queued, with its file under version 1', async () => {
    const document = await create(tenant.admin);

    expect(document).toMatchObject({
      status: 'queued',
      progress: { stage: 'queued', done: 0, total: 0 },
      version: 1,
      metadata: { year: 2026 },
    });
    const version = await database.withScope(tenant.system, (tx) =>
      tx.documents.version(document.id, 1),
    );
    expect(version).toMatchObject({ fileKey: 'key-abc', isParsed: false });
  });

  it('is a duplicate if bytes, owner and visibility are the same, unless that one has failed', async () => {
    const document = await create(tenant.admin, { sha256: 'same' });
    const of = { ownerId: tenant.admin.userId, sha256: 'same', visibility: 'tenant' };
    const findDuplicate = (query: typeof of) =>
      database.withScope(tenant.admin, (tx) => tx.documents.findDuplicate(query));

    expect(await findDuplicate(of)).toMatchObject({ id: document.id });
    expect(await findDuplicate({ ...of, visibility: 'private' })).toBeNull();
    expect(await findDuplicate({ ...of, ownerId: tenant.member.userId })).toBeNull();
    const lease = await leaseOf(database, tenant, document.id);
    await database.withScope(tenant.system, (tx) =>
      tx.documents.finish(
        { documentId: document.id, version: 1 },
        { status: 'failed', errorCode: 'document_empty' },
        lease,
      ),
    );
    expect(await findDuplicate(of)).toBeNull();
  });
});

describe('what the worker writes about a document', () => {
  it('is refused once the epoch has changed', async () => {
    const { id } = await create(tenant.admin);
    const lease = await leaseOf(database, tenant, id);
    await database.withScope(tenant.admin, (tx) =>
      tx.tasks.schedule({ subjectKind: 'document', subjectId: id, version: 1, action: 'purge' }),
    );
    const parsed = {
      text: 'x',
      title: null,
      mimeType: 'text/plain',
      language: 'en',
      otherLanguages: [],
      pageCount: 1,
      chunkCount: 0,
      chunking: '[1,400]',
      warnings: [],
    };

    const accepted = await database.withScope(tenant.system, async (tx) => [
      await tx.documents.saveParsed({ documentId: id, version: 1 }, parsed, lease),
      await tx.documents.saveProgress(
        { documentId: id, version: 1 },
        { stage: 'parse', done: 0, total: 1 },
        lease,
      ),
      await tx.documents.finish(
        { documentId: id, version: 1 },
        { status: 'ready', errorCode: null },
        lease,
      ),
      await tx.chunks.replace({ documentId: id, version: 1 }, [], lease),
    ]);

    expect(accepted).toEqual([false, false, false, false]);
  });

  it('keeps a ready document readable while it is indexed again', async () => {
    const { documentId } = await createReadyDocument(database, tenant, { owner: tenant.admin });
    await database.platform.tasks.requeueForFingerprint('another');
    const lease = await leaseOf(database, tenant, documentId);

    await database.withScope(tenant.system, (tx) =>
      tx.documents.saveProgress(
        { documentId, version: 1 },
        { stage: 'embed', done: 0, total: 4 },
        lease,
      ),
    );

    const document = await database.withScope(tenant.member, (tx) => tx.documents.find(documentId));
    expect(document).toMatchObject({ status: 'ready', progress: { stage: 'embed', total: 4 } });
  });

  it('stores text that PostgreSQL would refuse, at the same length', async () => {
    const passages = ['nul \0 and half \ud83d a pair'];
    const { documentId } = await createReadyDocument(database, tenant, {
      owner: tenant.admin,
      passages,
    });

    const text = await database.withScope(tenant.member, (tx) => tx.documents.readText(documentId));

    expect(text).toBe('nul \uFFFD and half \uFFFD a pair');
  });

  it("keeps a version's unreadable parts, for the document and its passages", async () => {
    const warnings: DocumentWarning[] = [
      { code: 'pages_unread', detail: 'Page 2 holds only a picture.', pages: [2] },
    ];
    const { documentId, chunkIds } = await createReadyDocument(database, tenant, {
      owner: tenant.admin,
      warnings,
    });

    const [document, chunks] = await database.withScope(tenant.member, async (tx) => [
      await tx.documents.find(documentId),
      await tx.chunks.readLive(chunkIds),
    ]);

    expect(document?.warnings).toEqual(warnings);
    expect(chunks.map((chunk) => chunk.warnings)).toEqual([warnings]);
  });

  it('can be read back as chunks from a given index onwards', async () => {
    const passages = ['a', 'b', 'c'];
    const { documentId } = await createReadyDocument(database, tenant, {
      owner: tenant.member,
      passages,
      visibility: 'private',
    });

    const rows = await database.withScope(tenant.system, (tx) =>
      tx.chunks.listForIndexing(
        { documentId, version: 1 },
        { fromIndex: 1, limit: 10, twinsIn: null },
      ),
    );

    expect(rows.map(({ index }) => index)).toEqual([1, 2]);
    expect(rows[0]).toMatchObject({ ownerId: tenant.member.userId, visibility: 'private' });
  });
});

describe('a deleted document', () => {
  it('disappears for people at once, and its file once nothing else refers to it', async () => {
    const [first, second] = [
      await create(tenant.admin, { fileKey: 'shared-key' }),
      await create(tenant.admin, { fileKey: 'shared-key' }),
    ];
    const purge = async (id: DocumentId) => {
      await database.withScope(tenant.admin, async (tx) => {
        await tx.documents.markDeleting(id);
        await tx.tasks.schedule({
          subjectKind: 'document',
          subjectId: id,
          version: 1,
          action: 'purge',
        });
      });
      const gone = await database.withScope(tenant.admin, (tx) => tx.documents.find(id));
      expect(gone).toBeNull();
      const lease = await leaseOf(database, tenant, id);
      return database.withScope(tenant.system, (tx) => tx.documents.purge(id, lease));
    };

    expect(await purge(first.id)).toEqual([]);
    expect(await purge(second.id)).toEqual(['shared-key']);
    const left = await database.withScope(tenant.system, (tx) => tx.documents.find(second.id));
    expect(left).toBeNull();
  });

  it('may be a private one of a deleted user, never a shared one', async () => {
    const user = await tenant.addUser();
    const mine = await create(user, { visibility: 'private' });
    await create(user, { visibility: 'tenant' });

    const marked = await database.withScope(tenant.admin, (tx) =>
      tx.documents.markPrivateOfUserDeleting(user.userId),
    );

    expect(marked).toEqual([mine.id]);
  });
});
