import { z } from 'zod';
import { madeWithin } from '../platform/database/page.js';
import { emptySql, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AssistantId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';

export type Range = { from: Date; to: Date };

const count = z.int();
const spread = { p50Ms: z.number(), p95Ms: z.number(), p99Ms: z.number() };

const ToolFigures = z
  .object({ name: z.string(), count, failed: count, cached: count, ...spread })
  .meta({ id: 'ToolFigures' });

const ModelFigures = z
  .object({
    model: z.string(),
    count,
    failed: count,
    promptTokens: count,
    cachedTokens: count,
    completionTokens: count,
    costUsd: z.number().nullable().describe('Of the calls whose price is known.'),
    unpricedCalls: count,
    ...spread,
  })
  .meta({ id: 'ModelFigures' });

const AssistantFigures = z
  .object({
    assistantId: AssistantId.nullable().describe('Null for turns from before assistants existed.'),
    slug: z.string().nullable().describe('The current slug; null if the assistant was deleted.'),
    name: z.string().nullable(),
    model: z.string().nullable().describe('Null for turns that called no model.'),
    questions: count.describe('Number of turns. A turn that called two models counts for both.'),
    calls: count,
    promptTokens: count,
    cachedTokens: count,
    completionTokens: count,
    costUsd: z.number().nullable().describe('Of the calls whose price is known.'),
    unpricedCalls: count,
  })
  .meta({ id: 'AssistantFigures' });

export const CallFigures = z
  .object({
    tools: z.array(ToolFigures),
    models: z.array(ModelFigures),
    assistants: z
      .array(AssistantFigures)
      .describe('By assistant and model, the most expensive first.'),
  })
  .meta({ id: 'CallFigures' });
export type CallFigures = z.infer<typeof CallFigures>;

const TOKENS = sql`coalesce(sum(c.prompt_tokens), 0)::float8 AS "promptTokens",
  coalesce(sum(c.cached_tokens), 0)::float8 AS "cachedTokens",
  coalesce(sum(c.completion_tokens), 0)::float8 AS "completionTokens"`;

/** So many of each are shown; models may invent the names of tools. */
const MOST = 100;

/** Figures of the calls of tools and models in the turns of a tenant that are still stored. */
export const createReadCallFigures =
  (tx: Transaction, scope: Scope) =>
  async (range: Range): Promise<CallFigures> => {
    const { tenantId } = scope;
    const isWithin = madeWithin({ time: sql`e.started_at`, id: sql`e.id` }, range);
    const tools = await tx.$queryRaw<unknown[]>`
      SELECT name, count, failed, cached, ms[1] AS "p50Ms", ms[2] AS "p95Ms", ms[3] AS "p99Ms" FROM (
        SELECT c.name, count(*)::int AS count, count(*) FILTER (WHERE NOT c.ok)::int AS failed,
          count(*) FILTER (WHERE c.cached)::int AS cached,
          percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY c.duration_ms) AS ms
        FROM tool_calls c JOIN executions e ON e.tenant_id = c.tenant_id AND e.id = c.execution_id
        WHERE e.tenant_id = ${tenantId}::uuid ${isWithin} ${ofKnownAssistants(scope)}
        GROUP BY c.name
      ) figures ORDER BY count DESC, name LIMIT ${MOST}`;
    const models = await tx.$queryRaw<unknown[]>`
      SELECT *, ms[1] AS "p50Ms", ms[2] AS "p95Ms", ms[3] AS "p99Ms" FROM (
        SELECT c.model, count(*)::int AS count, count(*) FILTER (WHERE c.outcome = 'error')::int AS failed,
          ${TOKENS}, sum(c.cost_usd) AS "costUsd", count(*) FILTER (WHERE c.cost_usd IS NULL)::int AS "unpricedCalls",
          percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY c.duration_ms) AS ms
        FROM model_calls c JOIN executions e ON e.tenant_id = c.tenant_id AND e.id = c.execution_id
        WHERE e.tenant_id = ${tenantId}::uuid ${isWithin} ${ofKnownAssistants(scope)}
        GROUP BY c.model
      ) figures ORDER BY count DESC, model LIMIT ${MOST}`;
    const assistants = await tx.$queryRaw<unknown[]>`
      SELECT figures.*, a.slug, a.name FROM (
        SELECT e.assistant_id AS "assistantId", c.model, count(DISTINCT e.id)::int AS questions, count(c.model)::int AS calls,
          ${TOKENS}, sum(c.cost_usd) AS "costUsd",
          count(c.model) FILTER (WHERE c.cost_usd IS NULL)::int AS "unpricedCalls"
        FROM executions e LEFT JOIN model_calls c ON c.tenant_id = e.tenant_id AND c.execution_id = e.id
        WHERE e.tenant_id = ${tenantId}::uuid ${isWithin} ${ofKnownAssistants(scope)}
        GROUP BY e.assistant_id, c.model
      ) figures LEFT JOIN assistants a ON a.tenant_id = ${tenantId}::uuid AND a.id = figures."assistantId"
      ORDER BY "costUsd" DESC NULLS LAST, calls DESC, questions DESC, "assistantId", model LIMIT ${MOST}`;
    return CallFigures.parse({ tools, models, assistants });
  };

/** Limits the figures to the assistants that the key is bound to, if any. */
const ofKnownAssistants = (scope: Scope): Sql => {
  const bound = scope.kind === 'user' ? [...scope.assistantIds] : [];
  return bound.length === 0 ? emptySql : sql`AND e.assistant_id = ANY(${bound}::uuid[])`;
};
