import { z } from 'zod';
import { sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { createBoundedMap } from '../shared/bounded-map.js';
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
 * In the transaction that counts the question: others of the tenant wait until it ends, so that together they stay within the day's quota.
 * Tokens are only known afterwards, so answers in progress may exceed the month's.
 */
export const requireQuestionQuota = async (
  tx: { quotas: QuotaRepository },
  quotas: TenantQuotas,
): Promise<void> => {
  const { questionsPerDay, tokensPerMonth } = lowerOf(quotas, await tx.quotas.limits());
  const spent = await exactly(tx, {
    name: 'spent',
    count: () => tx.quotas.spent(),
    isFar: ({ questionsToday, tokensThisMonth }, ageSec) =>
      questionsPerDay - questionsToday > farRows(ageSec) &&
      tokensPerMonth - tokensThisMonth > FAR_IN_TOKENS * (1 + ageSec),
  });
  if (spent.tokensThisMonth >= tokensPerMonth) {
    throw usedUp('tokensPerMonth', tokensPerMonth, { retryAfterSec: spent.monthEndsInSec });
  }
  if (spent.questionsToday >= questionsPerDay) {
    throw usedUp('questionsPerDay', questionsPerDay, { retryAfterSec: spent.dayEndsInSec });
  }
};

/** In the transaction that adds this much; others of the tenant that need space wait until it ends. */
export const requireRoom = async (
  tx: { quotas: QuotaRepository },
  quotas: TenantQuotas,
  wanted: { documents: number; bytes: number },
): Promise<void> => {
  const { documents, storageBytes } = lowerOf(quotas, await tx.quotas.limits());
  const stored = await exactly(tx, {
    name: 'stored',
    count: () => tx.quotas.stored(),
    isFar: (counted, ageSec) =>
      documents - counted.documents > farRows(ageSec) &&
      storageBytes - counted.storageBytes > farBytes(ageSec) + wanted.bytes,
  });
  if (wanted.documents > 0 && stored.documents + wanted.documents > documents) {
    throw usedUp('documents', documents);
  }
  if (stored.storageBytes + wanted.bytes > storageBytes) throw usedUp('storageBytes', storageBytes);
};

/** Reads how much of its quotas the tenant uses now. */
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
  tx: { quotas: Pick<QuotaRepository, 'limits' | 'count' | 'lock' | 'recent'> },
  kind: CountedKind,
): Promise<void> => {
  const { [kind]: limit } = await tx.quotas.limits();
  const count = await exactly(tx, {
    name: kind,
    count: () => tx.quotas.count(kind),
    isFar: (counted, ageSec) => limit - counted > farRows(ageSec),
  });
  if (count >= limit) throw usedUp(kind, limit);
};

export type CountedKind = 'users' | 'keys' | 'sessions';

/** More than all processes together can add at once and per second: this far from a limit, nobody needs to wait or count again. */
const farRows = (ageSec: number): number => 1000 * (1 + ageSec);
const farBytes = (ageSec: number): number => (10 + ageSec) * 1024 ** 3;
/** Answers in progress may exceed the month's tokens anyway, so this margin need not be exact. */
const FAR_IN_TOKENS = 1_000_000;
const MAX_AGE_SEC = 60;

type Count<Counted> = {
  /** Identifies one type of count. */
  name: string;
  count: () => Promise<Counted>;
  /** True if a count of this age shows that the limit cannot be reached yet. */
  isFar: (counted: Counted, ageSec: number) => boolean;
};

/**
 * Counts, and counts again under the tenant's lock if so little is left that others might use it up meanwhile. Counting takes longer the
 * larger the tenant, so a recent count far from the limit is reused.
 */
const exactly = async <Counted>(
  tx: { quotas: Pick<QuotaRepository, 'lock' | 'recent'> },
  { name, count, isFar }: Count<Counted>,
): Promise<Counted> => {
  const recent = tx.quotas.recent.get<Counted>(name);
  if (
    recent !== undefined &&
    recent.ageSec <= MAX_AGE_SEC &&
    isFar(recent.counted, recent.ageSec)
  ) {
    return recent.counted;
  }
  const counted = await count();
  if (isFar(counted, 0)) {
    tx.quotas.recent.set(name, counted);
    return counted;
  }
  await tx.quotas.lock();
  return count();
};

/** An administrator's quota applies only if it is below the operator's limit. */
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

/** Caches the last counts of many tenants in this process; ages are measured with `now`, in milliseconds. */
export const createRecentCounts = (now: () => number = () => performance.now()) => {
  const counts = createBoundedMap<{ counted: unknown; at: number }>(MAX_RECENT);
  return {
    for: ({ tenantId }: Scope) => ({
      get: <Counted>(name: string): { counted: Counted; ageSec: number } | undefined => {
        const found = counts.get(`${tenantId}/${name}`);
        if (found === undefined) return undefined;
        // The name identifies one type of count.
        return { counted: found.counted as Counted, ageSec: (now() - found.at) / 1000 };
      },
      set: (name: string, counted: unknown): void => {
        counts.set(`${tenantId}/${name}`, { counted, at: now() });
      },
    }),
  };
};

const MAX_RECENT = 10_000;

type Options = { defaults: TenantLimits; recentCounts: ReturnType<typeof createRecentCounts> };

/** Reads what the whole tenant may use, and has used, by the database's clock. */
export const createQuotaRepository = (
  tx: Transaction,
  scope: Scope,
  { defaults, recentCounts }: Options,
) => ({
  recent: recentCounts.for(scope),
  /** The operator's limits. */
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
    await tx.$lock(`quota/${scope.tenantId}`);
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
  /**
   * Documents that exist and are not being deleted, and the bytes of all their versions and of all workspaces. Not a join: on a table that
   * had just grown, PostgreSQL planned it as a nested loop, 150 ms for 1,000 documents.
   */
  stored: async () => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT (
          SELECT count(*) FROM documents WHERE tenant_id = ${scope.tenantId}::uuid AND status <> 'deleting'
        )::float8 AS documents, (
          SELECT coalesce(sum(size_bytes), 0) FROM document_versions
          WHERE tenant_id = ${scope.tenantId}::uuid AND document_id NOT IN (
            SELECT id FROM documents WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'deleting')
        )::float8 + (
          SELECT coalesce(sum(size_bytes), 0) FROM workspace_files WHERE tenant_id = ${scope.tenantId}::uuid
        )::float8 AS "storageBytes"`;
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
