import { createChangeDocuments } from '../../src/documents/change.js';
import { createUploadDocument } from '../../src/documents/upload.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { newId, SourceId } from '../../src/shared/ids.js';
import type { Reach } from '../../src/sources/kind.js';
import type { CheckedKind } from '../../src/sources/kinds/index.js';
import { createLookAtSource } from '../../src/sources/run-source.js';
import type { VisibilityRule } from '../../src/sources/schema.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { NO_BUCKETS } from './no-buckets.js';
import type { TestDatabase } from './database.js';
import type { TestTenant } from './tenant.js';

type Given = {
  database: TestDatabase['database'];
  /** Where uploaded files are kept. */
  store: string;
  findKind: (name: string) => CheckedKind | undefined;
  reach?: Partial<Reach>;
  maxUploadBytes?: number;
};

/** What a worker does with a source that is due, without the loop around it. */
export const lookAtSourceOf = ({ database, store, findKind, ...given }: Given) => {
  const { reach, maxUploadBytes = 10_000 } = given;
  const files = createFolderFileStore({ root: store });
  const limits = { files, maxUploadBytes, wakeUp: () => undefined };
  const deps = { database, ...limits, now: () => new Date() };
  return createLookAtSource({
    database,
    uploadDocument: createUploadDocument(deps),
    changeDocuments: createChangeDocuments(deps),
    maxUploadBytes,
    findKind,
    reachOf: async () => ({ folders: [], buckets: NO_BUCKETS, ...reach }),
    personScope: createPersonScope({ database }),
    onRunEnded: () => undefined,
  });
};

type Added = {
  kind: string;
  settings?: Record<string, unknown>;
  visibility?: string;
  rules?: VisibilityRule[];
};

/** A source of the tenant's admin that runs when somebody asks for it. */
export const addSource = async (
  database: TestDatabase['database'],
  { admin }: TestTenant,
  { kind, settings = {}, visibility = 'tenant', rules = [] }: Added,
): Promise<SourceId> => {
  const id = newId(SourceId);
  await database.withScope(admin, (tx) =>
    tx.sources.create({
      id,
      ownerId: admin.userId,
      name: id,
      kind,
      settings,
      visibility,
      rules,
      collectionId: null,
      everyMinutes: null,
      graceDays: 7,
    }),
  );
  return id;
};
