import { AppError, isAppError } from '../../shared/errors.js';
import type { Evidence, ToolCallRecord } from '../../conversations/index.js';
import type { FoundChunk } from '../../search/index.js';
import type { Logger, Metrics } from '../../platform/telemetry/telemetry.js';
import { createLimit, resultWithin } from '../../shared/async.js';
import {
  enabledTools,
  type Tool,
  type ToolContext,
  type ToolEvidenceItem,
  type ToolResult,
} from '../../tools/index.js';
import type { RequestedCall, RouterState, RouterUpdate } from '../state.js';
import type { Degradation } from '../../shared/execution.js';
import { toCanonicalJson } from '../../shared/canonical-json.js';
import { isDecidedWithoutModel } from '../decide/without-model.js';
import type { NodeRuntime, RouterNode } from '../node.js';
import { toLoggedName, type LogLine } from '../turn-log.js';

type Parts = {
  tools: readonly Tool[];
  concurrency: number;
  metrics: Pick<Metrics, 'toolFinished'>;
  logger: Pick<Logger, 'warn'>;
};
type Deps = Parts & { timeoutMs: number };

type FinishedCall = {
  record: ToolCallRecord;
  evidence: readonly Evidence[];
  candidates: readonly FoundChunk[];
  degraded: readonly Degradation[];
};

type Limits = {
  context: ToolContext;
  endsAt: number;
  now: () => Date;
  /** Made without a model: then nothing that goes wrong is to be expected. */
  isOwnCall: boolean;
};

/** Runs the calls of one round side by side; the results keep the order of the calls. */
export const createToolsNode = ({ timeoutMs, ...parts }: Deps): RouterNode => ({
  name: 'tools',
  timeoutMs,
  needs: [
    'originalQuery',
    'sessionId',
    'userContext',
    'maxIterations',
    'queryLanguage',
    'decision',
  ],
  run: async (state, runtime) => {
    const { decision } = state;
    if (decision?.decision !== 'CALL_TOOLS') return { iterationCount: state.iterationCount + 1 };
    return runRound(parts, { state, runtime, calls: decision.tools });
  },
  recover: {
    strategy: 'partial_results',
    toUpdate: (state, kept) => ({ ...kept, iterationCount: state.iterationCount + 1 }),
  },
  log: ({ update }) => logCalls(update),
});

type Round = { state: RouterState; runtime: NodeRuntime; calls: readonly RequestedCall[] };

const runRound = async (parts: Parts, { state, runtime, calls }: Round): Promise<RouterUpdate> => {
  const { turn } = runtime;
  const available = new Map(
    enabledTools(parts.tools, state.userContext).map((tool) => [tool.name, tool]),
  );
  let outOfScope = 0;
  const limits = toLimits(state, runtime, (count) => {
    outOfScope += count;
  });
  const done = new Map<string, FinishedCall>();
  const inOrder = (): FinishedCall[] =>
    calls.flatMap((call) => {
      const finished = done.get(keyOf(call));
      if (!finished) return [];
      return [finished.record.id === call.id ? finished : handBack(finished.record, call)];
    });
  const update = (): RouterUpdate => ({ ...toUpdate(state, inOrder()), outOfScope });
  let isOver = false;
  await createLimit(parts.concurrency).map(splitRepeats(calls), async (call) => {
    if (isOver) return;
    const earlier = findEarlier(state, call);
    void turn.emit({ type: 'tool', name: call.name, phase: 'start' });
    const finished = earlier
      ? handBack(earlier, call)
      : await runToolCall(parts, { call, limits, tool: available.get(call.name) }).catch(
          (fatal: unknown) => {
            // The limit starts every call in its turn, also after one that failed; nothing may be written for a turn that has failed.
            isOver = true;
            throw fatal;
          },
        );
    done.set(keyOf(call), finished);
    void turn.emit({ type: 'tool', name: call.name, phase: 'end', ok: finished.record.ok });
    runtime.keep(update());
  });
  return update();
};

type Call = { tool: Tool | undefined; call: RequestedCall; limits: Limits };

/** Not to be told to the model as an observation: these end the execution. */
const FATAL: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'account_inactive']);

/** The model asked for something that cannot be: it is told so, and nothing of ours went wrong. */
const EXPECTED: ReadonlySet<string> = new Set([
  'unknown_tool',
  'invalid_arguments',
  'not_found',
  'quota_exceeded',
]);

/** One call from name to observation. Only a missing right is an error here; everything else the model can be told. */
const runToolCall = async (
  { metrics, logger }: Pick<Parts, 'metrics' | 'logger'>,
  { tool, call, limits }: Call,
): Promise<FinishedCall> => {
  const startedAt = performance.now();
  const base = { id: call.id, name: call.name, arguments: call.arguments, cached: false };
  const measure = (outcome: string): number => {
    const durationMs = performance.now() - startedAt;
    metrics.toolFinished({ tool: tool?.name ?? 'unknown', outcome, durationMs });
    return durationMs;
  };
  try {
    if (!tool) throw new AppError('unknown_tool', 'There is no such tool.');
    const result = await runWithinLimit(tool, call, limits);
    return {
      record: {
        ...base,
        ok: true,
        summary: result.summary,
        error: null,
        durationMs: measure('ok'),
      },
      evidence: result.evidence.map((item, position) => toCallEvidence(item, position, call)),
      candidates: result.candidates,
      degraded: result.degraded,
    };
  } catch (cause) {
    const { code, message } = toSafeError(cause);
    const durationMs = measure(code);
    if (FATAL.has(code)) throw cause;
    const isExpected = !limits.isOwnCall && EXPECTED.has(code);
    if (!isExpected && code !== 'cancelled') {
      logger.warn({ tool: tool?.name, errorCode: code, err: cause }, 'Tool failed');
    }
    return {
      record: {
        ...base,
        ok: false,
        summary: 'no result',
        error: { code, message },
        durationMs,
      },
      evidence: [],
      candidates: [],
      degraded: isExpected
        ? []
        : [{ node: 'tools', reason: code, effect: `no result of ${call.name}` }],
    };
  }
};

/** The node gives its answer this long before its own limit, so that finished calls count. */
const NODE_MARGIN_MS = 50;

const runWithinLimit = (
  tool: Tool,
  call: RequestedCall,
  { context, endsAt, now }: Limits,
): Promise<ToolResult> => {
  const leftMs = endsAt - NODE_MARGIN_MS - now().getTime();
  const limitMs = Math.min(tool.timeoutMs, leftMs);
  const tooLate = new AppError('tool_timeout', 'The tool took too long and was stopped.');
  return resultWithin({ signal: context.signal, limitMs, tooLate }, (signal) =>
    tool.run(call.arguments, { ...context, signal }),
  );
};

/** Values have no ids of their own: the first goes by its call's, so that several of one call do not replace each other. */
const toCallEvidence = (item: ToolEvidenceItem, position: number, call: RequestedCall): Evidence =>
  item.kind === 'value'
    ? {
        kind: 'tool',
        id: position === 0 ? call.id : `${call.id}.${position}`,
        toolCallId: call.id,
        text: item.text,
        ...(item.url !== undefined && { url: item.url }),
      }
    : item;

const toSafeError = (error: unknown): AppError =>
  isAppError(error) ? error : new AppError('tool_failed', 'The tool failed.', { cause: error });

const toLimits = (
  state: RouterState,
  { turn, signal, endsAt, recordModelCall }: NodeRuntime,
  recordOutOfScope: (count: number) => void,
): Limits => ({
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
    recordOutOfScope,
  },
});

/** One spelling per call, whatever the order of its argument keys: calls of equal spelling are the same call. */
const keyOf = ({ name, arguments: given }: Pick<ToolCallRecord, 'name' | 'arguments'>): string =>
  toCanonicalJson([name, given]);

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

const logCalls = ({ toolCalls = [], iterationCount }: RouterUpdate): LogLine[] =>
  toolCalls.map((call) => ({
    message: 'Tool finished',
    fields: {
      step: 'tool',
      round: iterationCount,
      tool: toLoggedName(call.name),
      outcome: call.error?.code ?? 'ok',
      cached: call.cached,
      durationMs: Math.round(call.durationMs),
    },
    content: { turnSummary: call.summary },
  }));
