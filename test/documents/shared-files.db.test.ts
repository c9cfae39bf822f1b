import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentId, newId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { leaseOf, type TestTenant } from '../support/tenant.js';
import type { NewDocument } from '../../src/documents/schema.js';

type File = Pick<NewDocument, 'sha256' | 'fileKey'>;

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const newDocument = (file: File): NewDocument => ({
  id: newId(DocumentId),
  ownerId: tenant.admin.userId,
  title: 'Plan',
  filename: 'plan.txt',
  mimeType: 'text/plain',
  sizeBytes: 7,
  visibility: 'private',
  metadata: {},
  ...file,
});

const addDocument = async (file: File) => {
  const document = newDocument(file);
  const subject = { subjectKind: 'document', subjectId: document.id, version: 1 } as const;
  await database.withScope(tenant.admin, async (tx) => {
    await tx.tasks.schedule({ ...subject, action: 'index' });
    await tx.documents.create(document);
  });
  return document;
};

/** Resolves when some transaction waits for another one's row. */
const lockAwaited = () =>
  eventually(
    () =>
      queryAsOwner(
        test,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    (waiting) => waiting.length > 0,
  );

describe('a stored file shared by documents with equal bytes', () => {
  it('is found within the tenant, whoever owns it, and by no other tenant', async () => {
    await addDocument({ sha256: 'twins', fileKey: 'key-twins' });
    const other = await test.tenant();
    const fileKeyOf = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.documents.fileKeyOf('twins'));

    expect(await fileKeyOf(tenant.member)).toBe('key-twins');
    expect(await fileKeyOf(other.admin)).toBeNull();
  });

  it('is not deleted while an upload is about to refer to it', async () => {
    const file = { sha256: 'shared', fileKey: 'key-shared' };
    const first = await addDocument(file);
    const lease = await leaseOf(database, tenant, first.id);
    const purge = () =>
      database.withScope(tenant.system, (tx) => tx.documents.purge(first.id, lease));

    const purged = await database.withScope(tenant.admin, async (tx) => {
      expect(await tx.documents.fileKeyOf('shared')).toBe('key-shared');
      const purging = purge();
      await lockAwaited();
      await tx.documents.create(newDocument(file));
      return { purging };
    });

    expect(await purged.purging).toEqual([]);
  });

  it('is not reused once its last database row is being deleted', async () => {
    const first = await addDocument({ sha256: 'leaving', fileKey: 'key-leaving' });
    const lease = await leaseOf(database, tenant, first.id);

    const keys = await database.withScope(tenant.system, async (tx) => {
      const unreferenced = await tx.documents.purge(first.id, lease);
      const offered = await database.withScope(tenant.admin, (other) =>
        other.documents.fileKeyOf('leaving'),
      );
      return { unreferenced, offered };
    });

    expect(keys).toEqual({ unreferenced: ['key-leaving'], offered: null });
  });
});
