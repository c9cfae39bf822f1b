import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { Database } from './database.js';
import { createSourceLoop, type SourceTiming } from './loop.js';
import type { ReadDeps } from './read-item.js';
import { createLookAtSource } from './run-source.js';

export { createReachOf } from './reach.js';
export type { SourceTiming } from './loop.js';
export { createSources } from './sources.js';

type LookDeps = Parameters<typeof createLookAtSource>[0];

type Deps = ReadDeps & {
  database: Database;
  reachOf: LookDeps['reachOf'];
  personScope: LookDeps['personScope'];
  metrics: Pick<Metrics, 'sourceRunEnded'>;
  logger: Logger;
  timing?: Partial<SourceTiming> | undefined;
};

const SOURCE_TIMING: SourceTiming = { intervalMs: 2000, leaseMs: 60_000, retryMs: 30_000 };

/** Runs of different tenants; one of each at a time. */
const AT_ONCE = 2;

/** Looks at sources when they are due, beside whatever else the process does. */
export const createSourceRuns = ({ metrics, logger, timing, ...deps }: Deps) => {
  const lookAt = createLookAtSource({
    ...deps,
    onRunEnded: (run) => {
      metrics.sourceRunEnded(run);
    },
  });
  const { sourceTasks: tasks } = deps.database.platform;
  return createSourceLoop({
    tasks,
    lookAt,
    atOnce: AT_ONCE,
    timing: { ...SOURCE_TIMING, ...timing },
    logger,
  });
};
