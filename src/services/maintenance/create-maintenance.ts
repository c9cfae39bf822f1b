import type { Database } from '../../ports/database/index.js';
import type { FileStore } from '../../ports/file-store.js';
import type { Logger } from '../../ports/telemetry.js';
import type { VectorStore } from '../../ports/vector-store.js';
import { createCollectOrphanFiles } from './collect-orphan-files.js';
import { eachTenant } from './each-tenant.js';
import { createFinishTenant } from './finish-tenant.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  files: FileStore;
  vectors: Pick<VectorStore, 'optimize' | 'dropStaleCollections'>;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
  sessionTimeoutMs: number;
  /** Longer than any turn may take: what runs longer has lost its process. */
  abandonedAfterMs: number;
  intervalMs: number;
  orphanAgeMs?: number;
  logger: Logger;
  now: () => Date;
};

export type Maintenance = {
  /** Makes what was indexed otherwise due again; returns how many tasks. */
  requeueChanged(): Promise<number>;
  /** One round over all tenants; a part that fails leaves the others to run. */
  sweep(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

const ORPHAN_AGE_MS = 3_600_000;

type Chores = { requeueChanged: Maintenance['requeueChanged']; sweep: Maintenance['sweep'] };

const createChores = (deps: Deps): Chores => {
  const { database, vectors, fingerprint, logger, now } = deps;
  const { tasks } = database.platform;
  const collectOrphanFiles = createCollectOrphanFiles(deps);
  const finishTenant = createFinishTenant({ ...deps, collectOrphanFiles });
  const attempt = async (chore: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      logger.warn({ chore, err: error }, 'Maintenance chore failed, next round tries again');
    }
  };
  const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
  const sweepTenants = async (): Promise<void> => {
    for await (const { scope, status } of eachTenant(database.platform)) {
      if (status === 'deleting') {
        await attempt('finish_tenant', () => finishTenant(scope));
        continue;
      }
      await attempt('close_idle_sessions', () =>
        database.withScope(scope, (tx) => tx.sessions.closeIdle(before(deps.sessionTimeoutMs))),
      );
      await attempt('close_abandoned_executions', () =>
        database.withScope(scope, (tx) =>
          tx.executions.closeAbandoned(before(deps.abandonedAfterMs)),
        ),
      );
      await attempt('collect_orphan_files', async () => {
        const collected = await collectOrphanFiles(scope, deps.orphanAgeMs ?? ORPHAN_AGE_MS);
        if (collected > 0) logger.info({ collected }, 'Collected files without a document');
      });
    }
  };
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
  };
};

/** Closes, collects and compacts what nobody else does, and starts a re-index when the index settings changed. */
export const createMaintenance = (deps: Deps): Maintenance => {
  const chores = createChores(deps);
  let timer: NodeJS.Timeout | null = null;
  let current: Promise<void> | null = null;
  const sweepOnce = (): void => {
    current ??= chores.sweep().finally(() => {
      current = null;
    });
  };
  return {
    ...chores,
    start: () => {
      timer ??= setInterval(sweepOnce, deps.intervalMs);
      timer.unref();
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await current;
    },
  };
};
