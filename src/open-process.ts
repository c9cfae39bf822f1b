import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/index.js';
import type { Application } from './application.js';
import { isAppError } from './shared/errors.js';
import { createLogger } from './platform/telemetry/logger.js';
import { openDoors } from './open-doors.js';
import { openMetrics } from './open-metrics.js';
import type { Logger } from './platform/telemetry/telemetry.js';

type Closing = { close(): Promise<void> };

type Plan<Doors extends Closing> = {
  openDoors: (config: Config, logger: Logger) => Promise<Doors>;
  start: (application: Application, doors: Doors) => Promise<unknown>;
};

type Deps = {
  /** The composition root's, which only a process may import. */
  compose: (config: Config, overrides: { logger: Logger }) => Promise<Application>;
  logger?: Logger;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * A process that can be probed from its first moment. Its work begins when PostgreSQL has been reached: one that is away is waited
 * for, one that refuses us ends the process. The embedded one is ours to start and is not waited for.
 */
const openProcess =
  <Doors extends Closing>(plan: Plan<Doors>) =>
  async (config: Config, { compose, logger = createLogger(config.logging) }: Deps) => {
    const doors = await plan.openDoors(config, logger);
    let opened: Closing = doors;
    const begin = async () => {
      const application = await compose(config, { logger });
      try {
        await plan.start(application, doors);
      } catch (error) {
        await application.close();
        throw error;
      }
      opened = application;
    };
    return {
      /** Resolves when the work has begun, or when the signal has fired while waiting. */
      begin: (signal: AbortSignal) =>
        config.database.urls === null ? begin() : untilReached(begin, { signal, logger }),
      close: () => opened.close(),
    };
  };

export const openServer = openProcess({
  openDoors,
  start: (application, doors) => application.serve(doors),
});

export const openWorker = openProcess({
  openDoors: openMetrics,
  start: (application, metrics) => application.startWorker(metrics),
});

const untilReached = async (
  begin: () => Promise<void>,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<void> => {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await begin();
      return;
    } catch (error) {
      if (!isAppError(error) || error.code !== 'storage_unavailable') throw error;
      const pauseMs = pauseAfter(attempt);
      logger.warn({ err: error, attempt, pauseMs }, 'Waiting for PostgreSQL, which is away');
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
};

// Jitter, so that processes that lost the same database do not come back to it as one.
const pauseAfter = (attempt: number): number => {
  const fullMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + Math.random() / 2));
};
