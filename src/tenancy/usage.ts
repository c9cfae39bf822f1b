import { z } from 'zod';
import { beyond } from '../platform/database/page.js';
import { emptySql, firstIdAt, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AppError } from '../shared/errors.js';
import type { ModelCall } from '../shared/execution.js';
import { ApiKeyId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';

/** The tokens and cost of model calls: `unpricedCalls` counts calls of unknown price, which `costUsd` leaves out. */
type ModelUsage = {
  promptTokens: number;
  completionTokens: number;
  costUsd: number;
  unpricedCalls: number;
};

export type UsedAmounts = Partial<
  ModelUsage & {
    questions: number;
    documents: number;
    searches: number;
    bytes: number;
    chunks: number;
  }
>;

export const UsageFigures = z.object({
  questions: z.int(),
  documents: z.int(),
  searches: z.int().describe('Outside of questions.'),
  bytes: z.int().describe('Of uploaded and replaced files.'),
  chunks: z.int().describe('Of documents that became ready.'),
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** Null if it includes a call without a known price. */
  costUsd: z.number().nullable(),
  unpricedCalls: z.int(),
  /** Counts feedback on the answers given on these days. */
  feedbackUp: z.int(),
  feedbackDown: z.int(),
});
export type UsageFigures = z.infer<typeof UsageFigures>;

const Application = z
  .object({
    keyId: ApiKeyId,
    keyName: z.string().nullable(),
    label: z.string().nullable().describe('Null: the application asked for itself.'),
  })
  .describe('The key of kind `service` and the label it asked for; null for a person.')
  .meta({ id: 'Application' });

/** One UTC day of a user, or of a label of an application. */
export const UserDay = UsageFigures.extend({
  day: z.iso.date(),
  userId: UserId,
  email: z.string().nullable().describe('Null for applications, and after the user is deleted.'),
  application: Application.nullable(),
});
export type UserDay = z.infer<typeof UserDay>;

/** A day of a tenant, for readers who must not see its people. */
export const TenantDay = UsageFigures.extend({
  day: z.iso.date(),
  users: z
    .int()
    .describe('How many people used anything; those behind an application are not among them.'),
});
export type TenantDay = z.infer<typeof TenantDay>;

const OfQuota = z.object({ used: z.number(), limit: z.number() });

/** The amounts used now, each with its limit: the lower of quota and limit. */
export const QuotaUse = z
  .object({
    documents: OfQuota,
    storageBytes: OfQuota,
    questionsPerDay: OfQuota,
    tokensPerMonth: OfQuota,
  })
  .meta({ id: 'QuotaUse' });
export type QuotaUse = z.infer<typeof QuotaUse>;

/** Days in UTC as `YYYY-MM-DD`, inclusive. */
export type DayRange = { from: string; to: string };

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/** The day by the database's clock, the only one that all processes share. */
export const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;

export const DAY_MS = 86_400_000;

const Position = z.tuple([z.iso.date(), z.uuid()]);

/** Figures outlive their sessions, executions and users. */
export const createUsageRepository = (tx: Transaction, scope: Scope) => ({
  /** Adds to the user's figures of today (in UTC, by the database's clock). */
  add: async (userId: UserId, used: UsedAmounts): Promise<void> => {
    const who = sql`(SELECT ${scope.tenantId}::uuid AS tenant_id, ${userId}::uuid AS user_id) who`;
    await tx.$executeRaw`${addUsage(who, used)}`;
  },
  /** Newest day first; a position is `day/userId`. */
  list: async (range: DayRange, page: PageRequest): Promise<Page<UserDay>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.user_id AS "userId", ${WHO}, d.questions, d.documents, d.searches,
        d.bytes::float8 AS bytes, d.chunks,
        d.prompt_tokens::float8 AS "promptTokens", d.completion_tokens::float8 AS "completionTokens",
        CASE WHEN d.unpriced_calls = 0 THEN d.cost_usd END AS "costUsd", d.unpriced_calls AS "unpricedCalls",
        coalesce(f.up, 0)::int AS "feedbackUp", coalesce(f.down, 0)::int AS "feedbackDown"
      FROM (
        SELECT * FROM usage_daily u WHERE ${within(scope, range)} ${after(page)}
        ORDER BY u.day DESC, u.user_id DESC LIMIT ${beyond(page)}
      ) d LEFT JOIN (
        SELECT r.day, r.user_id, sum(r.up) AS up, sum(r.down) AS down FROM ${ratings(scope, range)} r GROUP BY r.day, r.user_id
      ) f USING (day, user_id)
      LEFT JOIN users who ON who.tenant_id = d.tenant_id AND who.id = d.user_id
      LEFT JOIN api_keys k ON k.tenant_id = who.tenant_id AND k.id = who.application_id
      ORDER BY d.day DESC, d.user_id DESC`;
    return toDayPage(UserDay.array().parse(rows), page, ({ userId }) => userId);
  },
  /** Sums over all users, newest day first; a position is `day/tenantId`. */
  listDays: async (range: DayRange, page: PageRequest): Promise<Page<TenantDay>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT d.*, coalesce(f.up, 0)::float8 AS "feedbackUp",
        coalesce(f.down, 0)::float8 AS "feedbackDown"
      FROM (
        SELECT u.day AS date, to_char(u.day, 'YYYY-MM-DD') AS day, ${PEOPLE} AS users, ${SUMS}
        FROM usage_daily u
        WHERE ${within(scope, range)} ${beforeDay(page)} GROUP BY u.day ORDER BY u.day DESC LIMIT ${beyond(page)}
      ) d LEFT JOIN (
        SELECT r.day, sum(r.up) AS up, sum(r.down) AS down FROM ${ratings(scope, range)} r GROUP BY r.day
      ) f ON f.day = d.date
      ORDER BY d.date DESC`;
    return toDayPage(TenantDay.array().parse(rows), page, () => scope.tenantId);
  },
  totals: async (range: DayRange): Promise<UsageFigures> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${SUMS},
        (SELECT coalesce(sum(r.up), 0)::float8 FROM ${ratings(scope, range)} r) AS "feedbackUp",
        (SELECT coalesce(sum(r.down), 0)::float8 FROM ${ratings(scope, range)} r) AS "feedbackDown"
      FROM usage_daily u WHERE ${within(scope, range)}`;
    return UsageFigures.parse(rows[0]);
  },
});

/** `who` is a FROM item with that name, with tenant_id and user_id: one row, or none if nothing is to be counted. */
export const addUsage = (who: Sql, used: UsedAmounts): Sql => {
  const isAnything = Object.values(used).some((amount) => amount > 0);
  return sql`
    INSERT INTO usage_daily AS u (tenant_id, day, user_id, questions, documents, prompt_tokens, completion_tokens, cost_usd,
      unpriced_calls, searches, bytes, chunks)
    SELECT who.tenant_id, ${TODAY}, who.user_id, ${used.questions ?? 0}::int, ${used.documents ?? 0}::int,
      ${used.promptTokens ?? 0}::bigint, ${used.completionTokens ?? 0}::bigint, ${used.costUsd ?? 0}::float8,
      ${used.unpricedCalls ?? 0}::int, ${used.searches ?? 0}::int, ${used.bytes ?? 0}::bigint, ${used.chunks ?? 0}::int
    FROM ${who} WHERE ${isAnything}
    ON CONFLICT (tenant_id, day, user_id) DO UPDATE SET questions = u.questions + excluded.questions,
      documents = u.documents + excluded.documents, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost_usd = u.cost_usd + excluded.cost_usd,
      unpriced_calls = u.unpriced_calls + excluded.unpriced_calls, searches = u.searches + excluded.searches,
      bytes = u.bytes + excluded.bytes, chunks = u.chunks + excluded.chunks`;
};

export const toModelUsage = (
  calls: readonly Pick<ModelCall, 'promptTokens' | 'completionTokens' | 'costUsd'>[],
): ModelUsage => ({
  promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
  completionTokens: calls.reduce((sum, call) => sum + call.completionTokens, 0),
  costUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
  unpricedCalls: calls.filter(({ costUsd }) => costUsd === null).length,
});

/** For users aliased `who` and the keys of their applications aliased `k`. */
const WHO = sql`CASE WHEN who.application_id IS NULL THEN who.email END AS email,
  CASE WHEN who.application_id IS NOT NULL THEN jsonb_build_object('keyId', who.application_id, 'keyName', k.name,
    'label', nullif(who.label, '')) END AS application`;

/** For `usage_daily` aliased `u`. */
const PEOPLE = sql`(count(DISTINCT u.user_id) FILTER (WHERE NOT EXISTS (
  SELECT FROM users w WHERE w.tenant_id = u.tenant_id AND w.id = u.user_id AND w.application_id IS NOT NULL)))::int`;

/** For `usage_daily` aliased `u`. */
const SUMS = sql`coalesce(sum(u.questions), 0)::float8 AS questions, coalesce(sum(u.documents), 0)::float8 AS documents,
  coalesce(sum(u.searches), 0)::float8 AS searches, coalesce(sum(u.bytes), 0)::float8 AS bytes,
  coalesce(sum(u.chunks), 0)::float8 AS chunks, coalesce(sum(u.prompt_tokens), 0)::float8 AS "promptTokens",
  coalesce(sum(u.completion_tokens), 0)::float8 AS "completionTokens",
  CASE WHEN coalesce(sum(u.unpriced_calls), 0) = 0 THEN coalesce(sum(u.cost_usd), 0) END AS "costUsd",
  coalesce(sum(u.unpriced_calls), 0)::float8 AS "unpricedCalls"`;

const toDayPage = <Day extends { day: string }>(
  found: readonly Day[],
  { limit }: PageRequest,
  idOf: (day: Day) => string,
): Page<Day> => {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return { items, nextAfter: isMore ? `${last.day}/${idOf(last)}` : null };
};

const within = ({ tenantId }: Scope, { from, to }: DayRange): Sql =>
  sql`u.tenant_id = ${tenantId}::uuid AND u.day BETWEEN ${from}::date AND ${to}::date`;

const after = ({ after: position }: PageRequest): Sql => {
  if (position === undefined) return emptySql;
  const [day, userId] = parsePosition(position);
  return sql`AND (u.day, u.user_id) < (${day}::date, ${userId}::uuid)`;
};

const beforeDay = ({ after: position }: PageRequest): Sql =>
  position === undefined ? emptySql : sql`AND u.day < ${parsePosition(position)[0]}::date`;

const parsePosition = (position: string): z.infer<typeof Position> => {
  const parsed = Position.safeParse(position.split('/'));
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', 'The cursor is not one of ours.');
};

/** One row per rated answer of these days, found through the index because message ids begin with their time. */
const ratings = ({ tenantId }: Scope, { from, to }: DayRange): Sql => sql`(
    SELECT f.user_id, (m.created_at AT TIME ZONE 'UTC')::date AS day, (f.rating = 'up')::int AS up,
      (f.rating = 'down')::int AS down
    FROM feedback f JOIN messages m ON m.tenant_id = f.tenant_id AND m.id = f.message_id
    WHERE f.tenant_id = ${tenantId}::uuid
      AND f.message_id BETWEEN ${firstIdOf(from, -1)}::uuid AND ${firstIdOf(to, 2)}::uuid
      AND (m.created_at AT TIME ZONE 'UTC')::date BETWEEN ${from}::date AND ${to}::date
  )`;

/** One extra day on either side: clocks differ, and an id is made a moment before its row. */
const firstIdOf = (day: string, offsetDays: number): string =>
  firstIdAt(Date.parse(day) + offsetDays * DAY_MS);

export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
