import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { CollectionRepository } from './collections/repository.js';
import type { BatchRepository } from './many/batches-repository.js';
import type { ChunkRepository } from './chunks-repository.js';
import type { PageReadingRepository } from './pages/readings-repository.js';
import type { SpanRepository } from './pages/spans.js';
import type { DocumentRepository } from './repository.js';
import type { IdempotencyRepository } from '../http/index.js';
import type { SourceId, UserId } from '../shared/ids.js';
import type { TaskScheduler } from '../tasks/index.js';
import type {
  AuditRepository,
  GroupRepository,
  QuotaRepository,
  TenantSettingsRepository,
  UsageRepository,
  UserRepository,
} from '../tenancy/index.js';

/** What uploads need to know about sources: the first document that is sent to a source creates it. */
type PlacedSources = {
  ensurePushed(source: { ownerId: UserId; name: string }): Promise<SourceId | null>;
};

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  batches: BatchRepository;
  chunks: ChunkRepository;
  collections: CollectionRepository;
  documents: DocumentRepository;
  groups: GroupRepository;
  idempotency: IdempotencyRepository;
  quotas: QuotaRepository;
  settings: TenantSettingsRepository;
  readings: PageReadingRepository;
  sources: PlacedSources;
  spans: SpanRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
  users: UserRepository;
};

export type Database = OpenDatabase<ScopedRepositories>;
