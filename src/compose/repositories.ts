import { createAssistantRepository } from '../assistants/repository.js';
import { createExecutionRepository } from '../conversations/executions-repository.js';
import { createFeedbackRepository } from '../conversations/feedback-repository.js';
import { createNodeMetrics } from '../conversations/node-metrics.js';
import { createSessionRepository } from '../conversations/sessions-repository.js';
import { createSharedAnswerRepository } from '../conversations/shared-answers-repository.js';
import { createToolResultRepository } from '../conversations/tool-results.js';
import {
  createChunkRepository,
  createVectorIndexRepository,
} from '../documents/chunks-repository.js';
import { createCollectionRepository } from '../documents/collections/repository.js';
import { createBatchRepository } from '../documents/many/batches-repository.js';
import { createPageReadingRepository } from '../documents/pages/readings-repository.js';
import { createSpanRepository } from '../documents/pages/spans.js';
import { createDocumentRepository } from '../documents/repository.js';
import { createGoldenQuestionRepository } from '../evaluation/golden-questions-repository.js';
import { createEvaluationRunRepository } from '../evaluation/runs-repository.js';
import { createEvaluationTasks } from '../evaluation/tasks-repository.js';
import { createIdempotencyRepository } from '../http/idempotency.js';
import {
  createIsolationRepository,
  createUnscopedReads,
} from '../maintenance/isolation/repository.js';
import { createRetentionRepository } from '../maintenance/retention/repository.js';
import { createMemoryRepository } from '../memories/repository.js';
import type { PlatformAccess } from '../platform/database/create-database.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Scope } from '../shared/scope.js';
import { createIdentityRepository } from '../sign-in/identity-repository.js';
import {
  createInvitationRepository,
  createPasswordRepository,
  createSignInLookup,
  createSignInRepository,
} from '../sign-in/repository.js';
import { createPrincipalRepository } from '../sources/readers/principals-repository.js';
import { createSourceRepository } from '../sources/repository.js';
import { createSourceTasks } from '../sources/runs/tasks-repository.js';
import { createTaskScheduler, createTaskRepository } from '../tasks/repository.js';
import { createStuckDocuments } from '../tasks/stuck-documents.js';
import { createAuditRepository } from '../tenancy/audit.js';
import { createGroupRepository } from '../tenancy/groups-repository.js';
import { createHoldRepository } from '../tenancy/holds/repository.js';
import { DEFAULT_TENANT_LIMITS, type TenantLimits } from '../tenancy/limits.js';
import { createQuotaRepository, createRecentCounts } from '../tenancy/quotas.js';
import { createSettingsRepository, createTenantRepository } from '../tenancy/tenants-repository.js';
import { createUsageRepository } from '../tenancy/usage.js';
import {
  createApiKeyRepository,
  createAuthenticationRepository,
  createUserRepository,
} from '../tenancy/users-repository.js';
import { createWebhookTasks } from '../webhooks/delivery-repository.js';
import { createOutbox } from '../webhooks/outbox.js';
import { createWebhookRepository } from '../webhooks/repository.js';
import { createWorkspaceRepository } from '../workspace/repository.js';

/** Every repository by name: what a feature calls on its transaction. Each table's repository is a line here. */
export const createRepositories = (limits: TenantLimits) => ({
  scoped: createScoped({ defaults: limits, recentCounts: createRecentCounts() }),
  platform: createPlatform(limits),
});

/** Creates only the repositories that a transaction uses, on first access. */
const createScoped = (quotas: QuotaOptions) => (tx: Transaction, scope: Scope) =>
  onDemand({
    settings: () => createSettingsRepository(tx, scope),
    retention: () => createRetentionRepository(tx, scope),
    users: () => createUserRepository(tx, scope),
    groups: () => createGroupRepository(tx, scope),
    holds: () => createHoldRepository(tx, scope),
    assistants: () => createAssistantRepository(tx, scope),
    apiKeys: () => createApiKeyRepository(tx, scope),
    documents: () => createDocumentRepository(tx, scope, createOutbox(tx, scope)),
    chunks: () => createChunkRepository(tx, scope),
    spans: () => createSpanRepository(tx, scope),
    readings: () => createPageReadingRepository(tx, scope),
    batches: () => createBatchRepository(tx, scope, createOutbox(tx, scope)),
    collections: () => createCollectionRepository(tx, scope),
    vectorIndex: () => createVectorIndexRepository(tx, scope),
    tasks: () => createTaskScheduler(tx, scope),
    sessions: () => createSessionRepository(tx, scope),
    memories: () => createMemoryRepository(tx, scope),
    executions: () => createExecutionRepository(tx, scope),
    idempotency: () => createIdempotencyRepository(tx, scope),
    audit: () => createAuditRepository(tx, scope),
    sharedAnswers: () => createSharedAnswerRepository(tx, scope),
    feedback: () => createFeedbackRepository(tx, scope, createOutbox(tx, scope)),
    usage: () => createUsageRepository(tx, scope),
    toolResults: () => createToolResultRepository(tx, scope),
    quotas: () => createQuotaRepository(tx, scope, quotas),
    identities: () => createIdentityRepository(tx, scope),
    invitations: () => createInvitationRepository(tx, scope),
    passwords: () => createPasswordRepository(tx, scope),
    signIns: () => createSignInRepository(tx, scope),
    isolation: () => createIsolationRepository(tx, scope),
    principals: () => createPrincipalRepository(tx, scope),
    sources: () => createSourceRepository(tx, scope, createOutbox(tx, scope)),
    webhooks: () => createWebhookRepository(tx, scope),
    goldenQuestions: () => createGoldenQuestionRepository(tx, scope),
    evaluationRuns: () => createEvaluationRunRepository(tx, scope),
    workspace: () => createWorkspaceRepository(tx, scope),
  });

type QuotaOptions = Parameters<typeof createQuotaRepository>[2];

type OnDemand<Makers extends Record<string, () => unknown>> = {
  readonly [Name in keyof Makers]: ReturnType<Makers[Name]>;
};

// Each name is a getter for its maker's result, as the type says.
const onDemand = <Makers extends Record<string, () => unknown>>(makers: Makers) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(makers).map(([name, get]) => [
        name,
        { get, enumerable: true, configurable: true },
      ]),
    ),
  ) as OnDemand<Makers>;

const createPlatform =
  (limits: TenantLimits) =>
  ({ platform, inTenant, asOperator, statements }: PlatformAccess) => ({
    tenants: createTenantRepository(platform, asOperator, limits),
    tasks: createTaskRepository(statements),
    stuckDocuments: createStuckDocuments(statements),
    sourceTasks: createSourceTasks(statements),
    evaluationTasks: createEvaluationTasks(statements),
    webhookTasks: createWebhookTasks(statements),
    nodeMetrics: createNodeMetrics(platform),
    authentication: createAuthenticationRepository(inTenant),
    signIns: createSignInLookup(inTenant),
    unscopedReads: createUnscopedReads(statements),
  });

/** With the default limits of tenants. */
export const repositories = createRepositories(DEFAULT_TENANT_LIMITS);

export type ScopedRepositories = ReturnType<typeof repositories.scoped>;
type PlatformRepositories = ReturnType<typeof repositories.platform>;
export type Database = OpenDatabase<ScopedRepositories, PlatformRepositories>;
