import type { FileStore } from '../platform/files/file-store.js';
import type { ChatModel } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { makeSystemScope } from '../shared/make-scope.js';
import { eachItem } from '../shared/page.js';
import type { SystemScope } from '../shared/scope.js';
import type { Keys } from '../sign-in/index.js';
import type { TenantStatus } from '../tenancy/index.js';
import type { Database } from './database.js';

/** Everything that the chores of all tenants need. */
export type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'mayDeleteFiles' | 'platform'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'for' | 'writerFor' | 'optimize' | 'dropStaleCollections'>;
  chat: ChatModel | null;
  metrics: Pick<Metrics, 'memoryOperation' | 'ingestionRepair' | 'isolationCanaryFinished'>;
  /** True in the one process that may run it at a time. If absent, no process runs it. */
  mayRunCanary?: (() => Promise<boolean>) | null;
  /** Seals the secrets of tenants; null or absent if this installation has none. */
  atRest?: Keys | null;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
  sessionTimeoutMs: number;
  /** Longer than any turn may take: a longer one has lost its process. */
  abandonedAfterMs: number;
  /** The maximum duration of a turn while a model writes. */
  longestTurnMs: number;
  orphanAgeMs?: number | undefined;
  /** How many replaced versions of a document can be restored. */
  keptVersions: number;
  logger: Logger;
  now: () => Date;
};

/** Does one chore; a failure is logged, and the others continue. */
export type Attempt = (chore: string, work: () => Promise<unknown>) => Promise<void>;

/** Each tenant's background scope with its status. */
export async function* eachTenant({
  platform: { tenants },
}: Pick<Database, 'platform'>): AsyncGenerator<{ scope: SystemScope; status: TenantStatus }> {
  for await (const { id, status } of eachItem((page) => tenants.list(page))) {
    yield { scope: makeSystemScope(id), status };
  }
}
