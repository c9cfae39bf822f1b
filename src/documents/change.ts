import type { Readable } from 'node:stream';
import { formats } from '../parsing/index.js';
import type { FileStore } from '../platform/files/file-store.js';
import { AppError, fieldsRefused, orNotFound, isAppError } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { requireRoom } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import type { DocumentRecord, DocumentVersionRecord, SourcePlace, VersionId } from './schema.js';
import { toFilename } from './file-names.js';
import { requireVersionRight } from './rights.js';
import {
  audit,
  changeDocument,
  findOwned,
  findReplaceable,
  requireExpected,
  schedule,
  type DocumentChanges,
  type ExpectedVersion,
} from './own-documents.js';
import {
  isNew,
  saveReceived,
  UNKNOWN_TYPE,
  claimUpload,
  withFilters,
  type UploadOutcome,
} from './upload.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  maxUploadBytes: number;
  /** Wakes this process's task loop. */
  wakeUp: () => void;
  now: () => Date;
};

export type ChangeDocuments = ReturnType<typeof createChangeDocuments>;

/** Changes that a document's owner or an admin makes; each is one commit, including its task and its line in the audit log. */
export const createChangeDocuments = (deps: Deps) => {
  const { database, wakeUp } = deps;
  return {
    /** A change takes effect at once, because search reads every hit back under the reader's scope; a task updates the vectors later. */
    update: async (
      scope: UserScope,
      id: DocumentId,
      changes: DocumentChanges,
    ): Promise<DocumentRecord> => {
      const { document, isMoved } = await database.withScope(scope, (tx) =>
        update(tx, scope, { id, changes }),
      );
      if (isMoved) wakeUp();
      return document;
    },
    replaceFile: createReplaceFile(deps),
    restore: createRestoreVersion(deps),
    /** Reads a document again. Its current text answers until the new reading is ready. */
    reprocess: async (scope: UserScope, id: DocumentId): Promise<DocumentRecord> => {
      const document = await database.withScope(scope, async (tx) => {
        const version = await chooseVersion(tx, scope, await findOwned(tx, scope, id));
        await schedule(tx, { id, version, action: 'index' });
        await audit(tx, scope, { action: 'document.reprocess', id });
        return orNotFound(await tx.documents.find(id));
      });
      wakeUp();
      return document;
    },
    /** The document is unreadable once this returns; a task removes its vectors, rows and file, and any running work on it is refused. */
    delete: async (scope: UserScope, id: DocumentId): Promise<void> => {
      await database.withScope(scope, (tx) => remove(tx, scope, id));
      wakeUp();
    },
    /** Deletes the caller's document at this place, if it is the version that the caller expects. */
    deleteAt: async (
      scope: UserScope,
      { expected, ...place }: SourcePlace & { expected?: ExpectedVersion | undefined },
    ): Promise<DocumentId> => {
      const id = await database.withScope(scope, async (tx) => {
        const known = await tx.documents.claimPlace(place);
        if (expected !== undefined) await requireExpected(tx, known, expected);
        return remove(tx, scope, orNotFound(known));
      });
      wakeUp();
      return id;
    },
  };
};

const remove = async (
  tx: ScopedRepositories,
  scope: UserScope,
  id: DocumentId,
): Promise<DocumentId> => {
  const { version } = await findOwned(tx, scope, id);
  await tx.documents.markDeleting(id);
  await schedule(tx, { id, version, action: 'purge' });
  await audit(tx, scope, { action: 'document.delete', id });
  return id;
};

const update = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { id, changes }: { id: DocumentId; changes: DocumentChanges },
) => {
  const found = await findOwned(tx, scope, id);
  if (changes.sourcePath !== undefined) requirePlaced(scope, found);
  return changeDocument(tx, scope, { found, changes });
};

/** A document's place belongs to its owner, and can only be changed within its source. */
const requirePlaced = ({ userId }: UserScope, { ownerId, source }: DocumentRecord): void => {
  if (ownerId !== userId) throw new AppError('forbidden', 'Only its owner may do this.');
  if (source !== null) return;
  throw fieldsRefused([{ path: 'sourcePath', message: 'needs a document that has a source' }]);
};

type NewFile = {
  source: Readable;
  filename: string;
  /** Rejects if the request contains invalid data after the file. */
  whenComplete?: () => Promise<unknown>;
};

/** `duplicate`: the newest version already has these bytes. */
type ReplaceOutcome = { document: DocumentRecord; duplicate: boolean };

/** Adds a new version of a document; the previous one answers until the new one is ready. */
const createReplaceFile =
  ({ database, files, maxUploadBytes, wakeUp }: Deps) =>
  async (
    scope: UserScope,
    id: DocumentId,
    { source, filename, whenComplete }: NewFile,
  ): Promise<ReplaceOutcome> => {
    await database.withScope(scope, (tx) => findReplaceable(tx, scope, id));
    const store = files.for(scope);
    const received = await store.write(formats.onlyReadable(source), { maxBytes: maxUploadBytes });
    const outcome = await saveReceived({ store, received }, async (share) => {
      await whenComplete?.();
      return database.withScope(scope, async (tx): Promise<ReplaceOutcome> => {
        const { key: fileKey, sha256, sizeBytes } = await share(tx);
        const known = await findReplaceable(tx, scope, id);
        const isNewest = known.replacement === null && known.status !== 'failed';
        if (isNewest && known.sha256 === sha256) return { document: known, duplicate: true };
        const { quotas } = (await tx.settings.get()).policy;
        await requireRoom(tx, quotas, { documents: 0, bytes: sizeBytes });
        const file = { filename: toFilename(filename), mimeType: UNKNOWN_TYPE, sizeBytes, sha256 };
        const version = await tx.documents.addVersion(id, { ...file, fileKey, isEdited: true });
        await schedule(tx, { id, version, action: 'index' });
        await audit(tx, scope, { action: 'document.replace', id });
        await tx.usage.add(scope.userId, { bytes: sizeBytes });
        return { document: orNotFound(await tx.documents.find(id)), duplicate: false };
      });
    });
    if (isNew(outcome)) wakeUp();
    return outcome;
  };

/** Chooses the version to read: a failed one is retried; a ready one is read again from the same file, as a new version. */
const chooseVersion = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  scope: UserScope,
  document: DocumentRecord,
): Promise<number> => {
  const { id, status, version, replacement } = document;
  const failed = status === 'failed' ? version : null;
  const retried = replacement?.status === 'failed' ? replacement.version : failed;
  if (retried !== null) {
    requireVersionRight(scope, document, orNotFound(await tx.documents.version(id, retried)));
    await tx.documents.retryVersion(id, retried);
    return retried;
  }
  if (status !== 'ready' || replacement !== null) {
    throw new AppError('conflict', 'The document is already being processed.');
  }
  return tx.documents.addVersion(id, orNotFound(await tx.documents.version(id, version)));
};

type Restoring = VersionId & { idempotencyKey: string | null };

/**
 * Adds the file of an earlier version as a new version; the current one answers until that is ready. The bytes are already stored and
 * counted, so no quota is checked.
 */
const createRestoreVersion =
  ({ database, files, wakeUp, now }: Omit<Deps, 'maxUploadBytes'>) =>
  async (scope: UserScope, restoring: Restoring): Promise<UploadOutcome> => {
    const at = now();
    const { documentId } = restoring;
    const found = await database.withScope(scope, async (tx) => {
      const document = await findReplaceable(tx, scope, documentId);
      const claim = await claimRestore(tx, scope, { restoring, at });
      if (claim.replayed !== null) return claim.replayed;
      // Releases the claim for now: the transaction that restores the version claims the key again and settles it.
      await claim.settle({ state: 'failed' });
      return findRestorable(tx, scope, { document, version: restoring.version });
    });
    if ('document' in found) return found;
    await requireFile({ files, scope }, found);
    const outcome = await database.withScope(scope, async (tx) => {
      const document = await findReplaceable(tx, scope, documentId);
      const claim = await claimRestore(tx, scope, { restoring, at });
      if (claim.replayed !== null) return claim.replayed;
      const saved = await restore(tx, scope, { document, restoring });
      const result = { documentId, duplicate: saved.duplicate };
      await claim.settle({ state: 'done', result });
      return saved;
    });
    if (isNew(outcome)) wakeUp();
    return outcome;
  };

const restore = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { document, restoring }: { document: DocumentRecord; restoring: Restoring },
): Promise<UploadOutcome> => {
  const { id } = document;
  await tx.documents.lockVersion(restoring);
  const earlier = await findRestorable(tx, scope, { document, version: restoring.version });
  const isDuplicate = await tx.documents.isUpToDate(id, earlier.sha256);
  if (!isDuplicate) {
    const version = await tx.documents.addVersion(id, { ...earlier, isEdited: true });
    await schedule(tx, { id, version, action: 'index' });
    await audit(tx, scope, { action: 'document.restore', id });
  }
  const changed = orNotFound(await tx.documents.find(id));
  return { document: changed, duplicate: isDuplicate, isReplayed: false };
};

const findRestorable = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  scope: UserScope,
  { document, version: number }: { document: DocumentRecord; version: number },
): Promise<DocumentVersionRecord> => {
  const version = orNotFound(await tx.documents.version(document.id, number));
  requireVersionRight(scope, document, version);
  if (number === document.version) {
    throw new AppError('conflict', 'The document already has this version.');
  }
  if (version.status === 'ready' || version.status === 'replaced') return version;
  throw new AppError('conflict', 'This version was never ready: upload its file again.');
};

/** The store may have lost the file. Without it the new version could only fail, so it is not started. */
const requireFile = async (
  { files, scope }: { files: FileStore; scope: UserScope },
  { fileKey }: DocumentVersionRecord,
): Promise<void> => {
  try {
    (await files.for(scope).read(fileKey)).destroy();
  } catch (error) {
    if (!isAppError(error) || error.code !== 'file_missing') throw error;
    throw new AppError('conflict', 'The file of this version is gone.', { cause: error });
  }
};

const ROUTE = 'documents/restore';

type Claim = {
  /** The answer to the first request with this key. */
  replayed: UploadOutcome | null;
  settle: (end: { state: 'done'; result: object } | { state: 'failed' }) => Promise<void>;
};

const claimRestore = async (
  tx: ScopedRepositories,
  { filters }: UserScope,
  { restoring, at }: { restoring: Restoring; at: Date },
): Promise<Claim> => {
  const { documentId, version, idempotencyKey: key } = restoring;
  if (key === null) return { replayed: null, settle: () => Promise.resolve() };
  const claim = { route: ROUTE, key, lockedUntil: at };
  const replayed = await claimUpload(tx, claim, withFilters({ documentId, version }, filters));
  return { replayed, settle: (end) => tx.idempotency.settle(claim, end) };
};
