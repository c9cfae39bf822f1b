import { createChangeDocuments } from '../../src/documents/change.js';
import { createUploadDocument } from '../../src/documents/upload.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import type { Keys } from '../../src/sign-in/index.js';
import { newId, SourceId } from '../../src/shared/ids.js';
import type { Reach } from '../../src/sources/kind.js';
import type { CheckedKind } from '../../src/sources/kinds/index.js';
import { createOpenStored } from '../../src/sources/open-stored.js';
import { createLookAtSource } from '../../src/sources/runs/run-source.js';
import type { VisibilityRule } from '../../src/sources/schema.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import type { TestDatabase } from './database.js';
import { NO_REACH } from './no-reach.js';
import type { TestTenant } from './tenant.js';

type Given = {
  database: TestDatabase['database'];
  /** Where uploaded files are kept. */
  store: string;
  kind: CheckedKind;
  reach?: Partial<Reach>;
  maxUploadBytes?: number;
  atRest?: Keys;
};

/** What a worker does with a source that is due, without the loop around it. */
export const lookAtSourceOf = ({ database, store, kind, ...given }: Given) => {
  const { reach, maxUploadBytes = 10_000, atRest = null } = given;
  const files = createFolderFileStore({ root: store });
  const limits = { files, maxUploadBytes, wakeUp: () => undefined };
  const deps = { database, ...limits, now: () => new Date() };
  return createLookAtSource({
    database,
    uploadDocument: createUploadDocument(deps),
    changeDocuments: createChangeDocuments(deps),
    maxUploadBytes,
    openStored: createOpenStored({
      database,
      findKind: async () => kind,
      reachOf: async () => ({ ...NO_REACH, ...reach }),
      atRest,
    }),
    personScope: createPersonScope({ database }),
    onRunEnded: () => undefined,
  });
};

type Added = {
  kind: string;
  settings?: Record<string, unknown>;
  credentials?: Uint8Array | undefined;
  visibility?: string;
  rules?: VisibilityRule[];
};

/** A source of the tenant's admin that runs when somebody asks for it. */
export const addSource = async (
  database: TestDatabase['database'],
  { admin }: TestTenant,
  { kind, settings = {}, credentials, visibility = 'tenant', rules = [] }: Added,
): Promise<SourceId> => {
  const id = newId(SourceId);
  await database.withScope(admin, (tx) =>
    tx.sources.create({
      id,
      ownerId: admin.userId,
      name: id,
      kind,
      settings,
      credentials: credentials ?? null,
      rechecksReaders: false,
      visibility,
      rules,
      collectionId: null,
      everyMinutes: null,
      graceDays: 7,
    }),
  );
  return id;
};
