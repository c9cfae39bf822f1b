import type { CollectionRepository, DocumentRepository } from '../documents/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { TaskScheduler } from '../tasks/index.js';
import type {
  AuditRepository,
  GroupRepository,
  TenantRepository,
  UserRepository,
} from '../tenancy/index.js';
import type { PrincipalRepository } from './readers/principals-repository.js';
import type { SourceRepository } from './repository.js';
import type { SourceTasks } from './runs/tasks-repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  collections: CollectionRepository;
  documents: DocumentRepository;
  groups: GroupRepository;
  principals: PrincipalRepository;
  sources: SourceRepository;
  tasks: TaskScheduler;
  users: UserRepository;
};

export type Database = OpenDatabase<
  ScopedRepositories,
  { sourceTasks: SourceTasks; tenants: Pick<TenantRepository, 'find'> }
>;
