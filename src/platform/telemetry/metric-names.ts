import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const NODE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10, 15, 20, 30];
const STAGE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const BYTES = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144];
const COUNTS = [0, 1, 2, 5, 10, 20, 50];

/** Every metric of ours, named in this one module. Labels come from closed sets; no tenant, user or id is one. */
export const createInstruments = (registry: Registry) => {
  const make = createFactories(registry);
  return {
    ...createTurnInstruments(make),
    ...createRetrievalInstruments(make),
    ...createIngestionInstruments(make),
    ...createModelInstruments(make),
    ...createHttpInstruments(make),
  };
};

type Factories = ReturnType<typeof createFactories>;

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
