import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChangeDocuments } from '../../../src/documents/change.js';
import {
  createReceiveBatch,
  type BatchOutcome,
  type FileOutcome,
} from '../../../src/documents/many/batch.js';
import { createUploadDocument } from '../../../src/documents/upload.js';
import { createFolderFileStore } from '../../../src/platform/files/folder-file-store.js';
import type { UserScope } from '../../../src/shared/scope.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { fixturePath } from '../../support/parsing.js';

const FIELDS = { visibility: 'private' } as const;
const MAILS = ['Gate of the weir.eml', 'Größe des Krans.eml', 'Re: Gate of the weir.eml'];

let test: TestDatabase;
let folder: string;
let parts: ReturnType<typeof createParts>;

const createParts = () => {
  const { database } = test;
  const files = createFolderFileStore({ root: folder });
  const deps = {
    database,
    files,
    maxUploadBytes: 100_000,
    wakeUp: () => undefined,
    now: () => new Date('2026-03-03T10:00:00Z'),
  };
  const uploadDocument = createUploadDocument(deps);
  return {
    receive: createReceiveBatch({ ...deps, uploadDocument }),
    documents: createChangeDocuments(deps),
  };
};

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  parts = createParts();
});

afterAll(async () => {
  await test.destroy();
  await rm(folder, { recursive: true });
});

/** Sends the mailbox that Python wrote, which has three mails. */
const sendMailbox = async (scope: UserScope): Promise<BatchOutcome> => {
  const content = await readFile(fixturePath('programs/mbox/python-mailbox.mbox'));
  return parts.receive(scope, { idempotencyKey: null }, (intake) =>
    intake.takeArchive(FIELDS, Readable.from([content])),
  );
};

const shownOf = ({ files }: BatchOutcome): [string, FileOutcome['status']][] =>
  files.map(({ name, status }) => [name, status]);

const countStored = async (scope: UserScope): Promise<number> =>
  (await test.database.withScope(scope, (tx) => tx.quotas.stored())).documents;

describe('the e-mails of a mailbox', () => {
  it('are separate documents that are counted, found again and deleted one by one', async () => {
    const { admin } = await test.tenant();

    const first = await sendMailbox(admin);
    const stored = await countStored(admin);
    const again = await sendMailbox(admin);

    expect(shownOf(first)).toEqual(MAILS.map((name) => [name, 'accepted']));
    expect(stored).toBe(3);
    expect(shownOf(again)).toEqual(MAILS.map((name) => [name, 'duplicate']));
    expect(await countStored(admin)).toBe(3);

    const [mail] = first.files;
    if (mail?.document === undefined) throw new Error('The first mail was refused');
    await parts.documents.delete(admin, mail.document.id);

    expect(await countStored(admin)).toBe(2);
    expect(shownOf(await sendMailbox(admin))).toEqual([
      [MAILS[0], 'accepted'],
      [MAILS[1], 'duplicate'],
      [MAILS[2], 'duplicate'],
    ]);
  });
});
