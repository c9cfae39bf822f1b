import type { Scope } from './shared/scope.js';
import type { ScopedRepositories } from './repository-types.js';
import { createApiKeyRepository } from './tenancy/api-keys-repository.js';
import { createAuditRepository } from './tenancy/audit-repository.js';
import { createChunkRepository } from './documents/chunks.js';
import { createDocumentRepository } from './documents/repository.js';
import { createExecutionRepository } from './conversations/executions-repository.js';
import { createIdempotencyRepository } from './http/idempotency-repository.js';
import { createFeedbackRepository } from './conversations/feedback-repository.js';
import { createMemoryRepository } from './memories/repository.js';
import { createSessionRepository } from './conversations/sessions-repository.js';
import { createSettingsRepository } from './tenancy/settings-repository.js';
import { createTaskScheduler } from './tasks/task-scheduler.js';
import type { Transaction } from './platform/database/transaction.js';
import { createUsageRepository } from './tenancy/usage-repository.js';
import { createUserRepository } from './tenancy/users-repository.js';
import { createVectorIndexRepository } from './documents/vector-index.js';

/** Getters: a transaction pays for the repositories it uses. */
export const createScopedRepositories = (tx: Transaction, scope: Scope): ScopedRepositories => ({
  get settings() {
    return createSettingsRepository(tx, scope);
  },
  get users() {
    return createUserRepository(tx, scope);
  },
  get apiKeys() {
    return createApiKeyRepository(tx, scope);
  },
  get documents() {
    return createDocumentRepository(tx, scope);
  },
  get chunks() {
    return createChunkRepository(tx, scope);
  },
  get vectorIndex() {
    return createVectorIndexRepository(tx, scope);
  },
  get tasks() {
    return createTaskScheduler(tx, scope);
  },
  get sessions() {
    return createSessionRepository(tx, scope);
  },
  get memories() {
    return createMemoryRepository(tx, scope);
  },
  get executions() {
    return createExecutionRepository(tx, scope);
  },
  get idempotency() {
    return createIdempotencyRepository(tx, scope);
  },
  get audit() {
    return createAuditRepository(tx, scope);
  },
  get feedback() {
    return createFeedbackRepository(tx, scope);
  },
  get usage() {
    return createUsageRepository(tx, scope);
  },
});
