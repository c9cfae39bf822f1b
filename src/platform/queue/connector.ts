/** The part of a BullMQ queue that is used, equal for both backends. */
export type OpenQueue = {
  add(name: string, data: unknown, options: { jobId: string }): Promise<unknown>;
  getRanges(types: ['waiting'], start: number, end: number): Promise<string[]>;
  getJobCounts(...states: ('waiting' | 'active')[]): Promise<Record<string, number>>;
  close(): Promise<void>;
};

export type OpenWorker = {
  isRunning(): boolean;
  /** Waits for running handlers, then disconnects. */
  close(): Promise<void>;
};

export type ProcessJob = (job: { data: unknown }) => Promise<void>;

type OpenOptions = { queueName: string; onError: (error: Error) => void };

/** One backend of BullMQ. Opening rejects when the backend is down; what is open reconnects by itself. */
export type Connector = {
  openQueue(options: OpenOptions): Promise<OpenQueue>;
  openWorker(
    options: OpenOptions & { concurrency: number; process: ProcessJob },
  ): Promise<OpenWorker>;
  /** Refuses settings under which jobs would be lost. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The finished leave no trace: PostgreSQL knows what became of them. */
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * After kill -9 a job is picked up by another worker in 6 to 8 seconds (a minute with BullMQ's defaults), and any number
 * of times: with the default of one, a second kill would fail it for good.
 */
export const WORKER_OPTIONS = {
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 1_000_000,
  runRetryDelay: 1000,
  drainDelay: 5,
};
