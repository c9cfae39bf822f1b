import { linkSignals } from '../shared/async.js';
import type { SystemScope } from '../shared/scope.js';
import type { TaskRepository, ClaimedTask, Lease } from '../tasks/index.js';

/** Another worker, or a newer wish for the same subject, has taken over: stop without a trace. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** For writes that PostgreSQL refuses when the epoch has moved on. */
export const requireAccepted = (isAccepted: boolean): void => {
  if (!isAccepted) throw new LeaseLostError('The write was refused: the epoch has moved on.');
};

export type TaskContext = {
  scope: SystemScope;
  task: ClaimedTask;
  lease: Lease;
  /** Fires when the lease is lost or the process shuts down. */
  signal: AbortSignal;
  /** Asks PostgreSQL and renews; throws `LeaseLostError`. Called before every write of vectors, which know no epoch. */
  requireLease(): Promise<void>;
};

type Deps = { tasks: Pick<TaskRepository, 'renew'>; leaseMs: number; signal: AbortSignal };

const RENEWALS_PER_LEASE = 3;

/** Renews while the work runs. A lease that could not be renewed for its whole length counts as lost. */
export const withLease = async <Result>(
  { tasks, leaseMs, signal }: Deps,
  { scope, task }: Pick<TaskContext, 'scope' | 'task'>,
  work: (context: TaskContext) => Promise<Result>,
): Promise<Result> => {
  const lease = { taskId: task.id, epoch: task.epoch };
  const held = linkSignals([signal]);
  let renewedAtMs = performance.now();
  const lose = () => {
    const lost = new LeaseLostError('The lease ran out or was taken.');
    held.abort(lost);
    return lost;
  };
  const requireLease = async (): Promise<void> => {
    held.signal.throwIfAborted();
    const askedAtMs = performance.now();
    if (!(await tasks.renew({ ...lease, leaseMs }))) throw lose();
    renewedAtMs = askedAtMs;
  };
  const timer = setInterval(() => {
    requireLease().catch(() => {
      if (performance.now() - renewedAtMs > leaseMs) lose();
    });
  }, leaseMs / RENEWALS_PER_LEASE);
  try {
    return await work({ scope, task, lease, signal: held.signal, requireLease });
  } finally {
    clearInterval(timer);
    held.unlink();
  }
};
