import type { DocumentRecord, Metadata, Visibility } from './document.js';
import { notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { versionInWork } from './version-in-work.js';
import { requireContentRight, requireOwnerOrAdmin, requireVisibility } from './document-rights.js';

type DocumentChanges = {
  title?: string | undefined;
  visibility?: Visibility | undefined;
  metadata?: Metadata | undefined;
};

export type UpdateDocument = (
  scope: UserScope,
  id: DocumentId,
  changes: DocumentChanges,
) => Promise<DocumentRecord>;

type Deps = { database: Pick<Database, 'withScope'>; wakeUp: () => void };

/** Effective at once, because search reads every hit back under the reader's scope; the vectors follow by a task. */
export const createUpdateDocument =
  ({ database, wakeUp }: Deps): UpdateDocument =>
  async (scope, id, changes) => {
    const { document, isMoved } = await database.withScope(scope, async (tx) => {
      const found = await tx.documents.find(id);
      if (found === null) throw notFound();
      requireOwnerOrAdmin(scope, found);
      const { visibility } = changes;
      const isMoved = visibility !== undefined && visibility !== found.visibility;
      if (isMoved) {
        requireContentRight(scope, found);
        await requireVisibility(tx, scope, visibility);
      }
      const document = await tx.documents.update(id, withoutAbsent(changes));
      if (isMoved && found.status !== 'failed') {
        await tx.tasks.schedule({
          subjectKind: 'document',
          subjectId: id,
          version: versionInWork(found),
          action: 'index',
        });
      }
      await tx.audit.append({
        actorId: scope.userId,
        action: 'document.update',
        subjectId: id,
        result: 'ok',
      });
      return { document, isMoved };
    });
    if (isMoved) wakeUp();
    return document;
  };

const withoutAbsent = ({ title, visibility, metadata }: DocumentChanges) => ({
  ...(title === undefined ? {} : { title }),
  ...(visibility === undefined ? {} : { visibility }),
  ...(metadata === undefined ? {} : { metadata }),
});
