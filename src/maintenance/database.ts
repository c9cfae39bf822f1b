import type { AssistantRepository } from '../assistants/index.js';
import type {
  FeedbackRepository,
  ExecutionRepository,
  SessionRepository,
  SharedAnswerRepository,
  ToolResultRepository,
} from '../conversations/index.js';
import type {
  BatchRepository,
  ChunkRepository,
  CollectionRepository,
  DocumentRepository,
  SpanRepository,
  VectorIndexRepository,
} from '../documents/index.js';
import type { AuthenticationRepository, IdempotencyRepository } from '../http/index.js';
import type { MemoryRepository } from '../memories/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { IdentityRepository, SignInRepository } from '../sign-in/index.js';
import type { SourceRepository } from '../sources/index.js';
import type { TaskScheduler, TaskRepository } from '../tasks/index.js';
import type {
  ApiKeyRepository,
  TenantSettingsRepository,
  AuditRepository,
  GroupRepository,
  HoldRepository,
  QuotaRepository,
  TenantRepository,
  UsageRepository,
  UserRepository,
} from '../tenancy/index.js';
import type { WebhookRepository } from '../webhooks/index.js';
import type { WorkspaceRepository } from '../workspace/index.js';
import type { RetentionRepository } from './retention/repository.js';
import type { IsolationRepository, UnscopedReads } from './isolation/repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  apiKeys: ApiKeyRepository;
  assistants: AssistantRepository;
  audit: AuditRepository;
  chunks: ChunkRepository;
  collections: CollectionRepository;
  documents: DocumentRepository;
  groups: GroupRepository;
  holds: HoldRepository;
  quotas: QuotaRepository;
  retention: RetentionRepository;
  settings: TenantSettingsRepository;
  toolResults: ToolResultRepository;
  feedback: FeedbackRepository;
  executions: ExecutionRepository;
  batches: BatchRepository;
  identities: IdentityRepository;
  idempotency: IdempotencyRepository;
  isolation: IsolationRepository;
  memories: MemoryRepository;
  sessions: SessionRepository;
  sharedAnswers: SharedAnswerRepository;
  signIns: SignInRepository;
  sources: Pick<SourceRepository, 'sealed' | 'reseal'>;
  spans: SpanRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
  users: UserRepository;
  vectorIndex: VectorIndexRepository;
  webhooks: WebhookRepository;
  workspace: WorkspaceRepository;
};

export type Database = OpenDatabase<
  ScopedRepositories,
  {
    authentication: AuthenticationRepository;
    tasks: TaskRepository;
    tenants: TenantRepository;
    unscopedReads: UnscopedReads;
  }
>;
