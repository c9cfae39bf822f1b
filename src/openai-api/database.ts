import type { Database as OpenDatabase } from '../platform/database/database.js';
import type {
  QuotaRepository,
  TenantSettingsRepository,
  UsageRepository,
} from '../tenancy/index.js';

/** The repositories that this folder uses in a transaction. */
type ScopedRepositories = {
  quotas: QuotaRepository;
  settings: Pick<TenantSettingsRepository, 'get'>;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
