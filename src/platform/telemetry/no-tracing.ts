import type { Span, Tracer } from './telemetry.js';

const NO_SPAN: Span = { set: () => undefined };

/** Tracing switched off: the work runs as if nobody had asked. */
export const NO_TRACING: Tracer = { inSpan: (_span, work) => work(NO_SPAN) };
