import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import type { PageRequest, Page } from '../shared/page.js';
import {
  UsageFigures,
  UserDay,
  type UsedAmounts,
  type DayRange,
  type SpentQuestions,
} from './usage.js';
import { sql, emptySql, type Sql } from '../platform/database/sql.js';
import { firstIdAt } from '../platform/database/id-time.js';
import { beyond } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import { addUsage, TODAY } from './usage-sql-repository.js';
import type { UserId } from '../shared/ids.js';

const Position = z.tuple([z.iso.date(), z.uuid()]);

const SpentRow = z.object({
  questionsToday: z.number(),
  tokensThisMonth: z.number(),
  dayEndsInSec: z.number(),
  monthEndsInSec: z.number(),
});
const StoredRow = z.object({ documents: z.number(), storageBytes: z.number() });

/** Figures outlive the sessions, executions and users they are of. */
export const createUsageRepository = (tx: Transaction, scope: Scope) => ({
  /** Adds to the user's figures of today (in UTC, by the database's clock). */
  add: async (userId: UserId, used: UsedAmounts): Promise<void> => {
    const who = sql`(SELECT ${scope.tenantId}::uuid AS tenant_id, ${userId}::uuid AS user_id) who`;
    await tx.$executeRaw`${addUsage(who, used)}`;
  },
  /** Newest day first; a position is `day/userId`. */
  list: async (range: DayRange, page: PageRequest): Promise<Page<UserDay>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.user_id AS "userId", d.questions, d.documents,
        d.prompt_tokens::float8 AS "promptTokens", d.completion_tokens::float8 AS "completionTokens",
        CASE WHEN d.unpriced_calls = 0 THEN d.cost_usd END AS "costUsd", d.unpriced_calls AS "unpricedCalls",
        coalesce(f.up, 0)::int AS "feedbackUp", coalesce(f.down, 0)::int AS "feedbackDown"
      FROM (
        SELECT * FROM usage_daily u WHERE ${within(scope, range)} ${after(page)}
        ORDER BY u.day DESC, u.user_id DESC LIMIT ${beyond(page)}
      ) d LEFT JOIN (
        SELECT r.day, r.user_id, sum(r.up) AS up, sum(r.down) AS down FROM ${ratings(scope, range)} r GROUP BY r.day, r.user_id
      ) f USING (day, user_id)
      ORDER BY d.day DESC, d.user_id DESC`;
    const found = UserDay.array().parse(rows);
    const items = found.slice(0, page.limit);
    const last = items.at(-1);
    const isMore = found.length > page.limit && last !== undefined;
    return { items, nextAfter: isMore ? `${last.day}/${last.userId}` : null };
  },
  totals: async (range: DayRange): Promise<UsageFigures> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT coalesce(sum(u.questions), 0)::float8 AS questions, coalesce(sum(u.documents), 0)::float8 AS documents,
        coalesce(sum(u.prompt_tokens), 0)::float8 AS "promptTokens",
        coalesce(sum(u.completion_tokens), 0)::float8 AS "completionTokens",
        CASE WHEN coalesce(sum(u.unpriced_calls), 0) = 0 THEN coalesce(sum(u.cost_usd), 0) END AS "costUsd",
        coalesce(sum(u.unpriced_calls), 0)::float8 AS "unpricedCalls",
        (SELECT coalesce(sum(r.up), 0)::float8 FROM ${ratings(scope, range)} r) AS "feedbackUp",
        (SELECT coalesce(sum(r.down), 0)::float8 FROM ${ratings(scope, range)} r) AS "feedbackDown"
      FROM usage_daily u WHERE ${within(scope, range)}`;
    return UsageFigures.parse(rows[0]);
  },
  ...createQuotaReads(tx, scope),
});

const createQuotaReads = (tx: Transaction, scope: Scope) => ({
  /** Until the transaction ends, others of the tenant that count before they add wait here. */
  lock: async (): Promise<void> => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`quota/${scope.tenantId}`}, 0))`;
  },
  spentQuestions: async (): Promise<SpentQuestions> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT coalesce(sum(questions) FILTER (WHERE day = ${TODAY}), 0)::float8 AS "questionsToday",
        coalesce(sum(prompt_tokens + completion_tokens), 0)::float8 AS "tokensThisMonth",
        ${secondsToNext('day')} AS "dayEndsInSec", ${secondsToNext('month')} AS "monthEndsInSec"
      FROM usage_daily
      WHERE tenant_id = ${scope.tenantId}::uuid AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date`;
    return SpentRow.parse(rows[0]);
  },
  /** Documents that are there and not being deleted, and the bytes of all their versions. */
  storedDocuments: async (): Promise<{ documents: number; storageBytes: number }> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT count(DISTINCT d.id)::float8 AS documents, coalesce(sum(v.size_bytes), 0)::float8 AS "storageBytes"
      FROM documents d LEFT JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id
      WHERE d.tenant_id = ${scope.tenantId}::uuid AND d.status <> 'deleting'`;
    return StoredRow.parse(rows[0]);
  },
});

const within = ({ tenantId }: Scope, { from, to }: DayRange): Sql =>
  sql`u.tenant_id = ${tenantId}::uuid AND u.day BETWEEN ${from}::date AND ${to}::date`;

const after = ({ after: position }: PageRequest): Sql => {
  if (position === undefined) return emptySql;
  const parsed = Position.safeParse(position.split('/'));
  if (!parsed.success) {
    throw new AppError('validation_failed', 'The cursor is not one of ours.');
  }
  const [day, userId] = parsed.data;
  return sql`AND (u.day, u.user_id) < (${day}::date, ${userId}::uuid)`;
};

/** One row per rated answer of these days. Message ids begin with their time, which is what finds them in the index. */
const ratings = ({ tenantId }: Scope, { from, to }: DayRange): Sql => sql`(
    SELECT f.user_id, (m.created_at AT TIME ZONE 'UTC')::date AS day, (f.rating = 'up')::int AS up,
      (f.rating = 'down')::int AS down
    FROM feedback f JOIN messages m ON m.tenant_id = f.tenant_id AND m.id = f.message_id
    WHERE f.tenant_id = ${tenantId}::uuid
      AND f.message_id BETWEEN ${firstIdOf(from, -1)}::uuid AND ${firstIdOf(to, 2)}::uuid
      AND (m.created_at AT TIME ZONE 'UTC')::date BETWEEN ${from}::date AND ${to}::date
  )`;

const DAY_MS = 86_400_000;

/** A day more on either side: clocks differ, and an id is made a moment before its row. */
const firstIdOf = (day: string, offsetDays: number): string =>
  firstIdAt(Date.parse(day) + offsetDays * DAY_MS);

const secondsToNext = (unit: 'day' | 'month'): Sql => {
  const utc = sql`(now() AT TIME ZONE 'UTC')`;
  return unit === 'day'
    ? sql`extract(epoch FROM date_trunc('day', ${utc}) + interval '1 day' - ${utc})::float8`
    : sql`extract(epoch FROM date_trunc('month', ${utc}) + interval '1 month' - ${utc})::float8`;
};

export type UsageRepository = ReturnType<typeof createUsageRepository>;
