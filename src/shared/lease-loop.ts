import { createSingleFlight, linkSignals } from './async.js';

export type LeaseTiming = { intervalMs: number; leaseMs: number; retryMs: number };

/** When it is due again; null: when somebody asks. */
type Due = { dueInMs: number | null };

type Deps<Lease> = {
  tasks: {
    claim(options: { limit: number; leaseMs: number }): Promise<Lease[]>;
    renew(lease: Lease, leaseMs: number): Promise<boolean>;
    release(lease: Lease, due: Due): Promise<void>;
  };
  lookAt: (lease: Lease, signal: AbortSignal) => Promise<Due>;
  /** The most leases that this process works on at once. */
  atOnce: number;
  timing: LeaseTiming;
  logger: { warn: (fields: Record<string, unknown>, message: string) => void };
  /** Names what is leased in the log, as `sources`. */
  name: string;
};

/** Works on what is due, under a lease for each. If a process dies, its lease expires and another process goes on. */
export const createLeaseLoop = <Lease extends object>(deps: Deps<Lease>) => {
  const { tasks, atOnce, timing, logger, name } = deps;
  const stopping = new AbortController();
  const work = createWork(deps, stopping.signal);
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isDown = false;
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
      if (!isDown) {
        logger.warn({ err: error, name }, 'Background work cannot be looked for, trying again');
      }
      isDown = true;
    }
  });
  return {
    start: (): void => {
      timer ??= setInterval(() => void looks.run(), timing.intervalMs);
      void looks.run();
    },
    /** Interrupts what is under way; another process continues it. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      timer = undefined;
      stopping.abort(new Error('The process ends.'));
      await looks.ended();
      await Promise.all(underWay);
    },
  };
};

/** Works under one lease, which is renewed meanwhile, and gives it back. */
const createWork =
  <Lease extends object>(
    { tasks, lookAt, timing, logger, name }: Omit<Deps<Lease>, 'atOnce'>,
    stopping: AbortSignal,
  ) =>
  async (lease: Lease): Promise<void> => {
    const limited = linkSignals([stopping]);
    const renewal = setInterval(() => {
      void tasks.renew(lease, timing.leaseMs).then(
        (isHeld) => {
          if (!isHeld) limited.abort(new Error('Another worker has this lease.'));
        },
        // The database is away: the next renewal tells, or the lease runs out.
        () => undefined,
      );
    }, timing.leaseMs / 3);
    try {
      await tasks.release(lease, await lookAt(lease, limited.signal));
    } catch (error) {
      const dueInMs = stopping.aborted ? 0 : timing.retryMs;
      if (!limited.signal.aborted) {
        logger.warn({ err: error, ...lease, name }, 'Background work failed, trying again later');
      }
      await tasks.release(lease, { dueInMs }).catch(() => undefined);
    } finally {
      clearInterval(renewal);
      limited.unlink();
    }
  };
