import type { ApiKeyRepository } from '../tenancy/api-keys-repository.js';
import type { ChunkRepository } from '../documents/chunks.js';
import type { FeedbackRepository } from '../conversations/feedback-repository.js';
import type { TenantSettingsRepository } from '../tenancy/settings-repository.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { ExecutionRepository } from '../conversations/executions-repository.js';
import type { SessionRepository } from '../conversations/sessions-repository.js';
import type { DocumentRepository } from '../documents/repository.js';
import type { VectorIndexRepository } from '../documents/vector-index.js';
import type { IdempotencyRepository } from '../http/idempotency-repository.js';
import type { MemoryRepository } from '../memories/repository.js';
import type { TaskScheduler } from '../tasks/task-scheduler.js';
import type { TaskRepository } from '../tasks/tasks.js';
import type { AuditRepository } from '../tenancy/audit-repository.js';
import type { TenantRepository } from '../tenancy/tenants-repository.js';
import type { UsageRepository } from '../tenancy/usage-repository.js';
import type { UserRepository } from '../tenancy/users-repository.js';

/** What this room asks of a transaction. */
export type ScopedRepositories = {
  apiKeys: ApiKeyRepository;
  audit: AuditRepository;
  chunks: ChunkRepository;
  documents: DocumentRepository;
  settings: TenantSettingsRepository;
  feedback: FeedbackRepository;
  executions: ExecutionRepository;
  idempotency: IdempotencyRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
  users: UserRepository;
  vectorIndex: VectorIndexRepository;
};

export type Database = OpenDatabase<
  ScopedRepositories,
  { tasks: TaskRepository; tenants: TenantRepository }
>;
