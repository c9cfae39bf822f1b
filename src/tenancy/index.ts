export { createAuditRepository, type AuditRepository } from './audit.js';
export { createBootstrap } from './bootstrap.js';
export {
  createQuotaRepository,
  requireQuestionQuota,
  requireRoom,
  type QuotaRepository,
} from './quotas.js';
export {
  CitationStyle,
  TenantPolicy,
  TenantStatus,
  toolNamesField,
  UserPreferences,
} from './schema.js';
export { createTenancy, createTenancyRoutes, type TenancyDeps } from './tenancy.js';
export {
  createSettingsRepository,
  createTenantRepository,
  type TenantRepository,
  type TenantSettingsRepository,
} from './tenants-repository.js';
export { emptyTenant } from './tenants.js';
export { addUsage, createUsageRepository, toModelUsage, type UsageRepository } from './usage.js';
export {
  createApiKeyRepository,
  createAuthenticationRepository,
  createUserRepository,
  type ApiKeyRepository,
  type UserRepository,
} from './users-repository.js';
export { createPersonScope } from './users.js';
