import type { Scope } from '../shared/scope.js';
import { createDocumentChanges } from './document-changes.js';
import { createDocumentFilter } from './document-filter.js';
import { createDocumentIngestion } from './document-ingestion.js';
import { createDocumentReads } from './document-reads.js';
import { createDocumentVersions } from './document-versions.js';
import type { Transaction } from '../platform/database/transaction.js';

/**
 * A user scope sees what visibility allows (an admin sees the metadata of private documents too: `listForAdmin` rules live in the adapter's
 * one `visibleTo(scope)`), a system scope the whole tenant. Deleted documents are gone for everybody but the system scope.
 */
export const createDocumentRepository = (tx: Transaction, scope: Scope) => ({
  ...createDocumentReads(tx, scope),
  ...createDocumentFilter(tx, scope),
  ...createDocumentChanges(tx, scope),
  ...createDocumentIngestion(tx, scope),
  ...createDocumentVersions(tx, scope),
});

export type DocumentRepository = ReturnType<typeof createDocumentRepository>;
