import type { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '../platform/files/file-store.js';
import { AppError, notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { requireRoom } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import {
  requireContentRight,
  requireOwnerOrAdmin,
  requireUploader,
  requireVisibility,
} from './rights.js';
import { versionInWork, type DocumentRecord, type Metadata, type Visibility } from './schema.js';
import { isNew, saveReceived, toFilename, UNKNOWN_TYPE } from './upload.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  maxUploadBytes: number;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
};

export type ChangeDocuments = ReturnType<typeof createChangeDocuments>;

/** What its owner or an admin does with a document that is there; each is one commit with its task and its line in the audit log. */
export const createChangeDocuments = (deps: Deps) => ({
  update: createUpdate(deps),
  replaceFile: createReplaceFile(deps),
  reprocess: createReprocess(deps),
  delete: createDelete(deps),
});

type DocumentChanges = {
  title?: string | undefined;
  visibility?: Visibility | undefined;
  metadata?: Metadata | undefined;
};

/** Effective at once, because search reads every hit back under the reader's scope; the vectors follow by a task. */
const createUpdate =
  ({ database, wakeUp }: Deps) =>
  async (scope: UserScope, id: DocumentId, changes: DocumentChanges): Promise<DocumentRecord> => {
    const { document, isMoved } = await database.withScope(scope, async (tx) => {
      const found = await findOwned(tx, scope, id);
      const { visibility } = changes;
      const isMoved = visibility !== undefined && visibility !== found.visibility;
      if (isMoved) {
        requireContentRight(scope, found);
        await requireVisibility(tx, scope, visibility);
      }
      const document = await tx.documents.update(id, changes);
      if (isMoved && found.status !== 'failed') {
        await scheduleIndex(tx, id, versionInWork(found));
      }
      await audit(tx, scope, { action: 'document.update', id });
      return { document, isMoved };
    });
    if (isMoved) wakeUp();
    return document;
  };

type NewFile = {
  source: Readable;
  filename: string;
  /** Rejects when what came behind the file is refused. */
  whenComplete?: () => Promise<unknown>;
};

/** `duplicate`: these very bytes are the newest version already. */
type ReplaceOutcome = { document: DocumentRecord; duplicate: boolean };

/** A new version of a document: what answered so far goes on answering until the new one is ready. */
const createReplaceFile =
  ({ database, files, maxUploadBytes, wakeUp }: Deps) =>
  async (
    scope: UserScope,
    id: DocumentId,
    { source, filename, whenComplete }: NewFile,
  ): Promise<ReplaceOutcome> => {
    await database.withScope(scope, (tx) => findReplaceable(tx, scope, id));
    const store = files.for(scope);
    const file = await store.write(source, { maxBytes: maxUploadBytes });
    const outcome = await saveReceived({ store, received: file }, async (share) => {
      await whenComplete?.();
      return database.withScope(scope, async (tx) =>
        saveVersion(tx, scope, { id, filename, file: await share(tx) }),
      );
    });
    if (isNew(outcome)) wakeUp();
    return outcome;
  };

/** Whoever replaces a content decides what its readers are told: only who may read it may do so. */
const findReplaceable = async (
  tx: ScopedRepositories,
  scope: UserScope,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const document = await findOwned(tx, scope, id);
  requireContentRight(scope, document);
  await requireUploader(tx, scope);
  return document;
};

const saveVersion = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { id, filename, file }: { id: DocumentId; filename: string; file: StoredFile },
): Promise<ReplaceOutcome> => {
  const known = await findReplaceable(tx, scope, id);
  const isNewest = known.replacement === null && known.status !== 'failed';
  if (isNewest && known.sha256 === file.sha256) return { document: known, duplicate: true };
  await requireRoom(tx, { documents: 0, bytes: file.sizeBytes });
  const version = await tx.documents.addVersion(id, {
    filename: toFilename(filename),
    mimeType: UNKNOWN_TYPE,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    fileKey: file.key,
  });
  await scheduleIndex(tx, id, version);
  await audit(tx, scope, { action: 'document.replace', id });
  return { document: await findExisting(tx, id), duplicate: false };
};

/** Reads a document once more. Its present text answers until the new reading is ready. */
const createReprocess =
  ({ database, wakeUp }: Deps) =>
  async (scope: UserScope, id: DocumentId): Promise<DocumentRecord> => {
    const document = await database.withScope(scope, async (tx) => {
      const version = await chooseVersion(tx, await findOwned(tx, scope, id));
      await scheduleIndex(tx, id, version);
      await audit(tx, scope, { action: 'document.reprocess', id });
      return findExisting(tx, id);
    });
    wakeUp();
    return document;
  };

/** What failed is read once more; what is ready is read anew from the same file, as a version of its own. */
const chooseVersion = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  { id, status, version, replacement }: DocumentRecord,
): Promise<number> => {
  const failed = status === 'failed' ? version : null;
  const failedReplacement = replacement?.status === 'failed' ? replacement.version : null;
  const retried = failedReplacement ?? failed;
  if (retried !== null) {
    await tx.documents.retryVersion(id, retried);
    return retried;
  }
  if (status !== 'ready' || replacement !== null) {
    throw new AppError('conflict', 'The document is being processed already.');
  }
  const current = await tx.documents.version(id, version);
  if (current === null) throw notFound();
  return tx.documents.addVersion(id, current);
};

/** Unreadable once this returns; vectors, rows and file go by a task, and work that still runs on the document is refused. */
const createDelete =
  ({ database, wakeUp }: Deps) =>
  async (scope: UserScope, id: DocumentId): Promise<void> => {
    await database.withScope(scope, async (tx) => {
      const { version } = await findOwned(tx, scope, id);
      await tx.documents.markDeleting(id);
      await tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: id,
        version,
        action: 'purge',
      });
      await audit(tx, scope, { action: 'document.delete', id });
    });
    wakeUp();
  };

const findOwned = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  scope: UserScope,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const document = await findExisting(tx, id);
  requireOwnerOrAdmin(scope, document);
  return document;
};

const findExisting = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const document = await tx.documents.find(id);
  if (document === null) throw notFound();
  return document;
};

const scheduleIndex = (
  tx: Pick<ScopedRepositories, 'tasks'>,
  id: DocumentId,
  version: number,
): Promise<void> =>
  tx.tasks.schedule({ subjectKind: 'document', subjectId: id, version, action: 'index' });

const audit = (
  tx: Pick<ScopedRepositories, 'audit'>,
  scope: UserScope,
  {
    action,
    id,
  }: { action: `document.${'update' | 'replace' | 'reprocess' | 'delete'}`; id: DocumentId },
): Promise<void> => tx.audit.append({ actorId: scope.userId, action, subjectId: id, result: 'ok' });
