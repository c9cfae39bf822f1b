import { createReconcileTenants } from './reconcile-vectors.js';
import { createSummariseTenants } from './summarise.js';
import { createSweepTenants } from './sweep.js';
import type { Attempt } from './each-tenant.js';
import { createSingleFlight } from '../shared/async.js';
import type { Database } from './database.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { ChatModel } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'writerFor' | 'optimize' | 'dropStaleCollections'>;
  chat: ChatModel | null;
  metrics: Pick<Metrics, 'memoryOperation' | 'ingestionRepair'>;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
  sessionTimeoutMs: number;
  /** Longer than any turn may take: what runs longer has lost its process. */
  abandonedAfterMs: number;
  intervalMs: number;
  orphanAgeMs?: number | undefined;
  /** Between two rounds that compare all vectors with PostgreSQL; the first is with the first sweep. */
  reconcileIntervalMs?: number | undefined;
  logger: Logger;
  now: () => Date;
};

export type Maintenance = {
  /** Makes what was indexed otherwise due again; returns how many tasks. */
  requeueChanged(): Promise<number>;
  /** One round over all tenants; a part that fails leaves the others to run. */
  sweep(): Promise<void>;
  /** One round of comparisons and summaries over all tenants, apart from the sweep because a model may take its time. */
  summarise(): Promise<void>;
  /** One comparison of the vectors of all tenants with PostgreSQL, which is right. */
  reconcile(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

const RECONCILE_INTERVAL_MS = 3_600_000;

export { createReindex } from './reindex.js';

/** Closes, collects, sums up and compacts what nobody else does, and starts a re-index when the index settings changed. */
export const createMaintenance = (deps: Deps): Maintenance => {
  const stopped = new AbortController();
  const chores = createChores(deps, stopped.signal);
  const reconcile = atMostEvery(
    deps.reconcileIntervalMs ?? RECONCILE_INTERVAL_MS,
    chores.reconcile,
  );
  const rounds = [chores.sweep, chores.summarise, reconcile].map(createSingleFlight);
  let timer: NodeJS.Timeout | null = null;
  return {
    ...chores,
    start: () => {
      timer ??= setInterval(() => {
        for (const { run } of rounds) void run();
      }, deps.intervalMs);
      timer.unref();
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      stopped.abort();
      await Promise.all(rounds.map(({ ended }) => ended()));
    },
  };
};

type Chores = Pick<Maintenance, 'requeueChanged' | 'sweep' | 'summarise' | 'reconcile'>;

const createChores = (deps: Deps, signal: AbortSignal): Chores => {
  const { vectors, fingerprint, logger } = deps;
  const { tasks } = deps.database.platform;
  const attempt = createAttempt(logger, signal);
  const sweepTenants = createSweepTenants(deps, attempt);
  const summariseTenants = createSummariseTenants(deps, attempt, signal);
  const reconcileTenants = createReconcileTenants(deps, attempt, signal);
  return {
    requeueChanged: async () => {
      const requeued = await tasks.requeueForFingerprint(fingerprint);
      if (requeued > 0) logger.info({ requeued }, 'Index settings changed, indexing again');
      return requeued;
    },
    sweep: async () => {
      await attempt('sweep_tenants', sweepTenants);
      await attempt('optimize_vectors', () => vectors.optimize());
      await attempt('drop_stale_collections', async () => {
        if ((await tasks.reindexing(fingerprint)) === null) await vectors.dropStaleCollections();
      });
    },
    reconcile: () => attempt('reconcile_tenants', reconcileTenants),
    summarise: () => attempt('summarise_tenants', summariseTenants),
  };
};

const createAttempt =
  (logger: Logger, signal: AbortSignal): Attempt =>
  async (chore, work) => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ chore, err: error }, 'Maintenance chore failed, next round tries again');
    }
  };

const atMostEvery = (intervalMs: number, work: () => Promise<void>) => {
  let startedAtMs = -Infinity;
  return async (): Promise<void> => {
    if (performance.now() - startedAtMs < intervalMs) return;
    startedAtMs = performance.now();
    await work();
  };
};
