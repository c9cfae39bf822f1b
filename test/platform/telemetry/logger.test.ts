import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../config/index.js';
import { AppError } from '../../../src/shared/errors.js';
import { ExecutionId, newId } from '../../../src/shared/ids.js';
import { nextTurn } from '../../../src/shared/async.js';
import { withLogFields, withoutLogFields } from '../../../src/platform/telemetry/log-context.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import { createMetricsListener } from '../../../src/platform/telemetry/metrics-listener.js';
import { createMetrics } from '../../../src/platform/telemetry/metrics.js';

const logInto = (lines: string[], options: Partial<Parameters<typeof createLogger>[0]> = {}) =>
  createLogger({
    level: 'debug',
    format: 'json',
    ...options,
    destination: { write: (line) => void lines.push(line) },
  });

describe('the logger', () => {
  it('writes one JSON line with the sentence, the fields and those of its parents', () => {
    const lines: string[] = [];

    logInto(lines).child({ requestId: 'r1' }).info({ chunks: 12 }, 'Ingested document');

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      message: 'Ingested document',
      requestId: 'r1',
      chunks: 12,
    });
  });

  it('does not repeat the fields of one line in the next, even for the same request', () => {
    const lines: string[] = [];
    const logger = logInto(lines);

    withLogFields({ requestId: 'r1' }, () => {
      logger.info({ tool: 'rag_search', durationMs: 12 }, 'Tool finished');
      logger.info({ citations: 1 }, 'Turn answered');
    });

    const second = JSON.parse(lines[1] ?? '') as Record<string, unknown>;
    expect(Object.keys(second)).toEqual(['level', 'time', 'requestId', 'citations', 'message']);
  });

  it("writes lines of background work that a request began without the request's ids, once the request has ended", async () => {
    const lines: string[] = [];
    const logger = logInto(lines);
    const socket = new EventEmitter();
    let later: () => void = () => undefined;

    await withLogFields({ requestId: 'r1' }, async () => {
      const timer = new Promise<void>((fire) => (later = fire));
      void timer.then(() => logger.info({}, 'Looked again'));
      // As a pool does that opens a connection for this request and keeps it.
      socket.once(
        'error',
        AsyncResource.bind(() => logger.warn({}, 'Lost a connection')),
      );
      logger.info({}, 'Answered');
    });
    later();
    socket.emit('error');
    await nextTurn();

    const requestIds = lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId);
    expect(requestIds).toEqual(['r1', undefined, undefined]);
  });

  it("writes lines of work on nobody's behalf without the ids of the current user", () => {
    const lines: string[] = [];
    const logger = logInto(lines);

    withLogFields({ requestId: 'r1' }, () => {
      withoutLogFields(() => {
        logger.warn({}, 'Lost a database connection');
      });
    });

    expect(lines[0]).not.toContain('r1');
  });

  it('masks credentials and content at any depth, whatever their case', () => {
    const lines: string[] = [];
    const canary = 'canary-1d9c';
    const fields = {
      authorization: canary,
      nested: { apiKey: canary, deeper: [{ Question: canary, title: canary, email: canary }] },
    };

    logInto(lines).warn(fields, 'Looked');
    logInto(lines).child({ filename: canary }).debug({}, 'Looked');

    expect(lines.join('')).not.toContain(canary);
  });

  it('reports an error by name, code and place, and its message only if we wrote it', () => {
    const lines: string[] = [];
    const cause = new Error("insert failed: ('canary-1d9c')\ncanary-1d9c");
    const error = new AppError('internal_error', 'The database refused it.', { cause });

    logInto(lines).error({ error }, 'Request failed');

    const [line = ''] = lines;
    expect(line).not.toContain('canary-1d9c');
    expect(JSON.parse(line)).toMatchObject({
      error: {
        name: 'AppError',
        code: 'internal_error',
        reason: 'The database refused it.',
        cause: { name: 'Error', stack: expect.arrayContaining([expect.stringMatching(/^at /)]) },
      },
    });
  });

  it('reports an unreachable store once a second, without stacks, and how many lines it left out', () => {
    const lines: string[] = [];
    let atMs = 0;
    const logger = logInto(lines, { level: 'info', nowMs: () => atMs });
    const cause = new Error('connect ECONNREFUSED');
    const error = new AppError('storage_unavailable', 'The database is away.', { cause });

    for (atMs = 0; atMs < 2500; atMs += 100) {
      logger.child({ requestId: String(atMs) }).error({ error }, 'Request failed');
      logger.warn({ err: error }, 'Chore failed');
    }
    logger.error({ error: new TypeError('x is null') }, 'Request failed');

    const written = lines.map((line) => JSON.parse(line) as { message: string; leftOut?: number });
    expect(written.map(({ message, leftOut }) => [message, leftOut])).toEqual([
      ['Request failed', undefined],
      ['Chore failed', undefined],
      ['Request failed', 9],
      ['Chore failed', 9],
      ['Request failed', 9],
      ['Chore failed', 9],
      ['Request failed', undefined],
    ]);
    expect(lines.map((line) => line.includes('"stack"'))).toEqual([
      ...Array.from({ length: 6 }, () => false),
      true,
    ]);
  });

  it('leaves none of these lines out at level debug', () => {
    const lines: string[] = [];
    const logger = logInto(lines, { nowMs: () => 0 });
    const error = new AppError('queue_unavailable', 'The queue is away.');

    for (let count = 0; count < 3; count += 1) logger.warn({ error }, 'Job failed');

    expect(lines).toHaveLength(3);
  });

  it('warns about a foreseen error without a stack, and about a bug with one', () => {
    const lines: string[] = [];
    const logger = logInto(lines);
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const foreseen = new AppError('storage_unavailable', 'The database is down.', { cause });

    logger.warn({ err: foreseen }, 'Waiting');
    logger.warn({ err: cause }, 'Lost a connection');
    logger.warn({ err: new TypeError('x is not a function') }, 'Chore failed');
    logger.error({ err: new AppError('internal_error', 'Refused.') }, 'Request failed');

    expect(lines.map((line) => line.includes('"stack"'))).toEqual([false, false, true, true]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { code: 'storage_unavailable', cause: { code: 'ECONNREFUSED' } },
    });
  });

  it('lists the parts of a started process one below the other for human readers', () => {
    const lines: string[] = [];

    const parts = { url: 'http://127.0.0.1:3000', model: 'none: answers\u001b[31m are quoted' };
    logInto(lines, { format: 'pretty' }).info(
      { step: 'start', ...parts, ingesting: true },
      'Serving',
    );

    expect(lines.join('').split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/ Serving$/),
      '  url          http://127.0.0.1:3000',
      '  model        none: answers [31m are quoted',
      '  ingesting    true',
    ]);
  });

  it('keeps a value with line breaks and escape codes on one line', () => {
    const [json, pretty]: [string[], string[]] = [[], []];
    const value = 'x\n{"level":"error"}\u001b[31m';

    logInto(json).info({ value }, 'Looked');
    logInto(pretty, { format: 'pretty' }).info({ value }, 'Looked');

    for (const [line = ''] of [json, pretty]) {
      expect(line.trimEnd().split('\n')).toHaveLength(1);
      expect(line).not.toContain('\u001b[31m');
    }
  });

  it('handles data that refers to itself', () => {
    const lines: string[] = [];
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;

    logInto(lines).info({ loop }, 'Looked');

    expect(lines).toHaveLength(1);
  });
});

describe('the metrics endpoint', () => {
  const nodeRun = {
    executionId: newId(ExecutionId),
    nodeName: 'tools',
    iteration: 1,
    startedAt: new Date(),
    durationMs: 1200,
    status: 'timeout',
    strategy: 'partial_results',
    inputSizeBytes: 10,
    outputSizeBytes: 20,
    promptTokens: 0,
    completionTokens: 0,
    llmCostUsd: null,
    model: null,
    errorCode: 'deadline_exceeded',
  } as const;

  it('counts node runs under the names in the contract', async () => {
    const { metrics, render } = createMetrics();

    metrics.nodeFinished(nodeRun);

    const { body } = await render();
    expect(body).toContain('kr_node_timeouts_total{node="tools"} 1');
    expect(body).toContain(
      'kr_node_errors_total{node="tools",error_type="deadline_exceeded",strategy="partial_results"} 1',
    );
    expect(body).toContain('kr_node_duration_seconds_count{node="tools",outcome="timeout"} 1');
  });

  it('accepts no id, question or key as a label', async () => {
    const { metrics, render } = createMetrics();

    metrics.securityDenied('who is "x"?');
    metrics.toolFinished({ tool: 'töne\n', outcome: 'ok', durationMs: 1 });

    const { body } = await render();
    expect(body).toContain('kr_security_denied_total{reason="other"} 1');
    expect(body).toContain('kr_tool_calls_total{tool="other",outcome="ok"} 1');
  });

  it('shows the queue as it is at the scrape, and leaves it out while it cannot be read', async () => {
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

    expect(up).toContain('kr_ingestion_tasks_due 3');
    expect(up).toContain('kr_queue_jobs{queue="ingestion",state="active"} 1');
    expect(down).not.toContain('kr_queue_jobs{');
  });
});

describe('the listener for metrics', () => {
  const TOKENS = ['0123456789abcdef', 'fedcba9876543210'];
  const ask = async (tokens: readonly string[], path: string, authorization?: string) => {
    const server = createMetricsListener({
      registry: createMetrics(),
      tokens,
      isAlive: () => true,
      readiness: async () => ({ status: 'not_ready', dependencies: { jobs: 'down' } }),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const body = await response.text();
    server.closeAllConnections();
    server.close();
    return { status: response.status, body };
  };

  it('shows the metrics', async () => {
    const { status, body } = await ask([], '/metrics');

    expect(status).toBe(200);
    expect(body).toContain('# HELP kr_executions_in_flight');
  });

  it('shows on /readyz which dependencies are down, without a token, for load balancers', async () => {
    const { status, body } = await ask(TOKENS, '/readyz');

    expect(status).toBe(503);
    expect(JSON.parse(body)).toEqual({ status: 'not_ready', dependencies: { jobs: 'down' } });
  });

  it('shows nothing else', async () => {
    expect((await ask([], '/v1/me')).status).toBe(404);
  });

  it.each([
    [undefined, 401],
    ['Bearer wrong', 401],
    ['Bearer 0123456789abcdef', 200],
    ['Bearer fedcba9876543210', 200],
  ])('requires its token or the previous one: %s gets %i', async (authorization, status) => {
    expect((await ask(TOKENS, '/metrics', authorization)).status).toBe(status);
  });
});

describe('the configuration of logs and traces', () => {
  it('refuses to log content in production, and names the variable', () => {
    const variables = { LOG_TURN_CONTENT: 'true', NODE_ENV: 'production' };

    expect(() => parseConfig(variables)).toThrow(
      /LOG_TURN_CONTENT: refused with NODE_ENV=production/,
    );
  });

  it('shows nothing and traces nothing by default', () => {
    expect(parseConfig({}).observability).toEqual({
      turnLog: { userQueries: false, turnContent: false },
      logsStates: false,
      tracing: null,
      isolationCanary: false,
    });
  });

  it('reads the headers for the collector', () => {
    const { observability } = parseConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer a=b,x-team=search',
    });

    expect(observability.tracing?.headers).toEqual({
      authorization: 'Bearer a=b',
      'x-team': 'search',
    });
  });
});
