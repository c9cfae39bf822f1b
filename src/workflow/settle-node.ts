import { AppError, isAppError } from '../shared/errors.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { Attempt } from '../shared/async.js';
import type { Recovery } from './recovery.js';
import type { RouterState, RouterUpdate } from './state.js';
import type { NodeName, NodeStatus, RecoveryStrategy } from '../shared/execution.js';

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
  /** Part of the answer is with its reader already. */
  hasSpoken: boolean;
};

/** These end the execution wherever they happen: going on would answer somebody who may not ask. */
const NEVER_DEGRADE: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden',
  'account_inactive',
  'validation_failed',
]);

/** Another endpoint than the first answered: said once, however many calls it answered. */
export const tellOfSwitch = (name: NodeName, settled: Settled): Settled => {
  if (!('update' in settled)) return settled;
  const { status, update } = settled;
  const entry = { node: name, reason: 'backend_switched', effect: 'answered by another model' };
  return {
    ...settled,
    status: status === 'success' ? 'degraded' : status,
    update: { ...update, degraded: [...(update.degraded ?? []), entry] },
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

const recoverNode = (
  { recovery, logger }: Deps,
  name: NodeName,
  outcome: Outcome & { attempt: { kind: 'error' | 'timeout' } },
): Settled => {
  const { attempt, state, kept, isDeadline } = outcome;
  const cause = attempt.kind === 'timeout' ? undefined : attempt.error;
  const errorCode = attempt.kind === 'timeout' ? 'deadline_exceeded' : toCode(cause);
  // A node may stop its own model before its limit, and tells so by this code.
  const isTimeout = errorCode === 'deadline_exceeded';
  const { strategy, recover } = recovery[name];
  const verdict: Verdict = { status: isTimeout ? 'timeout' : 'error', strategy, errorCode };
  if (strategy === 'fail_workflow') return { ...verdict, failure: toFailure(cause) };
  if (!isTimeout && NEVER_DEGRADE.has(errorCode)) {
    return { ...verdict, strategy: null, failure: cause };
  }
  if (name === 'finalize' && outcome.hasSpoken) {
    const failure = toBreak(outcome);
    return { ...verdict, strategy: null, errorCode: toCode(failure), failure };
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

const toCode = (error: unknown): string => (isAppError(error) ? error.code : 'internal_error');

const toFailure = (cause: unknown): unknown =>
  isAppError(cause)
    ? cause
    : new AppError('storage_unavailable', 'The turn could not be started.', { cause });

/** Codes that say why an answer ended in the middle; any other failure of a model is that it broke off. */
const ENDS_AS_IT_IS: ReadonlySet<string> = new Set([
  ...NEVER_DEGRADE,
  'cancelled',
  'deadline_exceeded',
  'model_unavailable',
]);

/** Why an answer ends in the middle: no other answer can take its place. */
const toBreak = (outcome: Outcome & { attempt: { kind: 'error' | 'timeout' } }): unknown => {
  const { attempt } = outcome;
  if (attempt.kind === 'timeout') {
    return new AppError('deadline_exceeded', 'Time ran out in the middle of the answer.');
  }
  const cause = attempt.error;
  if (!isAppError(cause) || ENDS_AS_IT_IS.has(cause.code)) return cause;
  return new AppError('model_unavailable', 'The answer broke off in the middle.', { cause });
};
