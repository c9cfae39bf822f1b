import { meterModel } from '../platform/models/meter-model.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Span,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import { runWithin, type Attempt } from '../shared/async.js';
import { AppError, isAppError } from '../shared/errors.js';
import type {
  NodeName,
  NodeStatus,
  RecoveryStrategy,
  ModelCall,
  NodeExecution,
} from '../shared/execution.js';
import type { UserScope } from '../shared/scope.js';
import type { RouterNode } from './node.js';
import { sumUsage } from './receipt.js';
import { applyUpdate, diffState, type RouterState, type RouterUpdate } from './state.js';
import type { TurnLog } from './turn-log.js';
import type { Turn } from './turn.js';

type Deps = {
  /** Part of the deadline that only finalize may use. */
  finalizeReserveMs: number;
  metrics: Pick<Metrics, 'nodeFinished' | 'degraded'>;
  logger: Pick<Logger, 'warn'>;
  tracer?: Tracer;
  turnLog?: TurnLog;
  /** Keeps what every node run changed, for all turns and not only for those that ask for it. */
  logsStates?: boolean;
};

export type Supervise = (
  node: RouterNode,
) => (state: RouterState, turn: Turn) => Promise<RouterUpdate>;

type Run = { node: RouterNode; state: RouterState; turn: Turn };
type EndedRun = Run & { startedAt: Date; durationMs: number; calls: readonly ModelCall[] };

type Verdict = {
  status: NodeStatus;
  strategy: RecoveryStrategy | null;
  errorCode: string | null;
};

/** What became of a node: an update, its own or its recovery's, or the failure that ends the execution. */
type Settled = Verdict & ({ update: RouterUpdate } | { failure: unknown });

type Outcome = Run & {
  attempt: Attempt<RouterUpdate>;
  /** What the node asked to keep in case it is cut off. */
  kept: RouterUpdate;
  /** The limit was what the request had left, and not the node's own. */
  isDeadline: boolean;
};
type FailedOutcome = Outcome & { attempt: { kind: 'error' | 'timeout' } };

/** These end the execution wherever they happen: going on would answer somebody who may not ask. */
const NEVER_DEGRADE: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden',
  'account_inactive',
  'validation_failed',
]);

/**
 * The one place where nodes are run: scope, time limit, cancellation, recovery, node execution, trace and events are the same for
 * all five.
 */
export const createSupervisor = (deps: Deps): Supervise => {
  const { finalizeReserveMs, logger, tracer = NO_TRACING } = deps;
  const record = createRecord(deps);

  const runNode = async (run: Run, span: Span): Promise<Settled> => {
    const { node, state, turn } = run;
    const startedAt = turn.now();
    const measuredFrom = performance.now();
    const { limitMs, isDeadline } = toLimit(node, turn, finalizeReserveMs);
    let kept: RouterUpdate = {};
    const endsAt = startedAt.getTime() + limitMs;
    const meter = createMeter(endsAt);
    const attempt = await runWithin({ signal: turn.signal, limitMs }, (signal) =>
      node.run(state, {
        turn,
        signal,
        endsAt,
        recordModelCall: meter.record,
        metered: (chat) => meterModel(chat, meter),
        keep: (update) => {
          kept = update;
        },
      }),
    );
    const outcome = settle({ ...run, attempt, kept, isDeadline }, logger);
    const settled = meter.hasSwitched() ? tellOfSwitch(node.name, outcome) : outcome;
    const { calls } = meter;
    const durationMs = performance.now() - measuredFrom;
    describeRun(span, record({ ...run, startedAt, durationMs, calls }, settled));
    return settled;
  };

  return (node) => async (state, turn) => {
    const { name } = node;
    assertScope(turn.scope);
    if (name === 'initialize') deps.turnLog?.started(turn);
    void turn.emit({ type: 'node', node: name, phase: 'start' });
    const settled = await tracer.inSpan({ name: `node ${name}` }, (span) =>
      runNode({ node, state, turn }, span),
    );
    if ('failure' in settled) throw settled.failure;
    return settled.update;
  };
};

/** A time-out is recovered and never retried; a cancelled turn and a missing right are not recovered. */
const settle = (outcome: Outcome, logger: Pick<Logger, 'warn'>): Settled => {
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
      return recover({ ...outcome, attempt }, logger);
  }
};

const recover = (outcome: FailedOutcome, logger: Pick<Logger, 'warn'>): Settled => {
  const { attempt, node, state, turn, kept, isDeadline } = outcome;
  const cause = attempt.kind === 'timeout' ? undefined : attempt.error;
  const errorCode = attempt.kind === 'timeout' ? 'deadline_exceeded' : toCode(cause);
  // A node may stop its own model before its limit, and tells so by this code.
  const isTimeout = errorCode === 'deadline_exceeded';
  const status = isTimeout ? 'timeout' : 'error';
  if (node.recover === null) {
    return { status, strategy: 'fail_workflow', errorCode, failure: toFailure(cause) };
  }
  if (!isTimeout && NEVER_DEGRADE.has(errorCode)) {
    return { status, strategy: null, errorCode, failure: cause };
  }
  if (turn.record.spoken !== '') {
    const failure = toBreak(attempt);
    return { status, strategy: null, errorCode: toCode(failure), failure };
  }
  const { name } = node;
  const { strategy, toUpdate } = node.recover;
  logger.warn({ node: name, strategy, errorCode, err: cause }, 'Node failed and was recovered');
  const update = toUpdate(state, kept);
  const reason = isTimeout ? 'timeout' : errorCode;
  return {
    ...{ status, strategy, errorCode },
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

/** Why an answer of which a part is with its reader ends in the middle: no other answer can take its place. */
const toBreak = (attempt: FailedOutcome['attempt']): unknown => {
  if (attempt.kind === 'timeout') {
    return new AppError('deadline_exceeded', 'Time ran out in the middle of the answer.');
  }
  const cause = attempt.error;
  if (!isAppError(cause) || ENDS_AS_IT_IS.has(cause.code)) return cause;
  return new AppError('model_unavailable', 'The answer broke off in the middle.', { cause });
};

/** Writes down what became of a run: in the turn's record, the metrics, the log and the events. */
const createRecord =
  ({ metrics, turnLog, logsStates = false }: Deps) =>
  (run: EndedRun, settled: Settled): NodeExecution => {
    const { turn, node, state } = run;
    const { record } = turn;
    const update = 'update' in settled ? settled.update : {};
    const execution = toExecution(run, settled);
    record.state = applyUpdate(state, update);
    record.modelCalls.push(...run.calls);
    if (logsStates || turn.input.options.debug === true) {
      record.stateDiffs.push({
        position: record.nodes.length,
        changes: diffState(state, update),
      });
    }
    record.nodes.push(execution);
    metrics.nodeFinished(execution);
    for (const { node: where, reason } of update.degraded ?? []) {
      metrics.degraded({ node: where, reason });
    }
    const { durationMs, status, errorCode } = execution;
    if ('failure' in settled) turnLog?.failed(turn, { node: node.name, errorCode });
    else turnLog?.nodeEnded(turn, node.log({ state, update }));
    void turn.emit({ type: 'node', node: node.name, phase: 'end', durationMs, status });
    return execution;
  };

/** They belong to the round that is being made, however it ends; the count of rounds goes up when it is done. */
const OF_A_ROUND: ReadonlySet<NodeName> = new Set(['agent_decide', 'tools']);

const toExecution = (run: EndedRun, settled: Settled): NodeExecution => {
  const update = 'update' in settled ? settled.update : {};
  const { promptTokens, completionTokens, costUsd } = sumUsage(run.calls);
  return {
    executionId: run.turn.executionId,
    nodeName: run.node.name,
    iteration: run.state.iterationCount + (OF_A_ROUND.has(run.node.name) ? 1 : 0),
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    status: settled.status,
    strategy: settled.strategy,
    inputSizeBytes: measureBytes(run.state),
    outputSizeBytes: measureBytes(update),
    promptTokens,
    completionTokens,
    llmCostUsd: costUsd,
    model: run.calls.at(-1)?.model ?? null,
    errorCode: settled.errorCode,
  };
};

const NUMBER_BYTES = 8;

/** About the bytes of a value as JSON, without writing it: what nodes read and return is measured on every turn. */
const measureBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  if (value instanceof Date) return NUMBER_BYTES;
  if (Array.isArray(value)) {
    return value.reduce((sum: number, item: unknown) => sum + measureBytes(item) + 1, 2);
  }
  let bytes = 2;
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) bytes += key.length + 4 + measureBytes(item);
  }
  return bytes;
};

/** finalize gets all that is left; what runs before it leaves it the reserve. */
const toLimit = ({ name, timeoutMs }: RouterNode, turn: Turn, finalizeReserveMs: number) => {
  const leftMs = turn.deadlineAt - turn.now().getTime();
  const availableMs = name === 'finalize' ? leftMs : leftMs - finalizeReserveMs;
  const limitMs = Math.min(timeoutMs, availableMs);
  return { limitMs, isDeadline: limitMs < timeoutMs };
};

const createMeter = (deadlineAt: number) => {
  const calls: ModelCall[] = [];
  let hasSwitched = false;
  return {
    calls,
    deadlineAt,
    record: (call: ModelCall) => void calls.push(call),
    switched: () => {
      hasSwitched = true;
    },
    hasSwitched: () => hasSwitched,
  };
};

/** Another endpoint than the first answered: said once, however many calls it answered. */
const tellOfSwitch = (name: NodeName, settled: Settled): Settled => {
  if (!('update' in settled)) return settled;
  const { status, update } = settled;
  const entry = { node: name, reason: 'backend_switched', effect: 'answered by another model' };
  return {
    ...settled,
    status: status === 'success' ? 'degraded' : status,
    update: { ...update, degraded: [...(update.degraded ?? []), entry] },
  };
};

/** A recovered failure is no rejection: the span is told of it all the same. */
const describeRun = (span: Span, { status, errorCode, strategy, iteration }: NodeExecution) => {
  span.set({
    'kr.status': status,
    'kr.iteration': iteration,
    ...(strategy !== null && { 'kr.strategy': strategy }),
    ...(errorCode !== null && { 'error.type': errorCode }),
  });
};

const assertScope = (scope: UserScope): void => {
  const isComplete = Object.isFrozen(scope) && scope.tenantId !== '' && scope.userId !== '';
  if (!isComplete) throw new AppError('forbidden', 'The request carries no complete identity.');
};
