import { isLeftAlone } from '../platform/models/left-alone.js';
import { meterModel } from '../platform/models/meter-model.js';
import type { ChatModel } from '../platform/models/model.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import { runWithin, type Attempt } from '../shared/async.js';
import { AppError, isAppError } from '../shared/errors.js';
import type { Degradation, ModelCall, NodeExecution, NodeName } from '../shared/execution.js';
import type { UserScope } from '../shared/scope.js';
import { asChosen } from './chosen-model.js';
import { createMovingLimit } from './moving-limit.js';
import type { RouterNode } from './node.js';
import { sumUsage } from './receipt.js';
import { applyUpdate, diffState, type RouterState, type RouterUpdate } from './state.js';
import type { TurnLog } from './turn-log.js';
import { askOutside } from './turn-shares.js';
import type { Turn } from './turn.js';

type Deps = {
  /** The part of the deadline that only finalize may use. */
  finalizeReserveMs: number;
  /** A stream that is silent for longer than this no longer counts as making progress. */
  streamIdleMs: number;
  metrics: Pick<Metrics, 'nodeFinished' | 'degraded'>;
  logger: Pick<Logger, 'warn'>;
  tracer?: Tracer;
  turnLog?: TurnLog;
  /** True to record what every node run changes, for all turns and not only for those that request it. */
  logsStates?: boolean;
};

export type Supervise = ReturnType<typeof createSupervisor>;

type Run = { node: RouterNode; state: RouterState; turn: Turn };

type EndedRun = Run & {
  attempt: Attempt<RouterUpdate>;
  startedAt: Date;
  durationMs: number;
  /** True if the limit was the request's remaining time, not the node's own limit. */
  isDeadline: boolean;
  /** The update that the node asked to keep in case it is interrupted. */
  kept: RouterUpdate;
  calls: readonly ModelCall[];
  /** Reported once per node, no matter how many calls were affected. */
  notices: ReadonlySet<Notice>;
};

/** Side effects of model calls, with their code in `degraded`. */
const EFFECTS = {
  backend_switched: 'answered by another model',
  parameters_refused: 'answered without the parameters of the request',
} as const;
type Notice = keyof typeof EFFECTS;

type FailedRun = EndedRun & { attempt: { kind: 'error' | 'timeout' } };

/** The result of a node: its own update, that of its recovery, or the failure that ends the execution. */
type Settled = Pick<NodeExecution, 'status' | 'strategy' | 'errorCode'> &
  ({ update: RouterUpdate } | { failure: unknown });

/**
 * The only place where nodes are run: scope, time limit, cancellation, recovery, node execution, trace and events are the same for all five
 * nodes.
 */
export const createSupervisor =
  (deps: Deps) =>
  (node: RouterNode) =>
  async (state: RouterState, turn: Turn): Promise<RouterUpdate> => {
    const { name } = node;
    const { turnLog, tracer = NO_TRACING } = deps;
    assertScope(turn.scope);
    if (name === 'initialize') turnLog?.started(turn);
    void turn.emit({ type: 'node', node: name, phase: 'start' });
    const settled = await tracer.inSpan({ name: `node ${name}` }, async (span) => {
      const ended = await runNode({ node, state, turn }, deps);
      const settling = settle(ended, deps.logger);
      const { status, iteration, strategy, errorCode } = record(deps, ended, settling);
      // A failure that was recovered does not reject, so it is set on the span here.
      span.set({
        'kr.status': status,
        'kr.iteration': iteration,
        ...(strategy !== null && { 'kr.strategy': strategy }),
        ...(errorCode !== null && { 'error.type': errorCode }),
      });
      return settling;
    });
    if ('failure' in settled) throw settled.failure;
    return settled.update;
  };

const assertScope = (scope: UserScope): void => {
  const isComplete = Object.isFrozen(scope) && scope.tenantId !== '' && scope.userId !== '';
  if (!isComplete) throw new AppError('forbidden', 'The request carries no complete identity.');
};

/** Nodes in which the turn waits for a model to write; their time limits do not cut off a stream that makes progress. */
const OUTLASTED: ReadonlySet<NodeName> = new Set(['agent_decide', 'finalize']);

const runNode = async (
  run: Run,
  { finalizeReserveMs, streamIdleMs }: Pick<Deps, 'finalizeReserveMs' | 'streamIdleMs'>,
): Promise<EndedRun> => {
  const { node, state, turn } = run;
  const startedAt = turn.now();
  const measuredFrom = performance.now();
  // finalize gets all the remaining time; earlier nodes leave the reserved time to it.
  const reservedMs = node.name === 'finalize' ? 0 : finalizeReserveMs;
  const limitMs = Math.min(node.timeoutMs, turn.deadline.at() - startedAt.getTime() - reservedMs);
  const calls: ModelCall[] = [];
  const notices = new Set<Notice>();
  let kept: RouterUpdate = {};
  const recordModelCall = (call: ModelCall) => void calls.push(call);
  const endsAt = startedAt.getTime() + limitMs;
  const limit = createMovingLimit({
    endsAt,
    reservedMs,
    streamIdleMs,
    deadline: turn.deadline,
    now: () => turn.now().getTime(),
  });
  const meter = {
    record: recordModelCall,
    deadlineAt: limit.endsAt,
    switched: () => void notices.add('backend_switched'),
    refusedWishes: () => void notices.add('parameters_refused'),
  };
  const attempt = await runWithin({ signal: turn.signal, limitMs }, (signal, restart) => {
    const outlasted = (chat: ChatModel) =>
      OUTLASTED.has(node.name) ? limit.outlastedBy(chat, restart) : chat;
    return node.run(state, {
      turn,
      signal,
      endsAt: limit.endsAt,
      recordModelCall,
      metered: (chat) =>
        askOutside(meterModel(outlasted(asChosen(chat, turn)), meter), turn.outside),
      keep: (update) => {
        kept = update;
      },
    });
  });
  const durationMs = performance.now() - measuredFrom;
  const isDeadline = limitMs < node.timeoutMs || limit.isLast();
  return { ...run, attempt, startedAt, durationMs, isDeadline, kept, calls, notices };
};

/** Errors that always end the execution: continuing would answer a caller who has no right to ask. */
const NEVER_DEGRADE: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden',
  'account_inactive',
  'validation_failed',
]);

/** A timeout is recovered and never retried; a cancelled turn or a missing right is not recovered. */
const settle = (ended: EndedRun, logger: Deps['logger']): Settled => {
  const { attempt, node } = ended;
  const noticed = [...ended.notices].map((reason) => {
    return { node: node.name, reason, effect: EFFECTS[reason] };
  });
  switch (attempt.kind) {
    case 'done': {
      const degraded = [...(attempt.result.degraded ?? []), ...noticed];
      const status = degraded.length > 0 ? 'degraded' : 'success';
      const update = { ...attempt.result, ...(degraded.length > 0 && { degraded }) };
      return { status, strategy: null, errorCode: null, update };
    }
    case 'cancelled': {
      const failure = new AppError('cancelled', 'The request was cancelled.');
      return { status: 'cancelled', strategy: null, errorCode: 'cancelled', failure };
    }
    case 'error':
    case 'timeout':
      return recover({ ...ended, attempt }, noticed, logger);
  }
};

const recover = (
  { attempt, node, state, turn, kept, isDeadline }: FailedRun,
  noticed: readonly Degradation[],
  logger: Deps['logger'],
): Settled => {
  const { name, recover: recovery } = node;
  const error = attempt.kind === 'error' ? attempt.error : undefined;
  const errorCode = attempt.kind === 'error' ? toCode(error) : 'deadline_exceeded';
  // A node may stop its own model before the time limit, which this code indicates.
  const isTimeout = errorCode === 'deadline_exceeded';
  const status = isTimeout ? 'timeout' : 'error';
  if (recovery === null) {
    return { status, strategy: 'fail_workflow', errorCode, failure: toFailure(error) };
  }
  if (NEVER_DEGRADE.has(errorCode)) return { status, strategy: null, errorCode, failure: error };
  if (turn.record.spoken !== '') {
    const failure = toBreak(attempt);
    return { status, strategy: null, errorCode: toCode(failure), failure };
  }
  const { strategy } = recovery;
  logger.warn({ node: name, strategy, errorCode, err: error }, 'Node failed and was recovered');
  const update = recovery.toUpdate(state, kept);
  const failed = isLeftAlone(error) ? 'model_left_alone' : errorCode;
  const degradation = { node: name, reason: isTimeout ? 'timeout' : failed, effect: strategy };
  const isOver = isTimeout && isDeadline && name !== 'finalize';
  return {
    status,
    strategy,
    errorCode,
    update: {
      ...update,
      degraded: [...(update.degraded ?? []), degradation, ...noticed],
      ...(isOver && { deadlineReached: true }),
    },
  };
};

const toCode = (error: unknown): string => (isAppError(error) ? error.code : 'internal_error');

const toFailure = (cause: unknown): unknown =>
  isAppError(cause)
    ? cause
    : new AppError('storage_unavailable', 'The turn could not be started.', { cause });

/** Codes that are reported unchanged when an answer ends in the middle; any other model failure is reported as an interruption. */
const ENDS_AS_IT_IS: ReadonlySet<string> = new Set([
  ...NEVER_DEGRADE,
  'cancelled',
  'deadline_exceeded',
  'model_unavailable',
]);

/** The error for an answer that ends after part of it was shown, so that another answer can no longer replace it. */
const toBreak = (attempt: FailedRun['attempt']): unknown => {
  if (attempt.kind === 'timeout') {
    return new AppError('deadline_exceeded', 'Time ran out in the middle of the answer.');
  }
  const cause = attempt.error;
  if (!isAppError(cause) || ENDS_AS_IT_IS.has(cause.code)) return cause;
  return new AppError('model_unavailable', 'The answer broke off in the middle.', { cause });
};

/** Records a run in the turn's record, the metrics, the log and the events. */
const record = (
  { metrics, turnLog, logsStates = false }: Deps,
  run: EndedRun,
  settled: Settled,
): NodeExecution => {
  const { turn, node, state } = run;
  const { nodes, stateDiffs, modelCalls } = turn.record;
  const update = 'update' in settled ? settled.update : {};
  const execution = toExecution(run, settled);
  turn.record.state = applyUpdate(state, update);
  modelCalls.push(...run.calls);
  if (logsStates || turn.input.options.debug === true) {
    stateDiffs.push({ position: nodes.length, changes: diffState(state, update) });
  }
  nodes.push(execution);
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

/** Nodes whose runs belong to the round in progress, however it ends; the round counter is increased when the round is done. */
const OF_A_ROUND: ReadonlySet<NodeName> = new Set(['agent_decide', 'tools']);

const toExecution = (run: EndedRun, settled: Settled): NodeExecution => {
  const { node, state, calls } = run;
  const { promptTokens, completionTokens, costUsd } = sumUsage(calls);
  return {
    executionId: run.turn.executionId,
    nodeName: node.name,
    iteration: state.iterationCount + (OF_A_ROUND.has(node.name) ? 1 : 0),
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    status: settled.status,
    strategy: settled.strategy,
    inputSizeBytes: measureBytes(state),
    outputSizeBytes: measureBytes('update' in settled ? settled.update : {}),
    promptTokens,
    completionTokens,
    llmCostUsd: costUsd,
    model: calls.at(-1)?.model ?? null,
    errorCode: settled.errorCode,
  };
};

const NUMBER_BYTES = 8;

/** Sizes that were already measured: values in the state never change, and each node receives most of them again. */
const knownBytes = new WeakMap<object, number>();

/** The approximate size of a value as JSON, without serializing it, because every node of every turn is measured. */
const measureBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null || value instanceof Date) return NUMBER_BYTES;
  const known = knownBytes.get(value);
  if (known !== undefined) return known;
  const bytes = Array.isArray(value)
    ? value.reduce((sum: number, item: unknown) => sum + measureBytes(item) + 1, 2)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .reduce((sum, [key, item]) => sum + key.length + 4 + measureBytes(item), 2);
  knownBytes.set(value, bytes);
  return bytes;
};
