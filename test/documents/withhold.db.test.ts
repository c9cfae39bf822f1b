import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChangeDocuments } from '../../src/documents/change.js';
import { createReadDocuments } from '../../src/documents/read.js';
import { DocumentId, newId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { leaseOf, type TestTenant } from '../support/tenant.js';

const SHA256 = 'a'.repeat(64);
const BYTES = 48_213;

let test: TestDatabase;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
});
afterAll(() => test.destroy());

type Given = { visibility?: string; title?: string; isProvisional?: boolean };

/** A document of the member's, of a file which calls itself "Offer for Acme". */
const addDocument = async ({
  visibility = 'private',
  title = 'draft',
  isProvisional = true,
}: Given = {}): Promise<DocumentId> => {
  const id = newId(DocumentId);
  await test.database.withScope(tenant.member, async (tx) => {
    await tx.documents.create({
      id,
      ownerId: tenant.member.userId,
      title,
      isProvisional,
      filename: 'draft.pdf',
      mimeType: 'application/pdf',
      sizeBytes: BYTES,
      sha256: SHA256,
      fileKey: id,
      visibility,
      metadata: {},
    });
    await tx.tasks.schedule({
      subjectKind: 'document',
      subjectId: id,
      version: 1,
      action: 'index',
    });
  });
  const lease = await leaseOf(test.database, tenant, id);
  const version = { documentId: id, version: 1 };
  await test.database.withScope(tenant.system, async (tx) => {
    const parsed = { text: 'x', title: 'Offer for Acme', mimeType: 'application/pdf' };
    const more = {
      language: 'en',
      otherLanguages: [],
      pageCount: 37,
      chunkCount: 141,
      chunking: '[1,400]',
      warnings: [],
    };
    await tx.documents.saveParsed(version, { ...parsed, ...more }, lease);
    await tx.documents.finish(version, { status: 'ready', errorCode: null }, lease);
  });
  return id;
};

const files = {
  for: () => {
    throw new Error('No file is read here.');
  },
} as never;
const read = () => createReadDocuments({ database: test.database, files });
const change = () =>
  createChangeDocuments({
    database: test.database,
    files,
    maxUploadBytes: 1,
    wakeUp: () => undefined,
    now: () => new Date(),
  });

/** Every way by which a person is given a document. */
const WAYS: [string, (scope: UserScope, id: DocumentId) => Promise<unknown>][] = [
  ['details', (scope, id) => read().get(scope, id)],
  [
    'the list',
    async (scope, id) =>
      (await read().list(scope, { limit: 50 })).items.find((one) => one.id === id),
  ],
  [
    'its events',
    async (scope, id) => {
      const { signal } = new AbortController();
      for await (const document of read().watch(scope, id, signal)) return document;
      throw new Error('There was no event.');
    },
  ],
  [
    'the answer to a change',
    (scope, id) => change().update(scope, id, { metadata: { seen: true } }),
  ],
];

describe("another user's private document", () => {
  it.each(WAYS)('shows an admin nothing of its content in %s', async (_, look) => {
    const id = await addDocument();

    const seen = await look(tenant.admin, id);

    expect(seen).toMatchObject({ title: 'draft', filename: 'draft.pdf', sha256: null });
    expect(seen).toMatchObject({ sizeBytes: 65_536, chunkCount: 256, pageCount: 64 });
    expect(JSON.stringify(seen)).not.toMatch(/Acme|48213|aaaa/);
  });

  it.each(WAYS)('shows its owner everything in %s', async (_, look) => {
    const id = await addDocument();

    const seen = await look(tenant.member, id);

    expect(seen).toMatchObject({ title: 'Offer for Acme', sha256: SHA256, sizeBytes: BYTES });
    expect(seen).toMatchObject({ chunkCount: 141, pageCount: 37 });
  });

  it('shows the title that its owner gave it, as a name like any other', async () => {
    const id = await addDocument({ title: 'Offer', isProvisional: false });

    await expect(read().get(tenant.admin, id)).resolves.toMatchObject({ title: 'Offer' });
  });

  it('cannot be renamed by an admin', async () => {
    const id = await addDocument();

    await expect(change().update(tenant.admin, id, { title: 'Mine now' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(read().get(tenant.member, id)).resolves.toMatchObject({ title: 'Offer for Acme' });
  });
});

it("a group's document is shown whole to members, but without its content to an admin outside of it", async () => {
  const inside = await tenant.addUser({ groups: ['hr'] });
  const id = await addDocument({ visibility: 'group:hr' });

  await expect(read().get(inside, id)).resolves.toMatchObject({ sha256: SHA256 });
  await expect(read().get(tenant.admin, id)).resolves.toMatchObject({
    sha256: null,
    title: 'draft',
  });
});
