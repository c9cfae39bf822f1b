import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { DocumentRepository } from '../documents/repository.js';
import type { MemoryRepository } from './repository.js';
import type { TaskScheduler } from '../tasks/task-scheduler.js';
import type { UsageRepository } from '../tenancy/usage-repository.js';

/** What this room asks of a transaction. */
export type ScopedRepositories = {
  documents: DocumentRepository;
  memories: MemoryRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
