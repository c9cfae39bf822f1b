import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { SessionRepository } from '../conversations/index.js';
import type { DocumentRepository } from '../documents/index.js';
import type { MemoryRepository } from '../memories/index.js';
import type { TaskScheduler } from '../tasks/index.js';
import type { UsageRepository } from '../tenancy/index.js';

/** What this room asks of a transaction. */
type ScopedRepositories = {
  documents: DocumentRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
