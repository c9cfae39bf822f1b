import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentId, newId } from '../../src/shared/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { leaseOf } from '../support/tenant.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.destroy());

/** A document that was read once, of a file which calls itself "Travel rules". */
const readDocument = async (
  title: string,
  {
    isProvisional,
    renamed,
    found = 'Travel rules',
  }: { isProvisional: boolean; renamed?: string; found?: string },
): Promise<string | undefined> => {
  const tenant = await test.tenant();
  const id = newId(DocumentId);
  const { database } = test;
  await database.withScope(tenant.admin, async (tx) => {
    await tx.documents.create({
      id,
      ownerId: tenant.admin.userId,
      title,
      isProvisional,
      filename: 'rules.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 1,
      sha256: 'a',
      fileKey: id,
      visibility: 'tenant',
      metadata: {},
    });
    await tx.tasks.schedule({
      subjectKind: 'document',
      subjectId: id,
      version: 1,
      action: 'index',
    });
    if (renamed !== undefined) await tx.documents.update(id, { title: renamed });
  });
  const lease = await leaseOf(database, tenant, id);
  return database.withScope(tenant.system, async (tx) => {
    const parsed = { text: 'x', title: found, mimeType: 'application/pdf' };
    const more = {
      language: 'en',
      otherLanguages: [],
      pageCount: 1,
      chunkCount: 0,
      chunking: '[1,400]',
      warnings: [],
    };
    await tx.documents.saveParsed({ documentId: id, version: 1 }, { ...parsed, ...more }, lease);
    await tx.documents.finish(
      { documentId: id, version: 1 },
      { status: 'ready', errorCode: null },
      lease,
    );
    return (await tx.documents.find(id))?.title;
  });
};

describe('the title of a document', () => {
  it('comes from the file if nobody set one', async () => {
    expect(await readDocument('rules', { isProvisional: true })).toBe('Travel rules');
  });

  it('is the one sent with the upload', async () => {
    expect(await readDocument('Rules of travel', { isProvisional: false })).toBe('Rules of travel');
  });

  it('is the one that somebody chose before the file was read', async () => {
    const renamed = 'How we travel';

    expect(await readDocument('rules', { isProvisional: true, renamed })).toBe(renamed);
  });

  it.each([
    ['uploaded', 'Rules\u202Eof travel', { isProvisional: false }],
    ['changed', 'rules', { isProvisional: true, renamed: 'Rules\u202Eof travel' }],
    ['taken from the file', 'rules', { isProvisional: true, found: 'Rules\u202Eof travel' }],
  ])('is stored without direction characters if it is %s', async (_, title, how) => {
    expect(await readDocument(title, how)).toBe('Rulesof travel');
  });
});
