import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { DocumentRepository } from '../documents/index.js';
import type { MemoryRepository } from './repository.js';
import type { TaskScheduler } from '../tasks/index.js';
import type { UsageRepository } from '../tenancy/index.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  documents: DocumentRepository;
  memories: MemoryRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
