import {
  createExecutionRepository,
  createFeedbackRepository,
  createNodeMetrics,
  createSessionRepository,
  createToolResultRepository,
} from './conversations/index.js';
import {
  createChunkRepository,
  createDocumentRepository,
  createVectorIndexRepository,
} from './documents/index.js';
import { createIdempotencyRepository } from './http/index.js';
import { createIsolationRepository, createUnscopedReads } from './maintenance/index.js';
import { createMemoryRepository } from './memories/index.js';
import type { PlatformAccess } from './platform/database/create-database.js';
import type { Database as OpenDatabase } from './platform/database/database.js';
import type { Transaction } from './platform/database/transaction.js';
import type { Scope } from './shared/scope.js';
import {
  createInvitationRepository,
  createPasswordRepository,
  createSignInLookup,
  createSignInRepository,
} from './sign-in/index.js';
import { createTaskScheduler, createTaskRepository } from './tasks/index.js';
import {
  createApiKeyRepository,
  createAuditRepository,
  createAuthenticationRepository,
  createGroupRepository,
  createSettingsRepository,
  createTenantRepository,
  createQuotaRepository,
  createUsageRepository,
  createUserRepository,
  DEFAULT_TENANT_LIMITS,
  type TenantLimits,
} from './tenancy/index.js';
import { createWorkspaceRepository } from './workspace/index.js';

/** Every repository by its name: what a feature calls on the transaction it is given. A table's repository is a line here. */
export const createRepositories = (limits: TenantLimits) => ({
  scoped: createScoped(limits),
  platform: createPlatform(limits),
});

/** Getters: a transaction pays for the repositories it uses. */
const createScoped = (limits: TenantLimits) => (tx: Transaction, scope: Scope) => ({
  get settings() {
    return createSettingsRepository(tx, scope);
  },
  get users() {
    return createUserRepository(tx, scope);
  },
  get groups() {
    return createGroupRepository(tx, scope);
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
  get toolResults() {
    return createToolResultRepository(tx, scope);
  },
  get quotas() {
    return createQuotaRepository(tx, scope, limits);
  },
  get invitations() {
    return createInvitationRepository(tx, scope);
  },
  get passwords() {
    return createPasswordRepository(tx, scope);
  },
  get signIns() {
    return createSignInRepository(tx, scope);
  },
  get isolation() {
    return createIsolationRepository(tx, scope);
  },
  get workspace() {
    return createWorkspaceRepository(tx, scope);
  },
});

const createPlatform =
  (limits: TenantLimits) =>
  ({ prisma, inTenant, statements }: PlatformAccess) => ({
    tenants: createTenantRepository(prisma, inTenant, limits),
    // Several statements for each document, so they skip Prisma and go to the driver.
    tasks: createTaskRepository(statements),
    nodeMetrics: createNodeMetrics(prisma),
    authentication: createAuthenticationRepository(inTenant),
    signIns: createSignInLookup(inTenant),
    unscopedReads: createUnscopedReads(statements),
  });

/** With the limits of tenants as they are unless set. */
export const repositories = createRepositories(DEFAULT_TENANT_LIMITS);

export type ScopedRepositories = ReturnType<typeof repositories.scoped>;
type PlatformRepositories = ReturnType<typeof repositories.platform>;
export type Database = OpenDatabase<ScopedRepositories, PlatformRepositories>;
