import { createExecutionRepository } from './conversations/executions-repository.js';
import { createFeedbackRepository } from './conversations/feedback-repository.js';
import { createNodeMetrics } from './conversations/node-metrics-repository.js';
import { createSessionRepository } from './conversations/sessions-repository.js';
import { createChunkRepository } from './documents/chunks.js';
import { createDocumentRepository } from './documents/repository.js';
import { createVectorIndexRepository } from './documents/vector-index.js';
import { createIdempotencyRepository } from './http/idempotency-repository.js';
import { createMemoryRepository } from './memories/repository.js';
import type { PlatformAccess } from './platform/database/create-database.js';
import type { Database as OpenDatabase } from './platform/database/database.js';
import type { Transaction } from './platform/database/transaction.js';
import type { Scope } from './shared/scope.js';
import { createReindexingRepository } from './tasks/reindexing.js';
import { createTaskScheduler } from './tasks/task-scheduler.js';
import { createTaskRepository } from './tasks/tasks.js';
import { createApiKeyRepository } from './tenancy/api-keys-repository.js';
import { createAuditRepository } from './tenancy/audit-repository.js';
import { createAuthenticationRepository } from './tenancy/authentication-repository.js';
import { createSettingsRepository } from './tenancy/settings-repository.js';
import { createTenantRepository } from './tenancy/tenants-repository.js';
import { createUsageRepository } from './tenancy/usage-repository.js';
import { createUserRepository } from './tenancy/users-repository.js';

/** Getters: a transaction pays for the repositories it uses. */
const scoped = (tx: Transaction, scope: Scope) => ({
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

const platform = ({ prisma, inTenant, statements }: PlatformAccess) => ({
  tenants: createTenantRepository(prisma, inTenant),
  // Several statements for each document: they take the driver's short way.
  tasks: createTaskRepository(statements),
  reindexing: createReindexingRepository(statements),
  nodeMetrics: createNodeMetrics(prisma),
  authentication: createAuthenticationRepository(inTenant),
});

/** Every repository by its name: what a feature calls on the transaction it is given. A table's repository is a line here. */
export const repositories = { scoped, platform };

export type ScopedRepositories = ReturnType<typeof scoped>;
export type PlatformRepositories = ReturnType<typeof platform>;
export type Database = OpenDatabase<ScopedRepositories, PlatformRepositories>;
