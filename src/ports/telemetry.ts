import type { NodeExecution } from '../domain/execution.js';

type Fields = Record<string, unknown>;

/** Data first, constant sentence last; never content of questions, answers or documents. */
export type Logger = {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
  child(fields: Fields): Logger;
};

/** Counters and histograms; labels come from closed sets only. */
export type Metrics = {
  nodeFinished(execution: NodeExecution): void;
  executionFinished(outcome: string): void;
  executionStarted(): void;
  degraded(label: { node: string; reason: string }): void;
  toolFinished(call: { tool: string; outcome: string; durationMs: number }): void;
  retrievalFinished(stage: { stage: string; durationMs: number }): void;
  retrievalResults(found: { count: number; emptyReason: string | null }): void;
  citationResolved(outcome: string): void;
  memoryOperation(label: { operation: string; outcome: string }): void;
  ingestStageFinished(stage: { stage: string; durationMs: number }): void;
  documentFinished(outcome: { outcome: string; errorCode: string; latencyMs: number }): void;
  ingestionRepair(kind: string): void;
  securityDenied(reason: string): void;
  unscopedRow(store: string): void;
};
