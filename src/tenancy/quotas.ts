import { z } from 'zod';
import { sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AppError } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import type { TenantQuotas } from './schema.js';
import { TODAY } from './usage.js';

const Spent = z.object({
  questionsToday: z.number(),
  tokensThisMonth: z.number(),
  dayEndsInSec: z.number(),
  monthEndsInSec: z.number(),
});
const Stored = z.object({ documents: z.number(), storageBytes: z.number() });

export type QuotaRepository = ReturnType<typeof createQuotaRepository>;

/**
 * In the transaction that counts the question: others of the tenant wait until it ends, so that together they stay within the
 * day's quota. Tokens are known only afterwards, so answers under way may exceed the month's.
 */
export const requireQuestionQuota = async (
  tx: { quotas: QuotaRepository },
  { questionsPerDay, tokensPerMonth }: TenantQuotas,
): Promise<void> => {
  if (questionsPerDay === null && tokensPerMonth === null) return;
  if (questionsPerDay !== null) await tx.quotas.lock();
  const spent = await tx.quotas.spent();
  if (tokensPerMonth !== null && spent.tokensThisMonth >= tokensPerMonth) {
    throw usedUp('tokensPerMonth', tokensPerMonth, { retryAfterSec: spent.monthEndsInSec });
  }
  if (questionsPerDay !== null && spent.questionsToday >= questionsPerDay) {
    throw usedUp('questionsPerDay', questionsPerDay, { retryAfterSec: spent.dayEndsInSec });
  }
};

/** In the transaction that adds this much; others of the tenant that want room wait until it ends. */
export const requireRoom = async (
  tx: { quotas: QuotaRepository },
  { documents, storageBytes }: TenantQuotas,
  wanted: { documents: number; bytes: number },
): Promise<void> => {
  if (documents === null && storageBytes === null) return;
  await tx.quotas.lock();
  const stored = await tx.quotas.stored();
  if (documents !== null && stored.documents + wanted.documents > documents) {
    throw usedUp('documents', documents);
  }
  if (storageBytes !== null && stored.storageBytes + wanted.bytes > storageBytes) {
    throw usedUp('storageBytes', storageBytes);
  }
};

/** What the whole tenant has used of its quotas, by the database's clock. */
export const createQuotaRepository = (tx: Transaction, scope: Scope) => ({
  /** Until the transaction ends, others of the tenant that count before they add wait here. */
  lock: async (): Promise<void> => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`quota/${scope.tenantId}`}, 0))`;
  },
  spent: async () => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT coalesce(sum(questions) FILTER (WHERE day = ${TODAY}), 0)::float8 AS "questionsToday",
        coalesce(sum(prompt_tokens + completion_tokens), 0)::float8 AS "tokensThisMonth",
        ${secondsToNext('day')} AS "dayEndsInSec", ${secondsToNext('month')} AS "monthEndsInSec"
      FROM usage_daily
      WHERE tenant_id = ${scope.tenantId}::uuid AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date`;
    return Spent.parse(rows[0]);
  },
  /** Documents that are there and not being deleted, and the bytes of all their versions and of all workspaces. */
  stored: async () => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT count(DISTINCT d.id)::float8 AS documents, coalesce(sum(v.size_bytes), 0)::float8 + (
          SELECT coalesce(sum(size_bytes), 0)::float8 FROM workspace_files WHERE tenant_id = ${scope.tenantId}::uuid
        ) AS "storageBytes"
      FROM documents d LEFT JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id
      WHERE d.tenant_id = ${scope.tenantId}::uuid AND d.status <> 'deleting'`;
    return Stored.parse(rows[0]);
  },
});

const usedUp = (
  name: keyof TenantQuotas,
  limit: number,
  details: { retryAfterSec?: number } = {},
): AppError =>
  new AppError('quota_exceeded', `The tenant's quota ${name} (${limit}) is used up.`, details);

const secondsToNext = (unit: 'day' | 'month'): Sql => {
  const utc = sql`(now() AT TIME ZONE 'UTC')`;
  return unit === 'day'
    ? sql`extract(epoch FROM date_trunc('day', ${utc}) + interval '1 day' - ${utc})::float8`
    : sql`extract(epoch FROM date_trunc('month', ${utc}) + interval '1 month' - ${utc})::float8`;
};
