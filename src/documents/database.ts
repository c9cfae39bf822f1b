import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { ChunkRepository } from './chunks.js';
import type { DocumentRepository } from './repository.js';
import type { IdempotencyRepository } from '../http/idempotency-repository.js';
import type { TaskScheduler } from '../tasks/task-scheduler.js';
import type { AuditRepository } from '../tenancy/audit-repository.js';
import type { TenantSettingsRepository } from '../tenancy/settings-repository.js';
import type { UsageRepository } from '../tenancy/usage-repository.js';
import type { UserRepository } from '../tenancy/users-repository.js';

/** What this room asks of a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  chunks: ChunkRepository;
  documents: DocumentRepository;
  idempotency: IdempotencyRepository;
  settings: TenantSettingsRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
  users: UserRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
