import type { Evidence, ToolCallRecord, ToolOrigin } from '../../conversations/index.js';
import { createLimit, resultWithin } from '../../shared/async.js';
import { toCanonicalJson } from '../../shared/canonical-json.js';
import { AppError, isAppError } from '../../shared/errors.js';
import {
  isSideEffecting,
  type Tool,
  type ToolContext,
  type ToolEvidenceItem,
  type ToolResult,
} from '../../tools/index.js';
import { isDecidedWithoutModel } from '../decide/without-model.js';
import { EXPECTED_FAILURES } from '../failed-tools.js';
import type { NodeDeps, NodeRuntime, RouterNode } from '../node.js';
import type { RequestedCall, RouterState, RouterUpdate } from '../state.js';
import type { Turn } from '../turn.js';
import { toLoggedName, type LogLine } from '../turn-log.js';
import { toContext, toolsOfTurn } from '../turn-tools.js';

type Deps = Pick<NodeDeps, 'database' | 'tools' | 'settings' | 'metrics' | 'logger'>;

type FinishedCall = Pick<ToolResult, 'candidates' | 'corrections' | 'degraded' | 'memories'> & {
  record: ToolCallRecord;
  evidence?: readonly Evidence[];
};

/** Runs the calls of one round in parallel; the results keep the order of the calls. */
export const createToolsNode = (deps: Deps): RouterNode => ({
  name: 'tools',
  timeoutMs: deps.settings.nodeTimeoutMs.tools,
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
    // Runs outside the turn's share of the process, because each tool has its own queue or waits for an outside system.
    return runtime.turn.outside(() => runRound(deps, { state, runtime, calls: decision.tools }));
  },
  recover: {
    strategy: 'partial_results',
    toUpdate: (state, kept) => ({ ...kept, iterationCount: state.iterationCount + 1 }),
  },
  log: ({ update }) => logCalls(update),
});

type Round = { state: RouterState; runtime: NodeRuntime; calls: readonly RequestedCall[] };

const runRound = async (deps: Deps, { state, runtime, calls }: Round): Promise<RouterUpdate> => {
  const { turn } = runtime;
  const available = toolsOfTurn(deps.tools, state);
  // No model made these calls, so they are not expected to fail.
  const isOwnCall = isDecidedWithoutModel(state);
  let outOfScope = 0;
  const context = toContext(state, runtime, (count) => {
    outOfScope += count;
  });
  const done = new Map<string, FinishedCall>();
  const update = (): RouterUpdate => {
    const finished = calls.flatMap((call) => {
      const same = done.get(keyOf(call));
      if (!same) return [];
      return [same.record.id === call.id ? same : handBack(same.record, call)];
    });
    return { ...toUpdate(state, finished), outOfScope };
  };
  const audits: Promise<void>[] = [];
  const run = async (call: RequestedCall): Promise<FinishedCall> => {
    const tool = available.find(({ name }) => name === call.name);
    const earlier = findEarlier(state, call, tool);
    if (earlier) return handBack(earlier, call);
    const isTooMany = isBeyondLimit(state, { call, tool, round: distinct });
    const onEnd = (record: ToolCallRecord) => {
      if (tool && isSideEffecting(tool)) audits.push(audit(deps, turn, record));
    };
    return runToolCall(deps, { call, tool, context, runtime, isOwnCall, isTooMany, onEnd });
  };
  // Of several identical calls only the first runs, and the others get its result.
  const distinct = calls.filter(
    (call, index) => calls.findIndex((other) => keyOf(other) === keyOf(call)) === index,
  );
  let isOver = false;
  await createLimit(deps.settings.toolConcurrency).map(distinct, async (call) => {
    // The concurrency limit still starts queued calls after one has failed, but nothing may be written for a failed turn.
    if (isOver) return;
    void turn.emit({ type: 'tool', name: call.name, phase: 'start' });
    try {
      const finished = await run(call);
      done.set(keyOf(call), finished);
      void turn.emit({ type: 'tool', name: call.name, phase: 'end', ok: finished.record.ok });
      runtime.keep(update());
    } catch (fatal) {
      isOver = true;
      throw fatal;
    }
  });
  await Promise.all(audits);
  return update();
};

/**
 * Writes the audit entry when the call has ended, whatever happens to the turn; the purpose of each call is in the receipt. Never rejects.
 */
const audit = async (
  { database, logger }: Pick<Deps, 'database' | 'logger'>,
  { scope, executionId }: Turn,
  { name, error }: ToolCallRecord,
): Promise<void> => {
  const called = { toolName: name, errorCode: error?.code ?? null };
  try {
    await database.withScope(scope, (tx) =>
      tx.audit.append({
        ...called,
        actorId: scope.userId,
        action: 'tool.call',
        subjectId: executionId,
        result: error === null ? 'ok' : 'failed',
      }),
    );
  } catch (cause) {
    logger.error({ ...called, executionId, err: cause }, 'A call of a tool was not audited');
  }
};

/** A canonical key that does not depend on the order of arguments, so that identical calls have equal keys. */
const keyOf = ({ name, arguments: given }: Pick<ToolCallRecord, 'name' | 'arguments'>): string =>
  toCanonicalJson([name, given]);

const handBack = (earlier: ToolCallRecord, call: RequestedCall): FinishedCall => ({
  record: { ...earlier, id: call.id, arguments: call.arguments, cached: true, durationMs: 0 },
});

/** Error codes of calls that may succeed when repeated. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'tool_timeout',
  'tool_failed',
  'tool_unavailable',
  'storage_unavailable',
  'insufficient_storage',
  'vector_store_unavailable',
  'embedder_unavailable',
]);
const MAX_RUNS = 2;

/**
 * The earlier result of an identical call, unless that call failed in a way that a harmless retry may fix, or the data has changed since.
 */
const findEarlier = (
  state: RouterState,
  call: RequestedCall,
  tool: Tool | undefined,
): ToolCallRecord | undefined => {
  const same = state.toolCalls.filter((record) => keyOf(record) === keyOf(call));
  const last = same.at(-1);
  const runs = same.filter(({ cached }) => !cached).length;
  const isRepeatable = tool?.hasSideEffects !== true;
  const mayRunAgain = isRepeatable && RETRYABLE.has(last?.error?.code ?? '') && runs < MAX_RUNS;
  const isStale = last && tool && isSideEffecting(tool) && isOutdated(state, last);
  return mayRunAgain || isStale ? undefined : last;
};

type InRound = { call: RequestedCall; tool: Tool | undefined; round: readonly RequestedCall[] };

/** True if the tool has used up its allowed calls. The first calls of a round count however they end, because they run in parallel. */
const isBeyondLimit = ({ toolCalls }: RouterState, { call, tool, round }: InRound): boolean => {
  if (tool?.maxPerTurn === undefined) return false;
  const isSame = ({ name }: { name: string }): boolean => name === tool.name;
  const before = toolCalls.filter((made) => isSame(made) && made.ok && !made.cached).length;
  return before + round.filter(isSame).indexOf(call) >= tool.maxPerTurn;
};

/** True if another call has created or changed a file since then. */
const isOutdated = ({ toolCalls }: RouterState, last: ToolCallRecord): boolean =>
  toolCalls
    .slice(toolCalls.lastIndexOf(last) + 1)
    .some((later) => later.files.length > 0 && keyOf(later) !== keyOf(last));

type Call = {
  call: RequestedCall;
  tool: Tool | undefined;
  context: ToolContext;
  runtime: NodeRuntime;
  isOwnCall: boolean;
  isTooMany: boolean;
  onEnd: (record: ToolCallRecord) => void;
};

/** Errors that end the execution instead of being shown to the model as an observation. */
const FATAL: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'account_inactive']);

/** Runs one call from its name to its observation. Only a missing right is an error here; everything else is reported to the model. */
const runToolCall = async (
  { metrics, logger }: Pick<Deps, 'metrics' | 'logger'>,
  { call, tool, isOwnCall, isTooMany, onEnd, ...limits }: Call,
): Promise<FinishedCall> => {
  const startedAt = performance.now();
  const finish = (
    outcome: string,
    ended: Pick<ToolCallRecord, 'ok' | 'summary' | 'error' | 'cached'>,
    files: ToolResult['files'] = [],
  ): ToolCallRecord => {
    const durationMs = performance.now() - startedAt;
    metrics.toolFinished({ tool: tool?.name ?? 'unknown', outcome, durationMs });
    const { id, name, arguments: given } = call;
    const record = { id, name, arguments: given, ...ended, durationMs, files: [...files] };
    onEnd(record);
    return record;
  };
  try {
    if (!tool) throw new AppError('unknown_tool', 'There is no such tool.');
    if (isTooMany) throw new AppError('quota_exceeded', 'This turn has no such calls left.');
    const {
      summary,
      evidence,
      cached = false,
      files,
      ...found
    } = await runWithinLimit(tool, call, limits);
    return {
      ...found,
      record: finish('ok', { ok: true, summary, error: null, cached }, files),
      evidence: evidence.map((item, position) => toEvidence(item, position, { call, tool })),
    };
  } catch (cause) {
    const { code, message } = isAppError(cause)
      ? cause
      : new AppError('tool_failed', 'The tool failed.');
    const error = { code, message };
    const record = finish(code, { ok: false, summary: 'no result', error, cached: false });
    if (FATAL.has(code)) throw cause;
    if (!isOwnCall && EXPECTED_FAILURES.has(code)) return { record };
    if (code !== 'cancelled') {
      logger.warn({ tool: tool?.name, errorCode: code, err: cause }, 'Tool failed');
    }
    const effect = `no result of ${call.name}`;
    return { record, degraded: [{ node: 'tools', reason: code, effect }] };
  }
};

/** The node returns this long before its own time limit, so that finished calls count. */
const NODE_MARGIN_MS = 50;

const runWithinLimit = (
  tool: Tool,
  call: RequestedCall,
  { context, runtime: { endsAt, turn } }: Pick<Call, 'context' | 'runtime'>,
): Promise<ToolResult> => {
  const left = (): number =>
    Math.min(tool.timeoutMs, endsAt() - NODE_MARGIN_MS - turn.now().getTime());
  const tooLate = () => new AppError('tool_timeout', 'The tool took too long and was stopped.');
  const limits = { signal: context.signal, limitMs: left(), tooLate };
  return resultWithin(limits, (signal, restart) => {
    const onTurn = (): void => {
      restart(left());
    };
    return tool.run(call.arguments, { ...context, signal, onTurn });
  });
};

/**
 * Values have no ids of their own, so they are named after their call and their position, so that several values of one call do not replace
 * each other.
 */
const toEvidence = (item: ToolEvidenceItem, position: number, made: Made): Evidence => {
  if (item.kind !== 'value') return item;
  const { text, url, count, restsOn } = item;
  const { id: toolCallId } = made.call;
  const id = position === 0 ? toolCallId : `${toolCallId}.${position}`;
  const value = { kind: 'tool', id, toolCallId, origin: toOrigin(made), text } as const;
  return {
    ...value,
    ...(url !== undefined && { url }),
    ...(count !== undefined && { count }),
    ...(restsOn && { restsOn }),
  };
};

type Made = { call: RequestedCall; tool: Tool };

/** The origin of a tool's result; a tool that is not known to look up our own data counts as an outside service. */
const toOrigin = ({ tool }: Made): ToolOrigin => {
  if (tool.risk === 'sandboxed') return 'code';
  if (tool.calculates === true) return 'calculation';
  if (tool.risk === 'workspace') return tool.searchesKnowledge === true ? 'file' : 'writing';
  return tool.searchesKnowledge === true && tool.risk === 'safe' ? 'store' : 'service';
};

const toUpdate = (state: RouterState, finished: readonly FinishedCall[]): RouterUpdate => ({
  iterationCount: state.iterationCount + 1,
  toolCalls: finished.map(({ record }) => record),
  evidence: finished.flatMap(({ evidence = [] }) => evidence),
  candidates: finished.flatMap(({ candidates = [] }) => candidates),
  corrections: finished.flatMap(({ corrections = [] }) => corrections),
  degraded: finished.flatMap(({ degraded = [] }) => degraded),
  memories: finished.flatMap(({ memories = [] }) => memories),
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
