import type { Scope } from '../../shared/scope.js';
import type { PoolUse } from '../telemetry/telemetry.js';

/** `Scoped` are repositories bound to one scope and one transaction, and unusable after it. A feature names the ones it uses. */
export type Database<Scoped, Platform = unknown> = {
  /** One transaction under row security. Rejects with `storage_unavailable` when PostgreSQL is down; serialization conflicts are retried (≤ 3 tries). */
  withScope<Result>(scope: Scope, work: (tx: Scoped) => Promise<Result>): Promise<Result>;
  /** Repositories of tables without row security: ids, states and numbers only. */
  platform: Platform;
  /** Runs work while holding a cluster-wide lock named by the key; another caller waits until the lock is free or its signal aborts. */
  withLock<Result>(
    lock: { key: string; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * Call after committing a change that released files. False while a backup runs: its snapshot may predate the commit, so it still has to
   * copy those files. The collector of orphans deletes them later.
   */
  mayDeleteFiles(): Promise<boolean>;
  check(): Promise<void>;
  /** The current use of each connection pool of this process. */
  pools(): PoolUse[];
  close(): Promise<void>;
};
