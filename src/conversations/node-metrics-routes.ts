import { z } from 'zod';
import { sharedRoute, type Caller, type Route } from '../http/index.js';
import { AppError } from '../shared/errors.js';
import { TenantId } from '../shared/ids.js';
import { timeField } from '../shared/lists.js';
import { NodeMetrics, NodeMetricsOfPart, type createNodeMetrics } from './node-metrics.js';

const DAY_MS = 24 * 3_600_000;
const MAX_RANGE_MS = 93 * DAY_MS;

export type NodeMetricsDeps = {
  nodeMetrics: ReturnType<typeof createNodeMetrics>;
  now: () => Date;
};

export const createNodeMetricsRoutes = ({ nodeMetrics, now }: NodeMetricsDeps): Route[] => [
  sharedRoute({
    method: 'get',
    path: '/v1/metrics/nodes',
    operationId: 'getNodeMetrics',
    tag: 'usage',
    summary:
      'Read metrics per workflow node: the operator for all tenants, an administrator for their own',
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
        .describe('Splits the range into this many equal parts, for `series`.'),
    }),
    responses: {
      200: {
        description: 'One entry for each node that ran',
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

/** Refuses a range that would require reading years of figures. */
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
