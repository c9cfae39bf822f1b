import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Metrics } from './telemetry.js';
import { createInstruments } from './metric-names.js';
import type { ModelPurpose } from '../../shared/execution.js';

type TaskStats = { due: number; running: number; oldestDueAgeSec: number };

type Options = {
  /** Read at each scrape; a failing read leaves its gauges out and nothing else. */
  readTaskStats?: () => Promise<TaskStats>;
  readWaitingJobs?: () => Promise<number>;
  readDocumentCounts?: () => Promise<Record<string, number>>;
  /** Models that may be a label: an endpoint can report any name, and those are told as `other`. */
  knownModels?: readonly string[];
  withProcessMetrics?: boolean;
};

export type MetricsRegistry = {
  metrics: Metrics;
  /** The Prometheus text format. */
  render: () => Promise<{ contentType: string; body: string }>;
};

export const createMetrics = ({
  readTaskStats,
  readWaitingJobs,
  readDocumentCounts,
  knownModels = [],
  withProcessMetrics = false,
}: Options = {}): MetricsRegistry => {
  const registry = new Registry();
  const instruments = createInstruments(registry);
  if (withProcessMetrics) collectDefaultMetrics({ register: registry });
  return {
    metrics: {
      ...createWorkflowMetrics(instruments),
      ...createRetrievalMetrics(instruments),
      ...createIngestionMetrics(instruments),
      ...createModelMetrics(instruments, knownModels),
      requestShed: (reason) => instruments.requestsShed.inc({ reason: closed(reason) }),
      streamOpened: () => instruments.streams.inc(),
      streamClosed: () => instruments.streams.dec(),
      securityDenied: (reason) => instruments.securityDenied.inc({ reason: closed(reason) }),
      unscopedRow: (store) => instruments.unscopedQueries.inc({ store: closed(store) }),
      traceSpansDropped: ({ count, reason }) => instruments.spansDropped.inc({ reason }, count),
    },
    render: async () => {
      if (readTaskStats !== undefined) await gaugeTasks(instruments, readTaskStats);
      if (readWaitingJobs !== undefined) await gaugeWaitingJobs(instruments, readWaitingJobs);
      if (readDocumentCounts !== undefined) await gaugeDocuments(instruments, readDocumentCounts);
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
};

type Instruments = ReturnType<typeof createInstruments>;

// Labels are codes of ours; anything else would be an id or content that slipped in.
const closed = (label: string): string =>
  /^[a-z][a-z0-9_./-]{0,47}$/i.test(label) ? label : 'other';

const seconds = (durationMs: number): number => durationMs / 1000;

const createWorkflowMetrics = (
  instruments: Instruments,
): Pick<
  Metrics,
  | 'nodeFinished'
  | 'executionStarted'
  | 'executionFinished'
  | 'degraded'
  | 'toolFinished'
  | 'citationResolved'
> => ({
  nodeFinished: (execution) => {
    const node = execution.nodeName;
    instruments.nodeDuration.observe(
      { node, outcome: execution.status },
      seconds(execution.durationMs),
    );
    instruments.nodePayload.observe({ node, direction: 'input' }, execution.inputSizeBytes);
    instruments.nodePayload.observe({ node, direction: 'output' }, execution.outputSizeBytes);
    if (execution.status === 'timeout') instruments.nodeTimeouts.inc({ node });
    if (execution.errorCode !== null) {
      const strategy = execution.strategy ?? 'none';
      instruments.nodeErrors.inc({ node, error_type: closed(execution.errorCode), strategy });
    }
  },
  executionStarted: () => instruments.executionsInFlight.inc(),
  executionFinished: ({ outcome, iterations }) => {
    instruments.executionIterations.observe(iterations);
    instruments.executionsInFlight.dec();
    instruments.executions.inc({ outcome: closed(outcome) });
  },
  degraded: ({ node, reason }) =>
    instruments.degraded.inc({ node: closed(node), reason: closed(reason) }),
  toolFinished: ({ tool, outcome, durationMs }) => {
    instruments.toolCalls.inc({ tool: closed(tool), outcome: closed(outcome) });
    instruments.toolDuration.observe({ tool: closed(tool) }, seconds(durationMs));
  },
  citationResolved: (outcome) => instruments.citations.inc({ outcome: closed(outcome) }),
});

/** A dated name ("gpt-4o-2024-08-06") is told as the one that was asked for. */
const toKnownModel = (model: string, known: readonly string[]): string =>
  known.find((name) => name === model) ??
  known.find((name) => model.startsWith(`${name}-`)) ??
  'other';

const OPERATIONS: Partial<Record<ModelPurpose, string>> = { embed: 'embeddings', rerank: 'rerank' };
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2 } as const;

const createModelMetrics = (
  instruments: Instruments,
  knownModels: readonly string[],
): Pick<Metrics, 'modelCallFinished' | 'modelRetried' | 'breakerChanged'> => ({
  modelCallFinished: ({ purpose, outcome, durationMs, costUsd, ...call }) => {
    const model = toKnownModel(call.model, knownModels);
    const labels = {
      gen_ai_operation_name: OPERATIONS[purpose] ?? 'chat',
      gen_ai_request_model: model,
    };
    const error_type = outcome === 'ok' ? '' : outcome;
    instruments.modelDuration.observe({ ...labels, error_type }, seconds(durationMs));
    if (costUsd !== null) instruments.modelCost.inc({ model, purpose }, costUsd);
    if (outcome !== 'ok') return;
    const tokens = { input: call.promptTokens, output: call.completionTokens };
    for (const [gen_ai_token_type, count] of Object.entries(tokens)) {
      instruments.modelTokens.observe({ ...labels, gen_ai_token_type }, count);
    }
  },
  modelRetried: ({ backend, reason }) =>
    instruments.modelRetries.inc({ backend: closed(backend), reason: closed(reason) }),
  breakerChanged: ({ backend, state }) =>
    instruments.breakerState.set({ backend: closed(backend) }, BREAKER_STATES[state]),
});

const createRetrievalMetrics = (
  instruments: Instruments,
): Pick<Metrics, 'retrievalFinished' | 'retrievalResults' | 'memoryOperation'> => ({
  retrievalFinished: ({ stage, durationMs }) =>
    instruments.retrievalDuration.observe({ stage: closed(stage) }, seconds(durationMs)),
  retrievalResults: ({ count, emptyReason }) => {
    instruments.retrievalResults.observe(count);
    if (emptyReason !== null) instruments.retrievalEmpty.inc({ reason: closed(emptyReason) });
  },
  memoryOperation: ({ operation, outcome }) =>
    instruments.memoryOperations.inc({ operation: closed(operation), outcome: closed(outcome) }),
});

const createIngestionMetrics = (
  instruments: Instruments,
): Pick<Metrics, 'ingestStageFinished' | 'documentFinished' | 'ingestionRepair'> => ({
  ingestStageFinished: ({ stage, durationMs }) =>
    instruments.ingestStages.observe({ stage: closed(stage) }, seconds(durationMs)),
  documentFinished: ({ outcome, errorCode, latencyMs }) => {
    instruments.ingestLatency.observe({ outcome: closed(outcome) }, seconds(latencyMs));
    instruments.ingestDocuments.inc({
      outcome: closed(outcome),
      error_code: errorCode === '' ? 'none' : closed(errorCode),
    });
  },
  ingestionRepair: (kind) => instruments.ingestionRepairs.inc({ kind: closed(kind) }),
});

const QUEUE = 'ingestion';

const gaugeTasks = async (
  instruments: Instruments,
  readTaskStats: () => Promise<TaskStats>,
): Promise<void> => {
  const stats = await readTaskStats().catch(() => null);
  instruments.queueJobs.reset();
  instruments.tasksDue.reset();
  instruments.queueAge.reset();
  if (stats === null) return;
  instruments.tasksDue.set(stats.due);
  instruments.queueJobs.set({ queue: QUEUE, state: 'active' }, stats.running);
  instruments.queueAge.set({ queue: QUEUE }, stats.oldestDueAgeSec);
};

const gaugeWaitingJobs = async (
  { queueJobs }: Instruments,
  readWaitingJobs: () => Promise<number>,
): Promise<void> => {
  const labels = { queue: QUEUE, state: 'waiting' };
  queueJobs.remove(labels);
  const waiting = await readWaitingJobs().catch(() => null);
  if (waiting !== null) queueJobs.set(labels, waiting);
};

const gaugeDocuments = async (
  { documents }: Instruments,
  readDocumentCounts: () => Promise<Record<string, number>>,
): Promise<void> => {
  const counts = await readDocumentCounts().catch(() => ({}));
  documents.reset();
  for (const [status, count] of Object.entries(counts)) documents.set({ status }, count);
};
