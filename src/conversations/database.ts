import type { ChunkRepository } from '../documents/index.js';
import type { MemoryRepository } from '../memories/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { TaskScheduler } from '../tasks/index.js';
import type { AuditRepository, UsageRepository } from '../tenancy/index.js';
import type { ExecutionRepository } from './executions-repository.js';
import type { FeedbackRepository } from './feedback-repository.js';
import type { SharedAnswerRepository } from './shared-answers-repository.js';
import type { SessionRepository } from './sessions-repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  chunks: ChunkRepository;
  executions: ExecutionRepository;
  feedback: FeedbackRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  sharedAnswers: SharedAnswerRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
