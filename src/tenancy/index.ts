import type { Route } from '../http/index.js';
import { orNotFound } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import { createApiKeyRoutes, createApiKeys, type ApiKeyDeps } from './api-keys.js';
import { readQuotaUse } from './quotas.js';
import type { AuditFilter } from './audit.js';
import { createAuditRoutes, type AuditDeps } from './audit-routes.js';
import type {
  AccountDatabase,
  PrepareCredential,
  ProfileDatabase,
  ReleaseFiles,
} from './database.js';
import { createGroupRoutes, createGroups, type GroupDeps } from './groups.js';
import { createProfile, createProfileRoutes, type ProfileDeps } from './profile.js';
import { createSettings, createTenantSettingsRoutes, type SettingsDeps } from './settings.js';
import { createTenantRoutes, createTenants, type TenantDeps } from './tenants.js';
import type { DayRange } from './usage.js';
import { createHoldRoutes, createHolds, type HoldDeps } from './holds/holds.js';
import { createUsageRoutes, type UsageDeps } from './usage-routes.js';
import { createUserRoutes, createUsers, type UserDeps } from './users.js';

export type { Invitation, PrepareCredential } from './database.js';
export type { AuditRepository } from './audit.js';
export { changesBetween, type AuditChange } from './audit-changes.js';
export { createCountedAudit, createNoteActing, type CountedAudit } from './counted-audit.js';
export { BOOTSTRAP_FILES, createBootstrap, readAdminKey } from './bootstrap.js';
export { createFirstLink } from './first-link.js';
export type { GroupRepository } from './groups-repository.js';
export type { HoldRepository } from './holds/repository.js';
export {
  requireOneMore,
  requireQuestionQuota,
  requireRoom,
  type QuotaRepository,
} from './quotas.js';
export {
  CANARY_SLUG_PREFIX,
  CitationStyle,
  emailField,
  groupField,
  passwordField,
  requireTools,
  TenantPolicy,
  TenantSlug,
  TenantStatus,
  promptField,
  toolNamesField,
  UserPreferences,
  UserStatus,
} from './schema.js';
export {
  createTenantRepository,
  type TenantRepository,
  type TenantSettingsRepository,
} from './tenants-repository.js';
export { createTenants, emptyTenant } from './tenants.js';
export { toModelUsage, type UsageRepository, type UsedAmounts } from './usage.js';
export type { ApiKeyRepository, UserRepository } from './users-repository.js';
export { createAdminScope } from './admin-key.js';
export { createPersonScope } from './users.js';

type Deps = {
  database: Pick<AccountDatabase, 'withScope' | 'withLock' | 'platform'> &
    Pick<ProfileDatabase, 'withScope'>;
  releaseFiles: ReleaseFiles;
  prepareCredential: PrepareCredential;
  /** Wakes this process's task loop. */
  wakeUp: () => void;
};

/** Everything that the operator, admins and users can do with tenants, accounts and keys. */
export const createTenancy = (deps: Deps) => ({
  tenants: createTenants(deps),
  settings: createSettings(deps),
  users: createUsers(deps),
  groups: createGroups(deps),
  holds: createHolds(deps),
  apiKeys: createApiKeys(deps),
  profile: createProfile(deps),
  /** Reads the usage of the tenant's users on these days; every page includes the sum over all of them. */
  readUsage: (scope: UserScope, range: DayRange, page: PageRequest) =>
    deps.database.withScope(scope, async (tx) => ({
      ...(await tx.usage.list(range, page)),
      totals: await tx.usage.totals(range),
      now: await readQuotaUse(tx, (await tx.settings.get()).policy.quotas),
    })),
  /** The same for the operator, who sees no people: days of the tenant. */
  readTenantUsage: async (tenantId: TenantId, range: DayRange, page: PageRequest) => {
    const { id } = orNotFound(await deps.database.platform.tenants.find(tenantId));
    return deps.database.withScope(makeSystemScope(id), async (tx) => ({
      ...(await tx.usage.listDays(range, page)),
      totals: await tx.usage.totals(range),
      now: await readQuotaUse(tx, (await tx.settings.get()).policy.quotas),
    }));
  },
  readAudit: (
    scope: UserScope,
    { withTotal = false, ...filter }: AuditFilter & PageRequest & { withTotal?: boolean },
  ) =>
    deps.database.withScope(scope, async (tx) => ({
      ...(await tx.audit.list(filter)),
      ...(withTotal && { total: await tx.audit.count(filter) }),
    })),
});

export type TenancyDeps = ApiKeyDeps &
  AuditDeps &
  GroupDeps &
  HoldDeps &
  ProfileDeps &
  SettingsDeps &
  TenantDeps &
  UsageDeps &
  UserDeps;

export const createTenancyRoutes = (deps: TenancyDeps): Route[] => [
  ...createProfileRoutes(deps),
  ...createTenantRoutes(deps),
  ...createTenantSettingsRoutes(deps),
  ...createUserRoutes(deps),
  ...createGroupRoutes(deps),
  ...createHoldRoutes(deps),
  ...createApiKeyRoutes(deps),
  ...createUsageRoutes(deps),
  ...createAuditRoutes(deps),
];
