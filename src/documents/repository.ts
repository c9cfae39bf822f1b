import type { Scope } from '../shared/scope.js';
import type { DocumentRepository } from './documents-port.js';
import { createDocumentChanges } from './document-changes.js';
import { createDocumentFilter } from './document-filter.js';
import { createDocumentIngestion } from './document-ingestion.js';
import { createDocumentReads } from './document-reads.js';
import { createDocumentVersions } from './document-versions.js';
import type { Transaction } from '../platform/database/transaction.js';

export const createDocumentRepository = (tx: Transaction, scope: Scope): DocumentRepository => ({
  ...createDocumentReads(tx, scope),
  ...createDocumentFilter(tx, scope),
  ...createDocumentChanges(tx, scope),
  ...createDocumentIngestion(tx, scope),
  ...createDocumentVersions(tx, scope),
});
