import { chunkingOf } from '../search/index.js';
import { createSingleFlight } from '../shared/async.js';
import type { Attempt, Deps } from './chores.js';
import { createIsolationCanary } from './isolation/canary.js';
import { inOrderOfRebuilding } from './order-of-rebuilding.js';
import { createReconcileTenants } from './reconcile-vectors.js';
import { createResealTenants } from './reseal.js';
import { createSummariseTenants } from './summarise.js';
import { createSweepTenants } from './sweep.js';

export {
  lookAt,
  renderExamination,
  toExamination,
  type Examination,
  type Part,
} from './examination.js';
export { createReindex } from './reindex.js';

type Timing = {
  intervalMs: number;
  /** The interval of comparing all vectors with PostgreSQL; the first comparison runs with the first sweep. */
  reconcileIntervalMs?: number | undefined;
  canaryIntervalMs?: number | undefined;
};

export type Maintenance = ReturnType<typeof createMaintenance>;

const RECONCILE_INTERVAL_MS = 3_600_000;
const CANARY_INTERVAL_MS = 3_600_000;
/** Repeated, because a process that does not know the new secret yet may still seal with the old one. */
const RESEAL_INTERVAL_MS = 600_000;

/** Closes, collects, summarizes and compacts what no other part does, and starts a re-index after the index settings changed. */
export const createMaintenance = ({
  intervalMs,
  reconcileIntervalMs = RECONCILE_INTERVAL_MS,
  canaryIntervalMs = CANARY_INTERVAL_MS,
  ...deps
}: Deps & Timing) => {
  const stopped = new AbortController();
  const chores = createChores(deps, stopped.signal);
  const reconcile = atMostEvery(reconcileIntervalMs, chores.reconcile);
  const canary = atMostEvery(canaryIntervalMs, chores.walkIsolation);
  const reseal = createSingleFlight(atMostEvery(RESEAL_INTERVAL_MS, chores.reseal));
  const watch = async (): Promise<void> => {
    // Asked each time, because a process that stops asking loses its turn to another.
    if ((await deps.mayRunCanary?.().catch(() => false)) === true) await canary();
  };
  const rounds = [
    ...[chores.sweep, chores.summarise, reconcile, watch].map(createSingleFlight),
    reseal,
  ];
  let timer: NodeJS.Timeout | undefined;
  return {
    ...chores,
    start: (): void => {
      void reseal.run();
      timer ??= setInterval(() => {
        for (const { run } of rounds) void run();
      }, intervalMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      timer = undefined;
      stopped.abort();
      await Promise.all(rounds.map(({ ended }) => ended()));
    },
  };
};

const createChores = (deps: Deps, signal: AbortSignal) => {
  const { vectors, fingerprint, logger } = deps;
  const { tasks } = deps.database.platform;
  const attempt: Attempt = async (chore, work) => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ chore, err: error }, 'Maintenance chore failed, next round tries again');
    }
  };
  const sweepTenants = createSweepTenants(deps, attempt);
  const summariseTenants = createSummariseTenants(deps, attempt, signal);
  const resealTenants = createResealTenants(deps, attempt, signal);
  const reconcileTenants = createReconcileTenants(deps, attempt, signal);
  return {
    /** Makes data that was indexed differently, and files that other parsers could not read, due again; returns how many tasks. */
    requeueChanged: async (): Promise<number> => {
      const behind = await tasks.tenantsBehind(fingerprint);
      const order = await inOrderOfRebuilding(deps, behind);
      const requeued = await tasks.requeueForFingerprint(fingerprint, order);
      if (requeued > 0) {
        const message = 'Index settings changed, indexing again';
        logger.info({ requeued, tenants: behind.length }, message);
      }
      const refused = await tasks.requeueRefused(chunkingOf(fingerprint));
      if (refused > 0) logger.info({ refused }, 'Parsers changed, reading refused files again');
      return requeued + refused;
    },
    /** One round over all tenants; a failing part does not stop the others. */
    sweep: async (): Promise<void> => {
      await attempt('sweep_tenants', sweepTenants);
      await attempt('optimize_vectors', () => vectors.optimize());
      await attempt('drop_stale_collections', async () => {
        const behind = await tasks.tenantsBehind(fingerprint);
        await vectors.dropStaleCollections(new Set(behind.map(({ tenantId }) => tenantId)));
      });
    },
    /** One round of the isolation canary. */
    walkIsolation: () => walkIsolation(deps),
    /** One comparison of all tenants' vectors with PostgreSQL, which takes precedence. */
    reconcile: () => attempt('reconcile_tenants', reconcileTenants),
    /** One round of sealing all tenants' secrets with the newest key. */
    reseal: () => attempt('reseal_tenants', resealTenants),
    /** One round of comparisons and summaries over all tenants, separate from the sweep because a model may be slow. */
    summarise: () => attempt('summarise_tenants', summariseTenants),
  };
};

const walkIsolation = async (deps: Deps): Promise<void> => {
  const { metrics, logger } = deps;
  try {
    const { result, leaks, blind } = await createIsolationCanary(deps)();
    metrics.isolationCanaryFinished(result);
    if (result === 'leak') logger.error({ leaks }, 'Isolation canary got through');
    if (result === 'blind') logger.warn({ blind }, 'Isolation canary could not look everywhere');
  } catch (error) {
    metrics.isolationCanaryFinished('failed');
    logger.warn({ err: error }, 'Isolation canary could not run, next round tries again');
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
