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

/** The endpoint of a model call, described as in OpenTelemetry. */
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
  /** A title, tags or the like that a chat program requested: it is not a turn and is not stored. */
  chatTaskAnswered(task: { task: string; by: 'model' | 'rule' }): void;
  /** Every call of a model endpoint, embeddings included: duration, tokens, cost. */
  modelCallFinished(call: EndpointCall): void;
  modelRetried(label: { backend: string; reason: string }): void;
  breakerChanged(label: { backend: string; state: 'closed' | 'half_open' | 'open' }): void;
  /** A kind of work that an endpoint is no longer asked for because it missed its limits, or is asked for again. */
  modelLeftAlone(label: { backend: string; task: string; isLeftAlone: boolean }): void;
  /** A finished request, with the pattern of its route. */
  requestFinished(request: {
    method: string;
    route: string;
    status: number;
    durationMs: number;
  }): void;
  requestShed(reason: string): void;
  /** True: limits count across processes; false: in this process only, because the shared store does not answer. */
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
  /** A document became ready although its file could not be read completely or reliably. */
  documentWarned(code: string): void;
  /** A page was read by its picture; empty: nothing is written on it. */
  pageRead(read: { outcome: 'read' | 'empty' | 'failed'; durationMs: number }): void;
  ingestionRepair(kind: string): void;
  /** `waiting`: an administrator must confirm what the run would remove. */
  sourceRunEnded(run: { kind: string; outcome: 'done' | 'failed' | 'waiting' }): void;
  /** An attempt to deliver a webhook; `retry`: it failed and will be repeated. */
  webhookAttempted(outcome: 'delivered' | 'retry' | 'failed' | 'withheld'): void;
  securityDenied(reason: string): void;
  /** `refused`: the provider said that the request is wrong; `failed`: it did not answer, or reported its own failure. */
  identityProviderAsked(outcome: 'ok' | 'refused' | 'failed'): void;
  unscopedRow(store: string): void;
  /** isolated, leak, blind or failed. */
  isolationCanaryFinished(result: string): void;
  /** Spans that were dropped: the buffer was full, or the collector did not accept them. */
  traceSpansDropped(dropped: { count: number; reason: 'buffer_full' | 'export_failed' }): void;
};

type Attribute = string | number | boolean;
export type SpanAttributes = Readonly<Record<string, Attribute>>;

export type Span = {
  set(attributes: SpanAttributes): void;
};

/** OpenTelemetry spans; names and attributes hold ids, codes and numbers, never content. Does nothing if tracing is off. */
export type Tracer = {
  /** Runs work inside a child of the current span; a rejection marks the span failed and is passed on. */
  inSpan<Result>(
    span: { name: string; attributes?: SpanAttributes },
    work: (span: Span) => Promise<Result>,
  ): Promise<Result>;
};

const NO_SPAN: Span = { set: () => undefined };

/** Tracing switched off: just runs the work. */
export const NO_TRACING: Tracer = { inSpan: (_span, work) => work(NO_SPAN) };

/** Connections to PostgreSQL of one pool: `pending` is how many wait for one. */
export type PoolUse = { pool: string; used: number; idle: number; pending: number; max: number };
