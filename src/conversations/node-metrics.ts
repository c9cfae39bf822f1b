import { z } from 'zod';
import { timeField, sharedRoute, type Caller, type Route } from '../http/index.js';
import { sql, emptySql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { translating } from '../platform/database/translate-error.js';
import { AppError } from '../shared/errors.js';
import { NodeName } from '../shared/execution.js';
import { TenantId } from '../shared/ids.js';

const DAY_MS = 24 * 3_600_000;
const MAX_RANGE_MS = 93 * DAY_MS;

const count = z.int();
const NodeMetrics = z
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

type Range = { from: Date; to: Date; tenantId: TenantId | null };

export type NodeMetricsDeps = {
  nodeMetrics: ReturnType<typeof createNodeMetrics>;
  now: () => Date;
};

/** Percentiles are computed in SQL; without a tenant over all of them. */
export const createNodeMetrics =
  (client: Transaction) =>
  ({ from, to, tenantId }: Range) =>
    translating(async () => {
      const ofTenant = tenantId ? sql`AND tenant_id = ${tenantId}::uuid` : emptySql;
      const rows = await client.$queryRaw<unknown[]>`
        SELECT *, ms[1] AS "p50Ms", ms[2] AS "p95Ms", ms[3] AS "p99Ms", inputs[1] AS "inputBytesP50",
          inputs[2] AS "inputBytesP95", outputs[1] AS "outputBytesP50", outputs[2] AS "outputBytesP95"
        FROM (
          SELECT node_name AS node, count(*)::int AS count,
            count(*) FILTER (WHERE status = 'error')::int AS errors,
            count(*) FILTER (WHERE status = 'timeout')::int AS timeouts,
            count(*) FILTER (WHERE status = 'degraded')::int AS degraded,
            percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms) AS ms,
            percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY input_size_bytes) AS inputs,
            percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY output_size_bytes) AS outputs,
            sum(prompt_tokens)::float8 AS "promptTokens", sum(completion_tokens)::float8 AS "completionTokens",
            sum(llm_cost_usd) AS "costUsd", count(*) FILTER (WHERE llm_cost_usd IS NULL)::int AS "unpricedRuns"
          FROM node_executions
          WHERE started_at >= ${from} AND started_at < ${to} ${ofTenant}
          GROUP BY node_name
        ) figures ORDER BY node`;
      return NodeMetrics.array().parse(rows);
    });

export const createNodeMetricsRoutes = ({ nodeMetrics, now }: NodeMetricsDeps): Route[] => [
  sharedRoute({
    method: 'get',
    path: '/v1/metrics/nodes',
    operationId: 'getNodeMetrics',
    tag: 'usage',
    summary: 'Figures per workflow node: the operator over all tenants, an admin over their own',
    roles: ['operator', 'admin'],
    permission: 'admin',
    query: z.strictObject({
      from: timeField.optional().describe('Default: a day before `to`.'),
      to: timeField.optional().describe('Default: now.'),
      tenantId: TenantId.optional().describe('For the operator.'),
    }),
    responses: {
      200: {
        description: 'One entry per node that ran',
        schema: z
          .object({ from: z.date(), to: z.date(), nodes: z.array(NodeMetrics) })
          .meta({ id: 'NodeMetricsReport' }),
      },
    },
    answer: async ({ caller, query }) => {
      const to = query.to === undefined ? now() : new Date(query.to);
      const from = new Date(query.from ?? to.getTime() - DAY_MS);
      refuseRange(from, to);
      const tenantId = tenantOf(caller, query.tenantId);
      const nodes = await nodeMetrics({ from, to, tenantId });
      return { from, to, nodes };
    },
  }),
];

const refuseRange = (from: Date, to: Date) => {
  const rangeMs = to.getTime() - from.getTime();
  if (rangeMs > 0 && rangeMs <= MAX_RANGE_MS) return;
  throw new AppError('validation_failed', 'The range must be positive and at most 93 days.');
};

const tenantOf = (caller: Caller, asked: TenantId | undefined): TenantId | null => {
  if (caller.kind === 'operator') return asked ?? null;
  if (asked !== undefined) {
    throw new AppError('validation_failed', 'The tenant comes from the credential.', {
      errors: [{ path: 'tenantId', message: 'is for the operator' }],
    });
  }
  return caller.scope.tenantId;
};
