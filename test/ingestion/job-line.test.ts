import { describe, expect, it } from '@jest/globals';
import { createBackoff } from '../../src/ingestion/after-failure.js';
import { createHandleJob, type TaskContext } from '../../src/ingestion/run-task.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { AppError } from '../../src/shared/errors.js';
import { DocumentId, newId, TaskId, TenantId } from '../../src/shared/ids.js';
import type { ClaimedTask } from '../../src/tasks/index.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

type Line = Record<string, unknown>;
type Answer = () => Promise<boolean>;

const FIELDS = [
  'level',
  'time',
  'taskId',
  'action',
  'subjectKind',
  'subjectId',
  'version',
  'tenantId',
  'attempt',
  'outcome',
  'durationMs',
];

const claimed = (): ClaimedTask => ({
  id: newId(TaskId),
  tenantId: newId(TenantId),
  subjectId: newId(DocumentId),
  subjectKind: 'document',
  version: 2,
  action: 'index',
  epoch: 3,
  failures: 1,
  leaseExpiresAt: new Date(),
  fingerprint: null,
  fingerprintBefore: null,
  lostLeases: 0,
  isSlow: false,
  isOnlyTenant: false,
});

/** One job of a document from claim to end; the lines that were written meanwhile. */
const runJob = async (
  work: (context: TaskContext) => Promise<void>,
  {
    settle = async () => true,
    renew = async () => true,
    signal = new AbortController().signal,
  }: Partial<{ settle: Answer; renew: Answer; signal: AbortSignal }> = {},
) => {
  const written: string[] = [];
  const logger = createLogger({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => void written.push(line) },
  });
  const task = claimed();
  const { id: taskId, tenantId, subjectKind, subjectId, version } = task;
  const handle = createHandleJob({
    fingerprint: '[]',
    tasks: { claim: async () => task, renew, settle, findHeld: async (leases) => [...leases] },
    database: { withScope: () => Promise.reject(new Error('Not asked here.')) },
    work: { ingestDocument: work, ingestMemory: work, purgeSubject: work },
    backoff: createBackoff(1),
    leaseMs: 60_000,
    retryBaseMs: 1000,
    share: 4,
    onSettled: async () => undefined,
    metrics: createSilentMetrics(),
    logger,
    now: () => new Date(),
  });
  const payload = { schema: 1, tenantId, taskId, subjectKind, subjectId, version };
  await handle(payload, signal);
  return { task, lines: written.map((line) => JSON.parse(line) as Line) };
};

describe('the log line of a job', () => {
  it('names the work, document, tenant, attempt and duration', async () => {
    const { task, lines } = await runJob(async () => undefined);

    expect(lines).toHaveLength(1);
    const [line = {}] = lines;
    expect(Object.keys(line)).toEqual([...FIELDS, 'message']);
    expect(line).toMatchObject({
      level: 'info',
      message: 'Job finished',
      outcome: 'done',
      action: 'index',
      attempt: 2,
      taskId: task.id,
      tenantId: task.tenantId,
      subjectId: task.subjectId,
    });
  });

  it('is a single warning with the code and without a stack if it will be retried', async () => {
    const { lines } = await runJob(async () => {
      const cause = new Error('connect ECONNREFUSED');
      throw new AppError('embedder_unavailable', 'The embedder is away.', { cause });
    });

    expect(lines).toHaveLength(1);
    const [line = {}] = lines;
    expect(Object.keys(line)).toEqual([...FIELDS, 'errorCode', 'retryInMs', 'message']);
    expect(line).toMatchObject({
      level: 'warn',
      outcome: 'will_be_retried',
      errorCode: 'embedder_unavailable',
    });
  });

  it('follows a separate error with the location if the failure was unforeseen', async () => {
    const { lines } = await runJob(async () => {
      throw new TypeError('x is not a function');
    });

    expect(lines).toMatchObject([
      { level: 'error', err: { name: 'TypeError', stack: expect.any(Array) } },
      { level: 'warn', outcome: 'will_be_retried', errorCode: 'internal_error' },
    ]);
  });

  it('says if another worker has taken over', async () => {
    const { lines } = await runJob((context) => context.requireLease(), {
      renew: async () => false,
    });

    expect(lines).toMatchObject([{ level: 'info', outcome: 'taken_over' }]);
  });

  it('says if the job was handed back because the process ends', async () => {
    const stopping = new AbortController();
    const { lines } = await runJob(
      async ({ signal }) => {
        stopping.abort();
        signal.throwIfAborted();
      },
      { signal: stopping.signal },
    );

    expect(lines).toMatchObject([{ level: 'info', outcome: 'handed_back' }]);
  });

  it('says if its outcome could not be reported', async () => {
    const { lines } = await runJob(
      async () => {
        throw new AppError('storage_unavailable', 'The disk is full.');
      },
      {
        settle: async () => {
          throw new AppError('storage_unavailable', 'The database is down.');
        },
      },
    );

    expect(lines).toMatchObject([
      { level: 'warn', outcome: 'left_to_lease', errorCode: 'storage_unavailable' },
    ]);
  });
});
