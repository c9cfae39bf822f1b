import { z } from 'zod';
import { timeField, userRoute, type Route } from '../http/index.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Scope, UserScope } from '../shared/scope.js';
import { refuseRange } from './node-metrics.js';

type Range = { from: Date; to: Date };

const count = z.int();
const spread = { p50Ms: z.number(), p95Ms: z.number(), p99Ms: z.number() };

const ToolFigures = z
  .object({ name: z.string(), count, failed: count, cached: count, ...spread })
  .meta({ id: 'ToolFigures' });

const ModelFigures = z
  .object({
    ...{ model: z.string(), count, failed: count, promptTokens: count, completionTokens: count },
    costUsd: z.number().nullable().describe('Of the calls whose price is known.'),
    unpricedCalls: count,
    ...spread,
  })
  .meta({ id: 'ModelFigures' });

const CallFigures = z
  .object({ tools: z.array(ToolFigures), models: z.array(ModelFigures) })
  .meta({ id: 'CallFigures' });
type CallFigures = z.infer<typeof CallFigures>;

/** So many of each are shown; models may invent the names of tools. */
const MOST = 100;

/** Figures of the calls of tools and models in the turns of a tenant that are still stored. */
export const createReadCallFigures =
  (tx: Transaction, { tenantId }: Scope) =>
  async ({ from, to }: Range): Promise<CallFigures> => {
    const tools = await tx.$queryRaw<unknown[]>`
      SELECT name, count, failed, cached, ms[1] AS "p50Ms", ms[2] AS "p95Ms", ms[3] AS "p99Ms" FROM (
        SELECT c.name, count(*)::int AS count, count(*) FILTER (WHERE NOT c.ok)::int AS failed,
          count(*) FILTER (WHERE c.cached)::int AS cached,
          percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY c.duration_ms) AS ms
        FROM tool_calls c JOIN executions e ON e.tenant_id = c.tenant_id AND e.id = c.execution_id
        WHERE e.tenant_id = ${tenantId}::uuid AND e.started_at >= ${from} AND e.started_at < ${to}
        GROUP BY c.name
      ) figures ORDER BY count DESC, name LIMIT ${MOST}`;
    const models = await tx.$queryRaw<unknown[]>`
      SELECT *, ms[1] AS "p50Ms", ms[2] AS "p95Ms", ms[3] AS "p99Ms" FROM (
        SELECT c.model, count(*)::int AS count, count(*) FILTER (WHERE c.outcome = 'error')::int AS failed,
          sum(c.prompt_tokens)::float8 AS "promptTokens", sum(c.completion_tokens)::float8 AS "completionTokens",
          sum(c.cost_usd) AS "costUsd", count(*) FILTER (WHERE c.cost_usd IS NULL)::int AS "unpricedCalls",
          percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY c.duration_ms) AS ms
        FROM model_calls c JOIN executions e ON e.tenant_id = c.tenant_id AND e.id = c.execution_id
        WHERE e.tenant_id = ${tenantId}::uuid AND e.started_at >= ${from} AND e.started_at < ${to}
        GROUP BY c.model
      ) figures ORDER BY count DESC, model LIMIT ${MOST}`;
    return CallFigures.parse({ tools, models });
  };

type ReadCallFigures = (scope: UserScope, range: Range) => Promise<CallFigures>;

export const createCallFiguresRoute = (readCallFigures: ReadCallFigures): Route =>
  userRoute({
    method: 'get',
    path: '/v1/metrics/calls',
    operationId: 'getCallMetrics',
    tag: 'usage',
    summary: 'Figures per tool and per model, of the turns that are still stored',
    roles: ['admin'],
    permission: 'admin',
    query: z.strictObject({
      from: timeField.describe('Turns that started at or after.'),
      to: timeField.describe('Turns that started before.'),
    }),
    responses: { 200: { description: 'The most used first', schema: CallFigures } },
    answer: ({ scope, query }) => {
      const range = { from: new Date(query.from), to: new Date(query.to) };
      refuseRange(range.from, range.to);
      return readCallFigures(scope, range);
    },
  });
