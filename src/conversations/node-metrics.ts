import { z } from 'zod';
import { sql, emptySql } from '../platform/database/sql.js';
import { translating } from '../platform/database/translate-error.js';
import type { Transaction } from '../platform/database/transaction.js';
import { NodeName } from '../shared/execution.js';
import type { TenantId } from '../shared/ids.js';

const Row = z.object({
  node: NodeName,
  count: z.int(),
  errors: z.int(),
  timeouts: z.int(),
  degraded: z.int(),
  durations: z.tuple([z.number(), z.number(), z.number()]),
  inputs: z.tuple([z.number(), z.number()]),
  outputs: z.tuple([z.number(), z.number()]),
  promptTokens: z.number(),
  completionTokens: z.number(),
  costUsd: z.number().nullable(),
  unpricedRuns: z.int(),
});

export type NodeMetricsReader = (range: {
  from: Date;
  to: Date;
  tenantId: TenantId | null;
}) => Promise<NodeMetrics[]>;

/** Percentiles are computed in SQL; without a tenant over all of them. */
export const createNodeMetrics =
  (client: Transaction): NodeMetricsReader =>
  ({ from, to, tenantId }) =>
    translating(async () => {
      const ofTenant = tenantId ? sql`AND tenant_id = ${tenantId}::uuid` : emptySql;
      const rows = await client.$queryRaw<unknown[]>`
        SELECT node_name AS node, count(*)::int AS count,
               count(*) FILTER (WHERE status = 'error')::int AS errors,
               count(*) FILTER (WHERE status = 'timeout')::int AS timeouts,
               count(*) FILTER (WHERE status = 'degraded')::int AS degraded,
               percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms) AS durations,
               percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY input_size_bytes) AS inputs,
               percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY output_size_bytes) AS outputs,
               sum(prompt_tokens)::float8 AS "promptTokens", sum(completion_tokens)::float8 AS "completionTokens",
               sum(llm_cost_usd) AS "costUsd",
               count(*) FILTER (WHERE llm_cost_usd IS NULL)::int AS "unpricedRuns"
        FROM node_executions
        WHERE started_at >= ${from} AND started_at < ${to} ${ofTenant}
        GROUP BY node_name ORDER BY node_name`;
      return Row.array().parse(rows).map(toNodeMetrics);
    });

const toNodeMetrics = ({ durations, inputs, outputs, ...row }: z.infer<typeof Row>) => ({
  ...row,
  p50Ms: durations[0],
  p95Ms: durations[1],
  p99Ms: durations[2],
  inputBytesP50: inputs[0],
  inputBytesP95: inputs[1],
  outputBytesP50: outputs[0],
  outputBytesP95: outputs[1],
});

export type NodeMetrics = {
  node: NodeName;
  count: number;
  errors: number;
  timeouts: number;
  degraded: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  inputBytesP50: number;
  inputBytesP95: number;
  outputBytesP50: number;
  outputBytesP95: number;
  promptTokens: number;
  completionTokens: number;
  /** Of the runs whose cost is known, so a lower bound; null when that is none. */
  costUsd: number | null;
  /** Runs with a call of unknown price, which `costUsd` leaves out. */
  unpricedRuns: number;
};
