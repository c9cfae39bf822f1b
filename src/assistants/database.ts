import type { CollectionRepository } from '../documents/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { AuditRepository, TenantSettingsRepository } from '../tenancy/index.js';
import type { AssistantRepository } from './repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  assistants: AssistantRepository;
  audit: Pick<AuditRepository, 'append'>;
  collections: Pick<CollectionRepository, 'requireUsable'>;
  settings: Pick<TenantSettingsRepository, 'get'>;
};

export type Database = OpenDatabase<ScopedRepositories>;
