export { createApiKeyRoutes, type ApiKeyDeps } from './api-keys.js';
export {
  createAuditRepository,
  createAuditRoutes,
  type AuditDeps,
  type AuditRepository,
} from './audit.js';
export { createBootstrap } from './bootstrap.js';
export { createProfileRoutes, type ProfileDeps } from './profile.js';
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
export { createTenantSettingsRoutes, type SettingsDeps } from './settings.js';
export { createTenancy } from './tenancy.js';
export {
  createSettingsRepository,
  createTenantRepository,
  type TenantRepository,
  type TenantSettingsRepository,
} from './tenants-repository.js';
export { createTenantRoutes, emptyTenant, type TenantDeps } from './tenants.js';
export {
  addUsage,
  createUsageRepository,
  createUsageRoutes,
  toModelUsage,
  type UsageDeps,
  type UsageRepository,
} from './usage.js';
export {
  createApiKeyRepository,
  createAuthenticationRepository,
  createUserRepository,
  type ApiKeyRepository,
  type UserRepository,
} from './users-repository.js';
export { createPersonScope, createUserRoutes, type UserDeps } from './users.js';
