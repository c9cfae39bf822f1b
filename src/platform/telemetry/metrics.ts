import { collectDefaultMetrics, Registry } from 'prom-client';
import {
  BYTES,
  CALL_SECONDS,
  COUNTS,
  createMetricFactories,
  TOKENS,
  type Make,
} from './metric-factories.js';
import { createGauges, type GaugeReads } from './gauges.js';
import type { Metrics } from './telemetry.js';
import type { ModelPurpose } from '../../shared/execution.js';

type Options = GaugeReads & {
  /** How many words each language's stemmer failed at since the last scrape. */
  takeStemmerFailures?: () => Readonly<Record<string, number>>;
  build?: { version: string; commit: string };
  /** Models that may be a label: an endpoint can report any name, and unknown ones are reported as `other`. */
  knownModels?: readonly string[];
  withProcessMetrics?: boolean;
};

export type MetricsRegistry = {
  metrics: Metrics;
  /** The Prometheus text format. */
  render: () => Promise<{ contentType: string; body: string }>;
};

/** All our metrics, named in this one module. Labels come from closed sets, never from tenants, users or ids. */
export const createMetrics = ({
  knownModels = [],
  withProcessMetrics = false,
  ...reads
}: Options = {}): MetricsRegistry => {
  const registry = new Registry();
  const make = createMetricFactories(registry);
  if (withProcessMetrics) collectDefaultMetrics({ register: registry });
  if (reads.build !== undefined) showBuild(make, reads.build);
  const readGauges = createGauges(make, reads);
  const unstemmed = make.counter(
    'kr_stemmer_failures_total',
    'Words that a stemmer failed at, kept as they are written',
    'language',
  );
  return {
    metrics: {
      ...createTurnMetrics(make),
      ...createAnswerMetrics(make),
      ...createRetrievalMetrics(make),
      ...createIngestionMetrics(make),
      ...createModelMetrics(make, knownModels),
      ...createHttpMetrics(make),
    },
    render: async () => {
      await readGauges();
      for (const [language, count] of Object.entries(reads.takeStemmerFailures?.() ?? {})) {
        unstemmed.inc({ language: closed(language) }, count);
      }
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
};

const createTurnMetrics = ({ counter, gauge, histogram, durations }: Make) => {
  const duration = durations(
    'kr_node_duration_seconds',
    'Duration of a node run',
    'node',
    'outcome',
  );
  const errors = counter(
    'kr_node_errors_total',
    'Node runs that failed',
    'node',
    'error_type',
    'strategy',
  );
  const timeouts = counter('kr_node_timeouts_total', 'Node runs over their time limit', 'node');
  const payload = histogram(BYTES)(
    'kr_node_payload_bytes',
    'Size of what a node read and wrote',
    'node',
    'direction',
  );
  const executions = counter('kr_executions_total', 'Turns that ended', 'outcome');
  const iterations = histogram(COUNTS)('kr_execution_iterations', 'Rounds of tools a turn took');
  const inFlight = gauge('kr_executions_in_flight', 'Turns that run');
  const degraded = counter(
    'kr_degraded_total',
    'What worked less well than it should',
    'node',
    'reason',
  );
  const toolCalls = counter('kr_tool_calls_total', 'Tool calls', 'tool', 'outcome');
  const toolDuration = durations('kr_tool_duration_seconds', 'Duration of a tool call', 'tool');
  return {
    nodeFinished: (run) => {
      const node = run.nodeName;
      duration.observe({ node, outcome: run.status }, seconds(run.durationMs));
      payload.observe({ node, direction: 'input' }, run.inputSizeBytes);
      payload.observe({ node, direction: 'output' }, run.outputSizeBytes);
      if (run.status === 'timeout') timeouts.inc({ node });
      if (run.errorCode !== null) {
        errors.inc({ node, error_type: closed(run.errorCode), strategy: run.strategy ?? 'none' });
      }
    },
    executionStarted: () => inFlight.inc(),
    executionFinished: (execution) => {
      iterations.observe(execution.iterations);
      inFlight.dec();
      executions.inc({ outcome: closed(execution.outcome) });
    },
    degraded: ({ node, reason }) => degraded.inc({ node: closed(node), reason: closed(reason) }),
    toolFinished: ({ tool, outcome, durationMs }) => {
      toolCalls.inc({ tool: closed(tool), outcome: closed(outcome) });
      toolDuration.observe({ tool: closed(tool) }, seconds(durationMs));
    },
  } satisfies Partial<Metrics>;
};

const createAnswerMetrics = ({ counter }: Pick<Make, 'counter'>) => {
  const statements = counter(
    'kr_statements_total',
    'Statements of answers by verdict, and by what it was found',
    'verdict',
    'by',
  );
  const checked = counter(
    'kr_judged_answers_total',
    'Answers with statements, by whether a judge had to look at some of them',
    'asked',
  );
  const citations = counter('kr_citations_total', 'Citations by what became of them', 'outcome');
  return {
    statementSettled: ({ verdict, by }) =>
      statements.inc({ verdict: closed(verdict), by: closed(by) }),
    answerChecked: (isJudged) => checked.inc({ asked: isJudged }),
    citationResolved: (outcome) => citations.inc({ outcome: closed(outcome) }),
  } satisfies Partial<Metrics>;
};

const createRetrievalMetrics = ({ counter, histogram, stages }: Make) => {
  const duration = stages(
    'kr_retrieval_duration_seconds',
    'Duration of a retrieval stage',
    'stage',
  );
  const results = histogram(COUNTS)('kr_retrieval_results', 'Passages a search found');
  const empty = counter('kr_retrieval_empty_total', 'Searches without a passage', 'reason');
  const memories = counter(
    'kr_memory_operations_total',
    'Operations on memories',
    'operation',
    'outcome',
  );
  return {
    retrievalFinished: ({ stage, durationMs }) =>
      duration.observe({ stage: closed(stage) }, seconds(durationMs)),
    retrievalResults: ({ count, emptyReason }) => {
      results.observe(count);
      if (emptyReason !== null) empty.inc({ reason: closed(emptyReason) });
    },
    memoryOperation: ({ operation, outcome }) =>
      memories.inc({ operation: closed(operation), outcome: closed(outcome) }),
  } satisfies Partial<Metrics>;
};

const createIngestionMetrics = ({ counter, stages }: Make) => {
  const latency = stages('kr_ingest_latency_seconds', 'From upload to ready or failed', 'outcome');
  const duration = stages(
    'kr_ingest_stage_duration_seconds',
    'Duration of an ingestion stage',
    'stage',
  );
  const documents = counter(
    'kr_ingest_documents_total',
    'Documents ingested',
    'outcome',
    'error_code',
  );
  const warnings = counter(
    'kr_ingest_warnings_total',
    'Warnings of documents that were read',
    'code',
  );
  const pages = stages(
    'kr_ocr_page_duration_seconds',
    'Duration of reading a page by its picture; empty: nothing is written on it',
    'outcome',
  );
  const webhooks = counter(
    'kr_webhook_attempts_total',
    'Attempts to deliver a webhook; failed: the last attempt failed',
    'outcome',
  );
  const sourceRuns = counter(
    'kr_source_runs_total',
    'Runs of sources; waiting: an admin has to confirm what one would remove',
    'kind',
    'outcome',
  );
  const repairs = counter('kr_ingestion_repairs_total', 'Repairs the worker made', 'kind');
  return {
    ingestStageFinished: ({ stage, durationMs }) =>
      duration.observe({ stage: closed(stage) }, seconds(durationMs)),
    documentFinished: ({ outcome, errorCode, latencyMs }) => {
      latency.observe({ outcome: closed(outcome) }, seconds(latencyMs));
      const error_code = errorCode === '' ? 'none' : closed(errorCode);
      documents.inc({ outcome: closed(outcome), error_code });
    },
    documentWarned: (code) => warnings.inc({ code: closed(code) }),
    pageRead: ({ outcome, durationMs }) => pages.observe({ outcome }, seconds(durationMs)),
    ingestionRepair: (kind) => repairs.inc({ kind: closed(kind) }),
    sourceRunEnded: ({ kind, outcome }) => sourceRuns.inc({ kind: closed(kind), outcome }),
    webhookAttempted: (outcome) => webhooks.inc({ outcome }),
  } satisfies Partial<Metrics>;
};

const OPERATIONS: Partial<Record<ModelPurpose, string>> = { embed: 'embeddings', rerank: 'rerank' };
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2 } as const;
/** The labels of a model call, named as in OpenTelemetry. */
const CALL_LABELS = [
  'gen_ai_operation_name',
  'gen_ai_provider_name',
  'gen_ai_request_model',
  'gen_ai_response_model',
  'server_address',
  'server_port',
] as const;

const BY_MODEL = ['model', 'purpose'] as const;

const createModelMetrics = (
  { counter, gauge, histogram }: Make,
  knownModels: readonly string[],
) => {
  const duration = histogram(CALL_SECONDS)(
    'gen_ai_client_operation_duration_seconds',
    'Duration of a call of a model',
    ...CALL_LABELS,
    'error_type',
  );
  const tokens = histogram(TOKENS)(
    'gen_ai_client_token_usage',
    'Tokens of a call of a model',
    ...CALL_LABELS,
    'gen_ai_token_type',
  );
  const cost = counter('kr_llm_cost_usd_total', 'Cost of calls whose price is known', ...BY_MODEL);
  const cached = counter('kr_llm_cached_tokens_total', 'Prompt tokens from caches', ...BY_MODEL);
  const retries = counter('kr_llm_retries_total', 'Calls that were retried', 'backend', 'reason');
  const breaker = gauge('kr_llm_breaker_state', '0 closed, 1 half open, 2 open', 'backend');
  const leftAlone = gauge(
    'kr_llm_left_alone',
    '1 while an endpoint is not asked for this because it missed its limits',
    ...(['backend', 'task'] as const),
  );
  return {
    modelCallFinished: (call) => {
      const { purpose, outcome, durationMs, costUsd } = call;
      const model = toKnownModel(call.model, knownModels);
      const labels = toCallLabels(call, model, toKnownModel(call.requestModel, knownModels));
      const error_type = outcome === 'ok' ? '' : outcome;
      duration.observe({ ...labels, error_type }, seconds(durationMs));
      if (costUsd !== null) cost.inc({ model, purpose }, costUsd);
      if (outcome !== 'ok') return;
      tokens.observe({ ...labels, gen_ai_token_type: 'input' }, call.promptTokens);
      tokens.observe({ ...labels, gen_ai_token_type: 'output' }, call.completionTokens);
      if (call.cachedTokens > 0) cached.inc({ model, purpose }, call.cachedTokens);
    },
    modelRetried: ({ backend, reason }) =>
      retries.inc({ backend: closed(backend), reason: closed(reason) }),
    breakerChanged: ({ backend, state }) =>
      breaker.set({ backend: closed(backend) }, BREAKER_STATES[state]),
    modelLeftAlone: ({ backend, task, isLeftAlone }) =>
      leftAlone.set({ backend: closed(backend), task: closed(task) }, isLeftAlone ? 1 : 0),
  } satisfies Partial<Metrics>;
};

/** Prometheus treats an empty label as a missing one. */
const toCallLabels = (
  { purpose, outcome, endpoint }: Parameters<Metrics['modelCallFinished']>[0],
  model: string,
  requestModel: string,
) => ({
  gen_ai_operation_name: OPERATIONS[purpose] ?? 'chat',
  gen_ai_provider_name: endpoint?.provider ?? '',
  gen_ai_request_model: requestModel,
  gen_ai_response_model: outcome === 'ok' ? model : '',
  server_address: endpoint?.address ?? '',
  server_port: String(endpoint?.port ?? ''),
});

/** A dated name ("gpt-4o-2024-08-06") is reported as the name that was configured. */
const toKnownModel = (model: string, known: readonly string[]): string =>
  known.find((name) => name === model) ??
  known.find((name) => model.startsWith(`${name}-`)) ??
  'other';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const createHttpMetrics = ({ counter, gauge, stages }: Make) => {
  const duration = stages(
    'http_server_request_duration_seconds',
    'Duration of a request, a stream until its end',
    ...(['method', 'route', 'status'] as const),
  );
  const shed = counter(
    'kr_requests_shed_total',
    'Requests refused because a limit was reached',
    'reason',
  );
  const localOnly = gauge(
    'kr_limits_local_only',
    '1 while limits count per process because the store they share is away',
  );
  const tasks = counter(
    'kr_chat_tasks_total',
    'Titles, tags and the like that chat programs asked for: no turns',
    ...(['kind', 'by'] as const),
  );
  const streams = gauge('kr_sse_connections', 'Open event streams');
  const providers = counter(
    'kr_identity_provider_requests_total',
    'Requests to identity providers',
    'outcome',
  );
  const denied = counter('kr_security_denied_total', 'Refusals', 'reason');
  const unscoped = counter(
    'kr_unscoped_query_total',
    'Rows of another tenant; must stay 0',
    'store',
  );
  const canaryRuns = counter(
    'kr_isolation_canary_runs_total',
    'Rounds of the isolation canary; leak must stay 0',
    'result',
  );
  const dropped = counter('kr_trace_spans_dropped_total', 'Spans of traces thrown away', 'reason');
  return {
    chatTaskAnswered: ({ task: kind, by }) => tasks.inc({ kind, by }),
    requestFinished: ({ method, route, status, durationMs }) =>
      duration.observe(
        { method: METHODS.has(method) ? method : 'other', route, status },
        seconds(durationMs),
      ),
    requestShed: (reason) => shed.inc({ reason: closed(reason) }),
    limitsShared: (areShared) => localOnly.set(areShared ? 0 : 1),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    securityDenied: (reason) => denied.inc({ reason: closed(reason) }),
    identityProviderAsked: (outcome) => providers.inc({ outcome }),
    unscopedRow: (store) => unscoped.inc({ store: closed(store) }),
    isolationCanaryFinished: (result) => canaryRuns.inc({ result: closed(result) }),
    traceSpansDropped: ({ count, reason }) => dropped.inc({ reason }, count),
  } satisfies Partial<Metrics>;
};

const showBuild = ({ gauge }: Make, { version, commit }: NonNullable<Options['build']>): void => {
  const info = gauge('kr_build_info', 'The running version; always 1', 'version', 'commit', 'node');
  info.set({ version, commit, node: process.version }, 1);
};

/** Labels are our own codes; anything else would be an id or content that slipped in. */
const closed = (label: string): string =>
  /^[a-z][a-z0-9_./-]{0,47}$/i.test(label) ? label : 'other';

const seconds = (durationMs: number): number => durationMs / 1000;
