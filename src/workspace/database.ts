import type { Database as OpenDatabase } from '../platform/database/database.js';
import type {
  AuditRepository,
  QuotaRepository,
  TenantSettingsRepository,
} from '../tenancy/index.js';
import type { WorkspaceRepository } from './repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  quotas: QuotaRepository;
  settings: TenantSettingsRepository;
  workspace: WorkspaceRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
