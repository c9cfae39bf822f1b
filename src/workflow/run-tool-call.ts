import { AppError, isAppError } from '../shared/errors.js';
import type { Evidence, ToolCallRecord } from '../conversations/index.js';
import type { FoundChunk } from '../search/index.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { resultWithin } from '../shared/async.js';
import type { Tool, ToolContext, ToolEvidenceItem, ToolResult } from '../tools/index.js';
import type { RequestedCall } from './state.js';
import type { Degradation } from '../shared/execution.js';

export type FinishedCall = {
  record: ToolCallRecord;
  evidence: readonly Evidence[];
  candidates: readonly FoundChunk[];
  degraded: readonly Degradation[];
};

type Deps = {
  metrics: Pick<Metrics, 'toolFinished'>;
  logger: Pick<Logger, 'warn'>;
};

type Limits = {
  context: ToolContext;
  endsAt: number;
  now: () => Date;
  /** Made without a model: then nothing that goes wrong is to be expected. */
  isOwnCall: boolean;
};

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
export const createRunToolCall =
  ({ metrics, logger }: Deps) =>
  async (tool: Tool | undefined, call: RequestedCall, limits: Limits): Promise<FinishedCall> => {
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
        evidence: result.evidence.map((item, position) => toEvidence(item, position, call)),
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
const toEvidence = (item: ToolEvidenceItem, position: number, call: RequestedCall): Evidence =>
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
