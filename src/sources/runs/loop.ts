import type { Logger } from '../../platform/telemetry/telemetry.js';
import { createSingleFlight, linkSignals } from '../../shared/async.js';
import type { Looked } from './run-source.js';
import type { SourceLease, SourceTasks } from './tasks-repository.js';

export type SourceTiming = { intervalMs: number; leaseMs: number; retryMs: number };

type Deps = {
  tasks: SourceTasks;
  lookAt: (lease: SourceLease, signal: AbortSignal) => Promise<Looked>;
  /** The most sources that this process runs at once. */
  atOnce: number;
  timing: SourceTiming;
  logger: Logger;
};

/** Runs the sources that are due. If a process dies, its lease expires and another process continues the run. */
export const createSourceLoop = ({ tasks, lookAt, atOnce, timing, logger }: Deps) => {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isDown = false;
  const work = async (lease: SourceLease): Promise<void> => {
    const limited = linkSignals([stopping.signal]);
    const renewal = setInterval(() => {
      void tasks.renew(lease, timing.leaseMs).then(
        (isHeld) => {
          if (!isHeld) limited.abort(new Error('Another worker has this source.'));
        },
        // The database is away: the next renewal tells, or the lease runs out.
        () => undefined,
      );
    }, timing.leaseMs / 3);
    try {
      await tasks.release(lease, await lookAt(lease, limited.signal));
    } catch (error) {
      const dueInMs = stopping.signal.aborted ? 0 : timing.retryMs;
      if (!limited.signal.aborted) {
        const { tenantId, sourceId } = lease;
        logger.warn({ err: error, tenantId, sourceId }, 'A source could not be looked at');
      }
      await tasks.release(lease, { dueInMs }).catch(() => undefined);
    } finally {
      clearInterval(renewal);
      limited.unlink();
    }
  };
  const looks = createSingleFlight(async () => {
    const limit = atOnce - underWay.size;
    if (limit <= 0 || stopping.signal.aborted) return;
    try {
      for (const lease of await tasks.claim({ limit, leaseMs: timing.leaseMs })) {
        const job = work(lease).finally(() => underWay.delete(job));
        underWay.add(job);
      }
      isDown = false;
    } catch (error) {
      if (!isDown) logger.warn({ err: error }, 'Sources cannot be looked at, trying again');
      isDown = true;
    }
  });
  return {
    start: (): void => {
      timer ??= setInterval(() => void looks.run(), timing.intervalMs);
      void looks.run();
    },
    /** Interrupts runs; another process continues them. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      timer = undefined;
      stopping.abort(new Error('The process ends.'));
      await looks.ended();
      await Promise.all(underWay);
    },
  };
};
