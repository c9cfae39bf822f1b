import type { AssistantRepository } from '../assistants/index.js';
import type { ExecutionRepository, SessionRepository } from '../conversations/index.js';
import type { ChunkRepository, DocumentRepository } from '../documents/index.js';
import type { IdempotencyRepository } from '../http/index.js';
import type { MemoryRepository } from '../memories/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type {
  AuditRepository,
  QuotaRepository,
  TenantSettingsRepository,
  UsageRepository,
  UserRepository,
} from '../tenancy/index.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  assistants: AssistantRepository;
  audit: Pick<AuditRepository, 'append'>;
  chunks: ChunkRepository;
  documents: DocumentRepository;
  executions: ExecutionRepository;
  idempotency: IdempotencyRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  quotas: QuotaRepository;
  settings: TenantSettingsRepository;
  usage: UsageRepository;
  users: UserRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
