import type { Metrics } from '../../src/platform/telemetry/telemetry.js';

/** Counts nothing. */
export const createSilentMetrics = (): Metrics => ({
  nodeFinished: () => undefined,
  executionFinished: () => undefined,
  executionStarted: () => undefined,
  modelCallFinished: () => undefined,
  modelRetried: () => undefined,
  breakerChanged: () => undefined,
  requestFinished: () => undefined,
  requestShed: () => undefined,
  limitsShared: () => undefined,
  streamOpened: () => undefined,
  streamClosed: () => undefined,
  degraded: () => undefined,
  toolFinished: () => undefined,
  retrievalFinished: () => undefined,
  retrievalResults: () => undefined,
  citationResolved: () => undefined,
  memoryOperation: () => undefined,
  ingestStageFinished: () => undefined,
  documentFinished: () => undefined,
  ingestionRepair: () => undefined,
  securityDenied: () => undefined,
  unscopedRow: () => undefined,
  isolationCanaryFinished: () => undefined,
  traceSpansDropped: () => undefined,
});
