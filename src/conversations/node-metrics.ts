import { z } from 'zod';
import { sql, emptySql } from '../platform/database/sql.js';
import type { Statements } from '../platform/database/transaction.js';
import { translating } from '../platform/database/translate-error.js';
import { NodeName } from '../shared/execution.js';
import type { TenantId } from '../shared/ids.js';

const count = z.int();
export const NodeMetrics = z
  .object({
    node: NodeName,
    count,
    errors: count,
    timeouts: count,
    degraded: count,
    p50Ms: z.number(),
    p95Ms: z.number(),
    p99Ms: z.number(),
    inputBytesP50: z.number(),
    inputBytesP95: z.number(),
    outputBytesP50: z.number(),
    outputBytesP95: z.number(),
    promptTokens: count,
    completionTokens: count,
    costUsd: z
      .number()
      .nullable()
      .describe('A lower bound where there are unpriced runs; null when no cost is known.'),
    unpricedRuns: count.describe('Runs with a call of unknown price, which `costUsd` leaves out.'),
  })
  .meta({ id: 'NodeMetrics' });

export const NodeMetricsOfPart = NodeMetrics.extend({
  from: z.date().describe('Start of this part of the range.'),
}).meta({ id: 'NodeMetricsOfPart' });

export type Range = { from: Date; to: Date; tenantId: TenantId | null };

/** The aggregated columns of a group, selected together with the grouping columns. */
const FIGURES = sql`count(*)::int AS count,
  count(*) FILTER (WHERE status = 'error')::int AS errors,
  count(*) FILTER (WHERE status = 'timeout')::int AS timeouts,
  count(*) FILTER (WHERE status = 'degraded')::int AS degraded,
  percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms) AS ms,
  percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY input_size_bytes) AS inputs,
  percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY output_size_bytes) AS outputs,
  sum(prompt_tokens)::float8 AS "promptTokens", sum(completion_tokens)::float8 AS "completionTokens",
  sum(llm_cost_usd) AS "costUsd", count(*) FILTER (WHERE llm_cost_usd IS NULL)::int AS "unpricedRuns"`;

const SPREAD = sql`ms[1] AS "p50Ms", ms[2] AS "p95Ms", ms[3] AS "p99Ms", inputs[1] AS "inputBytesP50",
  inputs[2] AS "inputBytesP95", outputs[1] AS "outputBytesP50", outputs[2] AS "outputBytesP95"`;

/**
 * Metrics of workflow nodes. Percentiles are computed in SQL; without a tenant, over all tenants. With `parts`, the range is divided into
 * equal parts.
 */
export const createNodeMetrics = (client: Statements) => {
  const ofTenant = (tenantId: TenantId | null) =>
    tenantId ? sql`AND tenant_id = ${tenantId}::uuid` : emptySql;
  return {
    whole: ({ from, to, tenantId }: Range) =>
      translating(async () => {
        const rows = await client.$queryRaw<unknown[]>`
          SELECT *, ${SPREAD} FROM (
            SELECT node_name AS node, ${FIGURES} FROM node_executions
            WHERE started_at >= ${from} AND started_at < ${to} ${ofTenant(tenantId)}
            GROUP BY node_name
          ) figures ORDER BY node`;
        return NodeMetrics.array().parse(rows);
      }),
    series: ({ from, to, tenantId }: Range, parts: number) =>
      translating(async () => {
        const partMs = (to.getTime() - from.getTime()) / parts;
        const rows = await client.$queryRaw<{ part: number }[]>`
          SELECT *, ${SPREAD} FROM (
            SELECT node_name AS node, ${FIGURES},
              floor(extract(epoch FROM started_at - ${from}) * 1000 / ${partMs}::float8)::int AS part
            FROM node_executions
            WHERE started_at >= ${from} AND started_at < ${to} ${ofTenant(tenantId)}
            GROUP BY node_name, part
          ) figures ORDER BY node, part`;
        const dated = rows.map((row) => ({
          ...row,
          from: new Date(from.getTime() + row.part * partMs),
        }));
        return NodeMetricsOfPart.array().parse(dated);
      }),
  };
};
