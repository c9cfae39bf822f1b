import { z } from 'zod';
import { madeWithin } from '../platform/database/page.js';
import { emptySql, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AssistantId, ExecutionId, MessageId, UserId } from '../shared/ids.js';
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

/** The maximum number of tools and models that are shown, because models may invent names of tools. */
const MOST = 100;

/** Figures on calls of tools and models in the tenant's turns that are still stored. */
export const createReadCallFigures =
  (tx: Transaction, scope: Scope) =>
  async (range: Range): Promise<CallFigures> => {
    const { tenantId } = scope;
    const isWithin = within(range);
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

const dayFigures = {
  questions: count,
  answered: count,
  notFound: count.describe('Turns without an answer: nothing was found, or only close passages.'),
  badMarks: count.describe('Answers that their reader marked as not helpful.'),
  people: count.describe('How many different people asked.'),
  costUsd: z.number().nullable().describe('Of the turns whose cost is known.'),
  p95Ms: z.number().nullable().describe('Of whole turns; null if none has ended.'),
};

const RangeFigures = z.object(dayFigures).meta({ id: 'RangeFigures' });

const DayFigures = z
  .object({ day: z.iso.date().describe('In UTC.'), ...dayFigures })
  .meta({ id: 'DayFigures' });

export const DailyFigures = z
  .object({
    whole: RangeFigures,
    days: z.array(DayFigures).describe('Days with a question, the oldest first.'),
  })
  .meta({ id: 'DailyFigures' });
export type DailyFigures = z.infer<typeof DailyFigures>;

const DayRow = DayFigures.extend({ day: z.iso.date().nullable() });

/** Reads figures on the tenant's stored turns, per day and for the whole range; in the latter, each person counts once. */
export const createReadDailyFigures =
  (tx: Transaction, scope: Scope) =>
  async (range: Range): Promise<DailyFigures> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*)::int AS questions,
        count(*) FILTER (WHERE response_type = 'answer')::int AS answered,
        count(*) FILTER (WHERE ${isUnanswered(sql`response_type`)})::int AS "notFound",
        count(*) FILTER (WHERE rating = 'down')::int AS "badMarks", count(DISTINCT user_id)::int AS people,
        sum(cost_usd) AS "costUsd", percentile_cont(0.95) WITHIN GROUP (ORDER BY total_ms) AS "p95Ms"
      FROM (
        SELECT (e.started_at AT TIME ZONE 'UTC')::date AS day, e.user_id, e.response_type, e.cost_usd, e.total_ms, f.rating
        FROM executions e
        LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.execution_id = e.id AND m.role = 'assistant'
        LEFT JOIN feedback f ON f.tenant_id = m.tenant_id AND f.message_id = m.id
        WHERE e.tenant_id = ${scope.tenantId}::uuid ${within(range)} ${ofKnownAssistants(scope)}
      ) turns GROUP BY GROUPING SETS ((day), ()) ORDER BY day`;
    const read = DayRow.array().parse(rows);
    const days = read.flatMap(({ day, ...figures }) => (day === null ? [] : [{ day, ...figures }]));
    // The grand total is always returned, even if nothing was asked.
    return { whole: RangeFigures.parse(read.find(({ day }) => day === null)), days };
  };

export const UnansweredQuestion = z
  .object({
    messageId: MessageId.describe('Of the answer.'),
    executionId: ExecutionId,
    question: z.string(),
    comment: z.string().nullable(),
    askedAt: z.date(),
  })
  .meta({ id: 'UnansweredQuestion' });
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>;

const AskedInVain = z.object({
  userId: UserId,
  question: z.string(),
  language: z.string().nullable(),
});
export type AskedInVain = z.infer<typeof AskedInVain>;

/** Only this many of the newest questions are read. */
const MOST_ASKED = 5000;
const MOST_SHARED = 50;

/** Reads questions that got no answer, newest first. Only `shared` may be shown: their askers let administrators read them. */
export const createReadUnanswered =
  (tx: Transaction, scope: Scope) =>
  async (range: Range): Promise<{ shared: UnansweredQuestion[]; asked: AskedInVain[] }> => {
    const inVain = sql`e.tenant_id = ${scope.tenantId}::uuid ${within(range)} ${ofKnownAssistants(scope)}
      AND ${isUnanswered(sql`e.response_type`)}`;
    const asked = await tx.$queryRaw<unknown[]>`
      SELECT e.user_id AS "userId", q.content AS question, e.language
      FROM executions e JOIN messages q ON q.tenant_id = e.tenant_id AND q.execution_id = e.id AND q.role = 'user'
      WHERE ${inVain} ORDER BY e.id DESC LIMIT ${MOST_ASKED}`;
    const shared = await tx.$queryRaw<unknown[]>`
      SELECT a.id AS "messageId", e.id AS "executionId", q.content AS question, f.comment, e.started_at AS "askedAt"
      FROM executions e JOIN messages q ON q.tenant_id = e.tenant_id AND q.execution_id = e.id AND q.role = 'user'
      JOIN messages a ON a.tenant_id = e.tenant_id AND a.execution_id = e.id AND a.role = 'assistant'
      JOIN feedback f ON f.tenant_id = a.tenant_id AND f.message_id = a.id
      WHERE ${inVain} AND f.share_with_admin AND f.resolved_at IS NULL ORDER BY e.id DESC LIMIT ${MOST_SHARED}`;
    return {
      shared: UnansweredQuestion.array().parse(shared),
      asked: AskedInVain.array().parse(asked),
    };
  };

const isUnanswered = (type: Sql): Sql => sql`${type} IN ('not_found', 'closest')`;

const within = (range: Range): Sql => madeWithin({ time: sql`e.started_at`, id: sql`e.id` }, range);

/** Limits the figures to the assistants that the API key is bound to, if any. */
const ofKnownAssistants = (scope: Scope): Sql => {
  const bound = scope.kind === 'user' ? [...scope.assistantIds] : [];
  return bound.length === 0 ? emptySql : sql`AND e.assistant_id = ANY(${bound}::uuid[])`;
};
