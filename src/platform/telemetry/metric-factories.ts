import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Makes metrics of each kind in one registry; label names are checked by their type. */
export const createMetricFactories = (registry: Registry) => {
  const registers = [registry];
  const histogram =
    (buckets: number[]) =>
    <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Histogram({ name, help, labelNames, buckets, registers });
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram,
    durations: histogram(NODE_SECONDS),
    stages: histogram(STAGE_SECONDS),
  };
};

export type Make = ReturnType<typeof createMetricFactories>;

// Up to the default maximum duration of an answer, because a model may write for minutes.
const NODE_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10, 15, 20, 30, 60, 120, 180, 300,
];
const STAGE_SECONDS = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 180, 300,
];

/** Upper bounds of histograms. Those for model calls follow OpenTelemetry's GenAI conventions. */
export const BYTES = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];
export const COUNTS = [0, 1, 2, 5, 10, 20, 50];
export const CALL_SECONDS = [
  ...Array.from({ length: 14 }, (_, power) => 2 ** power / 100),
  163.84,
  300,
];
export const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);
