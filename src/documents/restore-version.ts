import type { FileStore } from '../platform/files/file-store.js';
import { AppError, isAppError, orNotFound } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { findReplaceable, schedule } from './own-documents.js';
import type { DocumentRecord, DocumentVersionRecord, VersionId } from './schema.js';
import { audit, claimUpload, isNew, withFilters, type UploadOutcome } from './upload.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
  now: () => Date;
};

type Restoring = VersionId & { idempotencyKey: string | null };

/**
 * Puts the file of an earlier version in the place of the one that answers, as a new version: what answered so far goes on answering
 * until that one is ready. The bytes are stored and counted already, so no room is asked for.
 */
export const createRestoreVersion =
  ({ database, files, wakeUp, now }: Deps) =>
  async (scope: UserScope, restoring: Restoring): Promise<UploadOutcome> => {
    const at = now();
    const { documentId } = restoring;
    const found = await database.withScope(scope, async (tx) => {
      const document = await findReplaceable(tx, scope, documentId);
      const claim = await claimRestore(tx, scope, { restoring, at });
      if (claim.replayed !== null) return claim.replayed;
      // Kept by whoever restores, in the commit that does it.
      await claim.settle({ state: 'failed' });
      return findRestorable(tx, document, restoring);
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
  const earlier = await findRestorable(tx, document, restoring);
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
  document: DocumentRecord,
  { version: number }: VersionId,
): Promise<DocumentVersionRecord> => {
  const version = orNotFound(await tx.documents.version(document.id, number));
  if (number === document.version) {
    throw new AppError('conflict', 'This is the version that the document has.');
  }
  if (version.status === 'ready' || version.status === 'replaced') return version;
  throw new AppError('conflict', 'This version has never answered: upload its file again.');
};

/** The store may have lost it; a version that can only fail is not begun. */
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
  /** The answer of the first request under this key. */
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
