import type { Database as OpenDatabase } from '../platform/database/database.js';
import type {
  ChunkRepository,
  DocumentRepository,
  PageReadingRepository,
} from '../documents/index.js';
import type { MemoryRepository } from '../memories/index.js';
import type { TaskScheduler, TaskRepository } from '../tasks/index.js';
import type { UsageRepository } from '../tenancy/index.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  chunks: ChunkRepository;
  documents: DocumentRepository;
  memories: MemoryRepository;
  readings: PageReadingRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories, { tasks: TaskRepository }>;
