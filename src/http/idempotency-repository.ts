import { z } from 'zod';
import type { Scope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { inMs } from '../platform/database/clock.js';
import { requireSystem, requireUser } from '../platform/database/owner.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { ExecutionId } from '../shared/ids.js';

/** Only the scope's own user's records exist here. */
export const createIdempotencyRepository = (tx: Transaction, scope: Scope) => ({
  /** Creates the record as running; null when it was free, otherwise the record there is, locked until the commit. */
  claim: (claim: IdempotencyClaim): Promise<IdempotencyRecord | null> =>
    createOrLock(tx, scope, claim),
  /** Makes an existing record a new running one. */
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
  /** Ends the claim that was made with this lock; a later one stays as it is. */
  settle: async (
    { lockedUntil, ...name }: IdempotencyName & { lockedUntil: Date },
    end: { state: 'done'; result: unknown } | { state: 'failed' },
  ): Promise<void> => {
    const result = end.state === 'done' ? sql`${toJson(end.result)}::jsonb` : sql`result`;
    await tx.$executeRaw`
      UPDATE idempotency_records SET state = ${end.state}, result = ${result}
      WHERE ${named(scope, name)} AND state = 'running' AND locked_until = ${lockedUntil}`;
  },
  /** Removes the messages of an own execution that ended without an answer: its question is about to be asked again. */
  takeBackMessages: async (executionId: ExecutionId): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$executeRaw`
      DELETE FROM messages m USING executions e
      WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${executionId}::uuid AND e.user_id = ${userId}::uuid
        AND e.status IN ('running', 'error', 'cancelled') AND m.tenant_id = e.tenant_id AND m.execution_id = e.id`;
  },
  /** System scope: removes what was created longer ago than this and returns how many. */
  removeExpired: (ageMs: number): Promise<number> => {
    requireSystem(scope);
    return tx.$executeRaw`
      DELETE FROM idempotency_records
      WHERE tenant_id = ${scope.tenantId}::uuid AND created_at < ${inMs(-ageMs)}`;
  },
});

const Row = z.object({
  requestHash: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  lockedUntil: z.date(),
  result: z.unknown(),
  createdAt: z.date(),
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
    // None is left when it expired between the two statements.
    if (rows.length > 0) return Row.parse(rows[0]);
  }
};

const named = (scope: Scope, { route, key }: IdempotencyName): Sql => {
  const { tenantId, userId } = requireUser(scope);
  return sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid AND route = ${route} AND key = ${key}`;
};

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;

/** Named by the scope's tenant and user, the route and the client's key. */
export type IdempotencyName = { route: 'chat' | 'documents'; key: string };

export type IdempotencyRecord = {
  requestHash: string;
  state: 'running' | 'done' | 'failed';
  /** Until then a running first request keeps the key; also tells its claim from a later one. */
  lockedUntil: Date;
  /** Ids only. */
  result: unknown;
  createdAt: Date;
};

export type IdempotencyClaim = IdempotencyName &
  Pick<IdempotencyRecord, 'requestHash' | 'lockedUntil' | 'result'>;
