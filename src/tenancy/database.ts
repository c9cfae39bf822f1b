import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { DocumentId, MemoryId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { TaskScheduler } from '../tasks/index.js';
import type { ApiKeyRepository } from './api-keys-repository.js';
import type { AuditRepository } from './audit-repository.js';
import type { TenantSettingsRepository } from './settings-repository.js';
import type { TenantRepository } from './tenants-repository.js';
import type { UsageRepository } from './usage-repository.js';
import type { UserRepository } from './users-repository.js';

/** What this room asks of a transaction. */
export type ScopedRepositories = {
  apiKeys: ApiKeyRepository;
  audit: AuditRepository;
  /** Documents and memories lie above this room: it knows of them what it takes to remove a person's or a tenant's. */
  documents: {
    list(page: PageRequest): Promise<Page<{ id: DocumentId; status: string }>>;
    markDeleting(id: DocumentId): Promise<void>;
    markPrivateOfUserDeleting(userId: UserId): Promise<DocumentId[]>;
  };
  memories: { deleteAllOfUser(userId: UserId): Promise<MemoryId[]> };
  settings: TenantSettingsRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
  users: UserRepository;
};

export type Database = OpenDatabase<ScopedRepositories, { tenants: TenantRepository }>;
