import type { BatchRepository, DocumentRepository } from '../documents/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { AuditRepository } from '../tenancy/index.js';
import type { WebhookTasks } from './delivery-repository.js';
import type { WebhookRepository } from './repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  batches: BatchRepository;
  documents: DocumentRepository;
  webhooks: WebhookRepository;
};

export type Database = OpenDatabase<ScopedRepositories, { webhookTasks: WebhookTasks }>;
