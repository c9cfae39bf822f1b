import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { createLeaseLoop, type LeaseTiming } from '../shared/lease-loop.js';
import type { Database } from './database.js';
import type { OpenStored } from './open-stored.js';
import type { ReadDeps } from './runs/read-item.js';
import { createLookAtSource } from './runs/run-source.js';

export type { SourceEvents, SourceRepository } from './repository.js';
export { findKind } from './kinds/index.js';
export { createOpenStored } from './open-stored.js';
export { createReachOf } from './reach.js';
export { listFailing } from './failing.js';
export { createRecheckReaders } from './readers/recheck.js';
export { createSources } from './sources.js';

type LookDeps = Parameters<typeof createLookAtSource>[0];

type Deps = ReadDeps & {
  database: Database;
  openStored: OpenStored;
  personScope: LookDeps['personScope'];
  metrics: Pick<Metrics, 'sourceRunEnded'>;
  logger: Logger;
  timing?: Partial<SourceTiming> | undefined;
};

export type SourceTiming = LeaseTiming;

const SOURCE_TIMING: SourceTiming = { intervalMs: 2000, leaseMs: 60_000, retryMs: 30_000 };

/** The number of sources that run at the same time, each for a different tenant. */
const AT_ONCE = 2;

/** Runs due sources in the background of the process. */
export const createSourceRuns = ({ metrics, logger, timing, ...deps }: Deps) => {
  const lookAt = createLookAtSource({
    ...deps,
    onRunEnded: (run) => {
      metrics.sourceRunEnded(run);
    },
  });
  const { sourceTasks: tasks } = deps.database.platform;
  return createLeaseLoop({
    name: 'sources',
    tasks,
    lookAt,
    atOnce: AT_ONCE,
    timing: { ...SOURCE_TIMING, ...timing },
    logger,
  });
};
