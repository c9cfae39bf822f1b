import { AppError, orNotFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { changesBetween, type AuditChange } from '../tenancy/index.js';
import type { ScopedRepositories } from './database.js';
import {
  hasVisibility,
  isWider,
  requireContentRight,
  requireOwnerOrAdmin,
  requireUploader,
  requireVisibility,
} from './rights.js';
import { versionInWork, type DocumentRecord, type Metadata, type Visibility } from './schema.js';

/** Finds a document that the caller may change. */
export const findOwned = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  scope: UserScope,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const document = orNotFound(await tx.documents.find(id));
  requireOwnerOrAdmin(scope, document);
  return document;
};

/**
 * Finds a document whose content the caller may replace. Callers must be able to read it, because a replacement decides what its readers
 * see.
 */
export const findReplaceable = async (
  tx: ScopedRepositories,
  scope: UserScope,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const document = await findOwned(tx, scope, id);
  requireContentRight(scope, document);
  await requireUploader(tx, scope);
  return document;
};

/** Schedules a task that reads a version or removes the whole document, in the commit of the request. */
export const schedule = (
  tx: Pick<ScopedRepositories, 'tasks'>,
  { id, ...task }: { id: DocumentId; version: number; action: 'index' | 'purge' },
): Promise<void> => tx.tasks.schedule({ subjectKind: 'document', subjectId: id, ...task });

/** The newest version that the caller knows of; `any` if it is enough that the document exists. */
export type ExpectedVersion = number | 'any';

/** Refuses to change a document that someone else has changed in the meantime. `known` is null if the document does not exist. */
export const requireExpected = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  known: DocumentId | null,
  expected: ExpectedVersion,
): Promise<void> => {
  const found = known && (await tx.documents.find(known));
  const newest = found && (found.replacement?.version ?? found.version);
  if (newest !== null && (expected === 'any' || expected === newest)) return;
  const message =
    newest === null ? 'There is no document here.' : `The newest version is ${newest}.`;
  throw new AppError('precondition_failed', message);
};

/** What can be changed about a document besides its content. */
export type DocumentChanges = {
  title?: string | undefined;
  visibility?: Visibility | undefined;
  metadata?: Metadata | undefined;
  /** The document's new path within its source. */
  sourcePath?: string | undefined;
};

/**
 * Changes a document's description and readers, no matter which route requests it: one commit that includes the task and the line in the
 * audit log. The change takes effect at once, because every read checks the row; the task updates the vectors.
 */
export const changeDocument = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { found, changes }: { found: DocumentRecord; changes: DocumentChanges },
): Promise<{ document: DocumentRecord; isMoved: boolean }> => {
  const { id } = found;
  const { visibility } = changes;
  const isMoved = visibility !== undefined && !hasVisibility(found, visibility);
  // A title can reveal content, so only people who may read the document may change it.
  if (isMoved || changes.title !== undefined) requireContentRight(scope, found);
  if (isMoved) {
    await requireVisibility(tx, scope, visibility);
    if ((await findShowingOldText(tx, { documents: [found], visibility })).size > 0) {
      throw oldTextShown('The change', { advice: 'wait for that, and change it then' });
    }
  }
  const document = await tx.documents.update(id, changes);
  if (isMoved && found.status !== 'failed') {
    await schedule(tx, { id, version: versionInWork(found), action: 'index' });
  }
  await audit(tx, scope, {
    action: isMoved ? 'document.change_visibility' : 'document.update',
    id,
    changes: changesBetween({ visibility: found.audience }, { visibility: document.audience }),
  });
  return { document, isMoved };
};

/**
 * Finds documents for which a wider visibility would show the current text to more people while its replacement is still being read. The
 * wider visibility may be meant for the new text only.
 */
export const findShowingOldText = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  { documents, visibility }: { documents: readonly DocumentRecord[]; visibility: Visibility },
): Promise<ReadonlySet<DocumentId>> => {
  const replaced = documents.flatMap(({ id, sha256, replacement, ...document }) =>
    replacement !== null && replacement.status !== 'failed' && isWider(document, visibility)
      ? [{ documentId: id, version: replacement.version, sha256 }]
      : [],
  );
  if (replaced.length === 0) return new Set();
  const next = await tx.documents.hashesOf(replaced);
  const hasOther = ({ documentId, sha256 }: (typeof replaced)[number]): boolean =>
    next.has(documentId) && next.get(documentId) !== sha256;
  return new Set(replaced.filter(hasOther).map(({ documentId }) => documentId));
};

/**
 * Creates the `conflict` error, naming `visibility`, for a change that would show the current text to more people before the new one is
 * ready.
 */
export const oldTextShown = (refused: string, { advice }: { advice: string }): AppError => {
  const message = `would show the present text to others until the new one is ready: ${advice}`;
  return new AppError('conflict', `${refused} was refused: visibility ${message}.`, {
    errors: [{ path: 'visibility', message }],
  });
};

/** Records in the audit log who did what with a document, in the same commit. */
export const audit = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { id, ...entry }: { id: DocumentId; action: AuditedAction; changes?: AuditChange[] },
): Promise<void> => tx.audit.append({ actorId, subjectId: id, result: 'ok', ...entry });

type AuditedAction =
  `document.${'create' | 'update' | 'change_visibility' | 'replace' | 'restore' | 'reprocess' | 'delete'}`;
