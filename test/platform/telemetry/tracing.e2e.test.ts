import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/shared/errors.js';
import { NO_TRACING, type Metrics } from '../../../src/platform/telemetry/telemetry.js';
import { createTracing } from '../../../src/platform/telemetry/tracing.js';
import { startOtlpReceiver } from '../../support/otlp-receiver.js';

type Dropped = Parameters<Metrics['traceSpansDropped']>[0];

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const startTracing = async (endpoint: string) => {
  const dropped: Dropped[] = [];
  const tracing = await createTracing({
    endpoint,
    headers: { 'x-team': 'search' },
    serviceName: 'under-test',
    onDropped: (what) => void dropped.push(what),
  });
  return { ...tracing, dropped };
};

const withReceiver = async () => {
  const receiver = await startOtlpReceiver();
  closers.push(receiver.close);
  return { receiver, ...(await startTracing(receiver.endpoint)) };
};

const serve = async (handle: RequestListener) => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('traces', () => {
  it('arrive at the collector with their parents, also across awaits and in parallel', async () => {
    const { tracer, close, receiver } = await withReceiver();

    await tracer.inSpan({ name: 'turn' }, async () => {
      const leg = (name: string) =>
        tracer.inSpan({ name }, async () => {
          await new Promise(setImmediate);
          await tracer.inSpan({ name: `${name}/inner` }, async () => undefined);
        });
      await Promise.all([leg('left'), leg('right')]);
    });
    await tracer.inSpan({ name: 'another turn' }, async () => undefined);
    await close();

    const byName = new Map(receiver.spans.map((span) => [span.name, span]));
    const parentOf = (name: string) =>
      receiver.spans.find(({ spanId }) => spanId === byName.get(name)?.parentSpanId)?.name;
    expect(parentOf('left')).toBe('turn');
    expect(parentOf('right')).toBe('turn');
    expect(parentOf('left/inner')).toBe('left');
    expect(parentOf('right/inner')).toBe('right');
    expect(parentOf('another turn')).toBeUndefined();
    expect(byName.get('another turn')?.traceId).not.toBe(byName.get('turn')?.traceId);
    expect(receiver.headers[0]).toMatchObject({ url: '/v1/traces', 'x-team': 'search' });
    expect(receiver.bodies[0]).toContain('under-test');
  });

  it('report a failure by its code, without its message', async () => {
    const { tracer, close, receiver } = await withReceiver();
    const failure = new AppError('tool_failed', 'canary-41', { cause: new Error('canary-41') });

    const work = tracer.inSpan({ name: 'work' }, async () => {
      throw failure;
    });

    await expect(work).rejects.toBe(failure);
    await close();
    expect(receiver.spans[0]).toMatchObject({
      status: { code: 2 },
      values: { 'error.type': 'tool_failed' },
    });
    expect(receiver.bodies.join('')).not.toContain('canary-41');
  });

  it('mark model calls as calls of another system', async () => {
    const { tracer, close, receiver } = await withReceiver();
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };

    await tracer.inSpan({ name: 'chat m', attributes }, async (span) => {
      span.set({ 'gen_ai.usage.input_tokens': 7 });
    });
    await close();

    const SPAN_KIND_CLIENT = 3;
    expect(receiver.spans[0]).toMatchObject({
      kind: SPAN_KIND_CLIENT,
      values: { 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 7 },
    });
  });

  it('are counted as dropped when the collector refuses them', async () => {
    const endpoint = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(400).end());
    });
    const { tracer, close, dropped } = await startTracing(endpoint);

    await tracer.inSpan({ name: 'turn' }, async () => undefined);
    await close();

    expect(dropped).toEqual([{ count: 1, reason: 'export_failed' }]);
  });

  it('let the work continue while the collector is down, and let the process end', async () => {
    const { tracer, close, dropped } = await startTracing('http://127.0.0.1:9');

    for (let turn = 0; turn < 100; turn += 1) {
      await tracer.inSpan({ name: 'turn' }, async () => undefined);
    }
    const droppedWhileAtWork = dropped.length;
    await close();

    // Nothing has waited for an export: the first has not even failed.
    expect(droppedWhileAtWork).toBe(0);
    expect(dropped.length).toBeGreaterThan(0);
  });

  it('are kept in a bounded buffer while the collector is silent, and do not delay the end of the process', async () => {
    const neverAnswers = await serve(() => undefined);
    const { tracer, close, dropped } = await startTracing(neverAnswers);

    for (let turn = 0; turn < 5000; turn += 1) {
      await tracer.inSpan({ name: 'turn' }, async () => undefined);
    }
    const full = dropped.filter(({ reason }) => reason === 'buffer_full');

    expect(full.length).toBe(5000 - 4096);
    await expect(close()).resolves.toBeUndefined();
  });

  it('cost the work no more than a function call when they are off', async () => {
    const result = await NO_TRACING.inSpan({ name: 'work' }, async (span) => {
      span.set({ 'kr.any': 1 });
      return 'done';
    });

    expect(result).toBe('done');
  });
});
