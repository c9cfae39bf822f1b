import { AppError } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import { meterModel } from '../platform/models/meter-model.js';
import { NO_TRACING } from '../platform/telemetry/no-tracing.js';
import type { Logger, Metrics, Span, Tracer } from '../platform/telemetry/telemetry.js';
import { runWithin } from '../shared/async.js';
import { measureBytes } from './measure-bytes.js';
import { sumUsage } from './recorder.js';
import type { Recovery } from './recovery.js';
import { createSettleNode, tellOfSwitch, type Settled } from './settle-node.js';
import { diffState } from './state-diff.js';
import type { RouterState, RouterUpdate } from './state.js';
import type { RouterNode, Turn } from './turn.js';
import type { TurnLog } from './turn-log.js';
import type { NodeName, ModelCall, NodeExecution } from '../shared/execution.js';

export type NodeLimits = {
  nodeTimeoutMs: Readonly<Record<NodeName, number>>;
  /** Part of the deadline that only finalize may use. */
  finalizeReserveMs: number;
};

type Deps = {
  limits: NodeLimits;
  recovery: Recovery;
  metrics: Pick<Metrics, 'nodeFinished' | 'degraded'>;
  logger: Pick<Logger, 'warn'>;
  tracer?: Tracer;
  turnLog?: TurnLog;
  /** Keeps what every node run changed, for all turns and not only for those that ask for it. */
  logsStates?: boolean;
};

export type Supervise = (
  name: NodeName,
  node: RouterNode,
) => (state: RouterState, turn: Turn) => Promise<RouterUpdate>;

type Run = {
  name: NodeName;
  state: RouterState;
  turn: Turn;
  startedAt: Date;
  durationMs: number;
  calls: readonly ModelCall[];
};

/**
 * The one place where nodes are run: scope, time limit, cancellation, recovery, node execution, trace and events are the same for
 * all five.
 */
export const createSupervisor = (deps: Deps): Supervise => {
  const { limits, recovery, logger, tracer = NO_TRACING } = deps;
  const settle = createSettleNode({ recovery, logger });
  const record = createRecord(deps);

  const run = async (
    { name, node, turn }: { name: NodeName; node: RouterNode; turn: Turn },
    state: RouterState,
    span: Span,
  ): Promise<Settled> => {
    const startedAt = turn.now();
    const measuredFrom = performance.now();
    const { limitMs, isDeadline } = toLimit(name, turn, limits);
    let kept: RouterUpdate = {};
    const endsAt = startedAt.getTime() + limitMs;
    const meter = createMeter(endsAt);
    const attempt = await runWithin({ signal: turn.signal, limitMs }, (signal) =>
      node(state, {
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
    const hasSpoken = turn.recorder.spoken() !== '';
    const outcome = settle(name, { attempt, state, kept, isDeadline, hasSpoken });
    const settled = meter.hasSwitched() ? tellOfSwitch(name, outcome) : outcome;
    const { calls } = meter;
    const durationMs = performance.now() - measuredFrom;
    describeRun(span, record({ name, state, turn, startedAt, durationMs, calls }, settled));
    return settled;
  };

  return (name, node) => async (state, turn) => {
    assertScope(turn.scope);
    if (name === 'initialize') deps.turnLog?.started(turn);
    void turn.emit({ type: 'node', node: name, phase: 'start' });
    const settled = await tracer.inSpan({ name: `node ${name}` }, (span) =>
      run({ name, node, turn }, state, span),
    );
    if ('failure' in settled) throw settled.failure;
    return settled.update;
  };
};

const createRecord =
  ({ metrics, turnLog, logsStates = false }: Deps) =>
  (run: Run, settled: Settled): NodeExecution => {
    const { turn, name, state } = run;
    const update = 'update' in settled ? settled.update : {};
    const execution = toExecution(run, settled);
    const isKept = logsStates || turn.input.options.debug === true;
    for (const call of run.calls) turn.recorder.modelCall(call);
    turn.recorder.toolCalls(update.toolCalls ?? []);
    turn.recorder.changed(update);
    turn.recorder.node(execution, isKept ? diffState(state, update) : undefined);
    metrics.nodeFinished(execution);
    for (const { node, reason } of update.degraded ?? []) metrics.degraded({ node, reason });
    if ('failure' in settled) turnLog?.failed({ name, turn, errorCode: settled.errorCode });
    else turnLog?.nodeEnded({ name, turn, state, update });
    const { durationMs, status } = execution;
    void turn.emit({ type: 'node', node: name, phase: 'end', durationMs, status });
    return execution;
  };

/** They belong to the round that is being made, however it ends; the count of rounds goes up when it is done. */
const OF_A_ROUND: ReadonlySet<NodeName> = new Set(['agent_decide', 'tools']);

const toExecution = (run: Run, settled: Settled): NodeExecution => {
  const update = 'update' in settled ? settled.update : {};
  const { promptTokens, completionTokens, costUsd } = sumUsage(run.calls);
  return {
    executionId: run.turn.executionId,
    nodeName: run.name,
    iteration: run.state.iterationCount + (OF_A_ROUND.has(run.name) ? 1 : 0),
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

/** finalize gets all that is left; what runs before it leaves it the reserve. */
const toLimit = (name: NodeName, turn: Turn, limits: NodeLimits) => {
  const leftMs = turn.deadlineAt - turn.now().getTime();
  const availableMs = name === 'finalize' ? leftMs : leftMs - limits.finalizeReserveMs;
  const limitMs = Math.min(limits.nodeTimeoutMs[name], availableMs);
  return { limitMs, isDeadline: limitMs < limits.nodeTimeoutMs[name] };
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
