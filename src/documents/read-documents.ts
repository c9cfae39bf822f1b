import type { ChunkRecord, DocumentRecord } from './document.js';
import { notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { requireContentRight } from './document-rights.js';

type Deps = { database: Pick<Database, 'withScope'> };

export type ReadDocuments = {
  list(scope: UserScope, page: PageRequest): Promise<Page<DocumentRecord>>;
  get(scope: UserScope, id: DocumentId): Promise<DocumentRecord>;
  chunks(
    scope: UserScope,
    id: DocumentId,
    page: { limit: number; afterIndex?: number | undefined },
  ): Promise<Page<ChunkRecord>>;
};

export const createReadDocuments = ({ database }: Deps): ReadDocuments => ({
  list: (scope, page) => database.withScope(scope, (tx) => tx.documents.list(page)),
  get: (scope, id) =>
    database.withScope(scope, async (tx) => {
      const document = await tx.documents.find(id);
      if (document === null) throw notFound();
      return document;
    }),
  chunks: (scope, id, page) =>
    database.withScope(scope, async (tx) => {
      const document = await tx.documents.find(id);
      if (document === null) throw notFound();
      requireContentRight(scope, document);
      return tx.chunks.listOfDocument(id, page);
    }),
});
