import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import { TenantId } from '../shared/ids.js';
import { timeField, sharedRoute, type Caller, type Route } from '../http/index.js';
import { NodeName } from '../shared/execution.js';
import type { NodeMetrics } from './node-metrics.js';

export type NodeMetricsDeps = {
  nodeMetrics: (range: {
    from: Date;
    to: Date;
    tenantId: TenantId | null;
  }) => Promise<NodeMetrics[]>;
  now: () => Date;
};

const DAY_MS = 24 * 3_600_000;
const MAX_RANGE_MS = 93 * DAY_MS;

const count = z.int();
const NodeMetricsView = z
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

export const createNodeMetricsRoutes = ({ nodeMetrics, now }: NodeMetricsDeps): Route[] => [
  sharedRoute({
    method: 'get',
    path: '/v1/metrics/nodes',
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
          .object({ from: z.date(), to: z.date(), nodes: z.array(NodeMetricsView) })
          .meta({ id: 'NodeMetricsReport' }),
      },
    },
    handle: async ({ caller, query }) => {
      const to = query.to === undefined ? now() : new Date(query.to);
      const from =
        query.from === undefined ? new Date(to.getTime() - DAY_MS) : new Date(query.from);
      refuseRange(from, to);
      const tenantId = tenantOf(caller, query.tenantId);
      const nodes = await nodeMetrics({ from, to, tenantId });
      return { status: 200, body: { from, to, nodes } };
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
