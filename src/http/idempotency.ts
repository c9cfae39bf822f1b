import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { toCanonicalJson } from '../shared/canonical-json.js';
import { AppError } from '../shared/errors.js';
import { requireSystem, requireUser, type Scope } from '../shared/scope.js';

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;

/** Identified by the scope's tenant and user, the route and the client's key. */
type IdempotencyName = { route: string; key: string };

const IdempotencyRecord = z.object({
  requestHash: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Until then a running first request keeps the key; also distinguishes its claim from a later one. */
  lockedUntil: z.date(),
  /** Ids only. */
  result: z.unknown(),
  createdAt: z.date(),
});
type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;

type IdempotencyClaim = IdempotencyName &
  Pick<IdempotencyRecord, 'requestHash' | 'lockedUntil' | 'result'>;

/** How long a key is linked to the answer of its first request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

type Claimed =
  /** The caller has to do the work; `previous` is the result stored by an attempt that failed or was interrupted. */
  | { kind: 'claimed'; previous: unknown }
  /** The work was done before. */
  | { kind: 'done'; result: unknown };

/** Gives access only to records of the scope's own user. */
export const createIdempotencyRepository = (tx: Transaction, scope: Scope) => ({
  /** Creates the record as running; null if the key was free, otherwise the existing record, locked until the commit. */
  claim: (claim: IdempotencyClaim): Promise<IdempotencyRecord | null> =>
    createOrLock(tx, scope, claim),
  /** Restarts an existing record as running. */
  takeOver: async ({
    requestHash,
    lockedUntil,
    result,
    ...name
  }: IdempotencyClaim): Promise<void> => {
    await tx.$executeRaw`
      UPDATE idempotency_records SET request_hash = ${requestHash}, state = 'running', locked_until = ${lockedUntil},
        result = ${toJson(result)}::jsonb, created_at = now()
      WHERE ${named(scope, name)}`;
  },
  /** Extends the lock of this claim; false if a later claim has replaced it. */
  renew: async (
    { lockedUntil, ...name }: IdempotencyName & { lockedUntil: Date },
    later: Date,
  ): Promise<boolean> => {
    const count = await tx.$executeRaw`
      UPDATE idempotency_records SET locked_until = ${later}
      WHERE ${named(scope, name)} AND state = 'running' AND locked_until = ${lockedUntil}`;
    return count === 1;
  },
  /** Ends the claim made with this lock; a later claim stays unchanged. */
  settle: async (
    { lockedUntil, ...name }: IdempotencyName & { lockedUntil: Date },
    end: { state: 'done'; result: unknown } | { state: 'failed' },
  ): Promise<void> => {
    const result = end.state === 'done' ? sql`${toJson(end.result)}::jsonb` : sql`result`;
    await tx.$executeRaw`
      UPDATE idempotency_records SET state = ${end.state}, result = ${result}
      WHERE ${named(scope, name)} AND state = 'running' AND locked_until = ${lockedUntil}`;
  },
  /** Frees the key for another request; a later claim stays unchanged. */
  release: async ({
    route,
    key,
    lockedUntil,
  }: IdempotencyName & { lockedUntil: Date }): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    const where = { tenantId, userId, route, key, state: 'running', lockedUntil };
    await tx.models.idempotencyRecord.deleteMany({ where });
  },
  /** System scope: removes records created longer ago than this and returns how many. */
  removeExpired: async (ageMs: number): Promise<number> => {
    requireSystem(scope);
    const since = new Date((await tx.$now()).getTime() - ageMs);
    const where = { tenantId: scope.tenantId, createdAt: { lt: since } };
    const { count } = await tx.models.idempotencyRecord.deleteMany({ where });
    return count;
  },
});

const createOrLock = async (
  tx: Transaction,
  scope: Scope,
  { requestHash, lockedUntil, result, ...name }: IdempotencyClaim,
): Promise<IdempotencyRecord | null> => {
  const { tenantId, userId } = requireUser(scope);
  for (;;) {
    // Waits for another transaction that is creating the same record.
    const created = await tx.$executeRaw`
      INSERT INTO idempotency_records (tenant_id, user_id, route, key, request_hash, locked_until, result)
      VALUES (${tenantId}::uuid, ${userId}::uuid, ${name.route}, ${name.key}, ${requestHash}, ${lockedUntil},
        ${toJson(result)}::jsonb)
      ON CONFLICT DO NOTHING`;
    if (created === 1) return null;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT request_hash AS "requestHash", state, locked_until AS "lockedUntil", result, created_at AS "createdAt"
      FROM idempotency_records WHERE ${named(scope, name)} FOR UPDATE`;
    // There is no row if the record expired between the two statements.
    if (rows.length > 0) return IdempotencyRecord.parse(rows[0]);
  }
};

const named = (scope: Scope, { route, key }: IdempotencyName): Sql => {
  const { tenantId, userId } = requireUser(scope);
  return sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid AND route = ${route} AND key = ${key}`;
};

/** Lets one of several equal requests with a key proceed; the others are refused, or get its result. */
export const claimKey = async (
  tx: { idempotency: IdempotencyRepository },
  claim: IdempotencyClaim,
  now: Date,
): Promise<Claimed> => {
  const record = await tx.idempotency.claim(claim);
  if (record === null) return { kind: 'claimed', previous: null };
  const ageMs = now.getTime() - record.createdAt.getTime();
  const isOutdated = ageMs > KEY_LIFETIME_MS;
  if (!isOutdated) {
    if (record.requestHash !== claim.requestHash) {
      throw new AppError(
        'idempotency_conflict',
        'The Idempotency-Key was used for a different request.',
      );
    }
    if (record.state === 'done') return { kind: 'done', result: record.result };
    const leftMs = record.lockedUntil.getTime() - now.getTime();
    if (record.state === 'running' && leftMs > 0) {
      throw new AppError('idempotency_in_progress', 'The first request is still running.', {
        // Grows with the time it has been running: soon at first, and rarely if the first request has died and only its lock is left.
        retryAfterSec: Math.max(1, Math.ceil(Math.min(ageMs, leftMs) / 1_000)),
      });
    }
  }
  await tx.idempotency.takeOver(claim);
  return { kind: 'claimed', previous: isOutdated ? null : record.result };
};

/** Marks an answer that was given before. */
export const toReplayHeaders = ({ isReplayed }: { isReplayed: boolean }): Record<string, string> =>
  isReplayed ? { 'Idempotency-Replayed': 'true' } : {};

/** One digest per request, whatever the order of its fields; absent and undefined fields are the same. */
export const hashRequest = (fields: object): string =>
  createHash('sha256').update(toCanonicalJson(fields)).digest('hex');
