import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectionRepository } from '../../../src/documents/collections/repository.js';
import { createCollections } from '../../../src/documents/collections/collections.js';
import { NO_EVENTS } from '../../../src/documents/events.js';
import { createDocumentRepository } from '../../../src/documents/repository.js';
import type { Transaction } from '../../../src/platform/database/transaction.js';
import { DocumentFilter } from '../../../src/shared/document-filter.js';
import { CollectionId, DocumentId, newId } from '../../../src/shared/ids.js';
import { narrowScope, type UserScope } from '../../../src/shared/scope.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../support/database.js';
import { ID_OF_ROW, MADE_AT, rowsReadBy } from '../../support/rows-read.js';
import type { TestTenant } from '../../support/tenant.js';

const DOCUMENTS = 50_000;
const COLLECTIONS = 500;
/** A page of 20 with the collections of each; not one document in a hundred. */
const FEW = 500;

const LARGE = newId(CollectionId);
const SMALL = newId(CollectionId);

let test: TestDatabase;
let tenant: TestTenant;
/** In every collection. */
let everywhere: DocumentId;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
  const { tenantId, userId } = tenant.admin;
  const collection = (id: string) =>
    `('${tenantId}', ${id}, '${userId}', 'Named', 'tenant', '{}', '{}')`;
  await queryAsOwner(
    test,
    `INSERT INTO documents (tenant_id, id, owner_id, title, filename, mime_type, size_bytes, sha256, status, visibility, language,
        created_at, updated_at)
      SELECT '${tenantId}', ${ID_OF_ROW}, '${userId}', 'Rule ' || n, n || '.txt', 'text/plain', n, n::text,
        CASE WHEN n % 5000 = 0 THEN 'failed' ELSE 'ready' END, CASE WHEN n % 2 = 0 THEN 'tenant' ELSE 'private' END, 'en',
        ${MADE_AT}, ${MADE_AT}
      FROM generate_series(1, ${DOCUMENTS}) n;
    INSERT INTO collections (tenant_id, id, owner_id, name, visibility, editor_users, editor_groups)
      VALUES ${collection(`'${LARGE}'`)}, ${collection(`'${SMALL}'`)};
    INSERT INTO collections (tenant_id, id, owner_id, name, visibility, editor_users, editor_groups)
      SELECT '${tenantId}', ${ID_OF_ROW}, '${userId}', 'Collection ' || n, 'tenant', '{}', '{}' FROM generate_series(1, ${COLLECTIONS}) n;
    INSERT INTO collection_documents (tenant_id, collection_id, document_id)
      SELECT tenant_id, '${LARGE}', id FROM documents WHERE tenant_id = '${tenantId}';
    INSERT INTO collection_documents (tenant_id, collection_id, document_id)
      SELECT tenant_id, '${SMALL}', id FROM documents WHERE tenant_id = '${tenantId}' AND size_bytes IN (49000, 49002, 49004);
    INSERT INTO collection_documents (tenant_id, collection_id, document_id)
      SELECT d.tenant_id, c.id, d.id FROM documents d JOIN collections c ON c.tenant_id = d.tenant_id
      WHERE d.tenant_id = '${tenantId}' AND d.size_bytes = 25002 AND c.id NOT IN ('${LARGE}', '${SMALL}');
    ANALYZE documents, collections, collection_documents;`,
  );
  const [found] = await queryAsOwner<{ id: string }>(
    test,
    `SELECT id FROM documents WHERE tenant_id = '${tenantId}' AND size_bytes = 25002`,
  );
  everywhere = DocumentId.parse(found?.id);
}, 180_000);

afterAll(() => test.destroy());

type Repository = ReturnType<typeof createDocumentRepository>;

const rowsFor = (scope: UserScope, ask: (documents: Repository) => Promise<unknown>) =>
  rowsReadBy({ url: test.url, scope }, (tx: Transaction) =>
    ask(createDocumentRepository(tx, scope, NO_EVENTS)),
  );

const inCollection = (...ids: CollectionId[]) =>
  DocumentFilter.parse({ type: 'in', key: 'collectionId', value: ids });

const page = { limit: 20 };

describe(`a list of ${DOCUMENTS} documents that are all in one collection`, () => {
  it.each([
    ['of all', {}],
    ['of the collection', { filter: inCollection(LARGE) }],
    ['of another collection that contains three', { filter: inCollection(SMALL) }],
    ['in a state that few are in', { status: 'failed' as const }],
  ])('reads few rows for a page %s', async (_what, which) => {
    const read = await rowsFor(tenant.admin, (documents) => documents.list({ ...page, ...which }));

    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(FEW);
  });

  it.each(['updatedAt', 'title', 'sizeBytes'] as const)(
    'reads each document once for a page sorted by %s',
    async (sort) => {
      const read = await rowsFor(tenant.admin, (documents) => documents.list({ ...page, sort }));

      expect(read).toBeLessThan(DOCUMENTS + FEW);
    },
  );

  it('reads each document and membership once to count the collection', async () => {
    const which = { filter: inCollection(LARGE) };

    const read = await rowsFor(tenant.member, (documents) => documents.count(which));

    expect(read).toBeLessThan(2 * DOCUMENTS + 3 * COLLECTIONS);
    const count = await test.database.withScope(tenant.member, (tx) => tx.documents.count(which));
    expect(count).toBe(DOCUMENTS / 2);
  });
});

describe(`a search in a collection of ${DOCUMENTS} documents`, () => {
  const narrowed = (id: CollectionId) => narrowScope(tenant.member, inCollection(id));

  it('does not send the ids to the index if they are too many, and soon stops reading them', async () => {
    const read = await rowsFor(narrowed(LARGE), (documents) =>
      documents.idsToSearch(undefined, 2000),
    );

    const found = await test.database.withScope(narrowed(LARGE), (tx) =>
      tx.documents.idsToSearch(undefined, 2000),
    );

    expect(found).toBeNull();
    expect(read).toBeLessThan(20_000);
  });

  it('finds the three of a small one without reading the others', async () => {
    const read = await rowsFor(narrowed(SMALL), (documents) =>
      documents.idsToSearch(undefined, 2000),
    );

    const found = await test.database.withScope(narrowed(SMALL), (tx) =>
      tx.documents.idsToSearch(undefined, 2000),
    );

    expect(found).toHaveLength(3);
    expect(read).toBeLessThan(FEW);
  });
});

describe(`adding to a collection of ${DOCUMENTS} documents`, () => {
  it("checks the caller's right without reading its documents", async () => {
    const read = await rowsReadBy({ url: test.url, scope: tenant.member }, (tx) =>
      createCollectionRepository(tx, tenant.member).findRights([LARGE, SMALL]),
    );

    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(FEW);
  });
});

describe(`a document in ${COLLECTIONS} collections`, () => {
  it('is read with all of them, each once', async () => {
    const read = await rowsFor(tenant.member, (documents) => documents.find(everywhere));
    const found = await test.database.withScope(tenant.member, (tx) =>
      tx.documents.find(everywhere),
    );

    // And in the large one.
    expect(found?.collectionIds).toHaveLength(COLLECTIONS + 1);
    expect(read).toBeLessThan(3 * COLLECTIONS);
  });

  it('is listed once, whichever of them are requested', async () => {
    const ids = (found: { collectionIds: string[] } | null) =>
      (found?.collectionIds ?? []).filter((id) => id !== LARGE).slice(0, 100);
    const found = await test.database.withScope(tenant.member, async (tx) => {
      const asked = ids(await tx.documents.find(everywhere)).map((id) => CollectionId.parse(id));
      return tx.documents.list({ ...page, filter: inCollection(...asked) });
    });

    expect(found.items.map(({ id }) => id)).toEqual([everywhere]);
  });

  it('is removed from one and stays in the others at once', async () => {
    const [first, second] = await test.database.withScope(tenant.member, async (tx) => {
      const all = (await tx.documents.find(everywhere))?.collectionIds ?? [];
      return all.filter((id) => id !== LARGE).map((id) => CollectionId.parse(id));
    });
    const holds = async (id: CollectionId | undefined) =>
      test.database.withScope(
        tenant.member,
        async (tx) =>
          (await tx.documents.list({ ...page, filter: inCollection(id!) })).items.length,
      );

    await test.database.withScope(tenant.admin, (tx) =>
      tx.collections.removeDocuments(first!, [everywhere]),
    );

    expect([await holds(first), await holds(second)]).toEqual([0, 1]);
  });
});

describe(`deleting a collection of ${DOCUMENTS} documents together with those in no other collection`, () => {
  it('deletes them all in one transaction and counts the ones it kept', async () => {
    const { database } = test;
    const collections = createCollections({ database, wakeUp: () => undefined });

    const deleted = await collections.delete(tenant.admin, LARGE, {
      documents: 'delete-if-unfiled',
    });

    // The three of the small one, and the one in many.
    expect(deleted).toMatchObject({ deletedDocuments: DOCUMENTS - 4, keptDocuments: 4 });
    const { total, left } = await database.withScope(tenant.admin, async (tx) => ({
      total: await tx.documents.count({}),
      left: await tx.collections.find(LARGE),
    }));
    expect([total, left]).toEqual([4, null]);
  }, 120_000);
});
