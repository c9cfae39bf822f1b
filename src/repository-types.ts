import type { Scope } from './shared/scope.js';
import type { AuditRepository } from './tenancy/audit-port.js';
import type { AuthenticationRepository } from './tenancy/authentication-port.js';
import type { ChunkRepository } from './documents/chunks-port.js';
import type { DocumentRepository } from './documents/documents-port.js';
import type { ExecutionRepository } from './conversations/executions-port.js';
import type { IdempotencyRepository } from './http/idempotency-port.js';
import type { PlatformRepositories, TaskScheduler } from './tasks/platform-port.js';
import type { MemoryRepository } from './memories/memories-port.js';
import type { SessionRepository } from './conversations/sessions-port.js';
import type { UsageRepository } from './tenancy/usage-port.js';
import type { VectorIndexRepository } from './documents/vector-index-port.js';
import type { FeedbackRepository } from './conversations/feedback-port.js';
import type {
  ApiKeyRepository,
  TenantSettingsRepository,
  UserRepository,
} from './tenancy/tenancy-port.js';

/** Repositories bound to one scope and one transaction; they die with it. */
export type ScopedRepositories = {
  settings: TenantSettingsRepository;
  users: UserRepository;
  apiKeys: ApiKeyRepository;
  documents: DocumentRepository;
  chunks: ChunkRepository;
  tasks: TaskScheduler;
  sessions: SessionRepository;
  memories: MemoryRepository;
  executions: ExecutionRepository;
  idempotency: IdempotencyRepository;
  audit: AuditRepository;
  feedback: FeedbackRepository;
  usage: UsageRepository;
  vectorIndex: VectorIndexRepository;
};

export type Database = {
  /** One transaction under row security. Rejects with `storage_unavailable` when PostgreSQL is down; serialization conflicts are retried (≤ 3 tries). */
  withScope<Result>(
    scope: Scope,
    work: (tx: ScopedRepositories) => Promise<Result>,
  ): Promise<Result>;
  /** Tables without row security: ids, states and numbers only. */
  platform: PlatformRepositories;
  /** Claims made by a credential are looked up here, before there is a scope. */
  authentication: AuthenticationRepository;
  /** Runs work while holding a cluster-wide lock named by the key; the second holder waits until the signal fires. */
  withLock<Result>(
    lock: { key: string; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
  check(): Promise<void>;
  close(): Promise<void>;
};
