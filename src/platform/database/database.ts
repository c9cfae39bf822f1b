import type { Scope } from '../../shared/scope.js';
import type { PoolUse } from '../telemetry/telemetry.js';

/** `Scoped` are repositories bound to one scope and one transaction; they die with it. A feature names those that it uses. */
export type Database<Scoped, Platform = unknown> = {
  /** One transaction under row security. Rejects with `storage_unavailable` when PostgreSQL is down; serialization conflicts are retried (≤ 3 tries). */
  withScope<Result>(scope: Scope, work: (tx: Scoped) => Promise<Result>): Promise<Result>;
  /** Tables without row security: ids, states and numbers only. */
  platform: Platform;
  /** Runs work while holding a cluster-wide lock named by the key; the second holder waits until the signal fires. */
  withLock<Result>(
    lock: { key: string; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * Asked after the commit of what let go of files. False while a backup runs, whose snapshot may be older than that commit: it still
   * has to copy those files, and the collector of orphans takes them later.
   */
  mayDeleteFiles(): Promise<boolean>;
  check(): Promise<void>;
  /** The present use of each of this process's pools of connections. */
  pools(): PoolUse[];
  close(): Promise<void>;
};
