import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES } from '../../../src/shared/errors.js';
import { ExecutionId, newId } from '../../../src/shared/ids.js';
import { createMetrics } from '../../../src/platform/telemetry/metrics.js';
import type { EndpointCall, Metrics } from '../../../src/platform/telemetry/telemetry.js';

const CALL_LABELS = [
  'gen_ai_operation_name',
  'gen_ai_provider_name',
  'gen_ai_request_model',
  'gen_ai_response_model',
  'server_address',
  'server_port',
];

/** Name → its labels, as the contract for operators lists them. */
const CONTRACT: Record<string, readonly string[]> = {
  kr_node_duration_seconds: ['node', 'outcome'],
  kr_node_errors_total: ['node', 'error_type', 'strategy'],
  kr_node_timeouts_total: ['node'],
  kr_node_payload_bytes: ['node', 'direction'],
  kr_executions_total: ['outcome'],
  kr_executions_in_flight: [],
  kr_execution_iterations: [],
  kr_chat_tasks_total: ['kind', 'by'],
  kr_degraded_total: ['node', 'reason'],
  kr_tool_calls_total: ['tool', 'outcome'],
  kr_tool_duration_seconds: ['tool'],
  kr_llm_cached_tokens_total: ['model', 'purpose'],
  kr_llm_cost_usd_total: ['model', 'purpose'],
  kr_llm_retries_total: ['backend', 'reason'],
  kr_llm_breaker_state: ['backend'],
  kr_llm_left_alone: ['backend', 'task'],
  kr_retrieval_duration_seconds: ['stage'],
  kr_retrieval_results: [],
  kr_retrieval_empty_total: ['reason'],
  kr_citations_total: ['outcome'],
  kr_memory_operations_total: ['operation', 'outcome'],
  kr_queue_jobs: ['queue', 'state'],
  kr_queue_oldest_job_age_seconds: ['queue'],
  kr_ingest_latency_seconds: ['outcome'],
  kr_ingest_stage_duration_seconds: ['stage'],
  kr_ingest_documents_total: ['outcome', 'error_code'],
  kr_ingest_warnings_total: ['code'],
  kr_ocr_page_duration_seconds: ['outcome'],
  kr_dependency_up: ['dependency'],
  kr_disk_floor_bytes: [],
  kr_last_backup_timestamp_seconds: [],
  kr_identity_provider_requests_total: ['outcome'],
  kr_disk_free_bytes: [],
  kr_documents: ['status'],
  kr_reindex_subjects: ['state'],
  kr_reindex_remaining_seconds: [],
  kr_ingestion_tasks_due: [],
  kr_ingestion_tasks_due_of_one_tenant: [],
  kr_ingestion_repairs_total: ['kind'],
  kr_source_runs_total: ['kind', 'outcome'],
  kr_webhook_attempts_total: ['outcome'],
  kr_webhooks_waiting: [],
  kr_webhook_oldest_due_age_seconds: [],
  kr_stemmer_failures_total: ['language'],
  kr_requests_shed_total: ['reason'],
  kr_limits_local_only: [],
  kr_security_denied_total: ['reason'],
  kr_unscoped_query_total: ['store'],
  kr_isolation_canary_runs_total: ['result'],
  kr_sse_connections: [],
  kr_statements_total: ['verdict', 'by'],
  kr_judged_answers_total: ['asked'],
  kr_trace_spans_dropped_total: ['reason'],
  gen_ai_client_operation_duration_seconds: [...CALL_LABELS, 'error_type'],
  gen_ai_client_token_usage: [...CALL_LABELS, 'gen_ai_token_type'],
  http_server_request_duration_seconds: ['method', 'route', 'status'],
  kr_build_info: ['version', 'commit', 'node'],
  kr_db_connections: ['pool', 'state'],
  kr_db_connections_max: ['pool'],
  kr_db_connections_pending: ['pool'],
};

const NODE_LIMITS_SEC = [5, 10, 15, 20, 30];

const callOf = (model: string): EndpointCall => ({
  purpose: 'answer',
  model,
  promptTokens: 10,
  cachedTokens: 8,
  completionTokens: 5,
  costUsd: 0.5,
  durationMs: 20,
  outcome: 'ok',
  requestModel: 'gpt-5',
  endpoint: { provider: 'openai', address: 'models.example', port: 443 },
});

/** Calls everything with the given text where a label is expected. */
const recordAll = (metrics: Metrics, text: string): void => {
  metrics.nodeFinished({
    executionId: newId(ExecutionId),
    nodeName: 'tools',
    iteration: 1,
    startedAt: new Date(),
    durationMs: 10,
    status: 'timeout',
    strategy: 'partial_results',
    errorCode: text,
    inputSizeBytes: 1,
    outputSizeBytes: 1,
    promptTokens: 0,
    completionTokens: 0,
    llmCostUsd: null,
    model: text,
  });
  metrics.executionStarted();
  metrics.chatTaskAnswered({ task: 'title', by: 'rule' });
  metrics.executionFinished({ outcome: text, iterations: 1 });
  metrics.modelCallFinished(callOf(text));
  metrics.modelRetried({ backend: text, reason: text });
  metrics.breakerChanged({ backend: text, state: 'open' });
  metrics.modelLeftAlone({ backend: text, task: text, isLeftAlone: true });
  metrics.requestFinished({ method: text, route: '/v1/me', status: 200, durationMs: 1 });
  metrics.requestShed(text);
  metrics.streamOpened();
  metrics.degraded({ node: text, reason: text });
  metrics.toolFinished({ tool: text, outcome: text, durationMs: 1 });
  metrics.retrievalFinished({ stage: text, durationMs: 1 });
  metrics.retrievalResults({ count: 0, emptyReason: text });
  metrics.citationResolved(text);
  metrics.statementSettled({ verdict: text, by: text });
  metrics.answerChecked('yes');
  metrics.memoryOperation({ operation: text, outcome: text });
  metrics.ingestStageFinished({ stage: text, durationMs: 1 });
  metrics.documentFinished({ outcome: text, errorCode: text, latencyMs: 1 });
  metrics.documentWarned(text);
  metrics.pageRead({ outcome: 'failed', durationMs: 1 });
  metrics.ingestionRepair(text);
  metrics.sourceRunEnded({ kind: 'folder', outcome: 'done' });
  metrics.webhookAttempted('delivered');
  metrics.securityDenied(text);
  metrics.identityProviderAsked('failed');
  metrics.unscopedRow(text);
  metrics.isolationCanaryFinished(text);
  metrics.traceSpansDropped({ count: 1, reason: 'export_failed' });
};

const createFull = () =>
  createMetrics({
    readTaskStats: async () => ({ due: 3, running: 1, oldestDueAgeSec: 9 }),
    readLargestQueue: async () => 2,
    readDocumentCounts: async () => ({ ready: 4, failed: 1 }),
    readDependencies: async () => [{ name: 'database', isUp: true, code: null }],
    readWebhookStats: async () => ({ waiting: 2, oldestDueAgeSec: 7 }),
    readReindexing: async () => ({ done: 1, total: 3, etaSec: 60 }),
    takeStemmerFailures: () => ({ bg: 2 }),
    readPools: () => [{ pool: 'requests', used: 2, idle: 1, pending: 0, max: 10 }],
    build: { version: '1.2.3', commit: 'abc' },
    knownModels: ['gpt-5'],
  });

describe('the metrics', () => {
  it('have the names and labels of the contract, and no others', async () => {
    const { metrics, render } = createFull();
    recordAll(metrics, 'a_code');

    const { body } = await render();

    const found = new Map<string, Set<string>>();
    for (const [, name = ''] of body.matchAll(/^# TYPE (\S+) /gm)) found.set(name, new Set());
    for (const [, sample = '', labels = ''] of body.matchAll(/^([a-z_]+)(?:\{([^}]*)\})? /gm)) {
      const name = found.has(sample) ? sample : sample.replace(/_(bucket|sum|count)$/, '');
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label);
    }
    const plain = [...found].map(([name, labels]) => [
      name,
      [...labels].filter((label) => label !== 'le').sort(),
    ]);
    const expected = Object.entries(CONTRACT).map(([name, labels]) => [name, [...labels].sort()]);
    expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(expected));
  });

  it("add up the stemmers' failures over all scrapes", async () => {
    const { render } = createFull();

    await render();

    expect((await render()).body).toContain('kr_stemmer_failures_total{language="bg"} 4');
  });

  it('replace a label that is not a code with "other": an id, a sentence, a key', async () => {
    const { metrics, render } = createFull();
    const strangers = [
      'who is "mallory"?',
      'mallory\n',
      'größe-mallory',
      `mallory-${'x'.repeat(60)}`,
    ];

    for (const stranger of strangers) recordAll(metrics, stranger);

    expect((await render()).body).not.toContain('mallory');
  });

  it('distinguish the configured models; a dated name counts as the requested one', async () => {
    const { metrics, render } = createFull();

    for (const model of ['gpt-5', 'gpt-5-2026-01-01', 'tenant-0f3b', 'gpt-50']) {
      metrics.modelCallFinished(callOf(model));
    }

    const { body } = await render();
    expect(body).toContain('kr_llm_cost_usd_total{model="gpt-5",purpose="answer"} 1');
    expect(body).toContain('kr_llm_cost_usd_total{model="other",purpose="answer"} 1');
    expect(body).not.toContain('tenant-0f3b');
  });

  it('count the prompt tokens that an endpoint read from its cache, for answered calls', async () => {
    const { metrics, render } = createFull();

    metrics.modelCallFinished(callOf('gpt-5'));
    metrics.modelCallFinished({ ...callOf('gpt-5'), cachedTokens: 0 });
    metrics.modelCallFinished({ ...callOf('gpt-5'), outcome: 'error' });

    const { body } = await render();
    expect(body).toContain('kr_llm_cached_tokens_total{model="gpt-5",purpose="answer"} 8');
  });

  it('report for a call the requested model, the endpoint, and the model that answered', async () => {
    const { metrics, render } = createFull();

    metrics.modelCallFinished(callOf('gpt-5-2026-01-01'));
    metrics.modelCallFinished({ ...callOf('gpt-5'), outcome: 'error' });

    const { body } = await render();
    const asked =
      'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="gpt-5"';
    const at = 'server_address="models.example",server_port="443"';
    const counted = 'gen_ai_client_operation_duration_seconds_count';
    expect(body).toContain(
      `${counted}{${asked},gen_ai_response_model="gpt-5",${at},error_type=""} 1`,
    );
    expect(body).toContain(
      `${counted}{${asked},gen_ai_response_model="",${at},error_type="error"} 1`,
    );
  });

  it('measure model calls in the buckets that OpenTelemetry recommends', async () => {
    const { metrics, render } = createFull();
    metrics.modelCallFinished(callOf('gpt-5'));

    const { body } = await render();

    for (const limit of ['0.01', '0.64', '81.92']) {
      expect(body).toContain(`gen_ai_client_operation_duration_seconds_bucket{le="${limit}"`);
    }
    expect(body).toContain('gen_ai_client_token_usage_bucket{le="67108864"');
  });

  it('report the build', async () => {
    const { body } = await createFull().render();

    expect(body).toContain(
      `kr_build_info{version="1.2.3",commit="abc",node="${process.version}"} 1`,
    );
  });

  it('show how many connections each pool uses, keeps and may have, and how many callers wait', async () => {
    const { body } = await createFull().render();

    expect(body).toContain('kr_db_connections{pool="requests",state="used"} 2');
    expect(body).toContain('kr_db_connections{pool="requests",state="idle"} 1');
    expect(body).toContain('kr_db_connections_max{pool="requests"} 10');
    expect(body).toContain('kr_db_connections_pending{pool="requests"} 0');
  });

  it.each([
    ['another process shows it', async () => false],
    [
      'it is unknown which process shows it',
      async () => {
        throw new Error('down');
      },
    ],
  ])(
    'leave out the figures that all processes share while %s',
    async (_when, showsSharedFigures) => {
      const { render } = createMetrics({
        readTaskStats: async () => ({ due: 3, running: 1, oldestDueAgeSec: 9 }),
        readWaitingJobs: async () => 2,
        readDocumentCounts: async () => ({ ready: 4 }),
        showsSharedFigures,
      });

      const { body } = await render();

      expect(body).not.toMatch(/^kr_(ingestion_tasks_due|queue_|documents)[^#]/m);
    },
  );

  it('accept every error code of ours as a label', async () => {
    const { metrics, render } = createFull();

    for (const code of ERROR_CODES) metrics.requestShed(code);

    const { body } = await render();
    for (const code of ERROR_CODES) expect(body).toContain(`{reason="${code}"} 1`);
  });

  it("measure nodes in buckets that include the nodes' time limits", async () => {
    const { metrics, render } = createFull();
    recordAll(metrics, 'a_code');

    const { body } = await render();

    for (const limit of NODE_LIMITS_SEC) {
      expect(body).toContain(`kr_node_duration_seconds_bucket{le="${limit}"`);
    }
  });

  it('show when the last backup ended, 0 if there was none, and nothing if that is unknown', async () => {
    let last: () => Promise<Date | null> = async () => new Date('2026-11-24T03:15:00Z');
    const { render } = createMetrics({ readLastBackup: () => last() });
    const shown = async () => /^kr_last_backup\w+ (\S+)$/m.exec((await render()).body)?.[1];

    const made = await shown();
    last = async () => null;
    const none = await shown();
    last = () => Promise.reject(new Error('damaged'));
    const unknown = await shown();

    expect([made, none, unknown]).toEqual(['1795490100', '0', undefined]);
  });

  it('do not report an empty queue while the queue cannot be read', async () => {
    let isDown = false;
    const { render } = createMetrics({
      readTaskStats: async () => {
        if (isDown) throw new Error('down');
        return { due: 3, running: 1, oldestDueAgeSec: 9 };
      },
    });

    const up = (await render()).body;
    isDown = true;
    const down = (await render()).body;

    expect(up).toMatch(/^kr_ingestion_tasks_due 3$/m);
    expect(down).not.toMatch(/^kr_ingestion_tasks_due /m);
  });

  it('show documents by status, and leave them out while they cannot be counted', async () => {
    let isDown = false;
    const { render } = createMetrics({
      readDocumentCounts: async () => {
        if (isDown) throw new Error('down');
        return { ready: 4, failed: 1 };
      },
    });

    const up = (await render()).body;
    isDown = true;
    const down = (await render()).body;

    expect(up).toContain('kr_documents{status="ready"} 4');
    expect(down).not.toContain('kr_documents{');
  });
});
