import type { ModelCall, NodeExecution } from '../../shared/execution.js';

type Fields = Record<string, unknown>;

/** Data first, constant sentence last; never content of questions, answers or documents. */
export type Logger = {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
  child(fields: Fields): Logger;
};

/** A call of one endpoint; `model` is the one that answered. */
export type EndpointCall = ModelCall & { requestModel: string; endpoint: ModelEndpoint | null };

/** The endpoint of a call of a model, in OpenTelemetry's words. */
export type ModelEndpoint = {
  /** The vendor whose API the endpoint speaks, no matter who runs it. */
  provider: string;
  address: string;
  port: number;
};

/** Counters and histograms; labels come from closed sets only. */
export type Metrics = {
  nodeFinished(execution: NodeExecution): void;
  executionFinished(execution: { outcome: string; iterations: number }): void;
  executionStarted(): void;
  /** A title, tags or the like that a chat program asked for: no turn, and not stored. */
  chatTaskAnswered(task: { task: string; by: 'model' | 'rule' }): void;
  /** Every call of a model's endpoint, embeddings included: duration, tokens, cost. */
  modelCallFinished(call: EndpointCall): void;
  modelRetried(label: { backend: string; reason: string }): void;
  breakerChanged(label: { backend: string; state: 'closed' | 'half_open' | 'open' }): void;
  /** A kind of work that an endpoint is not asked for because it missed its limits, or is asked for again. */
  modelLeftAlone(label: { backend: string; task: string; isLeftAlone: boolean }): void;
  /** A request with the pattern of its route, at its end. */
  requestFinished(request: {
    method: string;
    route: string;
    status: number;
    durationMs: number;
  }): void;
  requestShed(reason: string): void;
  /** True: limits count across processes; false: in this one alone, because their store does not answer. */
  limitsShared(areShared: boolean): void;
  streamOpened(): void;
  streamClosed(): void;
  degraded(label: { node: string; reason: string }): void;
  toolFinished(call: { tool: string; outcome: string; durationMs: number }): void;
  retrievalFinished(stage: { stage: string; durationMs: number }): void;
  retrievalResults(found: { count: number; emptyReason: string | null }): void;
  citationResolved(outcome: string): void;
  statementSettled(settled: { verdict: string; by: string }): void;
  /** Counts an answer with statements; `asked` is yes if a judge had to look at one of them. */
  answerChecked(isJudged: 'yes' | 'no'): void;
  memoryOperation(label: { operation: string; outcome: string }): void;
  ingestStageFinished(stage: { stage: string; durationMs: number }): void;
  documentFinished(outcome: { outcome: string; errorCode: string; latencyMs: number }): void;
  /** A document became ready whose file could not be read whole, or not for certain. */
  documentWarned(code: string): void;
  ingestionRepair(kind: string): void;
  /** `waiting`: an administrator must confirm what the run would remove. */
  sourceRunEnded(run: { kind: string; outcome: 'done' | 'failed' | 'waiting' }): void;
  /** An attempt to deliver a webhook; retry: it failed and is made again. */
  webhookAttempted(outcome: 'delivered' | 'retry' | 'failed' | 'withheld'): void;
  securityDenied(reason: string): void;
  /** Refused: it answered that something is wrong with the request; failed: it gave no answer, or told of a failure of its own. */
  identityProviderAsked(outcome: 'ok' | 'refused' | 'failed'): void;
  unscopedRow(store: string): void;
  /** isolated, leak, blind or failed. */
  isolationCanaryFinished(result: string): void;
  /** Spans that were thrown away: the buffer was full, or the collector did not take them. */
  traceSpansDropped(dropped: { count: number; reason: 'buffer_full' | 'export_failed' }): void;
};

type Attribute = string | number | boolean;
export type SpanAttributes = Readonly<Record<string, Attribute>>;

export type Span = {
  set(attributes: SpanAttributes): void;
};

/** Spans of OpenTelemetry; names and attributes hold ids, codes and numbers, never content. Does nothing when tracing is off. */
export type Tracer = {
  /** Runs work inside a span that is a child of the one around it; a rejection marks it failed and is passed on. */
  inSpan<Result>(
    span: { name: string; attributes?: SpanAttributes },
    work: (span: Span) => Promise<Result>,
  ): Promise<Result>;
};

const NO_SPAN: Span = { set: () => undefined };

/** Tracing switched off: the work runs as if nobody had asked. */
export const NO_TRACING: Tracer = { inSpan: (_span, work) => work(NO_SPAN) };

/** Connections to PostgreSQL of one pool: `pending` is how many wait for one. */
export type PoolUse = { pool: string; used: number; idle: number; pending: number; max: number };
