import type { Readable } from 'node:stream';
import { notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import { requireContentRight } from './document-rights.js';

type StoredDocument = {
  content: Readable;
  filename: string;
  mimeType: string;
  sizeBytes: number;
};

export type ReadFile = (scope: UserScope, id: DocumentId) => Promise<StoredDocument>;

type Deps = { database: Pick<Database, 'withScope'>; files: FileStore };

/** The uploaded bytes of the version that answers. */
export const createReadFile =
  ({ database, files }: Deps): ReadFile =>
  async (scope, id) => {
    const version = await database.withScope(scope, async (tx) => {
      const document = await tx.documents.find(id);
      if (document === null) throw notFound();
      requireContentRight(scope, document);
      return tx.documents.version(id, document.version);
    });
    if (version === null) throw notFound();
    const { fileKey, filename, mimeType, sizeBytes } = version;
    return { content: await files.for(scope).read(fileKey), filename, mimeType, sizeBytes };
  };
