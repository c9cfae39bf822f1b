import type { ChunkRepository } from '../documents/index.js';
import type { ExecutionRepository } from '../conversations/index.js';
import type { MemoryRepository } from '../memories/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type {
  ApiKeyRepository,
  AuditRepository,
  TenantSettingsRepository,
  UserRepository,
} from '../tenancy/index.js';
import type { GoldenQuestionRepository } from './golden-questions-repository.js';
import type { EvaluationRunRepository } from './runs-repository.js';
import type { EvaluationTasks } from './tasks-repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  apiKeys: Pick<ApiKeyRepository, 'list'>;
  audit: Pick<AuditRepository, 'append'>;
  chunks: ChunkRepository;
  evaluationRuns: EvaluationRunRepository;
  executions: Pick<ExecutionRepository, 'find'>;
  goldenQuestions: GoldenQuestionRepository;
  memories: MemoryRepository;
  settings: Pick<TenantSettingsRepository, 'get'>;
  users: Pick<UserRepository, 'find'>;
};

export type Database = OpenDatabase<ScopedRepositories, { evaluationTasks: EvaluationTasks }>;
