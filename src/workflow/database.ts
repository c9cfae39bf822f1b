import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { ExecutionRepository } from '../conversations/executions-repository.js';
import type { SessionRepository } from '../conversations/sessions-repository.js';
import type { ChunkRepository } from '../documents/chunks.js';
import type { DocumentRepository } from '../documents/repository.js';
import type { IdempotencyRepository } from '../http/idempotency-repository.js';
import type { MemoryRepository } from '../memories/repository.js';
import type { TenantSettingsRepository } from '../tenancy/settings-repository.js';
import type { UsageRepository } from '../tenancy/usage-repository.js';
import type { UserRepository } from '../tenancy/users-repository.js';

/** What this room asks of a transaction. */
export type ScopedRepositories = {
  chunks: ChunkRepository;
  documents: DocumentRepository;
  executions: ExecutionRepository;
  idempotency: IdempotencyRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  settings: TenantSettingsRepository;
  usage: UsageRepository;
  users: UserRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
