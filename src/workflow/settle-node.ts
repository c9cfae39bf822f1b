import { AppError, isAppError } from '../domain/errors.js';
import type { NodeName, NodeStatus, RecoveryStrategy } from '../domain/execution.js';
import type { Logger } from '../ports/telemetry.js';
import type { Attempt } from '../services/run-within.js';
import type { Recovery } from './recovery.js';
import type { RouterState, RouterUpdate } from './state.js';

type Verdict = {
  status: NodeStatus;
  strategy: RecoveryStrategy | null;
  errorCode: string | null;
};

/** What became of a node: an update, its own or its recovery's, or the failure that ends the execution. */
export type Settled = Verdict & ({ update: RouterUpdate } | { failure: unknown });

type Deps = { recovery: Recovery; logger: Pick<Logger, 'warn'> };

export type Outcome = {
  attempt: Attempt<RouterUpdate>;
  state: RouterState;
  /** What the node asked to keep in case it is cut off. */
  kept: RouterUpdate;
  /** The limit was what the request had left, and not the node's own. */
  isDeadline: boolean;
};

/** These end the execution wherever they happen: going on would answer somebody who may not ask. */
const NEVER_DEGRADE: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden',
  'account_inactive',
  'validation_failed',
]);

const toCode = (error: unknown): string => (isAppError(error) ? error.code : 'internal_error');

const toFailure = (cause: unknown): unknown =>
  isAppError(cause)
    ? cause
    : new AppError('storage_unavailable', 'The turn could not be started.', { cause });

const recoverNode = (
  { recovery, logger }: Deps,
  name: NodeName,
  outcome: Outcome & { attempt: { kind: 'error' | 'timeout' } },
): Settled => {
  const { attempt, state, kept, isDeadline } = outcome;
  const isTimeout = attempt.kind === 'timeout';
  const cause = isTimeout ? undefined : attempt.error;
  const errorCode = isTimeout ? 'deadline_exceeded' : toCode(cause);
  const { strategy, recover } = recovery[name];
  const verdict: Verdict = { status: isTimeout ? 'timeout' : 'error', strategy, errorCode };
  if (strategy === 'fail_workflow') return { ...verdict, failure: toFailure(cause) };
  if (!isTimeout && NEVER_DEGRADE.has(errorCode)) {
    return { ...verdict, strategy: null, failure: cause };
  }
  logger.warn({ node: name, strategy, errorCode, err: cause }, 'Node failed and was recovered');
  const update = recover(state, kept);
  const reason = isTimeout ? 'timeout' : errorCode;
  return {
    ...verdict,
    update: {
      ...update,
      degraded: [...(update.degraded ?? []), { node: name, reason, effect: strategy }],
      ...(isTimeout && isDeadline && name !== 'finalize' && { deadlineReached: true }),
    },
  };
};

/** A time-out is recovered and never retried; a cancelled turn and a missing right are not recovered. */
export const createSettleNode =
  (deps: Deps) =>
  (name: NodeName, outcome: Outcome): Settled => {
    const { attempt } = outcome;
    switch (attempt.kind) {
      case 'done': {
        const isDegraded = (attempt.result.degraded?.length ?? 0) > 0;
        const status = isDegraded ? 'degraded' : 'success';
        return { status, strategy: null, errorCode: null, update: attempt.result };
      }
      case 'cancelled': {
        const failure = new AppError('cancelled', 'The request was cancelled.');
        return { status: 'cancelled', strategy: null, errorCode: 'cancelled', failure };
      }
      case 'error':
      case 'timeout':
        return recoverNode(deps, name, { ...outcome, attempt });
    }
  };
