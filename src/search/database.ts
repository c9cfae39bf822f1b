import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { ChunkRepository, DocumentRepository } from '../documents/index.js';
import type { TaskRepository } from '../tasks/index.js';
import type { TenantSettingsRepository, UsageRepository } from '../tenancy/index.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  chunks: ChunkRepository;
  documents: DocumentRepository;
  settings: TenantSettingsRepository;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories, { tasks: TaskRepository }>;
