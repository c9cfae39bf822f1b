import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { ChunkRepository } from '../documents/chunks.js';
import type { DocumentRepository } from '../documents/repository.js';
import type { MemoryRepository } from '../memories/repository.js';
import type { TaskScheduler } from '../tasks/task-scheduler.js';
import type { TaskRepository } from '../tasks/tasks.js';
import type { UsageRepository } from '../tenancy/usage-repository.js';

/** What this room asks of a transaction. */
export type ScopedRepositories = {
  chunks: ChunkRepository;
  documents: DocumentRepository;
  memories: MemoryRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories, { tasks: TaskRepository }>;
