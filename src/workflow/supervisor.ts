import { AppError } from '../domain/errors.js';
import type { ModelCall, NodeExecution, NodeName } from '../domain/execution.js';
import type { UserScope } from '../domain/scope.js';
import type { Logger, Metrics } from '../ports/telemetry.js';
import { runWithin } from '../services/run-within.js';
import { measureBytes } from './measure-bytes.js';
import { meterModel } from './meter-model.js';
import { sumUsage } from './recorder.js';
import type { Recovery } from './recovery.js';
import { createSettleNode } from './settle-node.js';
import type { Settled } from './settle-node.js';
import type { RouterState, RouterUpdate } from './state.js';
import type { RouterNode, Turn } from './turn.js';

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
};

export type Supervise = (
  name: NodeName,
  node: RouterNode,
) => (state: RouterState, turn: Turn) => Promise<RouterUpdate>;

const assertScope = (scope: UserScope): void => {
  const isComplete = Object.isFrozen(scope) && scope.tenantId !== '' && scope.userId !== '';
  if (!isComplete) throw new AppError('forbidden', 'The request carries no complete identity.');
};

/** finalize gets all that is left; what runs before it leaves it the reserve. */
const toLimit = (name: NodeName, turn: Turn, limits: NodeLimits) => {
  const leftMs = turn.deadlineAt - turn.now().getTime();
  const availableMs = name === 'finalize' ? leftMs : leftMs - limits.finalizeReserveMs;
  const limitMs = Math.min(limits.nodeTimeoutMs[name], availableMs);
  return { limitMs, isDeadline: limitMs < limits.nodeTimeoutMs[name] };
};

type Run = {
  name: NodeName;
  state: RouterState;
  turn: Turn;
  startedAt: Date;
  durationMs: number;
  calls: readonly ModelCall[];
};

const toExecution = (run: Run, settled: Settled): NodeExecution => {
  const update = 'update' in settled ? settled.update : {};
  const { promptTokens, completionTokens, costUsd } = sumUsage(run.calls);
  return {
    executionId: run.turn.executionId,
    nodeName: run.name,
    iteration: update.iterationCount ?? run.state.iterationCount,
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

/**
 * The one place where nodes are run: scope, time limit, cancellation, recovery, node execution and events are the same for
 * all five.
 */
export const createSupervisor = ({ limits, recovery, metrics, logger }: Deps): Supervise => {
  const settle = createSettleNode({ recovery, logger });

  const record = (run: Run, settled: Settled): void => {
    const { turn, name } = run;
    const update = 'update' in settled ? settled.update : {};
    const execution = toExecution(run, settled);
    for (const call of run.calls) turn.recorder.modelCall(call);
    turn.recorder.toolCalls(update.toolCalls ?? []);
    turn.recorder.node(execution);
    metrics.nodeFinished(execution);
    for (const { node, reason } of update.degraded ?? []) metrics.degraded({ node, reason });
    const { durationMs, status } = execution;
    turn.emit({ type: 'node', node: name, phase: 'end', durationMs, status });
  };

  return (name, node) => async (state, turn) => {
    assertScope(turn.scope);
    const startedAt = turn.now();
    const measuredFrom = performance.now();
    const { limitMs, isDeadline } = toLimit(name, turn, limits);
    const calls: ModelCall[] = [];
    let kept: RouterUpdate = {};
    turn.emit({ type: 'node', node: name, phase: 'start' });
    const endsAt = startedAt.getTime() + limitMs;
    const meter = { record: (call: ModelCall) => void calls.push(call), deadlineAt: endsAt };
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
    const settled = settle(name, { attempt, state, kept, isDeadline });
    const durationMs = performance.now() - measuredFrom;
    record({ name, state, turn, startedAt, durationMs, calls }, settled);
    if ('failure' in settled) throw settled.failure;
    return settled.update;
  };
};
