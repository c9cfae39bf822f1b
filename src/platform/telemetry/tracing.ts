import { AsyncLocalStorage } from 'node:async_hooks';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, Span as OtelSpan, Tracer as OtelTracer } from '@opentelemetry/api';
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Metrics, Span, SpanAttributes, Tracer } from './telemetry.js';
import { within } from '../../shared/async.js';

type Options = {
  /** The URL of an OTLP/HTTP collector, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Called with the number of dropped spans: the buffer was full, or the collector did not accept them. */
  onDropped: Metrics['traceSpansDropped'];
};

export type Tracing = {
  tracer: Tracer;
  /** Sends what is buffered, or gives up after three seconds, so a collector that is down does not delay the exit. */
  close: () => Promise<void>;
};

const MAX_BUFFERED_SPANS = 4096;
const MAX_BATCH = 512;
const EXPORT_INTERVAL_MS = 1000;
const EXPORT_TIMEOUT_MS = 2500;
const CLOSE_TIMEOUT_MS = 3000;
const MAX_ATTRIBUTE_CHARS = 256;

/** OpenTelemetry spans, sent in the background; the packages are loaded only here. */
export const createTracing = async (options: Options): Promise<Tracing> => {
  const api = await import('@opentelemetry/api');
  const sdk = namesOf(await import('@opentelemetry/sdk-trace'));
  const exporters = namesOf(await import('@opentelemetry/exporter-trace-otlp-http'));
  const resources = namesOf(await import('@opentelemetry/resources'));
  const exporter = new exporters.OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: options.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const buffer = createBuffer(
    options.onDropped,
    (counted) =>
      new sdk.BatchSpanProcessor({
        exporter: counted(exporter),
        maxQueueSize: MAX_BUFFERED_SPANS,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
      }),
  );
  const provider = new sdk.TracerProvider({
    sampler: new sdk.AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARS },
    resource: resources.resourceFromAttributes({ 'service.name': options.serviceName }),
    spanProcessors: [buffer],
  });
  return {
    tracer: createTracer(api, provider.getTracer('knowledge-router')),
    close: () =>
      // Spans that could not be sent have been counted.
      within(CLOSE_TIMEOUT_MS, provider.shutdown()).catch(() => undefined),
  };
};

/** A CommonJS module has its exports only under `default` when it is compiled in. */
const namesOf = <Module extends object>(module: Module): Module =>
  'default' in module ? (module.default as Module) : module;

type Api = typeof OpenTelemetry;

const createTracer = (
  { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }: Api,
  otel: OtelTracer,
): Tracer => {
  // Our own store instead of OpenTelemetry's global one, so that two applications in a process stay separate.
  const current = new AsyncLocalStorage<Context>();
  const kindOf = (attributes: SpanAttributes) =>
    REMOTE_OPERATIONS.has(attributes['gen_ai.operation.name'])
      ? SpanKind.CLIENT
      : SpanKind.INTERNAL;
  return {
    inSpan: async ({ name, attributes = {} }, work) => {
      const parent = current.getStore() ?? ROOT_CONTEXT;
      const span = otel.startSpan(name, { attributes, kind: kindOf(attributes) }, parent);
      const fail = () => span.setStatus({ code: SpanStatusCode.ERROR });
      try {
        return await current.run(trace.setSpan(parent, span), () => work(toSpan(span, fail)));
      } catch (error) {
        span.setAttribute('error.type', errorTypeOf(error));
        fail();
        throw error;
      } finally {
        span.end();
      }
    },
  };
};

const REMOTE_OPERATIONS: ReadonlySet<unknown> = new Set(['chat', 'embeddings']);

/** An `error.type` attribute marks the span failed, because a failure that a node recovers from does not reject. */
const toSpan = (span: OtelSpan, fail: () => void): Span => ({
  set: (attributes) => {
    span.setAttributes(attributes);
    if ('error.type' in attributes) fail();
  },
});

/** The code or the name, never the message, which may quote content. */
const errorTypeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
};

type CountExports = (exporter: SpanExporter) => SpanExporter;

/** Buffers a bounded number of spans, including those being sent, and counts dropped ones. */
const createBuffer = (
  onDropped: Options['onDropped'],
  createProcessor: (counted: CountExports) => SpanProcessor,
): SpanProcessor => {
  let held = 0;
  const processor = createProcessor((exporter) => ({
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        held -= spans.length;
        if (result.error !== undefined) onDropped({ count: spans.length, reason: 'export_failed' });
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  }));
  return {
    onStart: (span, parent) => processor.onStart(span, parent),
    onEnd: (span) => {
      if (held >= MAX_BUFFERED_SPANS) {
        onDropped({ count: 1, reason: 'buffer_full' });
        return;
      }
      held += 1;
      processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
};
