import type { ToolCallRecord } from '../../conversations/index.js';
import type { Logger, Metrics } from '../../platform/telemetry/telemetry.js';
import { enabledTools, type Tool } from '../../tools/index.js';
import { toCanonicalCall } from '../canonical-call.js';
import { isDecidedWithoutModel } from '../default-decision.js';
import { inParallel } from '../in-parallel.js';
import { createRunToolCall, type FinishedCall } from '../run-tool-call.js';
import type { RequestedCall, RouterState, RouterUpdate } from '../state.js';
import type { NodeRuntime, RouterNode } from '../turn.js';

type Deps = {
  tools: readonly Tool[];
  concurrency: number;
  metrics: Pick<Metrics, 'toolFinished'>;
  logger: Pick<Logger, 'warn'>;
};

/** Runs the calls of one round side by side; the results keep the order of the calls. */
export const createToolsNode = (deps: Deps): RouterNode => {
  const runToolCall = createRunToolCall(deps);

  const runRound = async (
    state: RouterState,
    runtime: NodeRuntime,
    calls: readonly RequestedCall[],
  ): Promise<RouterUpdate> => {
    const { turn } = runtime;
    const available = new Map(
      enabledTools(deps.tools, state.userContext).map((tool) => [tool.name, tool]),
    );
    const limits = toLimits(state, runtime);
    const done = new Map<string, FinishedCall>();
    const inOrder = (): FinishedCall[] =>
      calls.flatMap((call) => {
        const finished = done.get(keyOf(call));
        if (!finished) return [];
        return [finished.record.id === call.id ? finished : handBack(finished.record, call)];
      });
    await inParallel(splitRepeats(calls), deps.concurrency, async (call) => {
      const earlier = findEarlier(state, call);
      void turn.emit({ type: 'tool', name: call.name, phase: 'start' });
      const finished = earlier
        ? handBack(earlier, call)
        : await runToolCall(available.get(call.name), call, limits);
      done.set(keyOf(call), finished);
      void turn.emit({ type: 'tool', name: call.name, phase: 'end', ok: finished.record.ok });
      runtime.keep(toUpdate(state, inOrder()));
    });
    return toUpdate(state, inOrder());
  };

  return async (state, runtime) => {
    const { decision } = state;
    if (decision?.decision !== 'CALL_TOOLS') return { iterationCount: state.iterationCount + 1 };
    return runRound(state, runtime, decision.tools);
  };
};

const toLimits = (state: RouterState, { turn, signal, endsAt, recordModelCall }: NodeRuntime) => ({
  endsAt,
  now: turn.now,
  isOwnCall: isDecidedWithoutModel(state),
  context: {
    scope: turn.scope,
    signal,
    sessionId: state.sessionId,
    executionId: turn.executionId,
    questions: state.searchQueries,
    language: state.queryLanguage,
    record: recordModelCall,
    recordOutOfScope: (count: number) => {
      turn.recorder.droppedOutOfScope(count);
    },
  },
});

const keyOf = ({ name, arguments: given }: Pick<ToolCallRecord, 'name' | 'arguments'>): string =>
  toCanonicalCall(name, given);

const handBack = (earlier: ToolCallRecord, call: RequestedCall): FinishedCall => ({
  record: { ...earlier, id: call.id, arguments: call.arguments, cached: true, durationMs: 0 },
  evidence: [],
  candidates: [],
  degraded: [],
});

/** The first of identical calls in a round runs; the others are handed its result. */
const splitRepeats = (calls: readonly RequestedCall[]) => {
  const first = new Map<string, RequestedCall>();
  for (const call of calls) if (!first.has(keyOf(call))) first.set(keyOf(call), call);
  return [...first.values()];
};

/** What may succeed when it is asked for once more. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'tool_timeout',
  'tool_failed',
  'storage_unavailable',
  'vector_store_unavailable',
  'embedder_unavailable',
]);
const MAX_RUNS = 2;

/** The earlier result of an identical call, unless it failed in a way that one more try may mend. */
const findEarlier = (state: RouterState, call: RequestedCall): ToolCallRecord | undefined => {
  const runs = state.toolCalls.filter((record) => !record.cached && keyOf(record) === keyOf(call));
  const last = runs.at(-1);
  if (!last) return undefined;
  const mayRunAgain =
    last.error !== null && RETRYABLE.has(last.error.code) && runs.length < MAX_RUNS;
  return mayRunAgain ? undefined : last;
};

const toUpdate = (state: RouterState, finished: readonly FinishedCall[]): RouterUpdate => ({
  iterationCount: state.iterationCount + 1,
  toolCalls: finished.map(({ record }) => record),
  evidence: finished.flatMap(({ evidence }) => evidence),
  candidates: finished.flatMap(({ candidates }) => candidates),
  degraded: finished.flatMap(({ degraded }) => degraded),
  totalToolMs: finished.reduce((sum, { record }) => sum + record.durationMs, 0),
});
