import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createUploadDocument, type DocumentUpload } from '../../src/documents/upload.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { AppError } from '../../src/shared/errors.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let tenant: TestTenant;
let root: string;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await test.tenant();
  root = await mkdtemp(join(tmpdir(), 'kr-files-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(root, { recursive: true });
});

/** Takes files and then goes away. */
const createFailingStore = (): FileStore => {
  const store = createFolderFileStore({ root });
  const away = () => Promise.reject(new AppError('storage_unavailable', 'It is away.'));
  return { ...store, for: (scope) => ({ ...store.for(scope), delete: away }) };
};

const uploading = () => {
  const uploadDocument = createUploadDocument({
    database: test.database,
    files: createFailingStore(),
    maxUploadBytes: 1000,
    wakeUp: () => undefined,
    now: () => new Date(),
  });
  return (text: string, more: Partial<DocumentUpload> = {}) =>
    uploadDocument(tenant.admin, {
      source: Readable.from([Buffer.from(text)]),
      filename: 'note.txt',
      visibility: 'tenant',
      metadata: {},
      ...more,
    });
};

describe('an upload that is refused while the file store fails', () => {
  it('reports its own reason, and its file is left to maintenance', async () => {
    const upload = uploading();
    const lateFields = () => Promise.reject(new AppError('validation_failed', 'No such field.'));

    await expect(upload('refused', { lateFields })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
