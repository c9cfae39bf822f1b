import type { DocumentRecord } from './document.js';
import { AppError, notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { requireOwnerOrAdmin } from './document-rights.js';

export type ReprocessDocument = (scope: UserScope, id: DocumentId) => Promise<DocumentRecord>;

type Deps = { database: Pick<Database, 'withScope'>; wakeUp: () => void };

/** Reads a document once more. Its present text answers until the new reading is ready. */
export const createReprocessDocument =
  ({ database, wakeUp }: Deps): ReprocessDocument =>
  async (scope, id) => {
    const document = await database.withScope(scope, async (tx) => {
      const found = await tx.documents.find(id);
      if (found === null) throw notFound();
      requireOwnerOrAdmin(scope, found);
      const version = await chooseVersion(tx, found);
      await tx.tasks.schedule({ subjectKind: 'document', subjectId: id, version, action: 'index' });
      await tx.audit.append({
        actorId: scope.userId,
        action: 'document.reprocess',
        subjectId: id,
        result: 'ok',
      });
      return tx.documents.find(id);
    });
    if (document === null) throw notFound();
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
