import { z } from 'zod';
import { sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { AppError } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import { toLimits, type TenantLimits } from './limits.js';
import type { TenantQuotas } from './schema.js';
import { TODAY, type QuotaUse } from './usage.js';

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
  quotas: TenantQuotas,
): Promise<void> => {
  const { questionsPerDay, tokensPerMonth } = lowerOf(quotas, await tx.quotas.limits());
  const spent = await exactly(tx, {
    count: () => tx.quotas.spent(),
    isFar: ({ questionsToday }) => questionsPerDay - questionsToday > FAR,
  });
  if (spent.tokensThisMonth >= tokensPerMonth) {
    throw usedUp('tokensPerMonth', tokensPerMonth, { retryAfterSec: spent.monthEndsInSec });
  }
  if (spent.questionsToday >= questionsPerDay) {
    throw usedUp('questionsPerDay', questionsPerDay, { retryAfterSec: spent.dayEndsInSec });
  }
};

/** In the transaction that adds this much; others of the tenant that want room wait until it ends. */
export const requireRoom = async (
  tx: { quotas: QuotaRepository },
  quotas: TenantQuotas,
  wanted: { documents: number; bytes: number },
): Promise<void> => {
  const { documents, storageBytes } = lowerOf(quotas, await tx.quotas.limits());
  const stored = await exactly(tx, {
    count: () => tx.quotas.stored(),
    isFar: (now) =>
      documents - now.documents > FAR && storageBytes - now.storageBytes > FAR_IN_BYTES,
  });
  if (wanted.documents > 0 && stored.documents + wanted.documents > documents) {
    throw usedUp('documents', documents);
  }
  if (stored.storageBytes + wanted.bytes > storageBytes) throw usedUp('storageBytes', storageBytes);
};

/** Reads how much of what the tenant may have is used now. */
export const readQuotaUse = async (
  tx: { quotas: QuotaRepository },
  quotas: TenantQuotas,
): Promise<QuotaUse> => {
  const limits = lowerOf(quotas, await tx.quotas.limits());
  const [stored, spent] = [await tx.quotas.stored(), await tx.quotas.spent()];
  return {
    documents: { used: stored.documents, limit: limits.documents },
    storageBytes: { used: stored.storageBytes, limit: limits.storageBytes },
    questionsPerDay: { used: spent.questionsToday, limit: limits.questionsPerDay },
    tokensPerMonth: { used: spent.tokensThisMonth, limit: limits.tokensPerMonth },
  };
};

/** In the transaction that adds one; others of the tenant that add one wait until it ends. */
export const requireOneMore = async (
  tx: { quotas: Pick<QuotaRepository, 'limits' | 'count' | 'lock'> },
  kind: CountedKind,
): Promise<void> => {
  const { [kind]: limit } = await tx.quotas.limits();
  const count = await exactly(tx, {
    count: () => tx.quotas.count(kind),
    isFar: (now) => limit - now > FAR,
  });
  if (count >= limit) throw usedUp(kind, limit);
};

export type CountedKind = 'users' | 'keys' | 'sessions';

/** More than all processes together can add at the same time: as long as so much is left, nobody need wait for anybody. */
const FAR = 1000;
const FAR_IN_BYTES = 10 * 1024 ** 3;

/** Counts, and once more under the tenant's lock where so little is left that others might use it up meanwhile. */
const exactly = async <Counted>(
  tx: { quotas: Pick<QuotaRepository, 'lock'> },
  { count, isFar }: { count: () => Promise<Counted>; isFar: (counted: Counted) => boolean },
): Promise<Counted> => {
  const counted = await count();
  if (isFar(counted)) return counted;
  await tx.quotas.lock();
  return count();
};

/** An administrator's quota binds below the operator's limit, and not above it. */
const lowerOf = (quotas: TenantQuotas, limits: TenantLimits): Limited => {
  const lower = (name: keyof TenantQuotas): number =>
    Math.min(quotas[name] ?? limits[name], limits[name]);
  return {
    documents: lower('documents'),
    storageBytes: lower('storageBytes'),
    questionsPerDay: lower('questionsPerDay'),
    tokensPerMonth: lower('tokensPerMonth'),
  };
};

type Limited = Pick<TenantLimits, keyof TenantQuotas>;

const COUNTED: Readonly<Record<CountedKind, Sql>> = {
  users: sql`users c WHERE c.application_id IS NULL`,
  keys: sql`api_keys c WHERE c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now())`,
  sessions: sql`sessions c WHERE true`,
};

/** Reads what the whole tenant may have, and what it has used of that, by the database's clock. */
export const createQuotaRepository = (tx: Transaction, scope: Scope, defaults: TenantLimits) => ({
  /** The operator's. */
  limits: async (): Promise<TenantLimits> => {
    const rows = await tx.$queryRaw<{ limits: unknown }[]>`
      SELECT limits FROM tenants WHERE id = ${scope.tenantId}::uuid`;
    return toLimits(defaults, rows[0]?.limits);
  },
  count: async (kind: CountedKind): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::float8 AS count FROM ${COUNTED[kind]} AND c.tenant_id = ${scope.tenantId}::uuid`;
    return rows[0]?.count ?? 0;
  },
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
  name: keyof TenantLimits,
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
