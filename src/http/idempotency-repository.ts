import { z } from 'zod';
import type { Scope } from '../shared/scope.js';
import type {
  IdempotencyClaim,
  IdempotencyName,
  IdempotencyRecord,
  IdempotencyRepository,
} from './idempotency-port.js';
import { Prisma } from '../generated/prisma/client.js';
import { inMs } from '../platform/database/clock.js';
import { requireSystem, requireUser } from '../platform/database/owner.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';

export const createIdempotencyRepository = (
  tx: Transaction,
  scope: Scope,
): IdempotencyRepository => ({
  claim: (claim) => createOrLock(tx, scope, claim),
  takeOver: async ({ requestHash, lockedUntil, result, ...name }) => {
    await tx.$executeRaw`
      UPDATE idempotency_records SET request_hash = ${requestHash}, state = 'running', locked_until = ${lockedUntil},
        result = ${toJson(result)}::jsonb, created_at = now()
      WHERE ${named(scope, name)}`;
  },
  settle: async ({ lockedUntil, ...name }, end) => {
    const result =
      end.state === 'done' ? Prisma.sql`${toJson(end.result)}::jsonb` : Prisma.sql`result`;
    await tx.$executeRaw`
      UPDATE idempotency_records SET state = ${end.state}, result = ${result}
      WHERE ${named(scope, name)} AND state = 'running' AND locked_until = ${lockedUntil}`;
  },
  takeBackMessages: async (executionId) => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$executeRaw`
      DELETE FROM messages m USING executions e
      WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${executionId}::uuid AND e.user_id = ${userId}::uuid
        AND e.status IN ('running', 'error', 'cancelled') AND m.tenant_id = e.tenant_id AND m.execution_id = e.id`;
  },
  removeExpired: (ageMs) => {
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

const named = (scope: Scope, { route, key }: IdempotencyName): Prisma.Sql => {
  const { tenantId, userId } = requireUser(scope);
  return Prisma.sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid AND route = ${route} AND key = ${key}`;
};
