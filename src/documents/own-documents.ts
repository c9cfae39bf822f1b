import { orNotFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { ScopedRepositories } from './database.js';
import { requireContentRight, requireOwnerOrAdmin, requireUploader } from './rights.js';
import type { DocumentRecord } from './schema.js';

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

/** Finds a document whose content the caller may replace. They must be able to read it, because they decide what its readers get to see. */
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

/** Has a version read, or all of the document removed, in the commit that asks for it. */
export const schedule = (
  tx: Pick<ScopedRepositories, 'tasks'>,
  { id, ...task }: { id: DocumentId; version: number; action: 'index' | 'purge' },
): Promise<void> => tx.tasks.schedule({ subjectKind: 'document', subjectId: id, ...task });
