import type { JobConsumer, JobQueue } from './job-queue.js';
import type { OpenWorker, ProcessJob } from './connector.js';
import { createSingleFlight, within } from '../../shared/async.js';

const WATCH_INTERVAL_MS = 2000;
/** Looks at a queue with waiting jobs and nobody at work before the worker is taken for dead. */
const IDLE_LOOKS_BEFORE_STUCK = 5;
const DISCONNECT_TIMEOUT_MS = 3000;

type Deps = {
  openWorker: (process: ProcessJob) => Promise<OpenWorker>;
  counts: JobQueue['counts'];
  onError: (error: unknown) => void;
};

type Handle = Parameters<JobQueue['consume']>[0]['handle'];

/**
 * A worker under supervision: opened again when the backend was down at the start, when it stopped, or when it sleeps
 * beside waiting jobs (BullMQ #2964, #3088: a worker that never comes back after a lost connection).
 */
export const createConsumer = async (
  { openWorker, counts, onError }: Deps,
  handle: Handle,
): Promise<JobConsumer> => {
  const jobs = trackJobs(handle);
  let worker: OpenWorker | null = null;
  let closed = false;
  let idleLooks = 0;

  const replaceWorker = async (): Promise<void> => {
    void worker?.close().catch(onError);
    worker = null;
    worker = await openWorker(jobs.process);
  };
  const watch = async (): Promise<void> => {
    if (worker?.isRunning() === true) {
      const { waiting } = await counts();
      idleLooks = waiting > 0 && jobs.size() === 0 ? idleLooks + 1 : 0;
      if (idleLooks < IDLE_LOOKS_BEFORE_STUCK) return;
    }
    await replaceWorker();
  };

  await replaceWorker().catch(onError);
  const watching = every(WATCH_INTERVAL_MS, () => watch().catch(onError));
  return {
    running: () => !closed && idleLooks < IDLE_LOOKS_BEFORE_STUCK,
    close: async ({ graceMs }) => {
      closed = true;
      await watching.stop();
      const grace = setTimeout(jobs.abortAll, graceMs);
      await within(graceMs + DISCONNECT_TIMEOUT_MS, worker?.close() ?? Promise.resolve()).catch(
        onError,
      );
      clearTimeout(grace);
    },
  };
};

type RunningJobs = {
  process: ProcessJob;
  size: () => number;
  abortAll: () => void;
};

const trackJobs = (handle: Handle): RunningJobs => {
  const running = new Set<AbortController>();
  return {
    process: async ({ data }) => {
      const controller = new AbortController();
      running.add(controller);
      try {
        await handle(data, controller.signal);
      } finally {
        running.delete(controller);
      }
    },
    size: () => running.size,
    abortAll: () => {
      for (const controller of running) controller.abort();
    },
  };
};

/** Calls the work again and again, never twice at once. */
const every = (intervalMs: number, work: () => Promise<void>) => {
  const { run, ended } = createSingleFlight(work);
  const timer = setInterval(() => void run(), intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await ended();
    },
  };
};
