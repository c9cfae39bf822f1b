import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createReadyDocument, type TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

describe('visibility of documents', () => {
  it('shows users what is shared, theirs or their groups’, and admins the metadata of the rest', async () => {
    const where = await test.tenant();
    const hr = await where.addUser({ groups: ['hr'] });
    const other = await test.tenant();
    const add = async (owner: UserScope, visibility: string) =>
      (await createReadyDocument(database, where, { owner, visibility })).documentId;
    const ids = {
      shared: await add(where.admin, 'tenant'),
      own: await add(where.member, 'private'),
      group: await add(where.admin, 'group:hr'),
    };
    const seenBy = (scope: UserScope) =>
      database.withScope(scope, async (tx) => {
        const listed = (await tx.documents.list({ limit: 50 })).items.map(({ id }) => id);
        const found: string[] = [];
        const read: string[] = [];
        const chunks: string[] = [];
        for (const [name, id] of Object.entries(ids)) {
          if (await tx.documents.find(id)) found.push(name);
          if ((await tx.documents.readText(id)) !== null) read.push(name);
          if ((await tx.chunks.listOfDocument(id, { limit: 5 })).items.length > 0)
            chunks.push(name);
        }
        expect(listed).toHaveLength(found.length);
        return { found, read, chunks };
      });

    const memberSees = ['shared', 'own'];
    const hrSees = ['shared', 'group'];
    expect(await seenBy(where.member)).toEqual({
      found: memberSees,
      read: memberSees,
      chunks: memberSees,
    });
    expect(await seenBy(hr)).toEqual({ found: hrSees, read: hrSees, chunks: hrSees });
    const adminReads = ['shared', 'group'];
    expect(await seenBy(where.admin)).toEqual({
      found: ['shared', 'own', 'group'],
      read: adminReads,
      chunks: adminReads,
    });
    expect(await seenBy(other.admin)).toEqual({ found: [], read: [], chunks: [] });
  });

  it('takes effect at once when it is narrowed', async () => {
    const { documentId, chunkIds } = await createReadyDocument(database, tenant, {
      owner: tenant.admin,
    });
    const readLive = () => database.withScope(tenant.member, (tx) => tx.chunks.readLive(chunkIds));
    expect(await readLive()).toMatchObject([{ title: 'Handbook', content: 'First.' }]);

    await database.withScope(tenant.admin, (tx) =>
      tx.documents.update(documentId, { visibility: 'private' }),
    );

    expect(await readLive()).toEqual([]);
  });
});

describe('reading chunks back from the database', () => {
  it('filters by metadata, document and language', async () => {
    const first = await createReadyDocument(database, tenant, {
      owner: tenant.admin,
      passages: ['One.', 'Two.'],
      metadata: { year: 2025 },
    });
    const second = await createReadyDocument(database, tenant, { owner: tenant.admin });
    const ids = [...first.chunkIds, ...second.chunkIds];
    type Filter = Parameters<
      Parameters<Parameters<Database['withScope']>[1]>[0]['chunks']['readLive']
    >[1];
    const count = async (filter: Filter) =>
      (await database.withScope(tenant.member, (tx) => tx.chunks.readLive(ids, filter))).length;

    expect(await count({})).toBe(3);
    expect(await count({ metadata: { year: 2025 } })).toBe(2);
    expect(await count({ documentIds: [second.documentId] })).toBe(1);
    expect(await count({ language: 'hu' })).toBe(0);
  });

  it('pages through a document in order', async () => {
    const passages = ['a', 'b', 'c'];
    const { documentId } = await createReadyDocument(database, tenant, {
      owner: tenant.admin,
      passages,
    });
    const listAfter = (afterIndex?: number) =>
      database.withScope(tenant.member, (tx) =>
        tx.chunks.listOfDocument(documentId, { limit: 2, afterIndex }),
      );

    const first = await listAfter();
    const second = await listAfter(Number(first.nextAfter));

    expect(first.items.map(({ content }) => content)).toEqual(['a', 'b']);
    expect(second).toMatchObject({ items: [{ content: 'c' }], nextAfter: null });
  });
});

describe('the layout blocks of a passage', () => {
  const blocks = [
    { kind: 'heading', level: 1, opens: 'sheet', charStart: 0, charEnd: 5 },
    { kind: 'table', charStart: 7, charEnd: 900 },
  ] as const;

  it('are listed with it, and deleted with its document', async () => {
    const { documentId } = await createReadyDocument(database, tenant, {
      owner: tenant.admin,
      blocks,
    });
    const list = () =>
      database.withScope(tenant.member, (tx) => tx.chunks.listOfDocument(documentId, { limit: 5 }));

    expect((await list()).items).toMatchObject([{ content: 'First.', blocks }]);

    await database.withScope(tenant.admin, (tx) => tx.documents.markDeleting(documentId));

    expect((await list()).items).toEqual([]);
  });

  it('are unknown if a file was read before they were stored', async () => {
    const { documentId } = await createReadyDocument(database, tenant, { owner: tenant.admin });

    const { items } = await database.withScope(tenant.member, (tx) =>
      tx.chunks.listOfDocument(documentId, { limit: 5 }),
    );

    expect(items).toMatchObject([{ blocks: null }]);
  });
});

describe('finding a document by its title', () => {
  it('ignores case, and finds only what the reader may read', async () => {
    await createReadyDocument(database, tenant, {
      owner: tenant.member,
      title: 'Übersicht',
      visibility: 'private',
    });
    const find = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.documents.findByTitle('übersicht'));

    expect(await find(tenant.member)).toMatchObject({ title: 'Übersicht' });
    expect(await find(tenant.admin)).toBeNull();
  });
});

describe("the languages of a tenant's documents", () => {
  it('are those of the documents that are ready', async () => {
    const where = await test.tenant();
    await createReadyDocument(database, where, { owner: where.admin });

    expect(await database.withScope(where.member, (tx) => tx.documents.languages())).toEqual({
      languages: ['en'],
      readyDocuments: 1,
    });
  });

  it('include those of single passages, after those of whole documents', async () => {
    const where = await test.tenant();
    await createReadyDocument(database, where, { owner: where.admin });
    await createReadyDocument(database, where, {
      owner: where.admin,
      otherLanguages: ['ja', 'en'],
    });
    await createReadyDocument(database, where, {
      owner: where.admin,
      otherLanguages: ['ja', 'de'],
    });

    expect(await database.withScope(where.member, (tx) => tx.documents.languages())).toEqual({
      languages: ['en', 'ja', 'de'],
      readyDocuments: 3,
    });
  });
});
