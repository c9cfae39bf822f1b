import { z } from 'zod';
import { timeField, sharedRoute, type Caller, type Route } from '../http/index.js';
import { sql, emptySql } from '../platform/database/sql.js';
import type { Statements } from '../platform/database/transaction.js';
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

const NodeMetricsOfPart = NodeMetrics.extend({
  from: z.date().describe('When the part of the range begins.'),
}).meta({ id: 'NodeMetricsOfPart' });

type Range = { from: Date; to: Date; tenantId: TenantId | null };

export type NodeMetricsDeps = {
  nodeMetrics: ReturnType<typeof createNodeMetrics>;
  now: () => Date;
};

/** Over the rows of a group, with the columns that tell the groups apart. */
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

/** Percentiles are computed in SQL; without a tenant over all of them. With `parts` the range is cut into as many of equal length. */
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
      parts: z.coerce
        .number()
        .int()
        .min(2)
        .max(100)
        .optional()
        .describe('Cuts the range into as many parts of equal length, for `series`.'),
    }),
    responses: {
      200: {
        description: 'One entry per node that ran',
        schema: z
          .object({
            from: z.date(),
            to: z.date(),
            nodes: z.array(NodeMetrics),
            series: z
              .array(NodeMetricsOfPart)
              .optional()
              .describe('With `parts`: one entry per node and part in which it ran.'),
          })
          .meta({ id: 'NodeMetricsReport' }),
      },
    },
    answer: async ({ caller, query }) => {
      const to = query.to === undefined ? now() : new Date(query.to);
      const from = new Date(query.from ?? to.getTime() - DAY_MS);
      refuseRange(from, to);
      const tenantId = tenantOf(caller, query.tenantId);
      const range = { from, to, tenantId };
      const [nodes, series] = await Promise.all([
        nodeMetrics.whole(range),
        query.parts === undefined ? undefined : nodeMetrics.series(range, query.parts),
      ]);
      return { from, to, nodes, ...(series && { series }) };
    },
  }),
];

/** Refuses a range that would read years of figures. */
export const refuseRange = (from: Date, to: Date) => {
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
