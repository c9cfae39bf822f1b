import { Counter, Gauge, Histogram, collectDefaultMetrics, Registry } from 'prom-client';
import type { Metrics } from './telemetry.js';
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

type Instruments = ReturnType<typeof createInstruments>;

const QUEUE = 'ingestion';

const COUNTS = [0, 1, 2, 5, 10, 20, 50];

type Factories = ReturnType<typeof createFactories>;

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

/** Every metric of ours, named in this one module. Labels come from closed sets; no tenant, user or id is one. */
const createInstruments = (registry: Registry) => {
  const make = createFactories(registry);
  return {
    ...createTurnInstruments(make),
    ...createRetrievalInstruments(make),
    ...createIngestionInstruments(make),
    ...createModelInstruments(make),
    ...createHttpInstruments(make),
  };
};

const NODE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10, 15, 20, 30];
const STAGE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

const createFactories = (registry: Registry) => {
  const registers = [registry];
  const histogram =
    (buckets: number[]) =>
    <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Histogram({ name, help, labelNames, buckets, registers });
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram,
    durations: histogram(NODE_SECONDS),
    stages: histogram(STAGE_SECONDS),
  };
};

const BYTES = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];

const createTurnInstruments = ({ counter, gauge, histogram, durations }: Factories) => ({
  nodeDuration: durations('kr_node_duration_seconds', 'Duration of a node run', [
    'node',
    'outcome',
  ]),
  nodeErrors: counter('kr_node_errors_total', 'Node runs that failed', [
    'node',
    'error_type',
    'strategy',
  ]),
  nodeTimeouts: counter('kr_node_timeouts_total', 'Node runs over their time limit', ['node']),
  nodePayload: histogram(BYTES)('kr_node_payload_bytes', 'Size of what a node read and wrote', [
    'node',
    'direction',
  ]),
  executions: counter('kr_executions_total', 'Turns that ended', ['outcome']),
  executionIterations: histogram(COUNTS)(
    'kr_execution_iterations',
    'Rounds of tools a turn took',
    [],
  ),
  executionsInFlight: gauge('kr_executions_in_flight', 'Turns that run', []),
  degraded: counter('kr_degraded_total', 'What went less well than it should', ['node', 'reason']),
  toolCalls: counter('kr_tool_calls_total', 'Tool calls', ['tool', 'outcome']),
  toolDuration: durations('kr_tool_duration_seconds', 'Duration of a tool call', ['tool']),
});

const createRetrievalInstruments = ({ counter, histogram, stages }: Factories) => ({
  retrievalDuration: stages('kr_retrieval_duration_seconds', 'Duration of a retrieval stage', [
    'stage',
  ]),
  retrievalResults: histogram(COUNTS)('kr_retrieval_results', 'Passages a search found', []),
  retrievalEmpty: counter('kr_retrieval_empty_total', 'Searches without a passage', ['reason']),
  citations: counter('kr_citations_total', 'Citations by what became of them', ['outcome']),
  memoryOperations: counter('kr_memory_operations_total', 'Operations on memories', [
    'operation',
    'outcome',
  ]),
});

const createIngestionInstruments = ({ counter, gauge, stages }: Factories) => ({
  queueJobs: gauge('kr_queue_jobs', 'Tasks handed to workers', ['queue', 'state']),
  queueAge: gauge('kr_queue_oldest_job_age_seconds', 'Age of the oldest due task', ['queue']),
  documents: gauge('kr_documents', 'Documents of all tenants', ['status']),
  tasksDue: gauge('kr_ingestion_tasks_due', 'Tasks that wait', []),
  ingestLatency: stages('kr_ingest_latency_seconds', 'From upload to ready or failed', ['outcome']),
  ingestStages: stages('kr_ingest_stage_duration_seconds', 'Duration of an ingestion stage', [
    'stage',
  ]),
  ingestDocuments: counter('kr_ingest_documents_total', 'Documents ingested', [
    'outcome',
    'error_code',
  ]),
  ingestionRepairs: counter('kr_ingestion_repairs_total', 'Repairs the worker made', ['kind']),
  securityDenied: counter('kr_security_denied_total', 'Refusals', ['reason']),
  unscopedQueries: counter('kr_unscoped_query_total', 'Rows of another tenant; must stay 0', [
    'store',
  ]),
});

const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144];

const createModelInstruments = ({ counter, gauge, histogram, stages }: Factories) => ({
  modelDuration: stages(
    'gen_ai_client_operation_duration_seconds',
    'Duration of a call of a model',
    ['gen_ai_operation_name', 'gen_ai_request_model', 'error_type'],
  ),
  modelTokens: histogram(TOKENS)('gen_ai_client_token_usage', 'Tokens of a call of a model', [
    'gen_ai_operation_name',
    'gen_ai_request_model',
    'gen_ai_token_type',
  ]),
  modelCost: counter('kr_llm_cost_usd_total', 'Cost of calls whose price is known', [
    'model',
    'purpose',
  ]),
  modelRetries: counter('kr_llm_retries_total', 'Calls that were tried again', [
    'backend',
    'reason',
  ]),
  breakerState: gauge('kr_llm_breaker_state', '0 closed, 1 half open, 2 open', ['backend']),
});

const createHttpInstruments = ({ counter, gauge }: Factories) => ({
  requestsShed: counter('kr_requests_shed_total', 'Requests refused for want of room', ['reason']),
  streams: gauge('kr_sse_connections', 'Open event streams', []),
  spansDropped: counter('kr_trace_spans_dropped_total', 'Spans of traces thrown away', ['reason']),
});

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

const seconds = (durationMs: number): number => durationMs / 1000;

// Labels are codes of ours; anything else would be an id or content that slipped in.
const closed = (label: string): string =>
  /^[a-z][a-z0-9_./-]{0,47}$/i.test(label) ? label : 'other';

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

/** A dated name ("gpt-4o-2024-08-06") is told as the one that was asked for. */
const toKnownModel = (model: string, known: readonly string[]): string =>
  known.find((name) => name === model) ??
  known.find((name) => model.startsWith(`${name}-`)) ??
  'other';

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
