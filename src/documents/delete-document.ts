import { notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { requireOwnerOrAdmin } from './document-rights.js';

export type DeleteDocument = (scope: UserScope, id: DocumentId) => Promise<void>;

type Deps = { database: Pick<Database, 'withScope'>; wakeUp: () => void };

/** Unreadable once this returns; vectors, rows and file go by a task, and work that still runs on the document is refused. */
export const createDeleteDocument =
  ({ database, wakeUp }: Deps): DeleteDocument =>
  async (scope, id) => {
    await database.withScope(scope, async (tx) => {
      const document = await tx.documents.find(id);
      if (document === null) throw notFound();
      requireOwnerOrAdmin(scope, document);
      await tx.documents.markDeleting(id);
      await tx.tasks.schedule({
        subjectKind: 'document',
        subjectId: id,
        version: document.version,
        action: 'purge',
      });
      await tx.audit.append({
        actorId: scope.userId,
        action: 'document.delete',
        subjectId: id,
        result: 'ok',
      });
    });
    wakeUp();
  };
