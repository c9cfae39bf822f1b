import type { Make } from './metric-factories.js';

export type SharedReads = {
  /** Read at each scrape; a failing read only leaves out its own gauges. */
  readTaskStats?: () => Promise<{ due: number; running: number; oldestDueAgeSec: number }>;
  readLargestQueue?: () => Promise<number>;
  readWaitingJobs?: () => Promise<number>;
  readWebhookStats?: () => Promise<{ waiting: number; oldestDueAgeSec: number }>;
  readDocumentCounts?: () => Promise<Record<string, number>>;
  readReindexing?: () => Promise<{ done: number; total: number; etaSec: number | null } | null>;
  /** Called at each scrape: whether this process is the one that exports the values above. Default: every process does. */
  showsSharedFigures?: () => Promise<boolean>;
};

const QUEUE = 'ingestion';

/** Values of the queue and the database, which all processes share: if each exported them, their sum would be a multiple of the truth. */
export const createSharedGauges = ({ gauge }: Make, options: SharedReads) => {
  const jobs = gauge('kr_queue_jobs', 'Tasks handed to workers', 'queue', 'state');
  const age = gauge('kr_queue_oldest_job_age_seconds', 'Age of the oldest due task', 'queue');
  const due = gauge('kr_ingestion_tasks_due', 'Tasks that wait');
  const largest = gauge(
    'kr_ingestion_tasks_due_of_one_tenant',
    'Waiting tasks of the tenant with the most',
  );
  const documents = gauge('kr_documents', 'Documents of all tenants', 'status');
  const webhooks = gauge('kr_webhooks_waiting', 'Webhook deliveries that are not finished');
  const webhookAge = gauge(
    'kr_webhook_oldest_due_age_seconds',
    'Age of the oldest due delivery whose host accepts deliveries',
  );
  const reindexed = gauge(
    'kr_reindex_subjects',
    'Documents and memories of an index that is being rebuilt',
    'state',
  );
  const remaining = gauge(
    'kr_reindex_remaining_seconds',
    'Estimated time until an index that is being rebuilt is complete',
  );
  const forget = () => {
    for (const figure of [jobs, age, documents, reindexed]) figure.reset();
    remaining.remove();
    // A gauge without labels is reset to 0, which would mean that nothing waits.
    due.remove();
    largest.remove();
    webhooks.remove();
    webhookAge.remove();
  };
  return async (): Promise<void> => {
    const [stats, waiting, counts, deliveries, progress, most] = await readFigures(options);
    forget();
    if (stats !== undefined) {
      due.set(stats.due);
      jobs.set({ queue: QUEUE, state: 'active' }, stats.running);
      age.set({ queue: QUEUE }, stats.oldestDueAgeSec);
    }
    if (most !== undefined) largest.set(most);
    if (deliveries !== undefined) {
      webhooks.set(deliveries.waiting);
      webhookAge.set(deliveries.oldestDueAgeSec);
    }
    if (progress) {
      reindexed.set({ state: 'done' }, progress.done);
      reindexed.set({ state: 'left' }, progress.total - progress.done);
      if (progress.etaSec !== null) remaining.set(progress.etaSec);
    }
    if (waiting !== undefined) jobs.set({ queue: QUEUE, state: 'waiting' }, waiting);
    for (const [status, count] of Object.entries(counts ?? {})) documents.set({ status }, count);
  };
};

/** Empty if another process exports these figures. */
const readFigures = async (options: SharedReads) => {
  const isOurs = (await options.showsSharedFigures?.().catch(() => false)) ?? true;
  if (!isOurs) return [];
  return Promise.all([
    options.readTaskStats?.().catch(() => undefined),
    options.readWaitingJobs?.().catch(() => undefined),
    options.readDocumentCounts?.().catch(() => undefined),
    options.readWebhookStats?.().catch(() => undefined),
    options.readReindexing?.().catch(() => undefined),
    options.readLargestQueue?.().catch(() => undefined),
  ]);
};
